/* Corner: a receive into a dead variable in a loop
 * expect plain: verified, 24 states, 35 transitions
 * expect spin: verified, 24 states, 35 transitions
 */
chan c = [2] of { byte };
byte g;
active proctype R() { byte v; do :: c?v -> g++ :: g == 3 -> break od }
active proctype S() { c!1; c!2; c!3 }
