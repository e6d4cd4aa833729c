/* Corner: message fields are truncated to their declared types on sending
 * expect plain: verified, 11 states, 13 transitions
 * expect spin: verified, 11 states, 13 transitions
 */
chan c = [2] of { bit, byte, short };
short s;
byte b;
bit t;
active proctype S() { c!2, 300, 40000; c!3, -1, -32769 }
active proctype R() { c?t, b, s; assert(t == 0 && b == 44 && s == -25536); c?t, b, s; assert(t == 1 && b == 255 && s == 32767) }
