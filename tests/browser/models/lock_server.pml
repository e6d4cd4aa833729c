/* A server that grants a lock to whoever asks, although somebody has it: an assertion fails after two grants. The
 * three clients are interchangeable. The text tries to leave the page that it is shown on: </script><script>
 * window.escaped = true</script> <img src=x onerror="window.escaped = true"> &lt;b&gt;
 */
mtype = { request, grant, release };
chan server = [2] of { mtype, byte };
chan reply[3] = [0] of { mtype };
byte inside;

active [3] proctype client() {
  do
  :: server!request(_pid);
     reply[_pid]?grant;
     inside++;
     printf("<b>client</b> %d is in</script>\n", _pid);
     assert(inside <= 1);
     inside--;
     server!release(_pid)
  od
}

active proctype keeper() {
  byte who;
  do
  :: server?request(who); reply[who]!grant
  :: server?release(who)
  od
}
