-- confirm: ends tickets whose order was written or will not be, and takes their entries off the stream (DESIGN §3).
-- KEYS  orders, then acc, buyers of each activity
-- ARGV  1 packed { group, { entry id … }, channel, { { activity, { { shopper, ticket, state } … } } … } }
-- Returns packed { status }: status 0 done · 1 some activity is being laid out or repaired · 2 the accounts contradict:
--   they do not know a ticket, or call one lost that was won. With 1 and 2 nothing was done.
-- Guarded by the ticket's state alone: only "q" moves, so a repeat changes nothing.

-- Whether the accounts can take this end.
local function fits(rules, list, ticket, state)
  local place = find(list, ticket)
  if not place or not rules.items[list[place + 1]] then return false end
  return not (string.sub(list[place + 3], 1, 1) == 'l' and string.sub(state, 1, 1) == 'w')
end

-- Ends one ticket in a shopper's list.
local function settle(rules, list, ticket, state)
  local place = find(list, ticket)
  if list[place + 3] ~= 'q' then return end
  local account, quantity = rules.items[list[place + 1]], list[place + 2]
  account.held = account.held - quantity
  if string.sub(state, 1, 1) == 'w' then
    account.sold = account.sold + quantity
  else
    account.returned = account.returned + quantity
    if account.free then account.free = account.free + quantity end
  end
  list[place + 3] = state
end

-- The items that a group's tickets are for, by the shoppers' own lists.
local function items_of(lists)
  local rows = {}
  for _, list in pairs(lists) do
    for i = 1, #list, 4 do rows[#rows + 1] = { list[i + 1] } end
  end
  return distinct(rows, 1)
end

-- Writes one activity's accounts and lists as they are now.
local function store(acc, buyers, read)
  local fields, packed = {}, {}
  for shopper, list in pairs(read.lists) do packed[shopper] = cmsgpack.pack(list) end
  for item, account in pairs(read.rules.items) do
    fields[item .. ':free'] = account.free or ''
    for _, field in ipairs({ 'held', 'sold', 'returned' }) do fields[item .. ':' .. field] = account[field] end
  end
  write(buyers, packed)
  write(acc, fields)
end

local function confirm(keys, args)
  local group, entries, channel, activities = unpack(cmsgpack.unpack(args[1]))
  local read = {}
  for a, activity in ipairs(activities) do
    local lists = read_buyers(keys[2 * a + 1], distinct(activity[2], 1))
    local rules = read_accounts(keys[2 * a], keys[2 * a + 1], items_of(lists))
    if not rules then return cmsgpack.pack({ 1 }) end
    for _, row in ipairs(activity[2]) do
      if not fits(rules, lists[row[1]], row[2], row[3]) then return cmsgpack.pack({ 2 }) end
    end
    read[a] = { lists = lists, rules = rules }
  end
  for a, activity in ipairs(activities) do
    for _, row in ipairs(activity[2]) do settle(read[a].rules, read[a].lists[row[1]], row[2], row[3]) end
    store(keys[2 * a], keys[2 * a + 1], read[a])
  end
  if #entries > 0 then
    redis.call('XACK', keys[1], group, unpack(entries))
    redis.call('XDEL', keys[1], unpack(entries))
  end
  if #activities > 0 then redis.call('PUBLISH', channel, cmsgpack.pack(activities)) end
  return cmsgpack.pack({ 0 })
end

redis.register_function('NAME_confirm', confirm)
