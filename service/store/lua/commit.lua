-- Commit one change of a game, or return why not. Rules run in Python; this script only compares, writes and indexes.
-- KEYS  1 game hash  2 list of commits  3 request hash  4 due index  5 lease of the running search
--       6 webhooks of the game  7 index of due deliveries  8 API keys that have webhooks
--       9 games whose bots have not got a change  10 games that are over, by the time of their deletion
--       11 games that are over and not packed yet  12 commits of an earlier version of the service
--       13 games whose place in the lists of games is to be set, on a cluster
--       14... on one server: the lists that the game enters, then those that it leaves
-- ARGV  1 game id  2 expected revision, 0 to create  3 request id  4 the commit  5 game document
--       6 in MessagePack, names whose value is nil left out:
--         lifetime_s  seconds to live         channel   where the change is published
--         due_ms      until the game is due   searching whether an AI is to move
--         key         API key that created the game, or ''
--         tell_ms     after which another process notifies the bots, if the game has some
--         pack_ms     after which the history is packed, if the game is over
--         member      the game in the lists   enters    number of lists that it enters
--         list_ms     after which another process lists the game, if that is needed
--         word        of the commit: with its version, the game's new revision
-- Returns {'ok', version}, {'already'}, {'stale', revision} or {'gone'}.
-- Sent again: the same, unless another commit has come between: then {'already'}.
local facts = cmsgpack.unpack(ARGV[6])
local stored = redis.call('HMGET', KEYS[1], 'version', 'revision')
if redis.call('HEXISTS', KEYS[3], ARGV[3]) == 1 then
  if stored[1] and stored[2] == stored[1] .. '-' .. facts.word then
    return {'ok', stored[1]}
  end
  return {'already'}
end
if not stored[1] and ARGV[2] ~= '0' then
  return {'gone'}
end
local revision = stored[2] and string.match(stored[2], '^%d+') == stored[1] and stored[2] or stored[1] or '0'
if revision ~= ARGV[2] then
  return {'stale', revision}
end
local version = (stored[1] or 0) + 1
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('HSET', KEYS[1], 'version', version, 'revision', version .. '-' .. facts.word, 'game', ARGV[5])
redis.call('HDEL', KEYS[1], 'attempts')
redis.call('HSET', KEYS[3], ARGV[3], version)
if redis.call('RPUSH', KEYS[2], ARGV[4]) < version then
  redis.call('EXPIRE', KEYS[12], facts.lifetime_s)
end
if facts.due_ms then
  redis.call('ZADD', KEYS[4], now + facts.due_ms, ARGV[1])
else
  redis.call('ZREM', KEYS[4], ARGV[1])
end
if not facts.searching then
  redis.call('DEL', KEYS[5])
end
for i = 1, 3 do
  redis.call('EXPIRE', KEYS[i], facts.lifetime_s)
end
local is_watched = redis.call('SISMEMBER', KEYS[8], facts.key) == 1
if redis.call('EXPIRE', KEYS[6], facts.lifetime_s) == 1 or is_watched then
  redis.call('ZADD', KEYS[7], 0, ARGV[1])
end
if facts.tell_ms then
  redis.call('ZADD', KEYS[9], now + facts.tell_ms, ARGV[1])
end
if facts.pack_ms then
  redis.call('ZADD', KEYS[10], now + facts.lifetime_s * 1000, ARGV[1])
  redis.call('ZADD', KEYS[11], now + facts.pack_ms, ARGV[1])
end
if facts.list_ms then
  redis.call('ZADD', KEYS[13], now + facts.list_ms, ARGV[1])
end
for i = 14, #KEYS do
  if i < 14 + facts.enters then
    redis.call('ZADD', KEYS[i], 0, facts.member)
  else
    redis.call('ZREM', KEYS[i], facts.member)
  end
end
redis.call('PUBLISH', facts.channel, ARGV[1] .. ' ' .. version)
return {'ok', tostring(version)}
