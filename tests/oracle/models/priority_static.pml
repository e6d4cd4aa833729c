/* Corner: priorities on active processes: only the highest enabled priority moves
 * expect plain: verified, 31 states, 43 transitions
 * expect spin: verified, 31 states, 43 transitions
 */
byte x;
active proctype High() priority 3 { x++; (x == 5); x = 10 }
active [2] proctype Low() priority 1 { x++; x++; x++ }
