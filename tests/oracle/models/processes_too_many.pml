/* Corner: the 256th process
 * oracle-beyond-spin
 * expect plain: violated (runtime)
 * expect spin: violated (runtime)
 */
proctype W() { end: false }
init { byte i; pid p; do :: atomic { i < 255 -> p = run W(); i++ } :: i == 255 -> break od; assert(p == 0) }
