/* Corner: a global that is written and never read is left out of the state
 * expect plain: verified, 143 states, 239 transitions
 * expect spin: verified, 67 states, 115 transitions
 */
byte w;
byte r;
byte arr[2];
active [2] proctype P() { w = _pid + 1; arr[_pid] = w; r = r + 1; w = 0; arr[0] = 3 }
