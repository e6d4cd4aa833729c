/* Corner: a local that takes what run returns and is never read
 * expect plain: verified, 28 states, 44 transitions
 * expect spin: verified, 22 states, 36 transitions
 */
byte g;
proctype W() { g++ }
init { pid p; p = run W(); g++; p = run W(); g++ }
