#include "mcrl2/steps/local_states.hpp"

#include <algorithm>
#include <cstring>

#include "mcrl2/data/number.hpp"
#include "mcrl2/data/print.hpp"

namespace quotient::mcrl2 {

namespace {

std::uint64_t hash_bytes(const std::uint8_t* bytes, std::size_t size) {
  std::uint64_t hash = size * 0x9E3779B97F4A7C15U;
  while (size >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, 8);
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDU;
    hash ^= hash >> 32U;
    bytes += 8;
    size -= 8;
  }
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, size);
  hash = (hash ^ word) * 0xFF51AFD7ED558CCDU;
  return hash ^ (hash >> 32U);
}

std::uint64_t spread(std::uint64_t word) {
  const std::uint64_t mixed = word * 0x9E3779B97F4A7C15U;
  return mixed ^ (mixed >> 32U);
}

}  // namespace

void index_offers(LocalState& state, const ActionTable& actions) {
  for (std::uint32_t m = 0; m < state.moves.size(); ++m) {
    if (state.moves[m].multi == 0) state.silent.push_back(m);
    for (const InstanceId instance : actions.actions(state.moves[m].multi)) state.offers.push_back({instance, m});
  }
  state.by_instance = state.offers;
  std::stable_sort(state.offers.begin(), state.offers.end(),
                   [&](const Offer& a, const Offer& b) { return actions[a.instance].name < actions[b.instance].name; });
  std::stable_sort(state.by_instance.begin(), state.by_instance.end(),
                   [](const Offer& a, const Offer& b) { return a.instance < b.instance; });
  for (std::uint32_t i = 0; i < state.offers.size(); ++i) {
    state.all_plain &= actions[state.offers[i].instance].plain;
    const ActName name = actions[state.offers[i].instance].name;
    if (state.by_name.empty() || state.by_name.back().name != name) state.by_name.push_back({name, i, i});
    state.by_name.back().end = i + 1;
  }
}

std::span<const Offer> offers_of(const LocalState& state, InstanceId instance) {
  const auto [first, last] = std::equal_range(state.by_instance.begin(), state.by_instance.end(), Offer{instance, 0},
                                              [](const Offer& a, const Offer& b) { return a.instance < b.instance; });
  return {first, last};
}

LocalStates::LocalStates(const Model& model, SharedTables& shared, Evaluator& evaluator, ActionTable& actions)
    : model_(model), evaluator_(evaluator), actions_(actions), coder_(model, shared, evaluator) {
  clear();
}

void LocalStates::clear() {
  tables_.assign(model_.types.size(), std::vector<Slot>(64));
  counts_.assign(model_.types.size(), 0);
  keys_.clear();
  states_.clear();
  bytes_.clear();
  byte_index_.clear();
  outcomes_.clear();
  outcome_index_.clear();
  choice_index_.clear();
  times_.clear();
  time_index_.clear();
  coder_.clear();
  closings_.clear();
  closed_.clear();
  ranges_.clear();
  memory_ = 0;
}

LocalState& LocalStates::at(std::uint32_t type_number, const std::uint8_t* bytes) {
  const std::size_t size = model_.types[type_number].size;
  std::vector<Slot>& table = tables_[type_number];
  if (size <= 8) {
    // Most processes are this small: they are compared as one word.
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, 8);
    word &= ~std::uint64_t{0} >> (64 - 8 * size);
    std::size_t at = spread(word) & (table.size() - 1);
    for (; table[at].state != none; at = (at + 1) & (table.size() - 1)) {
      if (table[at].word == word) return *states_[table[at].state];
    }
    return add(type_number, bytes, word, at);
  }
  const std::uint64_t hash = hash_bytes(bytes, size);
  std::size_t at = spread(hash) & (table.size() - 1);
  for (; table[at].state != none; at = (at + 1) & (table.size() - 1)) {
    if (table[at].word == hash && std::memcmp(keys_.data() + table[at].key, bytes, size) == 0) {
      return *states_[table[at].state];
    }
  }
  return add(type_number, bytes, hash, at);
}

