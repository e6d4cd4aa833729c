/* Corner: at 255 processes run is no longer executable: its value is 0
 * expect plain: verified, 3 states, 3 transitions
 * expect spin: verified, 3 states, 3 transitions
 */
proctype W() { end: false }
init { byte i; pid p; atomic { do :: i < 254 -> p = run W(); i++ :: else -> break od } ; assert(_nr_pr == 255) }
