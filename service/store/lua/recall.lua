-- Return a request that was carried out, and write it again, so that whoever waits for replicas waits for this too.
-- KEYS  1 request hash
-- ARGV  1 request id
-- Returns its version and payload, or nil.
local known = redis.call('HGET', KEYS[1], ARGV[1])
if known then
  redis.call('HSET', KEYS[1], ARGV[1], known)
end
return known
