/* A server polls the channels of its clients, by name, and answers on another.
   group: S3 of order 6
   states: 88 in 26
   by hand: clients are known by two channels each, which a server names */
mtype = { req, rel, grant };
chan c0 = [1] of { mtype };
chan c1 = [1] of { mtype };
chan c2 = [1] of { mtype };
chan r0 = [1] of { mtype };
chan r1 = [1] of { mtype };
chan r2 = [1] of { mtype };

proctype Client(chan out; chan in) {
end:
  do
  :: out!req; in?grant; out!rel
  od
}

proctype Server() {
  bool busy = false;
  do
  :: (c0?[req] || c1?[req] || c2?[req]) && !busy ->
     if
     :: c0?[req] -> c0?req; busy = true; r0!grant
     :: c1?[req] -> c1?req; busy = true; r1!grant
     :: c2?[req] -> c2?req; busy = true; r2!grant
     fi
  :: busy && (c0?[rel] || c1?[rel] || c2?[rel]) ->
     if
     :: atomic { c0?[rel] -> c0?rel; busy = false }
     :: atomic { c1?[rel] -> c1?rel; busy = false }
     :: atomic { c2?[rel] -> c2?rel; busy = false }
     fi
  od
}

init { atomic { run Server(); run Client(c0, r0); run Client(c1, r1); run Client(c2, r2) } }
