#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "bmethod/evaluate/program.hpp"
#include "model/successors.hpp"

namespace quotient::bmethod {

/// Numbers for "operation with parameters and results". Where all of these are flat the number is computed and nothing
/// is stored; otherwise it is looked up in a table that all threads share.
class Labels {
 public:
  static constexpr StepLabel initialisation{0};
  static constexpr StepLabel setup{1};

  explicit Labels(const Program& program);

  /// What a thread remembers of the shared table, so that it asks each label only once.
  struct Cache {
    std::unordered_map<std::string, std::uint32_t> known;
    std::vector<std::uint8_t> bytes;
  };

  /// `values` are the parameters, then the results. Safe to call from several threads, each with its own cache.
  StepLabel label(std::size_t operation, const Value* values, Cache& cache) const;

  /// The operation of a label; nothing for the two labels above.
  bool is_operation(StepLabel label) const { return label.value > setup.value; }
  std::size_t operation(StepLabel label) const;
  /// The values of its parameters, then of its results, in the arena.
  void values(StepLabel label, Arena& arena, std::vector<Value>& out) const;
  /// Without results where the step has none: it went wrong on the way.
  std::string text(StepLabel label, const Types& types, bool has_results = true) const;

 private:
  struct Range {
    std::uint32_t begin = 0;
    bool computed = false;
    std::vector<const Type*> types;
  };
  /// A label whose values are not flat.
  struct Entry {
    std::size_t operation;
    std::vector<std::uint8_t> values;  // as encode() writes them
  };
  Entry entry(StepLabel label) const;

  const Program& program_;
  std::vector<Range> ranges_;
  std::uint32_t table_begin_ = 2;
  mutable std::mutex mutex_;
  mutable std::unordered_map<std::string, std::uint32_t> numbers_;
  mutable std::vector<Entry> entries_;
};

}  // namespace quotient::bmethod
