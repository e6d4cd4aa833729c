/* Workers that are given a name and a box of their own, use them once, and forget them.
   group: S3 of order 6
   states: 126 in 36 */
bool here[4];
byte busy;
chan box1 = [1] of { bit };
chan box2 = [1] of { bit };
chan box3 = [1] of { bit };

proctype Worker(byte me; chan box) {
  chan kept;
  kept = box;
  here[me] = true;
  do
  :: busy < 1 -> busy++; busy--
  od
}

init {
  atomic {
    run Worker(1, box1);
    run Worker(2, box2);
    run Worker(3, box3)
  }
}
