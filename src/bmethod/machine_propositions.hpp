#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "bmethod/evaluate/program.hpp"
#include "bmethod/temporal/read_formula.hpp"
#include "temporal/propositions.hpp"

namespace quotient::bmethod {

class CompiledMachine;

/// Something that holds in a state of a machine, or on a step from it, for given values of the variables of the
/// formula.
struct MachineProposition {
  AtomMeaning::Kind kind = AtomMeaning::Kind::predicate;
  const Node* node = nullptr;  // of a predicate; of an expression that a step changes
  struct Pattern {
    std::uint32_t operation = 0;
    std::vector<const Node*> arguments;  // null: anything
    friend bool operator==(const Pattern&, const Pattern&) = default;
  };
  std::vector<Pattern> patterns;
  std::vector<std::pair<std::int32_t, Value>> bindings;  // slots
  friend bool operator==(const MachineProposition&, const MachineProposition&) = default;
};

/// `machine` must outlive this.
class MachinePropositions final : public temporal::Propositions {
 public:
  MachinePropositions(const CompiledMachine& machine, std::vector<MachineProposition> all)
      : machine_(machine), all_(std::move(all)) {}
  std::unique_ptr<temporal::PropositionReader> reader() const override;

 private:
  const CompiledMachine& machine_;
  std::vector<MachineProposition> all_;
};

}  // namespace quotient::bmethod
