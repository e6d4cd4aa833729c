/* Nobody ever asks for an answer: two formulas hold for that reason alone, and one because it is kept. */
bool asked, answered;
byte turns;

active [2] proctype p() {
  do
  :: atomic { turns < 3 -> turns++ }
  :: atomic { turns == 3 -> turns = 0 }
  :: atomic { turns == 7 -> asked = true }
  od
}

ltl response { [] (asked -> <> answered) }
ltl at_once { [] (turns < 9 && (asked -> answered)) }
ltl again { [] (turns == 3 -> <> (turns != 3 || asked)) }
ltl bounded { [] (turns < 4) }
