#include "mcrl2/partial_order/network_independence.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/stop_signal.hpp"
#include "mcrl2/partial_order/joining.hpp"
#include "mcrl2/partial_order/known_actions.hpp"
#include "mcrl2/steps/local_states.hpp"

namespace quotient::mcrl2 {

namespace {

/// Of all components, and of different names: every two of them are compared.
constexpr std::size_t most_summands = 20'000, most_shapes = 500;

class NetworkIndependence final : public Independence {
 public:
  NetworkIndependence(const Model& model, SharedTables& shared, const Options& options)
      : model_(model),
        shared_(shared),
        options_(options),
        evaluator_(model.program, {options.rewrite_steps, options.enumerated}),
        actions_(known_actions(model, evaluator_)),
        joining_(model.network, model.spec.action_names.size()) {
    for (std::uint32_t p = 0; p < actions_.size(); ++p) {
      first_place_.push_back(static_cast<std::uint32_t>(component_.size()));
      component_.resize(component_.size() + actions_[p].size(), p);
      for (const auto& summands : actions_[p]) {
        std::vector<std::uint32_t>& shapes = shapes_.emplace_back();
        for (const auto& actions : summands) shapes.push_back(joining_.shape_of(p, actions));
      }
    }
    if (!has_too_many_shapes()) joining_.compare_shapes();
  }

  std::size_t actor_count() const override { return actions_.size(); }
  std::size_t place_count() const override { return component_.size(); }
  std::unique_ptr<Locator> locator() const override;
  std::vector<std::uint64_t> interfering(Position at) const override;
  std::unique_ptr<StepGenerator> with_actors(std::unique_ptr<StepGenerator> own) const override { return own; }
  bool lists_equal_steps_once() const override { return true; }
  bool errors_hide_steps() const override { return true; }

  bool has_too_many_shapes() const { return joining_.shape_count() > most_shapes; }
  /// Whether some sum finds its values in what others offer now. Whether that fails is seen in the state of all of
  /// them, so none may go before another.
  bool has_sums_that_depend_on_others() const;

 private:
  class StateLocator;

  const std::vector<CompiledSummand>& summands(std::uint32_t p, std::uint32_t location) const {
    return model_.locations[model_.types[model_.processes[p].type].locations[location].value].summands;
  }
  /// A summand at a place.
  struct At {
    std::uint32_t place;
    std::size_t summand;
  };
  bool may_join(At one, At other) const;
  std::span<const KnownAction> actions_of(At at) const {
    const std::uint32_t p = component_[at.place];
    return actions_[p][at.place - first_place_[p]][at.summand];
  }

  const Model& model_;
  SharedTables& shared_;
  const Options& options_;
  Evaluator evaluator_;  // its values are those of the known actions
  const KnownActions actions_;
  Joining joining_;
  std::vector<std::uint32_t> first_place_;          // by component
  std::vector<std::uint32_t> component_;            // by place
  std::vector<std::vector<std::uint32_t>> shapes_;  // by place and summand
};

/// Which summands of a location are meant; those from the last bit on share it.
bool is_open(std::uint64_t open, std::size_t summand) { return (open >> std::min<std::size_t>(summand, 63) & 1) != 0; }

/// Looks at each component for itself, and remembers what it can do.
class NetworkIndependence::StateLocator final : public Locator {
 public:
  explicit StateLocator(const NetworkIndependence& of)
      : of_(of),
        model_(of.model_),
        evaluator_(model_.program, {of.options_.rewrite_steps, of.options_.enumerated}),
        table_(model_.spec, model_.network, evaluator_),
        locals_(model_, of.shared_, evaluator_, table_) {}

  bool locate(StateView state, std::span<Position> out) override {
    if (evaluator_.recycle(of_.options_.memory) || locals_.memory() > of_.options_.memory) {
      table_.clear();
      locals_.clear();
      known_.clear();
    }
    padded_.resize(state.size() + 8);
    std::memcpy(padded_.data(), state.data(), state.size());
    try {
      for (std::uint32_t p = 0; p < out.size(); ++p) out[p] = position(p);
    } catch (const EvaluationError&) {
      return false;
    } catch (const Stopped&) {
      return false;  // the search will ask for itself
    }
    return true;
  }

 private:
  Position position(std::uint32_t p) {
    const Process& process = model_.processes[p];
    const LocalState& local = locals_.at(process.type, padded_.data() + process.offset);
    Position at;
    const std::uint32_t number = model_.types[process.type].number[local.location.value];
    at.place = of_.first_place_[p] + number;
    if (local.number >= known_.size()) known_.resize(local.number + 64);
    std::optional<std::uint64_t>& known = known_[local.number];
    if (!known) known = open_in(local);
    at.open = *known;
    return at;
  }

