-- Whoever has the token may enter; it is handed on at will.
const N : 3;
type
  Node : scalarset(N);
  Where : enum { Outside, Inside };
var
  where : array [Node] of Where;
  token : Node;

ruleset first : Node do
  startstate
    for n : Node do where[n] := Outside; end;
    token := first;
  end;
end;

ruleset n : Node do
  rule "enter" token = n & where[n] = Outside ==> where[n] := Inside; end;
  rule "leave" where[n] = Inside ==> where[n] := Outside; end;
  ruleset other : Node do
    rule "hand on" token = n & where[n] = Outside ==> token := other; end;
  end;
end;

invariant "one at a time"
  forall a : Node do forall b : Node do
    a != b -> !(where[a] = Inside & where[b] = Inside)
  end end;
