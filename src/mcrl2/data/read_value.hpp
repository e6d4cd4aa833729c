#pragma once

#include <optional>
#include <span>

#include "mcrl2/data/program.hpp"
#include "mcrl2/data/value.hpp"

namespace quotient::mcrl2 {

/// Reads values that `serialise` wrote, from bytes that are not trusted: they may come from a file that anybody may
/// have changed. What it returns is a value of the sort asked for, so that all that is done with values may be done
/// with it. Terms without value (head([])) are taken as they are. Uses no recursion; costs as much as the bytes are
/// long.
class ValueReader {
 public:
  ValueReader(const Program& program, TermStore& store) : program_(program), store_(store) {}

  /// The value at the beginning of these bytes, which then are what follows it. Returns nullopt unless it is a value of
  /// this sort, written as `serialise` does.
  std::optional<Value> read(std::span<const std::uint8_t>& bytes, SortId sort);

 private:
  struct Typed {
    Value value;
    SortId sort;
  };
  std::optional<Value> term(std::span<const std::uint8_t>& bytes);
  bool is_op_known(std::uint64_t op) const;
  bool has_sort(Value value, SortId sort);
  bool small_has_sort(Value value, SortId sort) const;
  bool node_has_sort(const Node* node, SortId sort);
  bool container_has_sort(const Node* node, SortId sort);
  bool function_has_sort(std::span<const SortId> domain, SortId codomain, SortId sort) const;
  const Lambda* lambda_of(const Node* node);
  bool comprehension_has_sort(const Node* node, SortId sort);
  bool application_has_sort(const Node* node, SortId sort);
  bool stuck_builtin_is_whole(const Node* node);
  bool is_normal(const Node* node) const;
  bool expect(Value value, SortId sort) {
    todo_.push_back({value, sort});
    return true;
  }
  std::optional<SortId> sort_in(Value value) const;

  const Program& program_;
  TermStore& store_;
  std::vector<Typed> todo_;
};

}  // namespace quotient::mcrl2
