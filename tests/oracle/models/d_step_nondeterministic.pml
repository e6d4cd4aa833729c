/* Corner: a choice inside d_step is resolved by taking the first executable option
 * expect plain: verified, 7 states, 9 transitions
 * expect spin: verified, 7 states, 9 transitions
 */
byte x;
byte y;
active [2] proctype P() { d_step { if :: x < 5 -> x = x + 1 :: x < 5 -> x = x + 3 :: true -> y++ fi; y++ } }
