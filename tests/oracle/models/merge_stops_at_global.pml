/* Corner: merging stops at a statement that touches a global, a channel or a remote reference
 * expect plain: verified, 111 states, 201 transitions
 * expect spin: verified, 73 states, 129 transitions
 */
byte g;
chan c = [2] of { byte };
active [2] proctype P() { byte a; a = 1; a = a + g; a = a * 2; c!a; a = 0; a = 3; c?a; a = a + 1; a = a + 1 }
