#include <algorithm>

#include "model/cell.hpp"
#include "process/symmetry/detect/decode.hpp"

/// Both ways of a branch may come to the same place again, having done nothing but to put values into variables that
/// are kept in mind: `if :: flag[i] -> n++ :: else fi`. Then there is no branch, but a value that depends on the
/// condition: here n + flag[i]. Sums, and the least or greatest of several, take their operands in any order; a loop
/// that counts, adds up or looks for a minimum has no order then.
///
/// Which place that is is found by trying both ways, without writing effects.
namespace quotient::detect {

namespace {

constexpr std::size_t most_instructions = 300;  // of one way that is tried
constexpr std::size_t most_tried = 200'000;     // instructions of a step that are tried in all
constexpr int deepest_trial = 3;                // branches within branches
constexpr std::size_t most_merged_values = 8;   // that depend on one condition

bool orders(Op op) { return op >= Op::less && op <= Op::greater_equal; }

}  // namespace

/// Runs code from a place on, up to the first effect. All places where the stack is empty, with what is in mind there.
std::vector<Decoder::Stop> Decoder::try_way(const Way& way) {
  const std::vector<Symbol> stack = stack_;
  const std::map<std::uint32_t, NodeId> mind = in_mind_;
  const Transition* const on = on_;
  const std::optional<NodeId> channel = message_channel_;
  const bool outer_failed = trial_failed_, outer_trying = trying_, outer_continued = continued_;
  const std::size_t outer_work = work_;
  const std::uint32_t statement = statement_;
  trying_ = true;
  trial_failed_ = false;
  ++trial_depth_;
  on_ = way.on;
  std::vector<Stop> stops;
  CodeIndex pc = way.pc;
  for (std::size_t k = 0; k < most_instructions && tried_ < most_tried; ++k, ++tried_) {
    if (stack_.empty()) stops.push_back({pc, on_, continued_, in_mind_});
    std::optional<CodeIndex> next = pure(pc);
    if (!next && !failed_) {
      next = effect(pc);
      unstamped_ = shared_.nodes.size();
    }
    if (!next || failed_ || trial_failed_) break;
    pc = *next;
  }
  --trial_depth_;
  failed_ = gave_up_ = false;
  trying_ = outer_trying;
  trial_failed_ = outer_failed;
  stack_ = stack;
  in_mind_ = mind;
  on_ = on;
  continued_ = outer_continued;
  message_channel_ = channel;
  work_ = outer_work;
  statement_ = statement;
  unstamped_ = shared_.nodes.size();
  return stops;
}

/// Goes on where both ways of a branch come together, if nothing but what is in mind depends on the condition.
std::optional<CodeIndex> Decoder::merge_ways(NodeId condition, const Way& yes, const Way& no) {
  if (!merges_ || !stack_.empty() || failed_ || !is_plain(condition)) return std::nullopt;
  if (trying_ && (!nested_ || trial_depth_ >= deepest_trial)) return std::nullopt;
  const auto assume = [&](bool value, const Way& way) {
    const auto outer = assumed_;
    assumed_[signature(condition)] = value;
    assumed_[signature(negation(condition))] = !value;
    std::vector<Stop> stops = try_way(way);
    assumed_ = outer;
    return stops;
  };
  for (const bool nested : {false, true}) {
    const bool outer_nested = nested_;
    nested_ = nested;
    const std::vector<Stop> left = assume(true, yes), right = assume(false, no);
    nested_ = outer_nested;
    for (const Stop& b : right) {
      const auto a = std::find_if(left.begin(), left.end(), [&](const Stop& s) {
        return s.pc == b.pc && s.on == b.on && s.continued == b.continued;
      });
      if (a == left.end()) continue;
      std::optional<std::map<std::uint32_t, NodeId>> mind = merged_mind(condition, a->mind, b.mind);
      if (!mind) return std::nullopt;
      in_mind_ = std::move(*mind);
      on_ = b.on;
      continued_ = b.continued;
      shared_.merged = true;
      return b.pc;
    }
    if (tried_ >= most_tried) break;
  }
  return std::nullopt;
}

/// What a condition is known to be on the way that is tried.
NodeId Decoder::settled(NodeId condition) {
  if (assumed_.empty() || is_constant(condition) || !is_plain(condition)) return condition;
  const auto known = assumed_.find(signature(condition));
  return known == assumed_.end() ? condition : constant(known->second ? 1 : 0);
}

std::optional<std::map<std::uint32_t, NodeId>> Decoder::merged_mind(NodeId condition,
                                                                    const std::map<std::uint32_t, NodeId>& yes,
                                                                    const std::map<std::uint32_t, NodeId>& no) {
  std::set<std::uint32_t> numbers;
  for (const auto& [number, value] : yes) numbers.insert(number);
  for (const auto& [number, value] : no) numbers.insert(number);
  std::map<std::uint32_t, NodeId> out;
  std::size_t different = 0;
  for (const std::uint32_t number : numbers) {
    const Cell& cell = shared_.variables.cells[number];
    const auto value_in = [&](const std::map<std::uint32_t, NodeId>& mind) {
      const auto found = mind.find(number);
      return found != mind.end() ? found->second : cell_node(cell);
    };
    const NodeId a = value_in(yes), b = value_in(no);
    const bool same_constant =
        is_constant(a) && is_constant(b) && at(a).value == at(b).value && at(a).blank == at(b).blank;
    if (same_constant || (!is_constant(a) && !is_constant(b) && signature(a) == signature(b))) {
      out[number] = same_constant && at(b).identity ? b : a;
      continue;
    }
    if (at(a).blank || at(b).blank || ++different > most_merged_values) return std::nullopt;
    const CellType type = shared_.variables.all[cell.variable].type;
    const NodeId value = truncated(cell, either(condition, a, b, type));
    if (weight_of(value) > heaviest_value) return std::nullopt;
    out[number] = value;
  }
  return out;
}

/// The terms of a sum that a cell of a type holds, and the number that is added to them.
Decoder::Terms Decoder::terms_of(NodeId id, CellType type) const {
  const Node& n = at(id);
  if (n.kind == NodeKind::truncation && n.detail == pack(type)) return terms_of(n.args[0], type);
  Terms out;
  const auto add_all = [&](NodeId a) {
    const Terms inner = terms_of(a, type);
    out.nodes.insert(out.nodes.end(), inner.nodes.begin(), inner.nodes.end());
    out.number += inner.number;
  };
  if (n.kind == NodeKind::constant) {
    out.number = u(n.value);
  } else if (n.kind == NodeKind::table && n.op == Op::add) {
    add_all(n.args[0]);
    out.number += u(n.value);
  } else if (n.kind == NodeKind::table && n.op == Op::subtract && n.detail == 0) {
    add_all(n.args[0]);
    out.number -= u(n.value);
  } else if (n.kind == NodeKind::operation && n.op == Op::add) {
    for (const NodeId a : n.args) add_all(a);
  } else {
    out.nodes.push_back(id);
  }
  return out;
}

/// `condition -> a : b`, to be put into a cell of a type.
NodeId Decoder::either(NodeId condition, NodeId a, NodeId b, CellType type) {
  if (const std::optional<NodeId> least = extreme_of(condition, a, b)) return *least;
  if (const std::optional<NodeId> test = test_of(condition, a, b)) return *test;
  const bool names = (is_constant(a) && at(a).identity) || (is_constant(b) && at(b).identity);
  Terms left = terms_of(a, type), right = terms_of(b, type);
  std::vector<NodeId> common;
  for (auto term = left.nodes.begin(); term != left.nodes.end();) {
    const auto other = std::find_if(right.nodes.begin(), right.nodes.end(),
                                    [&](NodeId n) { return signature(n) == signature(*term); });
    if (other == right.nodes.end()) {
      ++term;
      continue;
    }
    common.push_back(*term);
    right.nodes.erase(other);
    term = left.nodes.erase(term);
  }
  const bool numbers_remain = left.nodes.empty() && right.nodes.empty();
  if (names || (common.empty() && !numbers_remain)) return conditional(condition, a, b);
  if (numbers_remain) {
    // b + condition * (a - b), or a + !condition * (b - a)
    const auto difference = static_cast<std::int32_t>(left.number - right.number);
    const bool counts_down = difference < 0;
    const NodeId test = counts_down ? negation(condition) : condition;
    const std::int32_t step = counts_down ? -difference : difference;
    common.push_back(step == 1 ? test : conditional(test, constant(step), constant(0)));
    common.push_back(constant(static_cast<std::int32_t>(counts_down ? left.number : right.number)));
    return sum(common);
  }
  const auto sum_of = [&](Terms& terms) {
    terms.nodes.push_back(constant(static_cast<std::int32_t>(terms.number)));
    return sum(terms.nodes);
  };
  const NodeId yes = sum_of(left), no = sum_of(right);
  const std::optional<NodeId> test = test_of(condition, yes, no);
  common.push_back(test ? *test : conditional(condition, yes, no));
  return sum(common);
}

/// Where both values are 0 or 1 and one of them is known: a test.
std::optional<NodeId> Decoder::test_of(NodeId condition, NodeId a, NodeId b) {
  if (!at(a).truth || !at(b).truth) return std::nullopt;
  const auto is_number = [this](NodeId id, std::int32_t value) {
    return is_constant(id) && at(id).value == value && !at(id).identity;
  };
  if (is_number(a, 1) && is_number(b, 0)) return condition;
  if (is_number(a, 0) && is_number(b, 1)) return negation(condition);
  if (is_number(a, 1)) return junction(NodeKind::disjunction, condition, b);
  if (is_number(b, 0)) return junction(NodeKind::conjunction, condition, a);
  if (is_number(a, 0)) return junction(NodeKind::conjunction, negation(condition), b);
  if (is_number(b, 1)) return junction(NodeKind::disjunction, negation(condition), a);
  return std::nullopt;
}

NodeId Decoder::conditional(NodeId condition, NodeId yes, NodeId no) {
  Node n;
  n.kind = NodeKind::conditional;
  n.type = at(yes).type;
  shared_.classes.unite(n.type, at(no).type);
  n.truth = at(yes).truth && at(no).truth;
  n.args = {truth(condition), yes, no};
  for (const NodeId a : n.args) n.may_fail = n.may_fail || at(a).may_fail;
  return add(std::move(n));
}

/// `x < y -> x : y` is the least of both, and so on.
std::optional<NodeId> Decoder::extreme_of(NodeId condition, NodeId a, NodeId b) {
  bool negated = false;
  while (at(condition).kind == NodeKind::operation && at(condition).op == Op::logical_not) {
    condition = at(condition).args[0];
    negated = !negated;
  }
  const Node n = at(condition);
  if ((n.kind != NodeKind::operation && n.kind != NodeKind::table) || !orders(n.op)) return std::nullopt;
  const auto is_side = [&](NodeId id, std::size_t side) {
    if (n.kind == NodeKind::operation) return signature(n.args[side]) == signature(id);
    const bool is_value = side == (n.detail != 0 ? 0U : 1U);
    if (is_value) return is_constant(id) && at(id).value == n.value;
    return signature(n.args[0]) == signature(id);
  };
  const bool straight = is_side(a, 0) && is_side(b, 1), crossed = is_side(a, 1) && is_side(b, 0);
  if (!straight && !crossed) return std::nullopt;
  const bool less = (n.op == Op::less || n.op == Op::less_equal) != negated;
  const std::uint32_t greatest = less == straight ? 0 : 1;
  std::map<std::uint32_t, NodeId> operands;  // each once
  std::optional<std::int32_t> number;
  const auto add_operand = [&](NodeId id) {
    if (!is_constant(id)) {
      operands.emplace(signature(id), id);
    } else if (!number) {
      number = at(id).value;
    } else {
      number = greatest != 0 ? std::max(*number, at(id).value) : std::min(*number, at(id).value);
    }
  };
  for (const NodeId side : {a, b}) {
    if (at(side).kind == NodeKind::extreme && at(side).detail == greatest) {
      const std::vector<NodeId> args = at(side).args;
      for (const NodeId inner : args) add_operand(inner);
    } else {
      add_operand(side);
    }
  }
  Node out;
  out.kind = NodeKind::extreme;
  out.detail = greatest;
  out.unordered = true;
  out.type = computed();
  for (const auto& [key, id] : operands) {
    shared_.classes.make_numeric(at(id).type);
    out.args.push_back(id);
  }
  if (number) out.args.push_back(constant(*number));
  return add(std::move(out));
}

}  // namespace quotient::detect
