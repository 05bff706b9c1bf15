-- fence: closes an activity for everybody while its accounts are laid out, repaired or its rules edited.
-- KEYS  acc
-- ARGV  1 owner  2 milliseconds after which another owner may take it over  3 "take", or "renew" only what one has
-- Returns packed { status, now_ms }: status 0 it is yours, 1 somebody else works on it, or it was lost
-- While the fence stands, attempts are answered "not ready" and confirmations wait.
local function fence(keys, args)
  local at = now()
  local held = redis.call('HMGET', keys[1], 'fence', 'fence_to')
  local mine = held[1] == args[1]
  local takable = args[3] == 'take' and (not held[1] or tonumber(held[2]) <= at)
  if not mine and not takable then return cmsgpack.pack({ 1, at }) end
  write(keys[1], { fence = args[1], fence_to = at + tonumber(args[2]) })
  return cmsgpack.pack({ 0, at })
end

redis.register_function('NAME_fence', fence)
