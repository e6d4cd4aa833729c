#pragma once

#include <span>
#include <unordered_map>
#include <vector>

#include "mcrl2/process/model.hpp"
#include "mcrl2/steps/shared_tables.hpp"

namespace quotient::mcrl2 {

/// Processes as bytes of the state and back. For one thread; `clear` when the values of the evaluator go.
class ProcessCoder {
 public:
  /// Marks the code of a value that is in the shared table.
  static constexpr std::uint32_t interned = 0x80000000U;

  ProcessCoder(const Model& model, SharedTables& shared, Evaluator& evaluator);

  /// The bytes of a process at a location with these values. Throws EvaluationError for what has no value, or cannot be
  /// renamed where states are (Model::renamed).
  void encode(std::uint32_t type, LocationId location, std::span<const Value> values, std::uint8_t* out);
  LocationId decode(std::uint32_t type, const std::uint8_t* bytes, std::vector<Value>& values);
  void clear();

 private:
  std::uint32_t cell_code(Value value, const Cell& cell);
  Value cell_value(std::uint32_t code);

  const Model& model_;
  SharedTables& shared_;
  Evaluator& evaluator_;
  std::unordered_map<std::uint64_t, std::uint32_t> codes_;  // of nodes
  std::unordered_map<std::uint32_t, Value> values_by_code_;
};

}  // namespace quotient::mcrl2
