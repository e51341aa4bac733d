-- Keep the analysis of a seat beside its game, with which it expires and is deleted.
-- KEYS  1 game hash
-- ARGV  1 seat  2 the analysis, packed
-- Returns 1, or 0 if the game has expired or was deleted.
-- Sent again: the same.
if redis.call('HEXISTS', KEYS[1], 'game') == 0 then
  return 0
end
redis.call('HSET', KEYS[1], 'analysis:' .. ARGV[1], ARGV[2])
return 1
