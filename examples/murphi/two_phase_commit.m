-- Two-phase commit: a coordinator and N participants, who vote on their own.
const
  N : 4;
type
  RM : scalarset(N);
  RM_STATE : enum { working, prepared, committed, aborted };
  TM_STATE : enum { init, decided_commit, decided_abort };
  VOTE : record sent : boolean; yes : boolean; end;
var
  rm : array [RM] of RM_STATE;
  vote : array [RM] of VOTE;
  tm : TM_STATE;
  heard : array [RM] of boolean;

startstate
  for r : RM do
    rm[r] := working;
    vote[r].sent := false;
    undefine vote[r].yes;
    heard[r] := false;
  end;
  tm := init;
end;

ruleset r : RM do
  rule "prepare" rm[r] = working ==>
    rm[r] := prepared;
    vote[r].sent := true;
    vote[r].yes := true;
  end;

  rule "refuse" rm[r] = working ==>
    rm[r] := aborted;
    vote[r].sent := true;
    vote[r].yes := false;
  end;

  alias v : vote[r] do
    rule "hear" tm = init & v.sent & !heard[r] ==>
      heard[r] := true;
      if !v.yes then tm := decided_abort; end;
    end;
  end;

  rule "obey" rm[r] = prepared & tm != init ==>
    switch tm
      case decided_commit: rm[r] := committed;
      case decided_abort: rm[r] := aborted;
    end;
  end;
end;

rule "commit" tm = init & forall r : RM do heard[r] end ==>
  tm := decided_commit;
end;

-- Once everybody has obeyed, the next transaction may begin.
rule "next" tm != init & forall r : RM do rm[r] = committed | rm[r] = aborted end ==>
  for r : RM do
    rm[r] := working;
    vote[r].sent := false;
    undefine vote[r].yes;
    heard[r] := false;
  end;
  tm := init;
end;

invariant "agreement"
  !(exists a : RM do rm[a] = committed end & exists b : RM do rm[b] = aborted end);
