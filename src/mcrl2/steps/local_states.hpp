#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "mcrl2/steps/actions.hpp"
#include "mcrl2/steps/process_coder.hpp"

namespace quotient::mcrl2 {

/// A step of one process: its multi-action, and the bytes of the process afterwards (an offset into
/// LocalStates::bytes).
struct Move {
  MultiId multi = 0;
  std::uint32_t next = 0;
  std::uint32_t place = 0;
  std::uint32_t time = none;     // when, see LocalStates::time; none: at any time
  std::uint32_t outcome = none;  // of a random choice, see LocalStates::outcome; none: nothing is drawn
};

/// One way in which a random choice comes out.
struct Outcome {
  std::uint32_t choice = 0;  // the same number for the ways to make one choice
  Value weight;
  SourceRange range;
};

/// An action in a move.
struct Offer {
  InstanceId instance = 0;
  std::uint32_t move = 0;
};

/// The offers of one name: a part of LocalState::offers.
struct NamedOffers {
  ActName name;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// An action of a summand whose sum is only bounded by what it communicates with.
struct OpenOffer {
  ActName name;
  ActId action;
  std::uint32_t summand = 0;
  std::uint32_t position = 0;  // of the action in the multi-action
  /// The arguments that are known whatever it communicates with.
  std::vector<std::optional<Value>> settled;
};

/// What a process can do next, in one state of it. Moves are listed as the text has them; behind them are those that
/// were found for open offers, in no particular order. Numbers of instances tell nothing but whether two are the same.
struct LocalState {
  std::vector<Move> moves;
  std::vector<Offer> offers;  // by name, then move
  std::vector<NamedOffers> by_name;
  std::vector<Offer> by_instance;     // the same offers, to look up
  std::vector<OpenOffer> open;        // those of one summand next to each other
  std::vector<std::uint32_t> silent;  // moves that are tau
  std::vector<Value> values;          // of the variables, where there are open offers
  LocationId location;
  std::uint32_t number = 0;  // among all of the generator
  std::uint32_t type = 0;
  std::uint32_t own_moves = 0;  // without those for open offers
  bool done = false;
  bool all_plain = true;   // the arguments of its offers
  bool ambiguous = false;  // two moves, or a move and staying, lead to the same bytes
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint32_t> known;  // moves by what they do, once there are many
};

/// Lists the offers of the moves.
void index_offers(LocalState& state, const ActionTable& actions);
/// Those of one action, in the order of moves.
std::span<const Offer> offers_of(const LocalState& state, InstanceId instance);

/// The local states that a generator has met. Processes of one type share them. Moves of a local state are computed
/// once; all further work on data is done for states of processes, not of the system.
class LocalStates {
 public:
  LocalStates(const Model& model, SharedTables& shared, Evaluator& evaluator, ActionTable& actions);

  /// Of the process whose part of a state this is. Eight bytes from its beginning must be readable, whatever its size.
  /// Throws EvaluationError.
  LocalState& at(std::uint32_t type, const std::uint8_t* bytes);
  /// The moves of a summand whose sum is open, with these actions at the positions of one of its closings; as numbers
  /// of moves, which are added to the state the first time.
  const std::vector<std::uint32_t>& close(LocalState& state, std::uint32_t summand, std::uint32_t closing,
                                          std::span<const InstanceId> given);
  /// The same of a sum that is bounded, with an action whose arguments are terms without value.
  const std::vector<std::uint32_t>& take_term(LocalState& state, std::uint32_t summand, std::uint32_t closing,
                                              InstanceId given);
  /// The same where the arguments of one of its part closings are known.
  const std::vector<std::uint32_t>& close_by_part(LocalState& state, std::uint32_t summand, std::uint32_t part,
                                                  std::span<const Value> given);
  /// All values that an argument of an open offer can have, whatever it communicates with; nullopt where that is not
  /// known to be finitely many, or some of them cannot be compared.
  const std::optional<std::vector<Value>>& argument_range(const LocalState& state, const OpenOffer& offer,
                                                          std::uint32_t argument);
  /// The state with its own moves and these others, which were found by `close`, and with nothing open.
  LocalState& closed(const LocalState& state, std::span<const std::uint32_t> others);
  /// Where an error that has this place is to be shown, if it was met in a summand of this state.
  SourceRange better_place(SourceRange range, const LocalState& state, std::uint32_t number) const;
  const std::uint8_t* bytes(std::uint32_t next) const { return bytes_.data() + next; }
  /// The time that a move has. Equal times have one number.
  Value time(std::uint32_t number) const { return times_[number]; }
  /// What a move draws.
  const Outcome& outcome(std::uint32_t number) const { return outcomes_[number]; }
  std::size_t size() const { return states_.size(); }
  std::size_t memory() const { return memory_ + bytes_.size(); }

  /// See Evaluator.
  void heed_stop() { evaluator_.heed_stop(); }
  ProcessCoder& coder() { return coder_; }
  void clear();

 private:
  void compute(LocalState& state, const std::vector<Value>& values);
  void compute(LocalState& state, const std::vector<Value>& values, std::uint32_t number);
  std::vector<std::optional<Value>> settled(const CompiledSummand::Action& action, std::span<const Value> locals);
  const std::vector<std::uint32_t>& close_with(LocalState& state, std::uint32_t summand, const Solver& solver,
                                               std::span<const Value> given);
  std::uint32_t add_move(LocalState& state, const CompiledSummand& summand, std::span<const Value> locals);
  std::uint32_t outcome_of(const CompiledSummand& summand, std::span<const Value> locals);
  LocalState& add(std::uint32_t type, const std::uint8_t* bytes, std::uint64_t word, std::size_t place);
  void index(LocalState& state, const std::uint8_t* bytes);

  const Model& model_;
  Evaluator& evaluator_;
  ActionTable& actions_;
  ProcessCoder coder_;
  struct Slot {
    std::uint64_t word = 0;  // the bytes themselves where they fit, else their hash
    std::uint32_t state = none;
    std::uint32_t key = 0;  // offset into keys_
  };
  std::vector<std::vector<Slot>> tables_;  // by type
  std::vector<std::size_t> counts_;
  std::vector<std::uint8_t> keys_;
  std::vector<std::unique_ptr<LocalState>> states_;
  std::vector<std::uint8_t> bytes_;
  std::unordered_map<std::string, std::uint32_t> byte_index_;
  std::vector<Outcome> outcomes_;
  std::map<std::vector<std::uint64_t>, std::uint32_t> outcome_index_;  // by choice, values and weight
  std::map<std::vector<std::uint64_t>, std::uint32_t> choice_index_;
  std::vector<Value> times_;
  std::unordered_map<std::uint64_t, std::uint32_t> time_index_;  // by the bits of the value
  // By what they were asked for: the numbers of the state, the summand and the closing, and the actions; or the number
  // of the state, and its moves.
  std::unordered_map<std::u32string, std::vector<std::uint32_t>> closings_;
  std::unordered_map<std::u32string, std::uint32_t> closed_;
  std::map<std::array<std::uint32_t, 4>, std::optional<std::vector<Value>>>
      ranges_;  // by state, summand, action, argument
  std::u32string key_;
  std::vector<std::uint8_t> scratch_;
  std::size_t memory_ = 0;
};

}  // namespace quotient::mcrl2
