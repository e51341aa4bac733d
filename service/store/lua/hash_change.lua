-- Change a hash, unless it was deleted or has expired: the change would bring it back, and without an expiry.
-- KEYS  1 hash
-- ARGV  1 command  2... its arguments after the key
-- Returns what the command returns, or nil if there is no such hash.
-- Sent again: answered as the first time.
if redis.call('EXISTS', KEYS[1]) == 0 then
  return false
end
return redis.call(ARGV[1], KEYS[1], unpack(ARGV, 2))
