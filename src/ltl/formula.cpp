#include "ltl/formula.hpp"

#include <algorithm>

#include "base/ensure.hpp"

namespace quotient::ltl {

namespace {

/// The finaliser of splitmix64: cheap, and spreads every bit.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

}  // namespace

Formulas::Formulas() {
  intern(Operator::falsum, 0, {});
  intern(Operator::verum, 0, {});
}

Shape Formulas::shape_of(const Node& node) const {
  const auto all = [&](bool Shape::*member) {
    return std::all_of(node.operands.begin(), node.operands.end(), [&](Formula f) { return shape(f).*member; });
  };
  Shape shape;
  shape.next_free = all(&Shape::next_free);
  shape.normal = all(&Shape::normal);
  switch (node.op) {
    case Operator::falsum:
    case Operator::verum:
      shape.boolean = shape.eventual = shape.universal = true;
      break;
    case Operator::proposition:
      shape.boolean = true;
      break;
    case Operator::negation: {
      const Shape inner = this->shape(node.operands[0]);
      shape.boolean = inner.boolean;
      shape.eventual = inner.universal;
      shape.universal = inner.eventual;
      shape.normal = nodes_[node.operands[0].id].op == Operator::proposition;
      break;
    }
    case Operator::next:
      shape.next_free = false;
      [[fallthrough]];
    case Operator::conjunction:
    case Operator::disjunction:
      shape.boolean = node.op != Operator::next && all(&Shape::boolean);
      shape.eventual = all(&Shape::eventual);
      shape.universal = all(&Shape::universal);
      break;
    case Operator::until:  // prefixes may be added where nothing is asked of them, suffixes taken if the goal allows it
      shape.eventual = is_true(node.operands[0]) || this->shape(node.operands[1]).eventual;
      shape.universal = this->shape(node.operands[1]).universal;
      break;
    case Operator::release:
      shape.eventual = this->shape(node.operands[1]).eventual;
      shape.universal = is_false(node.operands[0]) || this->shape(node.operands[1]).universal;
      break;
  }
  return shape;
}

Formula Formulas::intern(Operator op, std::uint32_t proposition, std::vector<Formula> operands) {
  std::uint64_t hash = mix((static_cast<std::uint64_t>(op) << 32) | proposition);
  for (const Formula f : operands) hash = mix(hash ^ nodes_[f.id].hash);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto it = first; it != last; ++it) {
    const Node& node = nodes_[it->second.id];
    if (node.op == op && node.proposition == proposition && node.operands == operands) return it->second;
  }
  Node node;
  node.op = op;
  node.proposition = proposition;
  node.hash = hash;
  for (const Formula f : operands) node.depth = std::max(node.depth, depth(f) + 1);
  node.operands = std::move(operands);
  node.shape = shape_of(node);
  const Formula added{static_cast<std::uint32_t>(nodes_.size())};
  nodes_.push_back(std::move(node));
  by_hash_.emplace(hash, added);
  return added;
}

Formula Formulas::proposition(std::uint32_t number) { return intern(Operator::proposition, number, {}); }

Formula Formulas::negation(Formula f) {
  if (is_true(f)) return constant(false);
  if (is_false(f)) return constant(true);
  if (op(f) == Operator::negation) return operand(f, 0);
  return intern(Operator::negation, 0, {f});
}

/// A conjunction or disjunction in the one shape that equal sets of operands have: flat, sorted, without repetition.
Formula Formulas::gather(Operator kind, std::span<const Formula> operands) {
  const Formula neutral = constant(kind == Operator::conjunction);
  const Formula absorbing = constant(kind != Operator::conjunction);
  std::vector<Formula> flat;
  for (const Formula f : operands) {
    if (f == absorbing) return absorbing;
    if (op(f) == kind) {
      const auto inner = this->operands(f);
      flat.insert(flat.end(), inner.begin(), inner.end());
    } else if (f != neutral) {
      flat.push_back(f);
    }
  }
  std::sort(flat.begin(), flat.end(), [&](Formula a, Formula b) { return compare(a, b) < 0; });
  flat.erase(std::unique(flat.begin(), flat.end()), flat.end());
  if (flat.empty()) return neutral;
  if (flat.size() == 1) return flat[0];
  return intern(kind, 0, std::move(flat));
}

Formula Formulas::conjunction(std::span<const Formula> operands) { return gather(Operator::conjunction, operands); }
Formula Formulas::disjunction(std::span<const Formula> operands) { return gather(Operator::disjunction, operands); }
Formula Formulas::conjunction(Formula a, Formula b) { return conjunction(std::vector<Formula>{a, b}); }
Formula Formulas::disjunction(Formula a, Formula b) { return disjunction(std::vector<Formula>{a, b}); }

Formula Formulas::next(Formula f) {
  if (is_true(f) || is_false(f)) return f;
  return intern(Operator::next, 0, {f});
}

Formula Formulas::until(Formula a, Formula b) {
  if (is_true(b) || is_false(b) || is_false(a) || a == b) return b;
  return intern(Operator::until, 0, {a, b});
}

