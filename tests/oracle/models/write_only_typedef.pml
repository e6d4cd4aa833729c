/* Corner: a typedef global of which only one field is read
 * expect plain: verified, 31 states, 49 transitions
 * expect spin: verified, 31 states, 49 transitions
 */
typedef T { byte used; byte idle }
T t;
active [2] proctype P() { t.idle = _pid; t.used = t.used + 1; t.idle = 7 }
