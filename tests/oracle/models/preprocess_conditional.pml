/* Corner: #if, #ifdef, #ifndef, #elif, #else, #endif with definitions given on the command line
 * expect plain: verified, 21 states, 33 transitions
 * expect spin: verified, 21 states, 33 transitions
 * expect plain -DFAST: verified, 13 states, 19 transitions
 * expect spin -DFAST: verified, 13 states, 19 transitions
 * expect plain -DN=3 -DFAST: violated (assertion), 40 states, 82 transitions, 17 errors
 * expect spin -DN=3 -DFAST: violated (assertion), 40 states, 82 transitions, 17 errors
 */
/* oracle: */
/* oracle: -D FAST */
/* oracle: -D N=3 -D FAST */
#ifndef N
#define N 2
#endif
byte count;
active [N] proctype P()
{
#ifdef FAST
	atomic { count++; count++ }
#else
	count++;
	count++
#endif
#if N == 2
	;
	assert(count <= 4)
#elif N > 2 && defined(FAST)
	;
	assert(count < 6)
#endif
}
