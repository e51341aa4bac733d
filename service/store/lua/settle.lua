-- After the deliveries for a game: set the time of the next attempt; at once if the game has another revision.
-- KEYS  1 game hash  2 index of due deliveries
-- ARGV  1 game id  2 revision delivered  3 time of the next attempt in ms, '' for none
-- Sent again: the same.
local stored = redis.call('HMGET', KEYS[1], 'version', 'revision')
local revision = stored[2] and string.match(stored[2], '^%d+') == stored[1] and stored[2] or stored[1]
if revision and revision ~= ARGV[2] then
  redis.call('ZADD', KEYS[2], 0, ARGV[1])
elseif ARGV[3] ~= '' then
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
else
  redis.call('ZREM', KEYS[2], ARGV[1])
end
