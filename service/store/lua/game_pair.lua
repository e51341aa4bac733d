-- Find a game for a caller of play now: the one whose player was last seen waiting, otherwise the caller's own.
-- KEYS  1 sorted set of waiting games by the ms until which they are offered  2 the game that was found for this caller
-- ARGV  1 what was found before and could not be joined, or ''  2 seconds to remember what is found
--       3 id of the caller's game  4 ms for which it is offered; both left out if it is not created yet
-- Returns the id of a game; '' if none waits and the caller's is not created yet.
-- Sent again: the same.
local found = redis.call('GET', KEYS[2])
if found and found ~= ARGV[1] then
  return found
end
local now = now_ms()
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
found = redis.call('ZPOPMAX', KEYS[1])[1]
if not found then
  found = ARGV[3]
  if not found then
    return ''
  end
  redis.call('ZADD', KEYS[1], now + ARGV[4], found)
  redis.call('PEXPIRE', KEYS[1], ARGV[4])
end
redis.call('SET', KEYS[2], found, 'EX', ARGV[2])
return found
