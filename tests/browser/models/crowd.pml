/* As many processes as there can be: each takes a ticket once. */
#define N 254
byte tickets;
active [N] proctype visitor() {
  tickets++
}
init {
  tickets == N;
  assert(tickets < N)
}
