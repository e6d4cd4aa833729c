/* Tickets are served in order, and nobody else gets in meanwhile: everyone is served, fair or not.
 * expect ltl:served: verified, fair verified
 * expect ltl:exclusion: verified, fair verified
 */
#define N 3
byte next, serving, inside;
active [N] proctype user() {
  byte mine;
  do
  :: atomic { mine = next; next = (next + 1) % N };
wait: (serving == mine);
     inside++;
cs:  inside--;
     serving = (serving + 1) % N
  od
}
ltl served { [] ((user[0]@wait) -> <> (user[0]@cs)) }
ltl exclusion { [] (inside < 2) }
