-- Delete a game and what is stored with it, unless it is no longer in the index in which it was found: somebody has moved.
-- KEYS  1 index  2... what is stored for the game
-- ARGV  1 game id
-- Returns 1, or 0 if it was not in the index.
-- Sent again: 0, and it is deleted.
if redis.call('ZREM', KEYS[1], ARGV[1]) == 0 then
  return 0
end
redis.call('DEL', unpack(KEYS, 2))
return 1
