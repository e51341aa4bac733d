-- Replace the history of a game that is over by its packed form.
-- KEYS  1 game hash  2 list of commits  3 request hash  4 index of games to be packed  5 commits of an earlier version of the service
-- ARGV  1 game id  2 revision that is packed  3 number of commits in both  4 packed history  5... ids of the packed requests
-- Returns 1, or 0 if the game has changed, has expired or was packed since.
-- Sent again: answered as the first time.
local stored = redis.call('HMGET', KEYS[1], 'version', 'revision')
local revision = stored[2] and string.match(stored[2], '^%d+') == stored[1] and stored[2] or stored[1]
if revision ~= ARGV[2] or redis.call('LLEN', KEYS[2]) + redis.call('XLEN', KEYS[5]) ~= tonumber(ARGV[3]) then
  return 0
end
-- First what frees memory: Redis then allows the rest of the script even if its memory is used up.
redis.call('DEL', KEYS[2], KEYS[5])
for i = 5, #ARGV do
  redis.call('HDEL', KEYS[3], ARGV[i])
end
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('HSET', KEYS[1], 'history', ARGV[4])
return 1
