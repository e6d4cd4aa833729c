/* A rendezvous that is possible all the time happens with weak fairness, because its sender must not wait for ever. To the
 * receivers nothing is owed: one of them may be passed over. Whoever receives has moved.
 * expect ltl:meet: violated, fair verified
 * expect ltl:first_meets: violated, fair violated
 * expect ltl:second_meets: violated, fair violated
 * expect ltl:talks: violated, fair violated
 */
chan c = [0] of { bit };
byte met;
bool alone;
active proctype clock() { bit tick; do :: tick = 1 - tick od }
active proctype sender() { do :: c!0; met = 0 od }
active proctype first() { do :: c?_ -> met = 1 od }
active proctype second() { do :: c?_ -> met = 2 od }
active proctype talker() { do :: c?_ -> met = 3 :: alone = true; alone = false od }
ltl meet { [] <> (met > 0) }
ltl first_meets { [] <> (met == 1) }
ltl second_meets { [] <> (met == 2) }
ltl talks { [] <> alone }
