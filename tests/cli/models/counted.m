-- As many tickets as there are nodes, and one that a loop gives to the last.
const N : 3;
type Node : scalarset(N);
var
  has : array [Node] of boolean;
  sold : 0..N;
  last : Node;

startstate
  for n : Node do has[n] := false; end;
  sold := 0;
  for n : Node do last := n; end;
end;

ruleset n : Node do
  rule "buy" !has[n] ==> has[n] := true; sold := sold + 1; end;
end;

rule "reset" forall n : Node do has[n] end ==>
  for n : Node do if has[n] then sold := sold - 1; end; has[n] := false; end;
end;
