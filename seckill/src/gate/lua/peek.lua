-- peek: the clock, and the accounts of some activities as they stand.
-- KEYS  acc …
-- ARGV  none
-- Returns { now_ms, { field, value, field, value … } … }
local function peek(keys, _)
  local reply = { now() }
  for i, key in ipairs(keys) do reply[i + 1] = redis.call('HGETALL', key) end
  return reply
end

redis.register_function({ function_name = 'NAME_peek', callback = peek, flags = { 'no-writes' } })
