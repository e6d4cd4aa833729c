/* Corner: channels sent over a channel and used by the receiver
 * expect plain: verified, 10 states, 12 transitions
 * expect spin: verified, 10 states, 12 transitions
 */
chan c = [1] of { chan };
byte sum;
active proctype P() { chan mine = [1] of { byte }; byte v; c!mine; mine?v; sum = v }
active proctype Q() { chan there; c?there; there!7 }
