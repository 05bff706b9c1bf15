-- admit: decides a batch of attempts in order, each seeing what those before it took (DESIGN §4).
-- KEYS  orders, then acc, buyers, gate of each activity
-- ARGV  1 packed { not_after_ms, channel, { { activity, { { item, shopper, ticket, quantity, version, message } … } } … } }
-- Returns packed { now_ms, { { epoch, n, { { status, a, b } … }, { { item, free } … } } … } }
--   status 0 admitted · 1 not started (a = start) · 2 ended · 3 paused · 4 sold out · 5 not enough (a = left)
--   6 limit (a = limit, b = a ticket held or "") · 7 too busy (a = retry ms) · 8 changed · 9 not ready
--   10 key used for another quantity · 11 the call came too late
-- Safe to run twice: a ticket that exists is answered, not decided again.

-- The first refusal by the rules that every attempt meets before the gate; nil when there is none.
local function refuse_by_rules(rules, account, list, attempt, at)
  local item, _, ticket, quantity, version = unpack(attempt)
  local place = find(list, ticket)
  if place then return list[place + 2] == quantity and { 0, 0, '' } or { 10, 0, '' } end
  if rules.state == 'paused' then return { 3, 0, '' } end
  if rules.state ~= 'published' or at >= rules.to then return { 2, 0, '' } end
  if at < rules.from then return { 1, rules.from, '' } end
  if version ~= rules.v then return { 8, 0, '' } end
  if not account then return { 9, 0, '' } end
  local count, example = 0, ''
  for i = 1, #list, 4 do
    local state = string.sub(list[i + 3], 1, 1)
    if list[i + 1] == item and (state == 'q' or state == 'w') then
      count, example = count + list[i + 2], list[i]
    end
  end
  if count + quantity > account.limit then return { 6, account.limit, example } end
  return nil
end

-- The gate: counts each shopper once; while units are free its budget renews every second.
local function refuse_by_gate(account, at)
  if not account.stock then return nil end
  local budget, second = account.gate_x * (account.stock + account.returned), math.floor(at / 1000)
  if account.gate_n >= budget + account.gate_bonus and account.free > 0 and account.gate_at < second then
    account.gate_bonus = account.gate_n - budget + account.gate_x * account.free
    account.gate_at = second
  end
  if account.gate_n < budget + account.gate_bonus then
    account.gate_n = account.gate_n + 1
    return nil
  end
  return { 7, account.free > 0 and 1000 - at % 1000 or 3000, '' }
end

-- Quantity and stock; takes the units when they are there.
local function refuse_by_stock(account, quantity)
  if quantity > account.max then return { 6, account.max, '' } end
  if account.free then
    if account.free <= 0 then return { 4, 0, '' } end
    if quantity > account.free then return { 5, account.free, '' } end
    account.free = account.free - quantity
  end
  account.held = account.held + quantity
  return nil
end

-- Decides one activity's attempts against what was read; fills `out` with what is to be written.
local function decide(activity, attempts, rules, lists, counted, at, out)
  local answers = {}
  for i, attempt in ipairs(attempts) do
    local item, shopper, ticket, quantity, version, message = unpack(attempt)
    local account, list, member = rules.items[item], lists[shopper], item .. ':' .. shopper
    local refusal = refuse_by_rules(rules, account, list, attempt, at)
    if not refusal and not counted[member] then
      refusal = refuse_by_gate(account, at)
      if not refusal and account.stock then
        counted[member] = true
        out.members[#out.members + 1] = member
      end
    end
    refusal = refusal or refuse_by_stock(account, quantity)
    if not refusal then
      rules.n = rules.n + 1
      for _, value in ipairs({ ticket, item, quantity, 'q' }) do list[#list + 1] = value end
      out.changed[shopper] = list
      out.holders[#out.holders + 1] = shopper
      out.winners[#out.winners + 1] = { activity, item, shopper, ticket, quantity, rules.n, account.price, version, at, message }
    end
    answers[i] = refusal or { 0, 0, '' }
  end
  return answers
end

-- Writes what one activity's decisions changed.
local function apply(key, rules, out)
  local fields = { n = rules.n }
  for item, account in pairs(rules.items) do
    fields[item .. ':free'] = account.free or ''
    fields[item .. ':held'] = account.held
    for _, field in ipairs({ 'gate_n', 'gate_bonus', 'gate_at' }) do fields[item .. ':' .. field] = account[field] end
  end
  write(key.acc, fields)
  local lists = {}
  for shopper, list in pairs(out.changed) do lists[shopper] = cmsgpack.pack(list) end
  write(key.buyers, lists)
  if #out.members > 0 then redis.call('SADD', key.gate, unpack(out.members)) end
end

-- Which of the batch's members the gate has counted already; one read.
local function read_gate(key, attempts)
  local members, counted = {}, {}
  for i, attempt in ipairs(attempts) do members[i] = attempt[1] .. ':' .. attempt[2] end
  for i, is in ipairs(redis.call('SMISMEMBER', key, unpack(members))) do
    if is == 1 then counted[members[i]] = true end
  end
  return counted
end

local function all(attempts, status)
  local answers = {}
  for i = 1, #attempts do answers[i] = { status, 0, '' } end
  return answers
end

local function admit(keys, args)
  local not_after, channel, groups = unpack(cmsgpack.unpack(args[1]))
  local at, replies, winners = now(), {}, {}
  for g, group in ipairs(groups) do
    local activity, attempts = unpack(group)
    local key = { acc = keys[3 * g - 1], buyers = keys[3 * g], gate = keys[3 * g + 1] }
    local rules = read_accounts(key.acc, key.buyers, distinct(attempts, 1))
    if at > not_after or not rules then
      replies[g] = { '0', 0, all(attempts, rules and 11 or 9), {} }
    else
      local before = rules.n
      local out = { members = {}, changed = {}, holders = {}, winners = winners }
      local lists = read_buyers(key.buyers, distinct(attempts, 2))
      local answers = decide(activity, attempts, rules, lists, read_gate(key.gate, attempts), at, out)
      if #out.members > 0 or #out.holders > 0 then apply(key, rules, out) end
      if #out.holders > 0 then redis.call('PUBLISH', channel, cmsgpack.pack({ activity, rules.epoch, before, out.holders })) end
      local left = {}
      for item, account in pairs(rules.items) do left[#left + 1] = { item, account.free or -1 } end
      replies[g] = { rules.epoch, rules.n, answers, left }
    end
  end
  if #winners > 0 then redis.call('XADD', keys[1], '*', 'w', cmsgpack.pack(winners)) end
  return cmsgpack.pack({ at, replies })
end

redis.register_function('NAME_admit', admit)
