#pragma once

#include <cstdint>
#include <string>
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
  std::string text;                                      // for people; empty: no part of what the user wrote

  bool means_the_same(const MachineProposition& other) const {
    return kind == other.kind && node == other.node && patterns == other.patterns && bindings == other.bindings;
  }
};

/// `machine` must outlive this.
class MachinePropositions final : public temporal::Propositions {
 public:
  MachinePropositions(const CompiledMachine& machine, std::vector<MachineProposition> all)
      : machine_(machine), all_(std::move(all)) {}
  std::unique_ptr<temporal::PropositionReader> reader() const override;
  std::vector<std::string> texts() const override {
    std::vector<std::string> made;
    for (const MachineProposition& each : all_) made.push_back(each.text);
    return made;
  }

 private:
  const CompiledMachine& machine_;
  std::vector<MachineProposition> all_;
};

}  // namespace quotient::bmethod
