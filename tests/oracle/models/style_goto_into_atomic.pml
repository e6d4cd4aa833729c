/* Corner: goto into the middle of an atomic sequence, and out of it
 * expect plain: verified, 66 states, 109 transitions
 * expect spin: verified, 66 states, 109 transitions
 */
byte x; active [2] proctype P() { if :: x == 0 -> goto in :: else fi; x = 4; atomic { x++; in: x = x + 2; if :: x > 7 -> goto out :: else fi; x-- }; x = 1; out: skip }
