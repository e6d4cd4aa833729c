/* Corner: a local that dies in the main part of an unless
 * expect plain: verified, 903 states, 2185 transitions
 * expect spin: verified, 473 states, 1175 transitions
 */
byte g;
bool e;
active [2] proctype P() { byte t; select (t : 1 .. 2); { g = t; g = 3; g = 4 } unless { e -> g = 9 } ; g = 0 }
active proctype E() { e = 1 }
