/* Corner: select into a global that nobody reads
 * expect plain: verified, 64 states, 163 transitions
 * expect spin: verified, 13 states, 40 transitions
 */
byte g;
bit h;
active [2] proctype P() { select (g : 1 .. 3); select (h : 0 .. 1) }
