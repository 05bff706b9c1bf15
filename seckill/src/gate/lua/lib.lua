-- Words shared by the functions below; Rust puts this file first and fills in the name of the library.
--
-- acc:{activity}     hash: _epoch v state from to n fence fence_to, and per item "<id>:<field>" (ITEM_FIELDS)
-- buyers:{activity}  hash: _epoch, and per shopper a packed list  ticket, item, quantity, state, ticket, item, …
-- gate:{activity}    set of "<item>:<shopper>" that the gate has counted
-- orders             stream: one entry a call with the winners, packed
-- A ticket's state is "q" (queued), "w:<order>" (won) or "l:<reason>" (lost). Unlimited stock is the empty string.

local function now()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000)
end

local ITEM_FIELDS = { 'free', 'held', 'sold', 'stock', 'limit', 'max', 'price', 'gate_x', 'gate_n', 'gate_bonus', 'gate_at', 'returned' }

-- The activity's rules and the named items' accounts, each field read once; nil when anything is missing or fenced.
-- An item that the rules do not know at all is left out.
local function read_accounts(acc, buyers, items)
  local names = { '_epoch', 'v', 'state', 'from', 'to', 'n', 'fence' }
  for _, item in ipairs(items) do
    for _, field in ipairs(ITEM_FIELDS) do names[#names + 1] = item .. ':' .. field end
  end
  local values = redis.call('HMGET', acc, unpack(names))
  if not values[1] or values[7] or values[1] ~= redis.call('HGET', buyers, '_epoch') then return nil end
  local read = { epoch = values[1], v = tonumber(values[2]), state = values[3], from = tonumber(values[4]), to = tonumber(values[5]), n = tonumber(values[6]), items = {} }
  if not (read.v and read.state and read.from and read.to and read.n) then return nil end
  local at = 7
  for _, item in ipairs(items) do
    local account, missing = {}, 0
    for i, field in ipairs(ITEM_FIELDS) do
      local value = values[at + i]
      if not value then missing = missing + 1 end
      account[field] = tonumber(value or '')
    end
    if missing > 0 and missing < #ITEM_FIELDS then return nil end
    if missing == 0 then read.items[item] = account end
    at = at + #ITEM_FIELDS
  end
  return read
end

-- What the named shoppers hold, as a table shopper → list. Read in parts: Lua passes at most 8,000 values to a call.
local function read_buyers(key, shoppers)
  local held = {}
  for first = 1, #shoppers, 1000 do
    local last = math.min(first + 999, #shoppers)
    for i, packed in ipairs(redis.call('HMGET', key, unpack(shoppers, first, last))) do
      held[shoppers[first + i - 1]] = packed and cmsgpack.unpack(packed) or {}
    end
  end
  return held
end

-- The distinct values of one column of a list of rows, in order of appearance.
local function distinct(rows, column)
  local seen, list = {}, {}
  for _, row in ipairs(rows) do
    if not seen[row[column]] then
      seen[row[column]] = true
      list[#list + 1] = row[column]
    end
  end
  return list
end

-- Where a ticket stands in a shopper's list; nil when it is not there.
local function find(list, ticket)
  for i = 1, #list, 4 do
    if list[i] == ticket then return i end
  end
  return nil
end

-- Writes the fields of a table into a hash, in parts for the same reason. Numbers are whole and written as such.
local function write(key, fields)
  local flat = {}
  for field, value in pairs(fields) do
    flat[#flat + 1] = field
    flat[#flat + 1] = type(value) == 'number' and string.format('%d', value) or value
  end
  for first = 1, #flat, 2000 do
    redis.call('HSET', key, unpack(flat, first, math.min(first + 1999, #flat)))
  end
end
