/* Corner: a process that runs another of its own kind, up to a bound
 * expect plain: verified, 808 states, 2191 transitions
 * expect spin: verified, 683 states, 1920 transitions
 */
byte made;
proctype Tree(byte depth) { made++; if :: depth > 0 -> run Tree(depth - 1); run Tree(depth - 1) :: depth == 0 fi }
init { run Tree(2) }
