/* Dijkstra's dining philosophers: N of them, with N forks.
 *
 * Each takes the fork on the left, then the one on the right. That ends in a deadlock, all holding one fork. Two
 * remedies:
 *   -D LEFT_HANDED   philosopher 0 takes the right fork first; this breaks the rotation that is a symmetry otherwise;
 *   -D BUTLER        a butler lets at most N - 1 sit down; the rotation is kept.
 *
 * configuration           verdict      states     plain
 * -D N=3                  deadlock         26        26
 * -D N=5                  deadlock        242       242
 * -D N=10                 deadlock      59048     59048
 * -D N=3 -D LEFT_HANDED   verified         75        75
 * -D N=5 -D LEFT_HANDED   verified       1363      1363
 * -D N=10 -D LEFT_HANDED  verified    1860497         -
 * -D N=3 -D BUTLER        verified         79        79
 * -D N=5 -D BUTLER        verified       3111      3111
 * -D N=8 -D BUTLER        verified     590175    590175
 */
/* oracle: -D N=3 ; -D N=5 ; -D N=3 -D LEFT_HANDED ; -D N=5 -D LEFT_HANDED ; -D N=3 -D BUTLER ; -D N=5 -D BUTLER */
/* cycles: progress verified, fair verified -D N=3 */
/* cycles: progress verified, fair verified -D N=3 -D LEFT_HANDED */
/* cycles: progress verified, fair verified -D N=3 -D BUTLER */

#ifndef N
#define N 5
#endif

bool taken[N]; /* fork p lies to the left of philosopher p, and to the right of philosopher p - 1 */

#define LEFT  _pid
#define RIGHT ((_pid + 1) % N)

inline take(f) { atomic { !taken[f] -> taken[f] = true } }
inline put(f)  { taken[f] = false }

#ifdef BUTLER
byte seated;
#endif

active [N] proctype philosopher()
{
	do
	::
#if defined(BUTLER)
	   atomic { seated < N - 1 -> seated++ };
	   take(LEFT);
	   take(RIGHT);
#elif defined(LEFT_HANDED)
	   if
	   :: _pid == 0 -> take(RIGHT); take(LEFT)
	   :: else -> take(LEFT); take(RIGHT)
	   fi;
#else
	   take(LEFT);
	   take(RIGHT);
#endif
progress:  put(LEFT);
	   put(RIGHT)
#ifdef BUTLER
	   ;
	   seated--
#endif
	od
}
