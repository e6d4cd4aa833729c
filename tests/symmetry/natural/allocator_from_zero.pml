/* Clients from 0 on, an array of links, an allocator that blocks while somebody has the resource.
   group: S3 of order 6
   states: 75 in 22 */
#define N 3
mtype = { ask, yes, done };
chan link[N] = [1] of { mtype };
byte user = 255;

active [N] proctype Client() {
  do
  :: link[_pid]!ask; link[_pid]?yes; assert(user == _pid); link[_pid]!done
  od
}

active proctype Allocator() {
  do
  :: (link[0]?[ask] || link[1]?[ask] || link[2]?[ask]) ->
     if
     :: atomic { link[0]?ask -> user = 0 }
     :: atomic { link[1]?ask -> user = 1 }
     :: atomic { link[2]?ask -> user = 2 }
     fi;
     link[user]!yes;
     atomic { link[user]?done -> user = 255 }
  od
}