Formula Formulas::release(Formula a, Formula b) {
  if (is_true(b) || is_false(b) || is_true(a) || a == b) return b;
  return intern(Operator::release, 0, {a, b});
}

Formula Formulas::make(Operator op, std::uint32_t number, std::span<const Formula> operands) {
  switch (op) {
    case Operator::falsum:
      return constant(false);
    case Operator::verum:
      return constant(true);
    case Operator::proposition:
      return proposition(number);
    case Operator::negation:
      return negation(operands[0]);
    case Operator::conjunction:
      return conjunction(operands);
    case Operator::disjunction:
      return disjunction(operands);
    case Operator::next:
      return next(operands[0]);
    case Operator::until:
      return until(operands[0], operands[1]);
    case Operator::release:
      return release(operands[0], operands[1]);
  }
  report_bug("an unknown temporal operator");
}

Formula Formulas::implies(Formula a, Formula b) { return disjunction(negation(a), b); }

Formula Formulas::equivalent(Formula a, Formula b) {
  return disjunction(conjunction(a, b), conjunction(negation(a), negation(b)));
}

Formula Formulas::always(Formula f) { return release(constant(false), f); }
Formula Formulas::eventually(Formula f) { return until(constant(true), f); }
Formula Formulas::weak_until(Formula a, Formula b) { return release(b, disjunction(a, b)); }

bool Formulas::is_literal(Formula f) const {
  return op(f) == Operator::proposition || (op(f) == Operator::negation && op(operand(f, 0)) == Operator::proposition);
}

std::vector<Formula> Formulas::subformulas(Formula f) const {
  std::vector<bool> seen(f.id + 1, false);
  std::vector<Formula> found{f};
  seen[f.id] = true;
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const Formula inner : operands(found[i])) {
      if (!seen[inner.id]) {
        seen[inner.id] = true;
        found.push_back(inner);
      }
    }
  }
  // Operands are built before what they are operands of.
  std::sort(found.begin(), found.end(), [](Formula a, Formula b) { return a.id < b.id; });
  return found;
}

std::vector<std::uint32_t> Formulas::propositions(Formula f) const {
  std::vector<std::uint32_t> numbers;
  for (const Formula inner : subformulas(f)) {
    if (op(inner) == Operator::proposition) numbers.push_back(proposition_number(inner));
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

std::strong_ordering Formulas::compare(Formula a, Formula b) const {
  if (a == b) return std::strong_ordering::equal;
  const bool literal_a = is_literal(a), literal_b = is_literal(b);
  if (literal_a != literal_b) return literal_a ? std::strong_ordering::less : std::strong_ordering::greater;
  if (literal_a) {
    const bool negative_a = op(a) == Operator::negation, negative_b = op(b) == Operator::negation;
    const auto number_a = proposition_number(negative_a ? operand(a, 0) : a);
    const auto number_b = proposition_number(negative_b ? operand(b, 0) : b);
    if (number_a != number_b) return number_a <=> number_b;
    return negative_a <=> negative_b;
  }
  if (depth(a) != depth(b)) return depth(a) <=> depth(b);
  if (op(a) != op(b)) return op(a) <=> op(b);
  if (nodes_[a.id].hash != nodes_[b.id].hash) return nodes_[a.id].hash <=> nodes_[b.id].hash;
  return a.id <=> b.id;  // only where two of 2^64 hashes meet
}

std::string Formulas::text(Formula f) const {
  struct Step {
    Formula formula;
    std::string_view literal;  // printed instead, if there is one
  };
  std::string out;
  std::vector<Step> pending{{f, {}}};
  while (!pending.empty()) {
    const Step step = pending.back();
    pending.pop_back();
    if (!step.literal.empty()) {
      out += step.literal;
      continue;
    }
    const auto parts = operands(step.formula);
    const auto infix = [&](std::string_view sign) {
      pending.push_back({{}, ")"});
      for (std::size_t i = parts.size(); i-- > 0;) {
        pending.push_back({parts[i], {}});
        if (i > 0) pending.push_back({{}, sign});
      }
      out += '(';
    };
    const auto prefix = [&](std::string_view sign, Formula inner) {
      out += sign;
      pending.push_back({inner, {}});
    };
    switch (op(step.formula)) {
      case Operator::falsum:
        out += "false";
        break;
      case Operator::verum:
        out += "true";
        break;
      case Operator::proposition:
        out += 'p' + std::to_string(proposition_number(step.formula));
        break;
      case Operator::negation:
        prefix("!", parts[0]);
        break;
      case Operator::conjunction:
        infix(" && ");
        break;
      case Operator::disjunction:
        infix(" || ");
        break;
      case Operator::next:
        prefix("X ", parts[0]);
        break;
      case Operator::until:
        is_true(parts[0]) ? prefix("<>", parts[1]) : infix(" U ");
        break;
      case Operator::release:
        is_false(parts[0]) ? prefix("[]", parts[1]) : infix(" V ");
        break;
    }
  }
  return out;
}

}  // namespace quotient::ltl
