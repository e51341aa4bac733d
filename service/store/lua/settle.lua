-- After the deliveries for a game: set the time of the next attempt; at once if the game has a newer version.
-- KEYS  1 game hash  2 index of due deliveries
-- ARGV  1 game id  2 version delivered  3 time of the next attempt in ms, '' for none
-- Sent again: the same.
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
if version > tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[2], 0, ARGV[1])
elseif ARGV[3] ~= '' then
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
else
  redis.call('ZREM', KEYS[2], ARGV[1])
end