LocalState& LocalStates::add(std::uint32_t type_number, const std::uint8_t* bytes, std::uint64_t word,
                             std::size_t place) {
  const std::size_t size = model_.types[type_number].size;
  std::vector<Slot>& table = tables_[type_number];
  auto state = std::make_unique<LocalState>();
  state->type = type_number;
  state->number = static_cast<std::uint32_t>(states_.size());
  std::vector<Value> values;
  state->location = coder_.decode(type_number, bytes, values);
  state->done = state->location == model_.linear.done;
  compute(*state, values);  // may throw: then nothing is remembered
  index(*state, bytes);
  state->own_moves = static_cast<std::uint32_t>(state->moves.size());
  const auto key = static_cast<std::uint32_t>(keys_.size());
  keys_.insert(keys_.end(), bytes, bytes + size);
  table[place] = {word, state->number, key};
  memory_ += size + sizeof(LocalState) + state->moves.size() * (sizeof(Move) + sizeof(Offer)) + 64;
  states_.push_back(std::move(state));
  LocalState& result = *states_.back();
  if (++counts_[type_number] * 2 > table.size()) {
    std::vector<Slot> bigger(table.size() * 2);
    for (const Slot& slot : table) {
      if (slot.state == none) continue;
      std::size_t at = spread(slot.word) & (bigger.size() - 1);
      while (bigger[at].state != none) at = (at + 1) & (bigger.size() - 1);
      bigger[at] = slot;
    }
    table = std::move(bigger);
  }
  return result;
}

/// What is drawn together has one number: one summand, or several that make one choice, with the same values of the
/// variables that are not drawn.
std::uint32_t LocalStates::outcome_of(const CompiledSummand& summand, std::span<const Value> locals) {
  const std::span<const Value> variables = locals.last(summand.solver.sorts.size());
  const auto drawn = [&](std::uint32_t i) {
    return std::find(summand.random.begin(), summand.random.end(), i) != summand.random.end();
  };
  std::vector<std::uint64_t> key{summand.choice};
  for (std::uint32_t i = 0; i < variables.size(); ++i) {
    if (!drawn(i)) key.push_back(variables[i].bits());
  }
  const auto [choice, fresh_choice] = choice_index_.try_emplace(key, static_cast<std::uint32_t>(choice_index_.size()));
  TermStore& store = evaluator_.store();
  Value weight = parse_number("1", store);
  for (const RoutineId routine : summand.weights) {
    const Value factor = evaluator_.run(routine, locals);
    if (!is_number(factor)) {
      throw EvaluationError{"this probability has no value: " +
                                shortened(evaluator_.text(factor, model_.spec.sorts.basic(SortKind::real))),
                            summand.range};
    }
    weight = multiply(weight, factor, store);
  }
  key.assign({choice->second, summand.place, weight.bits()});
  for (const std::uint32_t i : summand.random) key.push_back(variables[i].bits());
  const auto [place, fresh] = outcome_index_.try_emplace(key, static_cast<std::uint32_t>(outcomes_.size()));
  if (fresh) outcomes_.push_back({choice->second, weight, summand.range});
  return place->second;
}

std::uint32_t LocalStates::add_move(LocalState& state, const CompiledSummand& summand, std::span<const Value> locals) {
  std::vector<InstanceId> instances;
  std::vector<Value> arguments;
  for (const CompiledSummand::Action& action : summand.actions) {
    arguments.clear();
    for (const RoutineId argument : action.arguments) arguments.push_back(evaluator_.run(argument, locals));
    instances.push_back(actions_.instance(action.action, arguments));
  }
  std::vector<Value> values;
  for (const RoutineId value : summand.values) values.push_back(evaluator_.run(value, locals));
  const std::size_t size = model_.types[state.type].size;
  scratch_.resize(size);
  coder_.encode(state.type, summand.next, values, scratch_.data());
  const auto [place, fresh] =
      byte_index_.try_emplace(std::string(scratch_.begin(), scratch_.end()), static_cast<std::uint32_t>(bytes_.size()));
  if (fresh) {
    bytes_.insert(bytes_.end(), scratch_.begin(), scratch_.end());
    memory_ += 2 * size + 96;  // with its place in the index
  }
  Move move{actions_.multi(std::move(instances)), place->second, summand.place};
  if (summand.time) {
    const Value time = evaluator_.run(*summand.time, locals);
    if (!is_number(time)) {
      throw EvaluationError{
          "this time has no value: " + shortened(evaluator_.text(time, model_.spec.sorts.basic(SortKind::real))),
          summand.range};
    }
    const auto [known, added] = time_index_.try_emplace(time.bits(), static_cast<std::uint32_t>(times_.size()));
    if (added) times_.push_back(time);
    move.time = known->second;
  }
  if (summand.choice != 0) move.outcome = outcome_of(summand, locals);
  // Few moves are compared one by one; many are looked up.
  constexpr std::size_t few = 32;
  const auto key_of = [](const Move& m) {
    return std::pair{(std::uint64_t{m.multi} << 32U) | m.next, (std::uint64_t{m.outcome} << 32U) | m.time};
  };
  if (state.moves.size() == few) {
    for (std::uint32_t i = 0; i < few; ++i) state.known[key_of(state.moves[i])] = i;
  }
  if (state.moves.size() < few) {
    for (std::uint32_t i = 0; i < state.moves.size(); ++i) {
      if (key_of(state.moves[i]) == key_of(move)) return i;
    }
  } else {
    const auto [row, added] = state.known.try_emplace(key_of(move), static_cast<std::uint32_t>(state.moves.size()));
    if (!added) return row->second;
  }
  state.moves.push_back(move);
  return static_cast<std::uint32_t>(state.moves.size() - 1);
}

