#include "process/symmetry/rules/rule_proof.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "base/narrow.hpp"
#include "process/symmetry/detect/system_code.hpp"
#include "process/symmetry/rules/rule_check.hpp"
#include "symmetry/action/state_permutation.hpp"

namespace quotient {

namespace {

using Bytes = std::vector<std::uint8_t>;
using Action = RewriteRules::Action;

/// More states than this before all processes exist are not tried.
constexpr std::size_t most_states = 10'000;
/// Values that an action may change, one by one.
constexpr std::int32_t most_values = 1 << 16;

bool same_type(CellType a, CellType b) { return a.kind == b.kind && a.bits == b.bits; }

/// What an instance does to the states of one shape, beside what permutations do to them.
class Comparison {
 public:
  Comparison(const Symmetry& symmetry, const detect::Variables& variables, const Rewriter::Effect& effect,
             const Bytes& state)
      : symmetry_(symmetry), variables_(variables), effect_(effect), state_(state), target_(state.size()) {}

  /// Whether some permutation does the same.
  bool succeeds() {
    if (!find_targets() || !changes_are_known() || !follow_places() || !rest_stays()) return false;
    std::vector<Point> points, images;
    for (const auto& [from, to] : atoms_) {
      points.push_back(from);
      images.push_back(to);
    }
    const std::optional<Permutation> permutation = symmetry_.group.with_base(points).element_with_first_images(images);
    return permutation && agrees(*permutation);
  }

 private:
  bool is_in_state(const Place& place) const { return place.offset + place.type.size() <= state_.size(); }

  /// Where each byte goes. False where one is lost: then it is no permutation.
  bool find_targets() {
    std::iota(target_.begin(), target_.end(), 0U);
    for (const Rewriter::Block& move : effect_.moves) {
      for (std::uint32_t i = 0; i < move.size; ++i) target_[move.from + i] = move.to + i;
    }
    std::vector<bool> hit(state_.size(), false);
    for (const std::uint32_t t : target_) {
      if (hit[t]) return false;
      hit[t] = true;
    }
    return true;
  }

  std::int32_t changed(std::uint32_t offset, std::int32_t value) const {
    for (const Rewriter::Change& change : effect_.changes) {
      if (change.cell.offset == offset) value = change.of(value);
    }
    return value;
  }

  /// Cells are changed as they are known to the group, or are constants that stay the same.
  bool changes_are_known() {
    for (std::uint32_t p = 0; p < symmetry_.places.size(); ++p) {
      if (is_in_state(symmetry_.places[p])) by_offset_[symmetry_.places[p].offset] = p;
    }
    return std::all_of(effect_.changes.begin(), effect_.changes.end(), [this](const Rewriter::Change& change) {
      const Rewriter::Number& cell = change.cell;
      const auto known = by_offset_.find(cell.offset);
      if (known == by_offset_.end()) {
        const std::int32_t value = load_cell(state_.data() + cell.offset, cell.type.kind);
        return is_constant(cell.offset) && changed(cell.offset, value) == value;
      }
      const Place& place = symmetry_.places[known->second];
      return same_type(place.type, cell.type) && place.slot == cell.slot &&
             (cell.slot < 0 || place.queue == cell.queue) && moves_atoms_only(change, place);
    });
  }

  /// Values that are no atoms stay what they are.
  bool moves_atoms_only(const Rewriter::Change& change, const Place& place) const {
    const auto stays = [&](std::int32_t value) {
      if (changed(place.offset, value) == value) return true;
      return place.value_class != no_class && symmetry_.classes[place.value_class].find(value).has_value();
    };
    const Action& action = *change.action;
    if (action.kind == Action::Kind::rename) return stays(action.first) && stays(action.second);
    if (action.second > most_values) return false;
    for (std::int32_t value = 0; value < action.second; ++value) {
      if (!stays(value)) return false;
    }
    return true;
  }

  bool is_constant(std::uint32_t offset) const {
    const detect::Cell* cell = variables_.at(offset);
    return cell != nullptr && !variables_.all[cell->variable].written;
  }

  /// Notes where atoms must go for places to go where they do, with what they hold.
  bool follow_places() {
    images_.assign(symmetry_.places.size(), 0);
    covered_.assign(state_.size(), false);
    for (std::uint32_t p = 0; p < symmetry_.places.size(); ++p) {
      const Place& from = symmetry_.places[p];
      if (!is_in_state(from)) continue;
      const auto found = by_offset_.find(target_[from.offset]);
      if (found == by_offset_.end()) return false;
      images_[p] = found->second;
      const Place& to = symmetry_.places[found->second];
      for (std::uint32_t i = 0; i < from.type.size(); ++i) {
        covered_[from.offset + i] = true;
        if (target_[from.offset + i] != to.offset + i) return false;
      }
      if (from.pattern != to.pattern || !same_type(from.type, to.type) || from.slot != to.slot ||
          from.atoms.size() != to.atoms.size() || (from.slot >= 0 && target_[from.queue] != to.queue)) {
        return false;
      }
      for (std::size_t k = 0; k < from.atoms.size(); ++k) {
        if (!note(from.atoms[k], to.atoms[k])) return false;
      }
      if (!follow_values(from, to)) return false;
    }
    return true;
  }

