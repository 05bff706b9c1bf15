-- install: puts accounts that were worked out under a fence in place, under a new epoch, and takes the fence away.
-- KEYS  acc, buyers, gate, staged (the new buyers, written beforehand; it has at least the field _epoch)
-- ARGV  1 owner  2 packed { field, value, field, value … } of the new acc, without _epoch
-- Returns packed { status, epoch }: status 0 in place, 1 the fence was lost: nothing was done
-- This is the only function that sets stock.
local function install(keys, args)
  local old = redis.call('HMGET', keys[1], 'fence', '_epoch')
  if old[1] ~= args[1] or redis.call('EXISTS', keys[4]) == 0 then return cmsgpack.pack({ 1, 0 }) end
  local epoch = math.max(tonumber(old[2] or 0) + 1, now())
  local text = string.format('%d', epoch)
  redis.call('DEL', keys[1], keys[3])
  redis.call('RENAME', keys[4], keys[2])
  redis.call('PERSIST', keys[2])
  redis.call('HSET', keys[2], '_epoch', text)
  redis.call('HSET', keys[1], '_epoch', text, unpack(cmsgpack.unpack(args[2])))
  return cmsgpack.pack({ 0, epoch })
end

redis.register_function('NAME_install', install)
