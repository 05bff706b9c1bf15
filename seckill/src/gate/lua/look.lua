-- look: what one shopper holds in an activity.
-- KEYS  acc, buyers
-- ARGV  1 shopper
-- Returns packed { now_ms, epoch, { ticket, item, quantity, state … } }; epoch 0 while the accounts are not in place
local function look(keys, args)
  local rules = read_accounts(keys[1], keys[2], {})
  local list = read_buyers(keys[2], { args[1] })[args[1]]
  return cmsgpack.pack({ now(), rules and tonumber(rules.epoch) or 0, list })
end

redis.register_function({ function_name = 'NAME_look', callback = look, flags = { 'no-writes' } })