  bool follow_values(const Place& from, const Place& to) {
    if (from.value_class == no_class || to.value_class == no_class) return from.value_class == to.value_class;
    for (const auto& [value, atom] : symmetry_.classes[from.value_class].atoms) {
      const std::optional<Point> image = symmetry_.classes[to.value_class].find(changed(from.offset, value));
      if (!image || !note(atom, *image)) return false;
    }
    return true;
  }

  bool note(Point from, Point to) { return atoms_.try_emplace(from, to).first->second == to; }

  /// What permutations leave alone is not moved, or is a constant that is the same elsewhere.
  bool rest_stays() const {
    for (const Rewriter::Block& move : effect_.moves) {
      for (std::uint32_t x = move.from; x < move.from + move.size; ++x) {
        if (covered_[x] || target_[x] == x) continue;
        if (!lies_in_constant(x) || !lies_in_constant(target_[x]) || state_[x] != state_[target_[x]]) return false;
      }
    }
    return true;
  }

  bool lies_in_constant(std::uint32_t offset) const {
    constexpr std::uint32_t widest_cell = 4;
    for (std::uint32_t back = 0; back < widest_cell && back <= offset; ++back) {
      const detect::Cell* cell = variables_.at(offset - back);
      if (cell == nullptr) continue;
      return back < variables_.all[cell->variable].type.size() && is_constant(offset - back);
    }
    return false;
  }

  /// Once more, from the permutation itself.
  bool agrees(const Permutation& permutation) const {
    const std::vector<std::uint32_t> places = symmetry_.place_images(permutation);
    for (std::uint32_t p = 0; p < places.size(); ++p) {
      const Place& place = symmetry_.places[p];
      if (!is_in_state(place)) continue;
      if (places[p] != images_[p]) return false;
      if (place.value_class == no_class) continue;
      for (const auto& [value, atom] : symmetry_.classes[place.value_class].atoms) {
        if (symmetry_.atoms[permutation[atom]].number != changed(place.offset, value)) return false;
      }
    }
    return true;
  }

  const Symmetry& symmetry_;
  const detect::Variables& variables_;
  const Rewriter::Effect& effect_;
  const Bytes& state_;
  std::vector<std::uint32_t> target_;  // of each byte
  std::map<std::uint32_t, std::uint32_t> by_offset_;
  std::vector<std::uint32_t> images_;  // of places
  std::vector<bool> covered_;          // bytes of places
  std::map<Point, Point> atoms_;       // where they must go
};

/// Whether instances are right wherever not all processes exist yet, by steps and by rules.
bool beginning_is_right(const System& system, const RuleCheckedSystem& checked, const Symmetry& found) {
  const auto own = system.generator(), all = checked.generator();
  std::set<Bytes> met;
  std::vector<Bytes> waiting;
  Successors steps;
  const auto enter = [&] {
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (!steps[i].completed || is_permuted(found, steps[i].state)) continue;
      Bytes state(steps[i].state.begin(), steps[i].state.end());
      if (met.insert(state).second) waiting.push_back(std::move(state));
    }
  };
  own->initial(steps);
  enter();
  while (!waiting.empty()) {
    if (met.size() > most_states) return false;
    const Bytes state = std::move(waiting.back());
    waiting.pop_back();
    all->successors(state, steps);
    if (!steps.findings().empty()) return false;
    enter();
  }
  return true;
}

}  // namespace

std::vector<bool> instances_in_group(const System& system, const Program& program, const RewriteRules& rules,
                                     const Symmetry& found, bool with_labels) {
  Rewriter rewriter(program, rules);
  std::vector<bool> proved(rewriter.count(), false);
  Obstacle obstacle;
  const std::optional<Instance> instance = set_up(program, obstacle);
  if (!instance || found.group.is_trivial() || found.action != nullptr) return proved;
  const auto code = detect::read_system(program, *instance, {});
  if (code == nullptr) return proved;
  for (const Rewriter::Chooser& chooser : rewriter.choosers()) {
    for (std::size_t pid = 0; pid < instance->types.size(); ++pid) {
      if (instance->types[pid] != chooser.type) continue;
      const detect::Cell* cell = code->variables->at(instance->processes[pid] + chooser.cell.offset);
      if (cell == nullptr || code->variables->all[cell->variable].written) return proved;
    }
  }
  if (!beginning_is_right(system, RuleCheckedSystem(system, program, rules, with_labels), found)) return proved;
  // Processes end from the youngest on: what is left is the beginning of the state.
  std::vector<Bytes> states{instance->base()};
  for (std::size_t count = instance->types.size(); count-- > std::max<std::size_t>(instance->lasting, 1);) {
    states.push_back(instance->base());
    states.back().resize(instance->processes[count]);
    write_number(states.back().data(), program.head_size(), narrow<std::uint32_t>(count));
  }
  for (std::size_t g = 0; g < proved.size(); ++g) {
    proved[g] = std::all_of(states.begin(), states.end(), [&](const Bytes& state) {
      const Rewriter::Effect& effect = rewriter.effect(g, state);
      return !effect.applies || Comparison(found, *code->variables, effect, state).succeeds();
    });
  }
  return proved;
}

}  // namespace quotient
