/* Peterson's mutual exclusion (peterson.pml), and what is to hold of its infinite runs.
 *
 * Exclusion is the same for all processes, and is checked with all of the symmetry. Entry names one of them, which
 * leaves the permutations of the others; it holds only if nobody is kept waiting for ever who could go on:
 * --fairness weak. Infinitely often somebody is inside, unless a process waits without end and nobody else goes on.
 */
/* cycles: ltl:exclusion verified, fair verified -D N=2 */
/* cycles: ltl:entry violated, fair verified -D N=2 */
/* cycles: ltl:lively violated, fair verified -D N=2 */

#include "peterson.pml"

ltl exclusion { [] (inside <= 1) }
ltl entry { [] (level[1] > 0 -> <> (level[1] == 0)) }
ltl lively { [] <> (inside == 1) }
