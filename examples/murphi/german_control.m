-- German's cache coherence protocol without data: `quotient check --for-every NODE` shows it for every number of caches.
const
  NODES : 4;
type
  NODE : scalarset(NODES);
  CACHE_STATE : enum { Invalid, Shared, Exclusive };
  KIND : enum { Empty, ReqS, ReqE, Inv, InvAck, GntS, GntE };
var
  Cache : array [NODE] of CACHE_STATE;
  Chan1, Chan2, Chan3 : array [NODE] of KIND;
  ToInvalidate, Sharers : array [NODE] of boolean;
  ExclusiveGranted : boolean;
  Command : KIND;
  Requester : NODE;

startstate "start"
  for i : NODE do
    Chan1[i] := Empty;  Chan2[i] := Empty;  Chan3[i] := Empty;
    Cache[i] := Invalid;
    ToInvalidate[i] := false;  Sharers[i] := false;
  end;
  ExclusiveGranted := false;
  Command := Empty;
  undefine Requester;
endstartstate;

ruleset i : NODE do
  rule "request shared" Cache[i] = Invalid & Chan1[i] = Empty ==>
    Chan1[i] := ReqS;
  endrule;
  rule "request exclusive" (Cache[i] = Invalid | Cache[i] = Shared) & Chan1[i] = Empty ==>
    Chan1[i] := ReqE;
  endrule;
  rule "receive request" Command = Empty & Chan1[i] != Empty ==>
    Command := Chan1[i];
    Chan1[i] := Empty;
    Requester := i;
    for j : NODE do ToInvalidate[j] := Sharers[j]; endfor;
  endrule;
  rule "send invalidation"
    Chan2[i] = Empty & ToInvalidate[i] &
    (Command = ReqE | (Command = ReqS & ExclusiveGranted)) ==>
    Chan2[i] := Inv;
    ToInvalidate[i] := false;
  endrule;
  rule "invalidate" Chan2[i] = Inv & Chan3[i] = Empty ==>
    Chan2[i] := Empty;
    Chan3[i] := InvAck;
    Cache[i] := Invalid;
  endrule;
  rule "receive acknowledgement" Chan3[i] = InvAck & Command != Empty ==>
    Chan3[i] := Empty;
    Sharers[i] := false;
    ExclusiveGranted := false;
  endrule;
  rule "grant shared"
    Command = ReqS & Requester = i & Chan2[i] = Empty & !ExclusiveGranted ==>
    Sharers[i] := true;
    Command := Empty;
    Chan2[i] := GntS;
    undefine Requester;
  endrule;
  rule "grant exclusive"
    Command = ReqE & Requester = i & Chan2[i] = Empty & !ExclusiveGranted &
    forall j : NODE do !Sharers[j] endforall ==>
    Sharers[i] := true;
    ExclusiveGranted := true;
    Command := Empty;
    Chan2[i] := GntE;
    undefine Requester;
  endrule;
  rule "become shared" Chan2[i] = GntS ==>
    Cache[i] := Shared;
    Chan2[i] := Empty;
  endrule;
  rule "become exclusive" Chan2[i] = GntE ==>
    Cache[i] := Exclusive;
    Chan2[i] := Empty;
  endrule;
endruleset;

invariant "one writer"
  forall i : NODE do forall j : NODE do
    i != j -> (Cache[i] = Exclusive -> Cache[j] = Invalid)
  endforall endforall;
