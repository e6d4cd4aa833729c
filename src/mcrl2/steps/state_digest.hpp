#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "mcrl2/process/model.hpp"
#include "mcrl2/steps/shared_tables.hpp"
#include "model/successors.hpp"

namespace quotient::mcrl2 {

/// Digests of states, see StepGenerator::lasting_digest: values that are numbered in the shared table are replaced by
/// hashes of what they are. For one thread.
class StateDigest {
 public:
  StateDigest(const Model& model, SharedTables& shared);

  StateView of(StateView state);

 private:
  std::uint64_t hash_of(std::uint32_t code);

  SharedTables& shared_;
  std::vector<std::uint32_t> cells_;                         // where in a state a number can be
  std::unordered_map<std::uint32_t, std::uint64_t> hashes_;  // by code
  std::vector<std::uint8_t> bytes_;
};

}  // namespace quotient::mcrl2
