-- Begin a request that has an Idempotency-Key, or return what is known of it.
-- KEYS  1 record: hash of fingerprint, salt, holder, until, done, note
-- ARGV  1 fingerprint of the request  2 salt for a new record  3 id of this attempt
--       4 ms after which an unfinished attempt counts as dead  5 seconds to keep the record
-- Returns {'begun', salt, note}, {'done', salt, note}, {'running'} or {'mismatch'}.
-- Sent again: answered as the first time.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local known = redis.call('HMGET', KEYS[1], 'fingerprint', 'salt', 'until', 'done', 'note')
if known[1] and known[1] ~= ARGV[1] then
  return {'mismatch'}
end
if known[4] then
  return {'done', known[2], known[5] or ''}
end
if known[3] and tonumber(known[3]) > now then
  return {'running'}
end
local salt = known[2] or ARGV[2]
redis.call('HSET', KEYS[1], 'fingerprint', ARGV[1], 'salt', salt, 'holder', ARGV[3], 'until', now + ARGV[4])
if not known[1] then
  redis.call('EXPIRE', KEYS[1], ARGV[5])
end
return {'begun', salt, known[5] or ''}
