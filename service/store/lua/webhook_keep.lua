-- Store a webhook, unless its role has too many, or the state of its deliveries.
-- KEYS  1 hash of these of a game or an API key  2 game hash, with which those of a game expire; none for an API key
-- ARGV  1 webhook id  2 document  3 limit of a role, '' for none
-- Returns 1, or 0 if there are too many.
-- Sent again: the same.
if ARGV[3] ~= '' and redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 then
  local role, count = cjson.decode(ARGV[2]).role, 0
  for _, document in ipairs(redis.call('HVALS', KEYS[1])) do
    count = count + (cjson.decode(document).role == role and 1 or 0)
  end
  if count >= tonumber(ARGV[3]) then
    return 0
  end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
if KEYS[2] then
  redis.call('EXPIRE', KEYS[1], math.max(1, redis.call('TTL', KEYS[2])))
else
  redis.call('PERSIST', KEYS[1])  -- an earlier version gave it an expiry
end
return 1
