-- Record the state of a bot's seat at a revision of its game, and give it the next number in the bot's feed if it has changed. Events are made
-- from the game when they are read, so the feed only says which seats have changed.
-- KEYS  1 to 5 as in shared.lua: of each seat '<revision> <number> <ms of the change> <standing>' in 2, by the number in 3
-- ARGV  1 bot id  2 seat as '<game>:<number>'  3 in MessagePack, names whose value is nil left out:
--         revision  of the game
--         standing  the type of the seat's event with what distinguishes it from others
--         until_ms  when the seat stops taking one of the bot's places; nil if it takes none
--         lost      a revision that the game has lost: a seat noted at it counts as not noted
--         kept      number of seats to keep
--         channel   where the change is published
-- Returns '', or the revision of a note that is not older and another one: it is left as it is.
-- Sent again: nothing, as the revision is known.
local bot, seat, facts = ARGV[1], ARGV[2], cmsgpack.unpack(ARGV[3])
local note = redis.call('HGET', KEYS[2], seat) or '0 0 0 none'
local revision, number, at, before = string.match(note, '^(%S+) (%S+) (%S+) (.+)$')
if redis.call('HEXISTS', KEYS[1], 'bot') == 0 or revision == facts.revision then
  return ''
elseif tonumber(string.match(revision, '^%d+')) >= tonumber(string.match(facts.revision, '^%d+')) then
  if revision ~= facts.lost then
    return revision
  end
  before = 'none'
end
local now, standing = now_ms(), facts.standing
if standing == 'game_started' and (before == 'answered' or string.find(before, '^your_turn')) then
  standing = 'answered'  -- it plays on
end
if standing ~= before and standing ~= 'answered' and standing ~= 'seated' then  -- which is news
  number, at = redis.call('HINCRBY', KEYS[1], 'seq', 1), now
  redis.call('ZADD', KEYS[3], number, seat)
  redis.call('PUBLISH', facts.channel, bot .. ' ' .. number)
end
redis.call('HSET', KEYS[2], seat, string.format('%s %s %s %s', facts.revision, number, at, standing))
if facts.until_ms then
  put_place(KEYS[5], seat, facts.until_ms)
else
  redis.call('ZREM', KEYS[5], seat)
end
local surplus = redis.call('ZCARD', KEYS[3]) - facts.kept
if surplus > 0 then
  -- Drop seats that take no place: the seat is over or a computer plays it, or the game has expired. The others are as few as the bot's places.
  redis.call('ZREMRANGEBYSCORE', KEYS[5], '-inf', now)
  for _, kept in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
    if surplus > 0 and not redis.call('ZSCORE', KEYS[5], kept) then
      redis.call('ZREM', KEYS[3], kept)
      redis.call('HDEL', KEYS[2], kept)
      surplus = surplus - 1
    end
  end
end
for name = 2, 3 do
  redis.call('PEXPIRE', KEYS[name], redis.call('PTTL', KEYS[1]))  -- only being online keeps a bot alive
end
return ''
