-- After the webhooks of a game were told: look again when one of them is to be tried again, at once if the game has moved on.
-- KEYS  1 game hash  2 index of notices
-- ARGV  1 game id  2 version told  3 ms of the next attempt, '' for none
local version = tonumber(redis.call('HGET', KEYS[1], 'version') or '0')
if version > tonumber(ARGV[2]) then
  redis.call('ZADD', KEYS[2], 0, ARGV[1])
elseif ARGV[3] ~= '' then
  redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
else
  redis.call('ZREM', KEYS[2], ARGV[1])
end
