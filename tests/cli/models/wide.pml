/* Holds only because the number is read as another one. */
int x;

active proctype p() {
  x = 4294967297;
  assert(x == 1)
}
