/* Corner: local and show in front of globals change nothing without reduction
 * expect plain: verified, 38 states, 54 transitions
 * expect spin: verified, 27 states, 43 transitions
 */
local byte mine;
show byte shown = 2;
show int alsoshown;
active proctype P() { mine++; shown = shown + mine; alsoshown = shown * 100; mine++ }
active proctype Q() { byte t; t = shown; alsoshown = t }
