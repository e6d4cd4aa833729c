/* Corner: a local that dies on else
 * expect plain: verified, 200 states, 330 transitions
 * expect spin: verified, 200 states, 330 transitions
 */
byte g;
active [2] proctype P() { byte t; t = g + 1; if :: t == 2 -> g = t + 1 :: else -> g = 1; g++ fi; skip; g = 0 }
