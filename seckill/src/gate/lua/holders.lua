-- holders: everybody who holds or held a ticket of an activity, and how many admissions that covers.
-- KEYS  acc, buyers
-- ARGV  none
-- Returns { epoch, n, { shopper … } }; epoch "0" while the accounts are not in place
local function holders(keys, _)
  local rules = read_accounts(keys[1], keys[2], {})
  if not rules then return { '0', 0, {} } end
  return { rules.epoch, rules.n, redis.call('HKEYS', keys[2]) }
end

redis.register_function({ function_name = 'NAME_holders', callback = holders, flags = { 'no-writes' } })
