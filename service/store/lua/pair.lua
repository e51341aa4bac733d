-- Find a game for a caller of play now: the waiting one whose time ends first, else the caller's own.
-- KEYS  1 sorted set of waiting games by the ms when their wait ends  2 the game that was found for this caller
-- ARGV  1 id of the own game  2 ms for which it waits, 0 not to wait, '' if it is not created yet
--       3 what was found before and could not be joined, or ''  4 seconds to remember what is found
-- Returns the id of a game; '' if none waits and the own one is not created yet.
-- Sent again: the same.
local found = redis.call('GET', KEYS[2])
if found and found ~= ARGV[3] then
  return found
end
local now = now_ms()
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
found = redis.call('ZPOPMIN', KEYS[1])[1]
if not found then
  if ARGV[2] == '' then
    return ''
  end
  found = ARGV[1]
  if ARGV[2] ~= '0' then
    redis.call('ZADD', KEYS[1], now + ARGV[2], found)
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
  end
end
redis.call('SET', KEYS[2], found, 'EX', ARGV[4])
return found
