#include "temporal/product.hpp"

#include <algorithm>
#include <cstring>
#include <map>
#include <utility>

#include "base/mix.hpp"
#include "symmetry/action/narrow.hpp"

namespace quotient::temporal {

Product::Product(Checked checked)
    : SystemDecorator(*checked.model), NarratorDecorator(checked.model->narrator()), checked_(std::move(checked)) {}

std::vector<std::uint8_t> Product::lasting(StateView state) const {
  std::vector<std::uint8_t> bytes;
  if (!is_root(state)) bytes = model().lasting(model_state(state));
  bytes.insert(bytes.end(), state.end() - mark_bytes, state.end());
  return bytes;
}

std::optional<std::vector<std::uint8_t>> Product::recall(std::span<const std::uint8_t> bytes) const {
  if (bytes.size() < mark_bytes || !is_mark(mark_of(bytes), is_root(bytes))) return std::nullopt;
  if (is_root(bytes)) return std::vector<std::uint8_t>(bytes.begin(), bytes.end());
  std::optional<std::vector<std::uint8_t>> state = model().recall(model_state(bytes));
  if (state) state->insert(state->end(), bytes.end() - mark_bytes, bytes.end());
  return state;
}

/// Of several steps of the model between the same two states, the one that this product takes: some of its steps may
/// lead to another mark.
std::optional<StepLabel> Product::label_of(StateView from, StateView to, Finding finding) const {
  const std::unique_ptr<StepGenerator> steps = generator();
  Successors found;
  steps->successors(from, found);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool suits = finding ? found[i].finding == finding : found[i].completed;
    if (suits && std::ranges::equal(found[i].state, to)) return found[i].label;
  }
  return std::nullopt;
}

std::vector<TraceEvent> Product::explain(StateView from, StateView to, Finding finding) const {
  if (is_root(from)) return explain_initial(to);
  const std::optional<StepLabel> label = label_of(from, to, finding);
  if (!label) return {};
  if (*label == no_step) {
    TraceEvent event;
    event.statement = without_step();
    return {event};
  }
  if (finding) return NarratorDecorator::explain(model_state(from), model_state(to), finding);
  // Among the steps of the model to this state, which one has the label?
  const std::unique_ptr<StepGenerator> of_model = model().generator();
  Successors own;
  of_model->successors(model_state(from), own);
  std::size_t which = 0;
  for (std::size_t k = 0; k < own.size(); ++k) {
    if (!own[k].completed || !std::ranges::equal(own[k].state, model_state(to))) continue;
    if (own[k].label == *label) break;
    ++which;
  }
  return NarratorDecorator::explain_parallel(model_state(from), model_state(to), which);
}

std::vector<Proposition> Product::propositions(StateView state, StateView next) const {
  const std::unique_ptr<PropositionReader> reader = atoms().reader();
  // Nothing is true or false yet where a formula has not begun to look.
  if (is_root(state) || !reader->is_running(model_state(state))) return {};
  const std::unique_ptr<StepGenerator> generator = model().generator();
  Successors steps;
  generator->successors(model_state(state), steps);
  std::uint64_t holding = reader->of_state(model_state(state), steps);
  const std::optional<StepLabel> label = next.empty() ? std::nullopt : label_of(state, next, {});
  for (std::size_t i = 0; label && i < steps.size(); ++i) {
    const Successor step = steps[i];
    if (!step.completed || step.label != *label || !std::ranges::equal(step.state, model_state(next))) continue;
    holding |= reader->of_step(step);
    break;
  }
  std::vector<Proposition> made;
  const std::vector<std::string> texts = atoms().texts();
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (!texts[i].empty()) made.push_back({texts[i], ((holding >> i) & 1U) != 0});
  }
  return made;
}

std::vector<TraceEvent> Product::explain_parallel(StateView from, StateView to, std::size_t) const {
  return explain(from, to, {});
}

std::vector<TraceEvent> Product::explain_initial(StateView to) const {
  return is_root(to) ? std::vector<TraceEvent>{} : NarratorDecorator::explain_initial(model_state(to));
}

std::string Product::beginning(StateView from, StateView to) const {
  if (!from.empty() && is_root(from)) from = {};
  if (!to.empty() && is_root(to)) return {};
  return NarratorDecorator::beginning(model_state(from), model_state(to));
}

std::vector<CellValue> Product::describe(StateView state) const {
  return is_root(state) ? std::vector<CellValue>{} : NarratorDecorator::describe(model_state(state));
}

FindingText Product::describe(Finding finding) const {
  return finding.kind == FindingKind::ltl ? checked_.violated : NarratorDecorator::describe(finding);
}

std::vector<TraceEvent> Product::standing(StateView state) const {
  return is_root(state) ? std::vector<TraceEvent>{} : NarratorDecorator::standing(model_state(state));
}

std::string Product::label(StepLabel label) const {
  return label == no_step ? std::string("(no step)") : NarratorDecorator::label(label);
}

StateView ProductGenerator::lasting_digest(StateView state) {
  if (is_root(state)) return state;
  const StateView own = model_->lasting_digest(model_state(state));
  digest_.assign(own.begin(), own.end());
  digest_.insert(digest_.end(), state.end() - mark_bytes, state.end());
  return digest_;
}

StateView ProductGenerator::marked(StateView state, std::uint32_t mark) {
  bytes_.assign(state.begin(), state.end());
  bytes_.push_back(static_cast<std::uint8_t>(mark));
  bytes_.push_back(static_cast<std::uint8_t>(mark >> 8U));
  return bytes_;
}

