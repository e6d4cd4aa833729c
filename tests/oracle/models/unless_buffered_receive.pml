/* Corner: an escape guarded by a receive from a buffered channel, which is consumed
 * expect plain: verified, 51 states, 75 transitions
 * expect spin: verified, 29 states, 45 transitions
 */
chan c = [2] of { byte };
byte x;
active proctype P() { byte v; do :: { x = 1; x = 2; (len(c) == 5) } unless { c?v } ; if :: v == 2 -> break :: else fi od }
active proctype Q() { c!1; c!2 }
