-- Claim computers' turns that no worker plays yet, those first that have waited longest: they are held for a while.
-- A worker that gets some promises to claim again soon, so that no other is called for what is due by then.
-- KEYS  1 turns to be played  2 the entries that say when a game is due  3 exists while a worker has promised to claim
-- ARGV  1 most turns  2 ms for which they are held  3 ms within which the worker claims again
-- Returns the ids of their games.
-- Sent again: the next ones. Those of the first time are due when they are no longer held.
local found = redis.call('ZPOPMIN', KEYS[1], ARGV[1])
if #found == 0 then
  redis.call('DEL', KEYS[3])
  return found
end
redis.call('SET', KEYS[3], '', 'PX', ARGV[3])
local held, ids, until_ms = {}, {}, now_ms() + ARGV[2]
for i = 1, #found, 2 do
  ids[#ids + 1] = found[i]
  held[i], held[i + 1] = until_ms, found[i]
end
redis.call('ZADD', KEYS[2], unpack(held))
return ids