/// Equal expressions are one, with the place of the first of them. Where that is in the text of another process, the
/// summand is the better place to look at, or else where the process is.
SourceRange LocalStates::better_place(SourceRange range, const LocalState& state, std::uint32_t number) const {
  const auto within = [&](const Rule& rule) { return rule.range.begin <= range.begin && range.begin < rule.range.end; };
  const bool somewhere = range.begin != range.end;
  if (somewhere && std::any_of(model_.spec.rules.begin(), model_.spec.rules.end(), within)) return range;
  const SourceRange summand = model_.locations[state.location.value].summands[number].range;
  const SourceRange location = model_.linear.locations[state.location.value].range;
  const std::string process = model_.spec.process_around(location);
  if (somewhere && model_.spec.process_around(range) == process) return range;
  return model_.spec.process_around(summand) == process ? summand : location;
}

void LocalStates::compute(LocalState& state, const std::vector<Value>& values) {
  const CompiledLocation& location = model_.locations[state.location.value];
  for (std::uint32_t s = 0; s < location.summands.size(); ++s) {
    try {
      compute(state, values, s);
    } catch (EvaluationError& error) {
      error.range = better_place(error.range, state, s);
      throw;
    }
  }
}

void LocalStates::compute(LocalState& state, const std::vector<Value>& values, std::uint32_t number) {
  const CompiledSummand& summand = model_.locations[state.location.value].summands[number];
  std::vector<Value> locals = values;
  locals.resize(values.size() + summand.solver.sorts.size());
  if (summand.solver.bounded) {
    evaluator_.solve(summand.solver, locals, [&] {
      add_move(state, summand, locals);
      return true;
    });
    return;
  }
  // What is known already may rule the summand out.
  if (!evaluator_.all_hold(summand.solver.checks.front(), locals)) return;
  state.values = values;
  for (std::uint32_t a = 0; a < summand.actions.size(); ++a) {
    const ActId action = summand.actions[a].action;
    state.open.push_back(
        {model_.spec.actions[action.value].name, action, number, a, settled(summand.actions[a], locals)});
  }
  if (summand.actions.empty()) {
    evaluator_.solve(summand.solver, locals, [] { return true; });  // says what is not bounded
  }
}

void LocalStates::index(LocalState& state, const std::uint8_t* bytes) {
  std::vector<std::uint32_t> nexts;
  for (const Move& move : state.moves) nexts.push_back(move.next);
  std::sort(nexts.begin(), nexts.end());
  const std::size_t size = model_.types[state.type].size;
  state.ambiguous = !state.open.empty() || std::adjacent_find(nexts.begin(), nexts.end()) != nexts.end() ||
                    std::any_of(nexts.begin(), nexts.end(), [&](std::uint32_t next) {
                      return std::memcmp(bytes_.data() + next, bytes, size) == 0;
                    });
  index_offers(state, actions_);
}

std::vector<std::optional<Value>> LocalStates::settled(const CompiledSummand::Action& action,
                                                       std::span<const Value> locals) {
  std::vector<std::optional<Value>> result(action.arguments.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    if (action.settled[i]) result[i] = evaluator_.run(action.arguments[i], locals);
  }
  return result;
}

const std::vector<std::uint32_t>& LocalStates::close(LocalState& state, std::uint32_t number, std::uint32_t closing,
                                                     std::span<const InstanceId> given) {
  key_.assign({static_cast<char32_t>(state.number), number, closing});
  key_.append(given.begin(), given.end());
  if (const auto known = closings_.find(key_); known != closings_.end()) return known->second;
  std::vector<Value> arguments;
  for (const InstanceId instance : given) {
    const Value tuple = actions_[instance].arguments;
    if (tuple.is_small()) continue;
    arguments.insert(arguments.end(), tuple.node()->arguments().begin(), tuple.node()->arguments().end());
  }
  const CompiledSummand& summand = model_.locations[state.location.value].summands[number];
  return close_with(state, number, summand.closings[closing].solver, arguments);
}

