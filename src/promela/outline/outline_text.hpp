#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "process/outline.hpp"
#include "promela/syntax/ast.hpp"

namespace quotient::promela {

/// Writes parts of a model as nodes of an outline: process ids that stand there as numbers, and names of global
/// channels, become items. Which numbers are process ids follows from types, as in [Donaldson & Miller 2009],
/// section 6.2. What computes with process ids or channels is objected to.
class OutlineText {
 public:
  using Node = std::uint32_t;

  /// The processes and channels must be in `outline` already; processes have the ids from 1 on.
  OutlineText(const Module& module, Outline& outline,
              const std::unordered_map<const Variable*, std::uint32_t>& channels)
      : module_(module), outline_(outline), channels_(channels) {}

  Node leaf(std::string label) { return node(std::move(label), {}); }
  Node node(std::string label, std::vector<Node> children, bool unordered = false);
  Node item(std::uint32_t number);

  /// `as_process`: where a process id is expected, so that a constant is one.
  Node expression(const Expression& expression, bool as_process = false);
  Node reference(const Reference& reference);
  Node block(const Block& block);
  Node statement(const Statement& statement);
  /// A declaration with its initial values.
  Node declaration(const Variable& variable);

 private:
  Node process(std::int64_t pid, SourceRange at);
  Node operation(const Expression& expression);
  Node options(const Statement& statement);
  std::vector<Node> message(const Reference& channel, const std::vector<Expression>& arguments, bool sorted);
  void object(SourceRange at, std::string reason) { outline_.objections.push_back({at, std::move(reason)}); }
  void expect_number(const Expression& expression, const char* what);

  const Module& module_;
  Outline& outline_;
  const std::unordered_map<const Variable*, std::uint32_t>& channels_;
  int d_steps_ = 0;  // around what is written
};

/// Whether its value is a process id by its type; constants are not.
bool is_process_id(const Expression& expression);

}  // namespace quotient::promela