  /// The summands that can do something, as far as the component knows. Those that take what others offer always can.
  std::uint64_t open_in(const LocalState& local) const {
    const std::vector<CompiledSummand>& summands = model_.locations[local.location.value].summands;
    std::uint64_t open = 0;
    const auto set = [&open](std::size_t s) { open |= std::uint64_t{1} << std::min<std::size_t>(s, 63); };
    for (std::size_t s = 0; s < summands.size(); ++s) {
      const auto is_its = [&](const Move& move) { return move.place == summands[s].place; };
      const bool takes = !summands[s].closings.empty() || !summands[s].part_closings.empty() ||
                         !summands[s].term_closings.empty() || !summands[s].solver.bounded;
      if (takes || std::any_of(local.moves.begin(), local.moves.end(), is_its)) set(s);
    }
    return open;
  }

  const NetworkIndependence& of_;
  const Model& model_;
  Evaluator evaluator_;
  ActionTable table_;
  LocalStates locals_;
  std::vector<std::uint8_t> padded_;                 // the state, with room to read whole words
  std::vector<std::optional<std::uint64_t>> known_;  // by local state
};

std::unique_ptr<Independence::Locator> NetworkIndependence::locator() const {
  return std::make_unique<StateLocator>(*this);
}

bool NetworkIndependence::may_join(At one, At other) const {
  return joining_.may_join(shapes_[one.place][one.summand], actions_of(one), shapes_[other.place][other.summand],
                           actions_of(other));
}

std::vector<std::uint64_t> NetworkIndependence::interfering(Position at) const {
  std::vector<std::uint64_t> bits((component_.size() + 63) / 64, 0);
  std::vector<At> now;
  for (std::size_t s = 0; s < shapes_[at.place].size(); ++s) {
    if (is_open(at.open, s)) now.push_back({at.place, s});
  }
  for (std::uint32_t q = 0; q < actions_.size(); ++q) {
    if (q == component_[at.place]) continue;
    const ProcessType& type = model_.types[model_.processes[q].type];
    std::vector<std::vector<std::uint32_t>> sources(type.locations.size());
    std::vector<bool> seen(type.locations.size(), false);
    std::vector<std::uint32_t> waiting;
    for (std::uint32_t l = 0; l < type.locations.size(); ++l) {
      const std::uint32_t place = first_place_[q] + l;
      bool joins = false;
      for (std::size_t s = 0; s < shapes_[place].size(); ++s) {
        sources[type.number[summands(q, l)[s].next.value]].push_back(l);
        joins = joins || std::any_of(now.begin(), now.end(), [&](At mine) { return may_join(mine, {place, s}); });
      }
      if (!joins) continue;
      seen[l] = true;
      waiting.push_back(l);
    }
    // From all locations that lead to one of these.
    while (!waiting.empty()) {
      const std::uint32_t location = waiting.back();
      waiting.pop_back();
      const std::uint32_t place = first_place_[q] + location;
      bits[place / 64] |= std::uint64_t{1} << (place % 64);
      for (const std::uint32_t source : sources[location]) {
        if (seen[source]) continue;
        seen[source] = true;
        waiting.push_back(source);
      }
    }
  }
  return bits;
}

bool NetworkIndependence::has_sums_that_depend_on_others() const {
  std::vector<At> found;
  for (std::uint32_t place = 0; place < shapes_.size(); ++place) {
    const std::uint32_t p = component_[place];
    for (std::size_t s = 0; s < shapes_[place].size(); ++s) {
      const CompiledSummand& summand = summands(p, place - first_place_[p])[s];
      if (summand.solver.bounded) continue;
      // One action that gets all its values from whoever it has to communicate with is all right: without a partner
      // nothing happens, and nothing is wrong.
      if (summand.actions.size() != 1 || summand.closings.empty()) return true;
      if (!joining_.must_communicate(p, actions_of({place, s}).front().name)) return true;
      found.push_back({place, s});
    }
  }
  return std::any_of(found.begin(), found.end(), [&](At one) {
    return std::any_of(found.begin(), found.end(), [&](At other) {
      return component_[one.place] != component_[other.place] && may_join(one, other);
    });
  });
}

}  // namespace

std::unique_ptr<Independence> find_independence(const Model& model, SharedTables& shared, const Options& options) {
  if (model.network.leaves.size() < 2 || model.clock || model.formula != nullptr || model.linear.random) return nullptr;
  std::size_t summands = 0;
  for (std::size_t p = 0; p < model.network.leaves.size(); ++p) {
    for (const LocationId location : model.types[model.processes[p].type].locations)
      summands += model.locations[location.value].summands.size();
  }
  if (summands > most_summands) return nullptr;
  auto independence = std::make_unique<NetworkIndependence>(model, shared, options);
  if (independence->has_too_many_shapes() || independence->has_sums_that_depend_on_others()) return nullptr;
  return independence;
}

}  // namespace quotient::mcrl2
