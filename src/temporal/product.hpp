#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/symmetry_source.hpp"
#include "model/system.hpp"
#include "temporal/propositions.hpp"

namespace quotient::temporal {

/// A model that a formula is checked on.
struct Checked {
  std::shared_ptr<const System> model;
  std::shared_ptr<const Propositions> propositions;
  FindingText violated;  // how a violation is reported, and where the formula stands
};

/// A state of a product is one of the model with a number behind it, of a state of an automaton or of a part of a
/// formula. There may be one that stands before all of them, the root, which has the number alone.
inline constexpr std::size_t mark_bytes = 2;
inline constexpr std::uint32_t not_running = 0xffff;  // the model is being set up
inline constexpr std::uint32_t most_marks = 0xfff0;

inline std::uint32_t mark_of(StateView state) {
  return state[state.size() - 2] | (std::uint32_t{state[state.size() - 1]} << 8U);
}
inline StateView model_state(StateView state) {
  return state.size() < mark_bytes ? StateView{} : state.first(state.size() - mark_bytes);
}
inline bool is_root(StateView state) { return state.size() == mark_bytes; }

/// What products of a model with something that watches it have in common: states, words, lasting bytes.
class Product : public SystemDecorator, public NarratorDecorator {
 public:
  explicit Product(Checked checked);

  const Narrator& narrator() const final { return *this; }
  std::vector<std::uint8_t> lasting(StateView state) const final;
  std::optional<std::vector<std::uint8_t>> recall(std::span<const std::uint8_t> bytes) const final;
  std::unique_ptr<Independence> independence() const final { return nullptr; }

  const System& model() const { return *checked_.model; }
  const Propositions& atoms() const { return *checked_.propositions; }

 protected:
  /// What a person is told of a step that the model does not take.
  virtual std::string_view without_step() const = 0;
  /// Whether a mark can stand behind a state; or, alone, be the root.
  virtual bool is_mark(std::uint32_t mark, bool alone) const = 0;

 private:
  std::vector<TraceEvent> explain(StateView from, StateView to, Finding finding) const final;
  std::vector<TraceEvent> explain_parallel(StateView from, StateView to, std::size_t which) const final;
  std::vector<TraceEvent> explain_initial(StateView to) const final;
  std::string beginning(StateView from, StateView to) const final;
  std::vector<CellValue> describe(StateView state) const final;
  FindingText describe(Finding finding) const final;
  std::vector<TraceEvent> standing(StateView state) const final;
  std::vector<Proposition> propositions(StateView state, StateView next) const final;
  std::string label(StepLabel label) const final;
  std::vector<UnreachedPart> unreached(std::span<const std::uint8_t>) const final { return {}; }

  /// The label of the step that this product takes; nothing where it takes none.
  std::optional<StepLabel> label_of(StateView from, StateView to, Finding finding) const;

  Checked checked_;
};

/// A step that no part of the model takes: a formula looks elsewhere, or a run that has ended goes on in its last
/// state.
inline constexpr StepLabel no_step{0xffff'ffff};

/// What generators of products have in common. `successors` and `initial` are for the derived class.
class ProductGenerator : public StepGenerator {
 public:
  explicit ProductGenerator(const Product& product) : ProductGenerator(product, product.model().generator()) {}
  /// `model`: a generator of the steps of the product's model.
  ProductGenerator(const Product& product, std::unique_ptr<StepGenerator> model)
      : model_(std::move(model)), reader_(product.atoms().reader()) {}
  void successors_of(StateView state, std::span<const Actor> actors, Successors& out) final {
    successors(state, out);
    out.keep_steps_of(actors);
  }
  StateView lasting_digest(StateView state) final;
  std::span<const std::uint8_t> coverage() const final { return {}; }
  void heed(const StopSignal& signal) final { model_->heed(signal); }

 protected:
  /// The state with this mark behind it; valid until the next call.
  StateView marked(StateView state, std::uint32_t mark);
  /// Computes the steps of the model, hands on what is wrong with the state. False where they are not known.
  bool expand(StateView state, Successors& out);
  /// Steps of the model that ended in an error have no state behind them.
  static void add_broken(const Successor& step, Successors& out) {
    out.add({}, step.label, step.finding, false, step.actor);
  }
  void hand_on_problems(Successors& out);

  std::unique_ptr<StepGenerator> model_;
  std::unique_ptr<PropositionReader> reader_;
  Successors steps_;

 private:
  std::vector<std::uint8_t> bytes_, digest_;
};

/// The symmetry of a model as one of a product with it: that which leaves some atoms where they are.
class ProductSymmetry final : public SymmetrySource {
 public:
  /// `fixed`: names of atoms that stay. `of` must outlive this, and what it refers to.
  ProductSymmetry(std::shared_ptr<const SymmetrySource> of, std::set<std::string> fixed)
      : of_(std::move(of)), fixed_(std::move(fixed)) {}
  DetectedSymmetry find(const DetectOptions& options) const override;
  bool labels_name_atoms() const override { return of_->labels_name_atoms(); }

 private:
  std::shared_ptr<const SymmetrySource> of_;
  std::set<std::string> fixed_;
};

}  // namespace quotient::temporal
