-- A lock that one of several clients holds, with a queue of requests.
const N : 3;
type
  Client : scalarset(N);
  State : enum { Idle, Waiting, Inside };
var
  state : array [Client] of State;
  holder : Client;
  busy : boolean;

startstate "nobody"
begin
  for c : Client do state[c] := Idle; end;
  undefine holder;
  busy := false;
end;

ruleset c : Client do
  rule "ask" state[c] = Idle ==> state[c] := Waiting; end;
  rule "enter" state[c] = Waiting & !busy ==>
  begin
    state[c] := Inside; busy := true; holder := c;
  end;
  rule "leave" busy & holder = c ==>
  begin
    state[c] := Idle; busy := false; undefine holder;
  end;
end;

invariant "mutual exclusion"
  forall a : Client do forall b : Client do
    (a != b & state[a] = Inside) -> state[b] != Inside
  end end;
