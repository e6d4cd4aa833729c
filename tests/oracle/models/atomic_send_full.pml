/* Corner: a send to a full channel blocks inside atomic
 * expect plain: verified, 15 states, 15 transitions
 * expect spin: verified, 15 states, 15 transitions
 */
chan c = [1] of { byte };
byte x;
active proctype P() { atomic { c!1; c!2; x = 1; x = 2 } }
active proctype Q() { byte v; c?v; x = v; c?v; x = x + v }
