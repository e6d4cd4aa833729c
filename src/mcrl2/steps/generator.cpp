#include "mcrl2/steps/generator.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/ensure.hpp"
#include "mcrl2/data/number.hpp"
#include "mcrl2/data/read_value.hpp"

namespace quotient::mcrl2 {

namespace {

EvaluationLimits limits_of(const Options& options) {
  EvaluationLimits limits;
  limits.steps = options.rewrite_steps;
  limits.enumerated = options.enumerated;
  return limits;
}

}  // namespace

Generator::Generator(const Model& model, SharedTables& shared, const Options& options, bool with_movers)
    : model_(model),
      shared_(shared),
      options_(options),
      evaluator_(model.program, limits_of(options)),
      actions_(model.spec, model.network, evaluator_),
      locals_(model, shared, evaluator_, actions_),
      root_(model, model.network.root, actions_, locals_),
      target_(model.state_size),
      padded_(model.state_size + 8),
      coverage_(model.places, 0),
      digest_(model, shared),
      with_movers_(with_movers) {}

void Generator::recycle() {
  const bool values = evaluator_.recycle(options_.memory);
  if (!values && locals_.memory() <= options_.memory) return;
  actions_.clear();
  locals_.clear();
  root_.clear();
  labels_.clear();
  timed_labels_.clear();
}

void Generator::report(const EvaluationError& error, Successors& out) {
  const Finding finding{FindingKind::runtime, shared_.errors.number_of({error.message, error.range})};
  if (error.limit) {
    out.cut_off(finding);
  } else {
    out.add_finding(finding);
  }
}

void Generator::initial(Successors& out) {
  out.clear();
  recycle();
  bool formula = false;  // whose variables get their values
  try {
    for (const Process& process : model_.processes) {
      formula = model_.formula != nullptr && &process == &model_.processes.back();
      std::vector<Value> values;
      for (const RoutineId routine : process.initial) values.push_back(evaluator_.run(routine, {}));
      locals_.coder().encode(process.type, process.start, values, target_.data() + process.offset);
    }
    if (!model_.linear.openings.empty()) {
      initial_random(out);
      return;
    }
    out.add(target_, StepLabel{shared_.labels.number_of("init")});
  } catch (EvaluationError& error) {
    error.limit = error.limit || formula;
    report(error, out);
  } catch (const Stopped&) {
    out.cut_off();
  }
}

const Generator::Label& Generator::label_of(MultiId multi) {
  if (multi >= labels_.size()) labels_.resize(multi + 64);
  Label& label = labels_[multi];
  if (label.known) return label;
  label.known = true;
  label.label.value = shared_.labels.number_of(actions_.text(multi));
  for (const InstanceId instance : actions_.actions(multi)) {
    const std::string& name = model_.spec.action_names[actions_[instance].name.value];
    const auto wanted = std::find(options_.actions.begin(), options_.actions.end(), name);
    if (wanted == options_.actions.end()) continue;
    label.finding = {FindingKind::assertion, static_cast<std::uint32_t>(wanted - options_.actions.begin())};
    break;
  }
  return label;
}

/// A labelled transition system is a set of transitions: a step that several combinations lead to is listed once.
bool Generator::is_new(StepLabel label, StateView state) {
  std::uint64_t hash = label.value * 0x9E3779B97F4A7C15U;
  const std::uint8_t* at = state.data();
  std::size_t size = state.size();
  for (; size >= 8; size -= 8, at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDU;
    hash ^= hash >> 29U;
  }
  std::uint64_t word = 0;
  std::memcpy(&word, at, size);
  hash = (hash ^ word) * 0xFF51AFD7ED558CCDU;
  hash ^= hash >> 32U;
  const std::size_t length = model_.state_size;
  const auto same = [&](std::size_t i) {
    return hashes_[i] == hash && std::memcmp(targets_.data() + i * length, state.data(), length) == 0;
  };
  constexpr std::size_t few = 16;
  if (hashes_.size() < few) {
    for (std::size_t i = 0; i < hashes_.size(); ++i) {
      if (same(i)) return false;
    }
  } else {
    if (hashes_.size() == few || hashes_.size() * 2 > table_.size()) {
      table_.assign(std::max<std::size_t>(64, hashes_.size() * 4), none);
      while ((table_.size() & (table_.size() - 1)) != 0) table_.push_back(none);
      for (std::uint32_t i = 0; i < hashes_.size(); ++i) {
        std::size_t place = hashes_[i] & (table_.size() - 1);
        while (table_[place] != none) place = (place + 1) & (table_.size() - 1);
        table_[place] = i;
      }
    }
    std::size_t place = hash & (table_.size() - 1);
    for (; table_[place] != none; place = (place + 1) & (table_.size() - 1)) {
      if (same(table_[place])) return false;
    }
    table_[place] = static_cast<std::uint32_t>(hashes_.size());
  }
  hashes_.push_back(hash);
  targets_.insert(targets_.end(), state.begin(), state.end());
  return true;
}

void Generator::forget_steps() {
  hashes_.clear();
  targets_.clear();
  table_.clear();
}

std::optional<std::uint32_t> Generator::time_of(StateView from, const Combined& step) {
  std::uint32_t time = none;
  if (!model_.clock) return time;
  for (const Part& part : root_.parts(step)) {
    if (part.time == none) continue;
    if (time != none && time != part.time) return std::nullopt;
    time = part.time;
  }
  if (time == none) return time;
  const Process& clock = model_.processes[*model_.clock];
  std::vector<Value> now;
  locals_.coder().decode(clock.type, from.data() + clock.offset, now);
  return compare_numbers(locals_.time(time), now.front()) > 0 ? std::optional(time) : std::nullopt;
}

StepLabel Generator::label_of(const Combined& step) {
  std::uint32_t time = none;
  for (const Part& part : root_.parts(step)) time = std::min(time, part.time);
  if (time == none) return label_of(step.multi).label;
  const auto [place, fresh] = timed_labels_.try_emplace({step.multi, time});
  if (fresh) {
    place->second.value = shared_.labels.number_of(actions_.text(step.multi) + "@" + number_text(locals_.time(time)));
  }
  return place->second;
}

Actor Generator::actor_of(const Combined& step) const {
  Actor least = no_actor;
  for (const Part& part : root_.parts(step)) least = std::min(least, part.process);
  return least;
}

void Generator::set_target(StateView from, const Combined& step) {
  std::memcpy(target_.data(), from.data(), from.size());
  std::uint32_t time = none;
  for (const Part& part : root_.parts(step)) {
    const Process& process = model_.processes[part.process];
    std::memcpy(target_.data() + process.offset, locals_.bytes(part.next), model_.types[process.type].size);
    time = std::min(time, part.time);
  }
  if (time == none) return;
  const Process& clock = model_.processes[*model_.clock];
  const Value now = locals_.time(time);
  locals_.coder().encode(clock.type, clock.start, std::span(&now, 1), target_.data() + clock.offset);
}

std::vector<Part> Generator::parts_of(StateView to, StepLabel label) {
  if (const auto base = base_labels_.find(label.value); base != base_labels_.end()) label = base->second;
  const std::vector<std::uint8_t> from(padded_.begin(), padded_.begin() + static_cast<std::ptrdiff_t>(to.size()));
  for (const Combined& step : root_.results()) {
    if (!time_of(from, step)) continue;
    set_target(from, step);
    const bool same = std::memcmp(to.data(), target_.data(), model_.steps_size) == 0;
    if (!same || label_of(step) != label) continue;
    const auto found = root_.parts(step);
    std::vector<Part> parts(found.begin(), found.end());
    std::ranges::sort(parts, {}, &Part::process);
    if (!parts.empty()) return parts;
  }
  return {};
}

/// `before`: how many steps there were before this one, which may be listed already.
void Generator::note_movers(const Combined& step, StepLabel label, std::size_t before, const Successors& out) {
  std::size_t at = before;
  if (out.size() == before) {
    for (at = 0; at < before; ++at) {
      if (out[at].label == label && std::ranges::equal(out[at].state, target_)) break;
    }
  }
  ensure(at < out.size(), "a step that is listed already is not there");
  movers_.resize(out.size());
  for (const Part& part : root_.parts(step)) movers_[at].insert(part.process);
}

void Generator::hand_on_movers(Successors& out) {
  for (const ProcessSet& movers : movers_) {
    out.add_moved(movers);
    out.cycle_facts.waiting |= movers;
  }
  movers_.clear();
}

void Generator::combine(StateView state, Successors& out) {
  std::memcpy(padded_.data(), state.data(), state.size());
  root_.run(padded_.data());
  forget_steps();
  if (model_.linear.random) combine_random(state, out);
  for (const Combined& result : root_.results()) {
    if (model_.linear.random) break;
    evaluator_.heed_stop();
    if (!time_of(state, result)) continue;
    set_target(state, result);
    for (const Part& part : root_.parts(result)) coverage_[part.place] = 1;
    const Label& label = label_of(result.multi);
    const StepLabel timed = model_.clock ? label_of(result) : label.label;
    const std::size_t before = out.size();
    if (!root_.may_repeat() || is_new(timed, target_)) out.add(target_, timed, label.finding, true, actor_of(result));
    if (with_movers_) note_movers(result, timed, before, out);
  }
  if (with_movers_) hand_on_movers(out);
  if (!out.empty()) return;
  if (root_.done()) {
    std::memcpy(target_.data(), state.data(), state.size());
    for (std::size_t p = 0; p < model_.processes.size(); ++p) {
      const Process& process = model_.processes[p];
      if (model_.has_steps(p)) {
        locals_.coder().encode(process.type, model_.linear.ended, {}, target_.data() + process.offset);
      }
    }
    out.add(target_, StepLabel{shared_.labels.number_of("Terminate")});
    if (with_movers_) {
      ProcessSet all;
      for (std::uint32_t p = 0; p < model_.processes.size(); ++p) {
        if (model_.has_steps(p)) all.insert(p);
      }
      movers_.assign(1, all);
      hand_on_movers(out);
    }
    return;
  }
  const Process& first = model_.processes.front();
  const bool ended = locals_.at(first.type, padded_.data() + first.offset).location == model_.linear.ended;
  if (!ended && options_.deadlock) out.add_finding({FindingKind::deadlock, 0});
}

void Generator::successors(StateView state, Successors& out) {
  out.clear();
  recycle();
  try {
    combine(state, out);
  } catch (const EvaluationError& error) {
    out.clear();
    report(error, out);
  } catch (const Stopped&) {
    out.cut_off();
  }
}

std::vector<std::uint8_t> Generator::lasting(StateView state) {
  std::vector<std::uint8_t> result;
  std::vector<Value> values;
  for (const Process& process : model_.processes) {
    const LocationId id = locals_.coder().decode(process.type, state.data() + process.offset, values);
    for (std::uint32_t i = 0; i < sizeof id.value; ++i)
      result.push_back(static_cast<std::uint8_t>(id.value >> (8 * i)));
    for (const Value value : values) serialise(value, result);
  }
  return result;
}

std::optional<std::vector<std::uint8_t>> Generator::recall(std::span<const std::uint8_t> bytes) {
  std::vector<std::uint8_t> state(model_.state_size);
  ValueReader reader(model_.program, evaluator_.store());
  std::span<const std::uint8_t> rest = bytes;
  std::vector<Value> values;
  for (const Process& process : model_.processes) {
    LocationId id;
    if (rest.size() < sizeof id.value) return std::nullopt;
    for (std::uint32_t i = 0; i < sizeof id.value; ++i) id.value |= std::uint32_t{rest[i]} << (8 * i);
    rest = rest.subspan(sizeof id.value);
    const ProcessType& type = model_.types[process.type];
    if (id.value >= type.number.size() || type.number[id.value] == UINT32_MAX) return std::nullopt;
    values.clear();
    for (const VarId variable : model_.locations[id.value].variables) {
      const auto value = reader.read(rest, model_.spec.variables[variable.value].sort);
      if (!value) return std::nullopt;
      values.push_back(*value);
    }
    try {
      locals_.coder().encode(process.type, id, values, state.data() + process.offset);
    } catch (const EvaluationError&) {
      return std::nullopt;  // a term without value where states are permuted, or where there is no room for one
    }
  }
  if (!rest.empty()) return std::nullopt;
  return state;
}

}  // namespace quotient::mcrl2
