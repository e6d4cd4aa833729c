/* Corner: processes that do nothing but skip, and constants as statements
 * expect plain: verified, 59 states, 131 transitions
 * expect spin: verified, 59 states, 131 transitions
 */
active proctype A() { skip }
active proctype B() { true; skip; 1; { skip } ; if :: skip :: true -> skip fi }
init { skip; skip }
