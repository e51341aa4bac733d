-- Note how a seat of a bot stands at a revision of its game, and give it the next number in the bot's feed if that is news. Events
-- are made from the game when they are read, so the feed only says which seats have changed.
-- KEYS  1 to 5 as in shared.lua: of each seat '<revision> <number> <ms of the change> <standing>' in 2, by the number in 3
-- ARGV  1 bot id  2 revision  3 standing: the type of the seat's event with what distinguishes it from others
--       4 time in ms until which the seat takes one of the bot's places, '' for none  5 channel  6 seat as '<game>:<number>'
--       7 seats to keep  8 a revision that the game has lost: a seat noted at it counts as not noted
-- Returns '', or the revision of a note that is not older and another one: it is left as it is.
-- Sent again: nothing, as the revision is known.
if redis.call('HEXISTS', KEYS[1], 'bot') == 0 then
  return ''
end
local note = redis.call('HGET', KEYS[2], ARGV[6]) or '0 0 0 none'
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
  redis.call('ZADD', KEYS[3], number, ARGV[6])
  redis.call('PUBLISH', ARGV[5], ARGV[1] .. ' ' .. number)
end
redis.call('HSET', KEYS[2], ARGV[6], string.format('%s %s %s %s', ARGV[2], number, at, standing))
if ARGV[4] == '' then
  redis.call('ZREM', KEYS[5], ARGV[6])
else
  put_place(KEYS[5], ARGV[6], ARGV[4])
end
local surplus = redis.call('ZCARD', KEYS[3]) - ARGV[7]
if surplus > 0 then
  -- Those that take no place: the seat is over or a computer plays it, or the game has expired. The others are as few as the bot's places.
  redis.call('ZREMRANGEBYSCORE', KEYS[5], '-inf', now)
  for _, seat in ipairs(redis.call('ZRANGE', KEYS[3], 0, -1)) do
    if surplus > 0 and not redis.call('ZSCORE', KEYS[5], seat) then
      redis.call('ZREM', KEYS[3], seat)
      redis.call('HDEL', KEYS[2], seat)
      surplus = surplus - 1
    end
  end
end
for name = 2, 3 do
  redis.call('PEXPIRE', KEYS[name], redis.call('PTTL', KEYS[1]))  -- only being online lets a bot live on
end
return ''
