-- release: takes a fence away without changing anything, when nothing had to be changed.
-- KEYS  acc
-- ARGV  1 owner
-- Returns packed { status }: status 0 gone, 1 it was not yours
local function release(keys, args)
  if redis.call('HGET', keys[1], 'fence') ~= args[1] then return cmsgpack.pack({ 1 }) end
  redis.call('HDEL', keys[1], 'fence', 'fence_to')
  return cmsgpack.pack({ 0 })
end

redis.register_function('NAME_release', release)
