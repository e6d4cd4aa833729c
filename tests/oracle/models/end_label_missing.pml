/* Corner: the same without the label is an invalid end state
 * expect plain: violated (deadlock), 12 states, 16 transitions, 1 errors
 * expect spin: violated (deadlock), 12 states, 16 transitions, 1 errors
 */
chan c = [1] of { byte };
byte n;
active proctype Server() { byte v; do :: c?v -> n = n + v od }
active proctype Client() { c!1; c!2 }
