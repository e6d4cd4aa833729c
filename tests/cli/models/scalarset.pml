/* Who holds a lock is known by its number; with -D ORDER, numbers are compared. */
/*@ scalarset */ pid holder;

proctype user()
{
  do
  :: holder == 0 -> holder = _pid
#ifdef ORDER
  :: holder < _pid -> holder = 0
#endif
  :: holder == _pid -> holder = 0
  od
}

init { atomic { run user(); run user(); run user() } }
