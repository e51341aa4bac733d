-- Replace the history of a game that is over by its packed form.
-- KEYS  1 game hash; what else is stored for the game, in its bucket, is named after it  2 games to be packed in the agenda
-- ARGV  1 revision that is packed  2 number of commits in the list  3 packed history  4... ids of the packed requests
-- Returns 1, or 0 if the game has changed, has expired or was packed since.
-- Sent again: answered as the first time.
local bucket, id = string.match(KEYS[1], '^({.-}):game:(.+)$')
local commits = bucket .. ':commits:' .. id
if redis.call('HGET', KEYS[1], 'revision') ~= ARGV[1] or redis.call('LLEN', commits) ~= tonumber(ARGV[2]) then
  return 0
end
-- First the deletions: Redis then allows the rest of the script even if its memory is used up.
redis.call('DEL', commits)
if ARGV[4] then
  redis.call('HDEL', bucket .. ':requests:' .. id, unpack(ARGV, 4))
end
redis.call('ZREM', KEYS[2], id)
redis.call('HSET', KEYS[1], 'history', ARGV[3])
return 1
