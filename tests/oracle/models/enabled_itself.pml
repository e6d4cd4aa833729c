/* Corner: a process that asks whether it is enabled itself: an error, as the answer depends on itself
 * expect plain: violated (runtime)
 * expect spin: violated (runtime)
 */
byte x;
active proctype P() { do :: x < 2 -> x++ :: enabled(_pid) -> x = 0 :: x == 2 -> break od }
