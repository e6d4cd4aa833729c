-- MESI on an atomic bus, for one line of memory. The caches are a range: nothing declares them to be alike.
const
  N : 5;
type
  PROC : 1..N;
  STATE : enum { M, E, S, I };
var
  cache : array [PROC] of STATE;

startstate "all invalid"
  for p : PROC do cache[p] := I; end;
end;

procedure Broadcast_read(p : PROC);
begin
  for q : PROC do
    if q != p & cache[q] != I then cache[q] := S; end;
  end;
end;

procedure Broadcast_invalidate(p : PROC);
begin
  for q : PROC do
    if q != p then cache[q] := I; end;
  end;
end;

function Others_have_it(p : PROC) : boolean;
begin
  return exists q : PROC do q != p & cache[q] != I end;
end;

ruleset p : PROC do
  rule "read" cache[p] = I ==>
  begin
    if Others_have_it(p) then
      Broadcast_read(p);
      cache[p] := S;
    else
      cache[p] := E;
    end;
  end;

  rule "write" cache[p] != M ==>
  begin
    Broadcast_invalidate(p);
    cache[p] := M;
  end;

  rule "evict" cache[p] != I ==> cache[p] := I; end;
end;

invariant "exclusive"
  forall p : PROC do forall q : PROC do
    (p != q & (cache[p] = M | cache[p] = E)) -> cache[q] = I
  end end;
