/* Corner: a rendezvous send inside of nested choices of an atomic sequence; once it is received, the sender has nothing
 * left to do but to leave both choices: a step of jumps only, on the way to a deadlock. (To show such a step once ended
 * in a crash.)
 * expect plain: violated (deadlock), 3 states, 3 transitions, 1 errors
 * expect spin: violated (deadlock), 3 states, 3 transitions, 1 errors
 */
chan c = [0] of { bit };
active proctype P() { atomic { if :: if :: c!0 :: false fi :: false fi } }
active proctype Q() { c?_; false }
