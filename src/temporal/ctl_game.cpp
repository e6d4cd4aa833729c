#include "temporal/ctl_game.hpp"

#include <algorithm>
#include <utility>

namespace quotient::temporal {

namespace {

class CtlGenerator final : public ProductGenerator {
 public:
  explicit CtlGenerator(const CtlGame& game) : ProductGenerator(game), game_(game), formula_(game.formula()) {}

  void initial(Successors& out) override {
    out.clear();
    if (game_.has_root()) {
      out.add(marked({}, root_mark), no_step);
    } else {
      begin(out);
    }
  }

  void successors(StateView state, Successors& out) override {
    out.clear();
    const std::uint32_t mark = mark_of(state);
    if (mark == root_mark) return begin(out);
    own_ = model_state(state);
    if (!expand(own_, out)) return;
    if (mark == not_running) return enter(out);
    const Part& part = formula_.parts[mark];
    holding_ = reader_->of_state(own_, steps_) | (steps_.empty() ? game_.dead() : 0);
    decided_ = false;
    if (part.boolean) {
      judge(formula_.holds(mark, holding_), part.universal, out);
    } else {
      gather(mark, part.universal, out);
      if (decided_) decide(part.universal, out);
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (!steps_[i].completed) add_broken(steps_[i], out);
    }
    hand_on_problems(out);
  }

 private:
  void begin(Successors& out) {
    model_->initial(steps_);
    if (steps_.is_cut_off()) return out.cut_off(steps_.cut_off_reason());
    for (const Finding& finding : steps_.findings()) out.add_finding(finding);
    enter(out);
  }
  void enter(Successors& out) {
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const Successor step = steps_[i];
      if (!step.completed) {
        add_broken(step, out);
        continue;
      }
      const std::uint32_t mark = reader_->is_running(step.state) ? formula_.root : not_running;
      out.add(marked(step.state, mark), step.label, step.finding, true, step.actor);
    }
  }

  /// Adds the moves of a player. What decides at once against the one whose aim is to find a good move elsewhere adds
  /// none; what decides for the other, sets decided_.
  void gather(PartId id, bool universal, Successors& out) {
    const Part& part = formula_.parts[id];
    if (decided_) return;
    if (part.boolean) {
      decided_ = formula_.holds(id, holding_) != universal;
      return;
    }
    if (part.kind == Part::Kind::all_next || part.kind == Part::Kind::some_next) {
      if (part.universal != universal) return move_here(id, out);
      for (std::size_t i = 0; i < steps_.size(); ++i) {
        const Successor step = steps_[i];
        if (!step.completed) continue;
        if (part.proposition != no_atom && ((reader_->of_step(step) >> part.proposition) & 1U) == 0) continue;
        out.add(marked(step.state, part.operands[0]), step.label, step.finding, true, step.actor);
      }
      return;
    }
    const bool is_both = part.kind == Part::Kind::both;
    std::vector<PartId> open;
    for (const PartId operand : part.operands) {
      if (!formula_.parts[operand].boolean) {
        open.push_back(operand);
      } else if (formula_.holds(operand, holding_) != is_both) {
        decided_ = !is_both != universal;  // the whole is that operand
        return;
      }
    }
    if (open.size() == 1) return gather(open.front(), universal, out);
    if (is_both != universal) return move_here(id, out);
    for (const PartId operand : open) gather(operand, universal, out);
  }
  void move_here(PartId id, Successors& out) { out.add(marked(own_, id), no_step); }

  /// A position that the state alone decides.
  void judge(bool holds, bool universal, Successors& out) {
    const ParityGame::Fragment fragment = game_.fragment();
    if (fragment == ParityGame::Fragment::game) {
      if (holds != universal) move_here(universal ? BranchingFormula::falsum : BranchingFormula::verum, out);
    } else if (holds == (fragment == ParityGame::Fragment::some_move)) {
      out.add_finding(game_.finding());
    }
  }
  /// The move of a player who need not look further: to a position in which the other one cannot move.
  void decide(bool universal, Successors& out) {
    out.keep([](const Successor&) { return false; });
    const ParityGame::Fragment fragment = game_.fragment();
    if (fragment != ParityGame::Fragment::game) return out.add_finding(game_.finding());
    move_here(universal ? BranchingFormula::falsum : BranchingFormula::verum, out);
  }

  const CtlGame& game_;
  const BranchingFormula& formula_;
  StateView own_;
  std::uint64_t holding_ = 0;
  bool decided_ = false;
};

/// Whether all positions are of one player, and what is repeated of one kind.
bool is_only(const BranchingFormula& formula, bool universal) {
  std::vector<PartId> todo{formula.root};
  std::vector<bool> seen(formula.parts.size());
  while (!todo.empty()) {
    const PartId id = todo.back();
    todo.pop_back();
    if (seen[id]) continue;
    seen[id] = true;
    const Part& part = formula.parts[id];
    if (part.boolean) continue;
    if (part.universal != universal || part.priority == (universal ? 1U : 2U)) return false;
    todo.insert(todo.end(), part.operands.begin(), part.operands.end());
  }
  return true;
}

}  // namespace

CtlGame::CtlGame(Checked checked, BranchingFormula formula, std::uint32_t dead)
    : Product(std::move(checked)), formula_(std::move(formula)), dead_(std::uint64_t{1} << dead) {
  Successors start;
  model().generator()->initial(start);
  has_root_ = start.is_cut_off() || start.size() != 1 || !start[0].completed;
  const bool runs = !has_root_ && atoms().reader()->is_running(start[0].state);
  // A root that is boolean is decided by the player who affirms: its part is nobody's.
  if (is_only(formula_, true) && !formula_.parts[formula_.root].boolean) {
    fragment_ = Fragment::all_moves;
  } else if (runs && is_only(formula_, false) && !formula_.parts[formula_.root].boolean) {
    fragment_ = Fragment::some_move;
  }
}

std::unique_ptr<StepGenerator> CtlGame::generator() const { return std::make_unique<CtlGenerator>(*this); }

ParityGame::Position CtlGame::position(StateView state) const {
  const std::uint32_t mark = mark_of(state);
  if (mark >= formula_.parts.size()) return {true, 0};
  const Part& part = formula_.parts[mark];
  return {part.universal, part.priority};
}

}  // namespace quotient::temporal
