-- German's cache coherence protocol with one word of memory, after its usual description.
const
  NODES : 3;
  VALUES : 2;
type
  NODE : scalarset(NODES);
  DATA : scalarset(VALUES);
  CACHE_STATE : enum { Invalid, Shared, Exclusive };
  CACHE : record State : CACHE_STATE; Data : DATA; end;
  KIND : enum { Empty, ReqS, ReqE, Inv, InvAck, GntS, GntE };
  MESSAGE : record Kind : KIND; Data : DATA; end;
var
  Cache : array [NODE] of CACHE;
  Chan1, Chan2, Chan3 : array [NODE] of MESSAGE;
  ToInvalidate, Sharers : array [NODE] of boolean;
  ExclusiveGranted : boolean;
  Command : KIND;
  Requester : NODE;
  Memory, Latest : DATA;

ruleset d : DATA do
  startstate "start"
    for i : NODE do
      Chan1[i].Kind := Empty;  Chan2[i].Kind := Empty;  Chan3[i].Kind := Empty;
      undefine Chan1[i].Data; undefine Chan2[i].Data; undefine Chan3[i].Data;
      Cache[i].State := Invalid; undefine Cache[i].Data;
      ToInvalidate[i] := false;  Sharers[i] := false;
    end;
    ExclusiveGranted := false;
    Command := Empty;
    undefine Requester;
    Memory := d;
    Latest := d;
  endstartstate;
endruleset;

ruleset i : NODE; d : DATA do
  rule "store"
    Cache[i].State = Exclusive
  ==>
    Cache[i].Data := d;
    Latest := d;
  endrule;
endruleset;

ruleset i : NODE do
  rule "request shared" Cache[i].State = Invalid & Chan1[i].Kind = Empty ==>
    Chan1[i].Kind := ReqS;
  endrule;
  rule "request exclusive" (Cache[i].State = Invalid | Cache[i].State = Shared) & Chan1[i].Kind = Empty ==>
    Chan1[i].Kind := ReqE;
  endrule;
  rule "receive request" Command = Empty & Chan1[i].Kind != Empty ==>
    Command := Chan1[i].Kind;
    Chan1[i].Kind := Empty;
    Requester := i;
    for j : NODE do ToInvalidate[j] := Sharers[j]; endfor;
  endrule;
  rule "send invalidation"
    Chan2[i].Kind = Empty & ToInvalidate[i] = true &
    (Command = ReqE | (Command = ReqS & ExclusiveGranted = true)) ==>
    Chan2[i].Kind := Inv;
    ToInvalidate[i] := false;
  endrule;
  rule "invalidate" Chan2[i].Kind = Inv & Chan3[i].Kind = Empty ==>
    Chan2[i].Kind := Empty;
    Chan3[i].Kind := InvAck;
    if Cache[i].State = Exclusive then Chan3[i].Data := Cache[i].Data; endif;
    Cache[i].State := Invalid;
    undefine Cache[i].Data;
  endrule;
  rule "receive acknowledgement" Chan3[i].Kind = InvAck & Command != Empty ==>
    Chan3[i].Kind := Empty;
    Sharers[i] := false;
    if ExclusiveGranted = true then
      ExclusiveGranted := false;
      Memory := Chan3[i].Data;
      undefine Chan3[i].Data;
    endif;
  endrule;
  rule "grant shared"
    Command = ReqS & Requester = i & Chan2[i].Kind = Empty & ExclusiveGranted = false ==>
    Sharers[i] := true;
    Command := Empty;
    Chan2[i].Kind := GntS;
    Chan2[i].Data := Memory;
    undefine Requester;
  endrule;
  rule "grant exclusive"
    Command = ReqE & Requester = i & Chan2[i].Kind = Empty & ExclusiveGranted = false &
    forall j : NODE do Sharers[j] = false endforall ==>
    Sharers[i] := true;
    ExclusiveGranted := true;
    Command := Empty;
    Chan2[i].Kind := GntE;
    Chan2[i].Data := Memory;
    undefine Requester;
  endrule;
  rule "become shared" Chan2[i].Kind = GntS ==>
    Cache[i].State := Shared;
    Cache[i].Data := Chan2[i].Data;
    Chan2[i].Kind := Empty;
    undefine Chan2[i].Data;
  endrule;
  rule "become exclusive" Chan2[i].Kind = GntE ==>
    Cache[i].State := Exclusive;
    Cache[i].Data := Chan2[i].Data;
    Chan2[i].Kind := Empty;
    undefine Chan2[i].Data;
  endrule;
endruleset;

invariant "one writer"
  forall i : NODE do forall j : NODE do
    i != j -> (Cache[i].State = Exclusive -> Cache[j].State = Invalid)
  endforall endforall;
invariant "data"
  (ExclusiveGranted = false -> Memory = Latest) &
  forall i : NODE do Cache[i].State != Invalid -> Cache[i].Data = Latest endforall;
