-- Reserve one of a bot's places for an invitation, unless it is offline, all its places are taken or the caller has its share of them.
-- KEYS  1 to 6 as in shared.lua; who has reserved a place: of each seat the caller's networks
-- ARGV  1 bot id  2 seat as '<game>:<number>'  3 time in ms until which the place is reserved  4 limit of places
--       5 ms for which a bot counts as online at most  6... each network of the caller, followed by its limit
-- Returns 'ok', 'known' if the seat had a place before, 'unknown', 'offline', 'full' or 'yours'.
-- Sent again: answered as the first time.
if redis.call('HEXISTS', KEYS[1], 'bot') == 0 then
  return 'unknown'
end
local online_ms = redis.call('PTTL', KEYS[6])
if online_ms <= 0 or online_ms > tonumber(ARGV[5]) then
  return 'offline'
end
local found = take_places({KEYS[5]}, ARGV[2], ARGV[3], {ARGV[4]})
if found ~= 'ok' then
  return found == 'known' and 'known' or 'full'
end
local held, names = {}, {}
local reserved = redis.call('HGETALL', KEYS[4])
for i = 1, #reserved, 2 do
  if not redis.call('ZSCORE', KEYS[5], reserved[i]) then
    redis.call('HDEL', KEYS[4], reserved[i])
  else
    for name in string.gmatch(reserved[i + 1], '%S+') do
      held[name] = (held[name] or 0) + 1
    end
  end
end
for i = 6, #ARGV, 2 do
  if (held[ARGV[i]] or 0) >= tonumber(ARGV[i + 1]) then
    redis.call('ZREM', KEYS[5], ARGV[2])
    return 'yours'
  end
  table.insert(names, ARGV[i])
end
redis.call('HSET', KEYS[4], ARGV[2], table.concat(names, ' '))
redis.call('PEXPIRE', KEYS[4], redis.call('PTTL', KEYS[1]))
return 'ok'
