-- Commit one change of a game, or return why not. Rules run in Python; this script only compares, writes and indexes.
-- KEYS  1 game hash  2 event stream  3 request hash  4 due index  5 lease of the running search
--       6 webhooks of the game  7 index of due deliveries  8 API keys that have webhooks
--       9 games whose bots are not told of a change
-- ARGV  1 game id  2 expected version, 0 to create  3 request id  4 payload of the request
--       5 game document  6 events and view state  7 ms until the game is due, '' for never
--       8 seconds to live  9 channel  10 '' if no AI is to move  11 API key that created the game, or ''
--       12 ms after which another process tells the bots, '' if the game has none
-- Returns {'ok', version}, {'already', version and payload}, {'stale', version} or {'gone'}.
local known = redis.call('HGET', KEYS[3], ARGV[3])
if known then
  return {'already', known}
end
local version = redis.call('HGET', KEYS[1], 'version')
if not version and ARGV[2] ~= '0' then
  return {'gone'}
end
version = tonumber(version or '0')
if version ~= tonumber(ARGV[2]) then
  return {'stale', tostring(version)}
end
version = version + 1
redis.call('HSET', KEYS[1], 'version', version, 'game', ARGV[5], 'attempts', 0)
redis.call('HSET', KEYS[3], ARGV[3], version .. '|' .. ARGV[4])
redis.call('XADD', KEYS[2], version .. '-0', 'events', ARGV[6])
if ARGV[7] ~= '' then
  local time = redis.call('TIME')
  redis.call('ZADD', KEYS[4], time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[7], ARGV[1])
else
  redis.call('ZREM', KEYS[4], ARGV[1])
end
if ARGV[10] == '' then
  redis.call('DEL', KEYS[5])
end
for i = 1, 3 do
  redis.call('EXPIRE', KEYS[i], ARGV[8])
end
local is_watched = redis.call('SISMEMBER', KEYS[8], ARGV[11]) == 1
if redis.call('EXPIRE', KEYS[6], ARGV[8]) == 1 or is_watched then
  redis.call('ZADD', KEYS[7], 0, ARGV[1])
end
if ARGV[12] ~= '' then
  local time = redis.call('TIME')
  redis.call('ZADD', KEYS[9], time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[12], ARGV[1])
end
redis.call('PUBLISH', ARGV[9], ARGV[1] .. ' ' .. version)
return {'ok', tostring(version)}
