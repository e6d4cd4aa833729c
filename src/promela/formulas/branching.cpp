#include "promela/formulas/branching.hpp"

#include <algorithm>
#include <utility>

#include "process/interpreter.hpp"

namespace quotient::promela {

namespace {

class ProgramPropositionReader final : public temporal::PropositionReader {
 public:
  explicit ProgramPropositionReader(const Program& program) : program_(program), interpreter_(program) {
    at_.hidden.resize(program.hidden_size);
    moment_.pid = -1;
  }

  std::uint64_t of_state(StateView state, const Successors& steps) override {
    at_.bytes.assign(state.begin(), state.end());
    at_.shape = &interpreter_.shapes().of(at_.bytes.data());
    std::uint64_t holding = 0;
    for (std::size_t i = 0; i < program_.propositions.size(); ++i) {
      const bool holds = interpreter_.evaluate(program_.propositions[i].code, at_, moment_) != 0;
      if (holds) holding |= std::uint64_t{1} << i;
      if (interpreter_.is_undefined()) problems_.push_back({FindingKind::runtime, interpreter_.failure()});
    }
    if (steps.empty()) holding |= std::uint64_t{1} << program_.propositions.size();
    return holding;
  }
  std::uint64_t of_step(const Successor&) override { return 0; }
  std::vector<Finding> problems() override { return std::exchange(problems_, {}); }

 private:
  const Program& program_;
  Interpreter interpreter_;
  Configuration at_;
  Moment moment_;
  std::vector<Finding> problems_;
};

class ProgramPropositions final : public temporal::Propositions {
 public:
  ProgramPropositions(const Program& program, bool names_deadlock)
      : program_(program), names_deadlock_(names_deadlock) {}
  std::unique_ptr<temporal::PropositionReader> reader() const override {
    return std::make_unique<ProgramPropositionReader>(program_);
  }
  std::vector<std::string> texts() const override {
    std::vector<std::string> made;
    for (const ProgramProposition& each : program_.propositions) made.push_back(each.text);
    made.emplace_back(names_deadlock_ ? "deadlock" : "");
    return made;
  }

 private:
  const Program& program_;
  bool names_deadlock_;
};

}  // namespace

temporal::LoweredFormula lowered(BranchingSource source, const Program& program, std::shared_ptr<const System> model) {
  temporal::LoweredFormula made;
  made.text = std::move(source.text);
  made.tree = std::move(source.tree);
  made.proposition_count = source.deadlock + 1;
  const bool names_deadlock =
      std::ranges::any_of(made.tree.nodes, [&](const temporal::Node& node) { return node.atom == source.deadlock; });
  made.propositions = std::make_shared<ProgramPropositions>(program, names_deadlock);
  made.model = std::move(model);
  return made;
}

}  // namespace quotient::promela
