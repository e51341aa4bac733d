-- Called before the script of ``limits`` that counts a request in sliding windows: drop windows that live longer than possible. They are from
-- before the clock was set back, and would count too long.
-- KEYS  1, 2 windows
-- ARGV  2 seconds of a window
-- Sent again: does nothing; the request is counted twice.
for _, name in ipairs(KEYS) do
  if redis.call('PTTL', name) > 2000 * ARGV[2] then
    redis.call('DEL', name)
  end
end
