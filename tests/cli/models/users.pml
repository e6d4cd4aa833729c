/* Three users of a lock; with -D NAMED the first has a privilege. */
bool locked;
byte inside;

proctype user()
{
  do
  :: atomic { !locked -> locked = true };
     inside++;
     assert(inside == 1);
     inside--;
     locked = false
#ifdef NAMED
  :: _pid == 1 && locked -> skip
#endif
  od
}

init { atomic { run user(); run user(); run user() } }
