/* The accept label is passed for ever only while the other process is kept waiting.
 * expect accept: violated, fair verified
 * expect progress: violated, fair verified
 * expect ltl:ends: violated, fair verified
 */
bool stop;
byte x;
active proctype worker() {
  do
  :: !stop -> x = 1; accept_work: x = 0
  :: stop -> break
  od
}
active proctype stopper() { stop = true; progress_stopped: skip }
ltl ends { <> stop }
