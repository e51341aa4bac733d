-- Replace the history of a game that is over by its packed form.
-- KEYS  1 game hash  2 event stream  3 request hash  4 index of games to be packed
-- ARGV  1 game id  2 version that is packed  3 length of the stream  4 packed history  5... ids of the packed requests
-- Returns 1, or 0 if the game has changed, has expired or was packed since.
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[2] or redis.call('XLEN', KEYS[2]) ~= tonumber(ARGV[3]) then
  return 0
end
-- First what frees memory: Redis then allows the rest of the script even if its memory is used up.
redis.call('DEL', KEYS[2])
for i = 5, #ARGV do
  redis.call('HDEL', KEYS[3], ARGV[i])
end
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('HSET', KEYS[1], 'history', ARGV[4])
return 1
