/* A lock that is looked at first and taken then: in between, another visitor can do the same.
 *
 * The first model to try (README). It goes wrong after 7 steps; with -D FIXED looking and taking are one step, and it is
 * right. All visitors are interchangeable.
 *
 * configuration      verdict      states     plain
 * -D N=3             violated          -         -
 * -D N=3 -D FIXED    verified         13        13
 */
/* oracle: -D N=2 ; -D N=3 -D FIXED */
#ifndef N
#define N 3
#endif

bool taken;
byte inside;

inline take() {
#ifdef FIXED
  atomic { !taken -> taken = true }
#else
  !taken;
  taken = true
#endif
}

active [N] proctype visitor() {
  do
  :: take();
     inside++;
     assert(inside == 1);
     inside--;
     taken = false
  od
}
