-- fence: closes an activity for everybody while its accounts are laid out, repaired or its rules edited.
-- KEYS  acc
-- ARGV  1 owner  2 milliseconds after which another owner may take it over
-- Returns packed { status, now_ms }: status 0 it is yours, 1 somebody else works on it
-- While the fence stands, attempts are answered "not ready" and confirmations wait.
local function fence(keys, args)
  local at = now()
  local held = redis.call('HMGET', keys[1], 'fence', 'fence_to')
  if held[1] and held[1] ~= args[1] and tonumber(held[2]) > at then return cmsgpack.pack({ 1, at }) end
  redis.call('HSET', keys[1], 'fence', args[1], 'fence_to', at + args[2])
  return cmsgpack.pack({ 0, at })
end

redis.register_function('NAME_fence', fence)
