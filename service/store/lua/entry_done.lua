-- Record that an entry of the agenda was done for a revision of a game; it is due at once if the game has another one.
-- KEYS  1 game hash  2 the entries of its kind
-- ARGV  1 game id  2 revision for which it was done  3 ms until it is due again, '' for never
-- Sent again: the same.
local revision = redis.call('HGET', KEYS[1], 'revision')
local now = now_ms()
if revision and revision ~= ARGV[2] then
  redis.call('ZADD', KEYS[2], now, ARGV[1])
elseif revision and ARGV[3] ~= '' then
  redis.call('ZADD', KEYS[2], now + ARGV[3], ARGV[1])
else
  redis.call('ZREM', KEYS[2], ARGV[1])
end