bool ProductGenerator::expand(StateView state, Successors& out) {
  model_->successors(state, steps_);
  if (steps_.is_cut_off()) {
    out.cut_off(steps_.cut_off_reason());
    return false;
  }
  for (const Finding& finding : steps_.findings()) out.add_finding(finding);
  return true;
}

void ProductGenerator::hand_on_problems(Successors& out) {
  for (const Finding& finding : reader_->problems()) out.add_finding(finding);
}

namespace {

/// Acts on the state of the model in a state of a product. Atoms of the model that stay where they are no atoms here.
class ProductActor final : public StateActor {
 public:
  ProductActor(std::unique_ptr<StateActor> of, const std::vector<Point>& kept, const std::vector<std::int64_t>& number)
      : of_(std::move(of)), kept_(kept), number_(number) {}

  void scan(StateView state, AtomTuples& out) override {
    out.clear();
    if (!is_root(state)) of_->scan(model_state(state), all_);
    if (is_root(state)) all_.clear();
    for (const AtomTuples::Tuple& tuple : all_.tuples) {
      AtomTuples::Tuple made{tuple.salt, static_cast<std::uint32_t>(out.atoms.size()), 0};
      for (std::uint32_t i = 0; i < tuple.count; ++i) {
        const Point atom = all_.atoms[tuple.first + i];
        if (number_[atom] >= 0) {
          out.atoms.push_back(static_cast<Point>(number_[atom]));
          ++made.count;
        } else {
          made.salt = mix(made.salt + mix(0x5eedULL + i) + atom);
        }
      }
      out.tuples.push_back(made);
    }
    out.tuples.push_back({mix(0x3a4dULL + mark_of(state)), static_cast<std::uint32_t>(out.atoms.size()), 0});
  }
  void permute(StateView state, const Permutation& permutation, std::uint8_t* out) override {
    if (!is_root(state)) of_->permute(model_state(state), whole(permutation), out);
    copy_mark(state, out);
  }
  void permute_often(StateView state, const Permutation& permutation, std::uint8_t* out) override {
    if (!is_root(state)) of_->permute_often(model_state(state), known(permutation), out);
    copy_mark(state, out);
  }
  /// All images of a state have its mark.
  int lessen(StateView state, const Permutation& permutation, std::span<std::uint8_t> least) override {
    if (is_root(state)) return 0;
    return of_->lessen(model_state(state), known(permutation), least.first(least.size() - mark_bytes));
  }

 private:
  static void copy_mark(StateView state, std::uint8_t* out) {
    std::memcpy(out + state.size() - mark_bytes, state.data() + state.size() - mark_bytes, mark_bytes);
  }
  /// A permutation of the atoms that move as one of all atoms.
  Permutation whole(const Permutation& permutation) const {
    std::vector<Point> images(number_.size());
    for (Point a = 0; a < images.size(); ++a) {
      images[a] = number_[a] < 0 ? a : kept_[permutation[static_cast<Point>(number_[a])]];
    }
    return Permutation(std::move(images));
  }
  const Permutation& known(const Permutation& permutation) {
    const auto found = known_.find(&permutation);
    if (found != known_.end()) return found->second;
    return known_.emplace(&permutation, whole(permutation)).first->second;
  }

  std::unique_ptr<StateActor> of_;
  const std::vector<Point>& kept_;
  const std::vector<std::int64_t>& number_;
  AtomTuples all_;
  std::map<const Permutation*, Permutation> known_;
};

class ProductAction final : public StateAction {
 public:
  ProductAction(std::shared_ptr<const StateAction> of, std::vector<Point> kept, std::size_t atoms)
      : of_(std::move(of)), kept_(std::move(kept)), number_(atoms, -1) {
    for (std::size_t i = 0; i < kept_.size(); ++i) number_[kept_[i]] = static_cast<std::int64_t>(i);
  }
  std::unique_ptr<StateActor> actor() const override {
    return std::make_unique<ProductActor>(of_->actor(), kept_, number_);
  }
  bool relates_atoms() const override { return of_->relates_atoms(); }

 private:
  std::shared_ptr<const StateAction> of_;
  std::vector<Point> kept_;           // the atoms that move, by their numbers in the model
  std::vector<std::int64_t> number_;  // of an atom of the model; -1: it stays
};

}  // namespace

DetectedSymmetry ProductSymmetry::find(const DetectOptions& options) const {
  DetectedSymmetry found = of_->find(options);
  Symmetry& symmetry = found.symmetry;
  const std::size_t atoms = symmetry.atoms.size();
  std::vector<Point> fixed;
  for (Point a = 0; a < atoms; ++a) {
    if (fixed_.contains(symmetry.atoms[a].name)) fixed.push_back(a);
  }
  std::vector<Point> kept(atoms);
  for (Point a = 0; a < atoms; ++a) kept[a] = a;
  if (!fixed.empty()) {
    found.order_without_claim = symmetry.group.order().to_string();
    const Group left = symmetry.group.stabiliser(fixed);
    std::erase_if(kept, [&](Point a) {
      return std::ranges::none_of(left.generators(), [&](const Permutation& g) { return g[a] != a; });
    });
    narrow(symmetry, left.generators());
  }
  if (symmetry.action != nullptr) symmetry.action = std::make_shared<ProductAction>(symmetry.action, kept, atoms);
  return found;
}

}  // namespace quotient::temporal
