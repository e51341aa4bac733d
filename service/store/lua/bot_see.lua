-- Record that a bot is online, and restart its lifetime.
-- KEYS  1 to 9 as in shared.lua
-- ARGV  1 bot id  2 document as it was read  3 seconds to live  4 ms for which it counts as online
-- Returns the number of its last change; nil if it was changed since or deleted.
-- Sent again: the same.
if redis.call('HGET', KEYS[1], 'bot') ~= ARGV[2] then
  return nil
end
redis.call('SET', KEYS[6], '1', 'PX', ARGV[4])
prolong_bot(ARGV[3])
return tonumber(redis.call('HGET', KEYS[1], 'seq') or 0)