const std::vector<std::uint32_t>& LocalStates::take_term(LocalState& state, std::uint32_t number, std::uint32_t closing,
                                                         InstanceId given) {
  key_.assign({static_cast<char32_t>(state.number), number, closing, given});
  if (const auto known = closings_.find(key_); known != closings_.end()) return known->second;
  const CompiledSummand& summand = model_.locations[state.location.value].summands[number];
  return close_with(state, number, summand.term_closings[closing].solver,
                    actions_[given].arguments.node()->arguments());
}

const std::vector<std::uint32_t>& LocalStates::close_by_part(LocalState& state, std::uint32_t number,
                                                             std::uint32_t part, std::span<const Value> given) {
  const CompiledSummand& summand = model_.locations[state.location.value].summands[number];
  key_.assign({static_cast<char32_t>(state.number), number,
               static_cast<char32_t>(summand.closings.size() + part)});  // numbered behind the closings
  for (const Value value : given) {
    key_.push_back(static_cast<char32_t>(value.bits()));
    key_.push_back(static_cast<char32_t>(value.bits() >> 32U));
  }
  if (const auto known = closings_.find(key_); known != closings_.end()) return known->second;
  return close_with(state, number, summand.part_closings[part].solver, given);
}

/// Remembers the moves below `key_`.
const std::vector<std::uint32_t>& LocalStates::close_with(LocalState& state, std::uint32_t number, const Solver& solver,
                                                          std::span<const Value> given) {
  std::u32string key = key_;
  const CompiledSummand& summand = model_.locations[state.location.value].summands[number];
  std::vector<Value> locals = state.values;
  locals.insert(locals.end(), given.begin(), given.end());
  const std::size_t variables = summand.solver.sorts.size();
  locals.resize(locals.size() + variables);
  std::vector<std::uint32_t> found;
  try {
    evaluator_.solve(solver, locals, [&] {
      std::vector<Value> own = state.values;
      own.insert(own.end(), locals.end() - static_cast<std::ptrdiff_t>(variables), locals.end());
      const std::uint32_t move = add_move(state, summand, own);
      if (std::find(found.begin(), found.end(), move) == found.end()) found.push_back(move);
      return true;
    });
  } catch (EvaluationError& error) {
    error.range = better_place(error.range, state, number);
    throw;
  }
  memory_ += 64 + 4 * (key.size() + found.size());
  return closings_[std::move(key)] = std::move(found);
}

const std::optional<std::vector<Value>>& LocalStates::argument_range(const LocalState& state, const OpenOffer& offer,
                                                                     std::uint32_t argument) {
  const auto [place, fresh] =
      ranges_.try_emplace(std::array{state.number, offer.summand, offer.position, argument}, std::nullopt);
  if (!fresh) return place->second;
  const CompiledSummand& summand = model_.locations[state.location.value].summands[offer.summand];
  const auto& range = summand.ranges[offer.position][argument];
  if (!range) return place->second;
  std::vector<Value> locals = state.values;
  locals.resize(locals.size() + range->solver.sorts.size());
  constexpr std::size_t most_values = 1000;
  std::vector<Value> values;
  bool usable = true;
  try {
    evaluator_.solve(range->solver, locals, [&] {
      const Value value = evaluator_.run(range->value, locals);
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
      usable = actions_.is_plain(value) && values.size() <= most_values;
      return usable;
    });
  } catch (const EvaluationError&) {
    return place->second;  // the whole summand may rule out what has no value
  } catch (...) {
    ranges_.erase(place);  // stopped
    throw;
  }
  memory_ += 128 + sizeof(Value) * values.size();
  if (usable) place->second = std::move(values);
  return place->second;
}

LocalState& LocalStates::closed(const LocalState& state, std::span<const std::uint32_t> others) {
  key_.assign({static_cast<char32_t>(state.number)});
  key_.append(others.begin(), others.end());
  const auto [place, fresh] = closed_.try_emplace(key_, static_cast<std::uint32_t>(states_.size()));
  if (!fresh) return *states_[place->second];
  auto result = std::make_unique<LocalState>();
  result->location = state.location;
  result->number = static_cast<std::uint32_t>(states_.size());
  result->type = state.type;
  result->done = state.done;
  result->ambiguous = true;
  result->moves.assign(state.moves.begin(), state.moves.begin() + state.own_moves);
  for (const std::uint32_t move : others) {
    if (move >= state.own_moves) result->moves.push_back(state.moves[move]);
  }
  index_offers(*result, actions_);
  memory_ += sizeof(LocalState) + result->moves.size() * (sizeof(Move) + 2 * sizeof(Offer)) + 4 * key_.size() + 64;
  states_.push_back(std::move(result));
  return *states_.back();
}

}  // namespace quotient::mcrl2
