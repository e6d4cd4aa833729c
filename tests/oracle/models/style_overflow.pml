/* Corner: overflow of every type on assignment
 * expect plain: verified, 98 states, 156 transitions
 * expect spin: verified, 98 states, 156 transitions
 */
bit t; byte b = 250; short h = 32760; int i = 2147483647; bool f; unsigned u : 3; active proctype P() { do :: b != 3 -> b++ :: else -> break od; h = h + 10; i = i + 1; t = 2; f = 6; u = 9; u = u + 7; t = t + 1; assert(i < 0 && h < 0) } active proctype Q() { t = 1 }
