-- Keep a note for later attempts at a request that has an Idempotency-Key.
-- KEYS  1 record: hash of fingerprint, salt, holder, until, done, note
-- ARGV  1 id of the attempt  2 the note
-- Sent again: the same.
if redis.call('HGET', KEYS[1], 'holder') == ARGV[1] then
  redis.call('HSET', KEYS[1], 'note', ARGV[2])
end
return 0
