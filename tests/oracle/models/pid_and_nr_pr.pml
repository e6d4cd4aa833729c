/* Corner: _pid and _nr_pr in expressions
 * expect plain: verified, 50 states, 95 transitions
 * expect spin: verified, 50 states, 95 transitions
 */
byte sum;
active [3] proctype P() { sum = sum + _pid * _nr_pr; assert(_nr_pr <= 3) }
