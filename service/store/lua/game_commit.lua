-- Commit one change of a game, or return why not. Rules run in Python; this script only compares, writes and indexes.
-- KEYS  1 game hash; what else is stored for the game, in its bucket, is named after it
--       2... on one server: the list of public games that the game enters, then those that it may have been in
-- ARGV  1 game document  2 the commit, as its history has it
--       3 in MessagePack, names whose value is nil left out:
--         revision    that the game has, '0' to create it
--         version     that the commit makes       word  made with it: both are its revision
--         request     id of the request
--         lifetime_s  seconds to live
--         agenda      the names of its sets, without the kind
--         due         ms until the game is due, by kind of the agenda
--         key         API key that created the game, or ''
--         stands      'idle' while nobody has moved, 'ended', or ''
--         member      the game in the lists
--         channel     where the change is published
-- Returns 'ok', 'already', 'stale' or 'gone'.
-- Sent again: the same, unless another commit has come between: then 'already'.
local bucket, id = string.match(KEYS[1], '^({.-}):game:(.+)$')
local facts = cmsgpack.unpack(ARGV[3])
local requests, commits = bucket .. ':requests:' .. id, bucket .. ':commits:' .. id
local before, after = redis.call('HGET', KEYS[1], 'revision') or '0', facts.version .. '-' .. facts.word
if redis.call('HEXISTS', requests, facts.request) == 1 then
  return before == after and 'ok' or 'already'
end
if before ~= facts.revision then
  return before == '0' and 'gone' or 'stale'
end
local now = now_ms()
redis.call('HSET', KEYS[1], 'revision', after, 'game', ARGV[1])
redis.call('HDEL', KEYS[1], 'attempts')
redis.call('HSET', requests, facts.request, facts.version)
redis.call('RPUSH', commits, ARGV[2])
redis.call('EXPIRE', KEYS[1], facts.lifetime_s)
redis.call('EXPIRE', requests, facts.lifetime_s)
redis.call('EXPIRE', commits, facts.lifetime_s)
local is_watched = redis.call('SISMEMBER', bucket .. ':watched', facts.key) == 1
if redis.call('EXPIRE', bucket .. ':webhooks:' .. id, facts.lifetime_s) == 1 or is_watched then
  redis.call('EXPIRE', bucket .. ':deliveries:' .. id, facts.lifetime_s)
  facts.due.deliver = 0
end
if not facts.due.turn then
  redis.call('ZREM', facts.agenda .. 'turn', id)
end
for kind, ms in pairs(facts.due) do
  redis.call('ZADD', facts.agenda .. kind, now + ms, id)
end
redis.call('ZREM', bucket .. ':idle', id)
if facts.stands ~= '' then
  redis.call('ZADD', bucket .. ':' .. facts.stands, now, id)
end
for i = 2, #KEYS do
  redis.call('ZREM', KEYS[i], facts.member)
end
if KEYS[2] then
  redis.call('ZADD', KEYS[2], 0, facts.member)
end
redis.call('PUBLISH', facts.channel, id .. ' ' .. facts.version)
return 'ok'
