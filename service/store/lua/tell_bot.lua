-- Note how a seat of a bot stands at a revision of its game, and give it an event if that is news. The newest event of a seat replaces
-- the one before it, so that the feed is as long as the bot has seats, and no event in it is outdated.
-- KEYS  1 bot hash  2 feed: sorted set of seats by the number of their event  3 entries: '<revision> <phase> <detail>' by seat
--       4 events by seat: '<number> <JSON>'  5 places: seats by the time until which each is taken
-- ARGV  1 seat as '<game>:<number>'  2 revision  3 phase  4 detail, such as the decision  5 event, '' for none
--       6 time in ms until which the seat takes one of the bot's places, '' for none  7 seconds to live  8 channel  9 bot id
--       10 '1' if the event is sent only at the beginning of its phase  11 events to keep
--       12 a revision that the game has lost: an entry of it counts as none
-- Returns '', or the revision of an entry that is not older and another one: it is left as it is.
-- Sent again: nothing, as the revision is known.
if redis.call('HEXISTS', KEYS[1], 'bot') == 0 then
  return ''
end
local revision, phase, detail = string.match(redis.call('HGET', KEYS[3], ARGV[1]) or '0 - -', '^(%S+) (%S+) (%S+)$')
if revision == ARGV[2] then
  return ''
elseif tonumber(string.match(revision, '^%d+')) >= tonumber(string.match(ARGV[2], '^%d+')) then
  if revision ~= ARGV[12] then
    return revision
  end
  phase, detail = '-', '-'
end
redis.call('HSET', KEYS[3], ARGV[1], ARGV[2] .. ' ' .. ARGV[3] .. ' ' .. ARGV[4])
if ARGV[6] == '' then
  redis.call('ZREM', KEYS[5], ARGV[1])
else
  redis.call('ZADD', KEYS[5], ARGV[6], ARGV[1])
end
if phase ~= ARGV[3] or detail ~= ARGV[4] then
  redis.call('ZREM', KEYS[2], ARGV[1])
  redis.call('HDEL', KEYS[4], ARGV[1])
  if ARGV[5] ~= '' and (ARGV[10] == '' or phase ~= ARGV[3]) then
    local number = redis.call('HINCRBY', KEYS[1], 'seq', 1)
    redis.call('ZADD', KEYS[2], number, ARGV[1])
    redis.call('HSET', KEYS[4], ARGV[1], number .. ' ' .. ARGV[5])
    redis.call('PUBLISH', ARGV[8], ARGV[9] .. ' ' .. number)
  end
end
for name = 1, 5 do
  redis.call('EXPIRE', KEYS[name], ARGV[7])
end
local surplus = redis.call('ZCARD', KEYS[2]) - ARGV[11]
if surplus > 0 then
  -- Those that take no place: the seat is over or a computer plays it, or the game has expired. The others are as few as the bot's places.
  redis.call('ZREMRANGEBYSCORE', KEYS[5], '-inf', redis.call('TIME')[1] * 1000)
  for _, seat in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
    if surplus > 0 and not redis.call('ZSCORE', KEYS[5], seat) then
      redis.call('ZREM', KEYS[2], seat)
      redis.call('HDEL', KEYS[3], seat)
      redis.call('HDEL', KEYS[4], seat)
      surplus = surplus - 1
    end
  end
end
return ''
