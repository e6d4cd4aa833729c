/* Corner: a global that is only incremented reads itself
 * expect plain: verified, 13 states, 19 transitions
 * expect spin: verified, 13 states, 19 transitions
 */
byte n;
active [2] proctype P() { n++; n++ }
