#include "promela/formulas/branching.hpp"

#include <algorithm>
#include <utility>

#include "process/proposition_bits.hpp"

namespace quotient::promela {

namespace {

class ProgramPropositionReader final : public temporal::PropositionReader {
 public:
  explicit ProgramPropositionReader(const Program& program)
      : deadlock_(std::uint64_t{1} << program.propositions.size()), bits_(program) {}

  std::uint64_t of_state(StateView state, const Successors& steps) override {
    return bits_.holding(state) | (steps.empty() ? deadlock_ : 0);
  }
  std::uint64_t of_step(const Successor&) override { return 0; }
  std::vector<Finding> problems() override { return bits_.take_problems(); }

 private:
  const std::uint64_t deadlock_;
  PropositionBits bits_;
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
