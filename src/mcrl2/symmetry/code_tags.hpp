#pragma once

#include <cstdint>

namespace quotient::mcrl2 {

/// What a vertex of a CodeGraph is. Internal to it.
enum CodeTag : std::uint32_t {
  argument_tag,
  constant_tag,
  pin_tag,
  location_tag,
  location_variable_tag,
  summand_tag,
  sum_variable_tag,
  action_tag,
  name_tag,
  operator_tag,
  name_rule_tag,
  often_tag,
  time_tag,
  weight_tag,
  next_tag,
  condition_tag,
  process_tag,
  group_tag,
  expression_tag,
  bound_tag,
  word_tag,
  number_tag,
  node_tag,
  row_tag,
  table_tag,
  rule_tag,
  rule_variable_tag,
  before_tag,
  result_tag,
  formula_tag,
  formula_variable_tag
};

}  // namespace quotient::mcrl2
