-- Note how a seat of a bot stands at a revision of its game, and give it the next number in the bot's feed if that is news. Events
-- are made from the game when they are read, so the feed only says which seats have changed.
-- KEYS  1 bot hash  2 feed: sorted set of seats by the number of their last change
--       3 seats: '<revision> <number> <ms of the change> <standing>' of each  4 places: seats by the time until which each is taken
-- ARGV  1 seat as '<game>:<number>'  2 revision  3 standing: the type of the seat's event with what distinguishes it from others
--       4 time in ms until which the seat takes one of the bot's places, '' for none  5 channel  6 bot id
--       7 seats to keep  8 a revision that the game has lost: a seat noted at it counts as not noted
-- Returns '', or the revision of a note that is not older and another one: it is left as it is.
-- Sent again: nothing, as the revision is known.
if redis.call('HEXISTS', KEYS[1], 'bot') == 0 then
  return ''
end
local note = redis.call('HGET', KEYS[3], ARGV[1]) or '0 0 0 none'
local revision, number, at, before = string.match(note, '^(%S+) (%S+) (%S+) (.+)$')
if revision == ARGV[2] then
  return ''
elseif tonumber(string.match(revision, '^%d+')) >= tonumber(string.match(ARGV[2], '^%d+')) then
  if revision ~= ARGV[8] then
    return revision
  end
  before = 'none'
end
local now, standing = now_ms(), ARGV[3]
if standing == 'game_started' and (before == 'answered' or string.find(before, '^your_turn')) then
  standing = 'answered'  -- it plays on, which is no news
end
if standing ~= before and standing ~= 'answered' and standing ~= 'seated' then
  number, at = redis.call('HINCRBY', KEYS[1], 'seq', 1), now
  redis.call('ZADD', KEYS[2], number, ARGV[1])
  redis.call('PUBLISH', ARGV[5], ARGV[6] .. ' ' .. number)
end
redis.call('HSET', KEYS[3], ARGV[1], string.format('%s %s %s %s', ARGV[2], number, at, standing))
if ARGV[4] == '' then
  redis.call('ZREM', KEYS[4], ARGV[1])
else
  put_place(KEYS[4], ARGV[1], ARGV[4])
end
local surplus = redis.call('ZCARD', KEYS[2]) - ARGV[7]
if surplus > 0 then
  -- Those that take no place: the seat is over or a computer plays it, or the game has expired. The others are as few as the bot's places.
  redis.call('ZREMRANGEBYSCORE', KEYS[4], '-inf', now)
  for _, seat in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
    if surplus > 0 and not redis.call('ZSCORE', KEYS[4], seat) then
      redis.call('ZREM', KEYS[2], seat)
      redis.call('HDEL', KEYS[3], seat)
      surplus = surplus - 1
    end
  end
end
for name = 2, 3 do
  redis.call('PEXPIRE', KEYS[name], redis.call('PTTL', KEYS[1]))  -- only being online lets a bot live on
end
return ''
