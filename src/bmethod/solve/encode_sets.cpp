#include <algorithm>

#include "bmethod/evaluate/set_forms.hpp"
#include "bmethod/solve/encoder.hpp"

namespace quotient::bmethod {
namespace {

constexpr unsigned most_values = 10'000;  // of a number in braces

}  // namespace

/// Those numbers of which one of the conditions holds. Each truth is a variable: it is used more than once.
Encoder::Members Encoder::united(const std::map<int, std::vector<Truth>>& conditions) {
  work(conditions.size());
  Members made;
  for (const auto& [number, parts] : conditions) {
    const Truth inside = any_of(parts);
    if (inside.known() != false) made.emplace(number, reused(inside));
  }
  return made;
}

Truth Encoder::included(const Members& a, const Members& b) {
  work(a.size());
  std::vector<Truth> parts;
  for (const auto& [number, inside] : a) {
    const auto found = b.find(number);
    parts.push_back(!inside || (found == b.end() ? Truth(false) : found->second));
  }
  return all_of(parts);
}

Truth Encoder::same(const Members& a, const Members& b) {
  work(a.size() + b.size());
  std::vector<Truth> parts;
  for (const auto& [number, inside] : a) {
    const auto found = b.find(number);
    parts.push_back(inside == (found == b.end() ? Truth(false) : found->second));
  }
  for (const auto& [number, inside] : b) {
    if (!a.contains(number)) parts.push_back(!inside);
  }
  return all_of(parts);
}

/// What a function has as a value: anywhere, or at some of the arguments.
Encoder::Members Encoder::range_of(const Variable& drawn, const Members* arguments) {
  std::map<int, std::vector<Truth>> members;
  for (const auto& [place, index] : drawn.places) {
    Truth counts = true;
    if (arguments != nullptr) {
      const auto found = arguments->find(place);
      if (found == arguments->end()) continue;
      counts = found->second;
    }
    const Gecode::IntVar at = value_at(drawn, index);
    for (Gecode::IntVarValues value(at); value(); ++value) {
      if (!drawn.partial || value.val() != drawn.undefined)
        members[value.val()].push_back(counts && Truth(Gecode::BoolExpr(at == value.val())));
    }
  }
  return united(members);
}

Encoder::Members Encoder::set(const Node* node) {
  const Type* type = node->type;
  if (type->kind != Type::Kind::set) throw NotEncodable{};
  Members made;
  if (!depends(node)) {
    for (const int value : codes(type, known(node))) made.emplace(value, true);
    work(made.size());
    return made;
  }
  const auto& args = node->args;
  switch (node->op) {
    case Op::identifier: {
      const Variable& found = *variable(node);
      if (found.kind == Variable::Kind::alias) return set(found.node);
      if (found.kind == Variable::Kind::function) return couples_of(found);
      if (found.kind != Variable::Kind::subset) throw NotEncodable{};
      work(found.elements.size());
      for (std::size_t i = 0; i < found.elements.size(); ++i)
        made.emplace(found.elements[i], members_[static_cast<int>(found.first + i)]);
      return made;
    }
    case Op::set_union: {
      std::map<int, std::vector<Truth>> either;
      for (const Node* arg : args) {
        for (const auto& [number, inside] : set(arg)) either[number].push_back(inside);
      }
      return united(either);
    }
    case Op::intersection:
    case Op::difference: {
      const Members other = set(args[1]);
      const bool both = node->op == Op::intersection;
      std::map<int, std::vector<Truth>> left;
      for (const auto& [number, inside] : set(args[0])) {
        const auto found = other.find(number);
        const Truth there = found == other.end() ? Truth(false) : found->second;
        left[number].push_back(inside && (both ? there : !there));
      }
      return united(left);
    }
    case Op::set_extension: {
      std::map<int, std::vector<Truth>> members;
      for (const Node* arg : args) {
        if (!is_scalar(arg->type)) {  // must be known
          members[code(arg->type, known(arg))].emplace_back(true);
          continue;
        }
        const Term element = term(arg);
        if (element.low == element.high) {
          members[static_cast<int>(element.low)].emplace_back(true);
          continue;
        }
        const Gecode::IntVar at = as_variable(element);
        if (at.size() > most_values) throw NotEncodable{};
        for (Gecode::IntVarValues value(at); value(); ++value)
          members[value.val()].emplace_back(Gecode::BoolExpr(at == value.val()));
      }
      return united(members);
    }
    case Op::comprehension: {
      if (node->plan == nullptr || node->infinite) throw NotEncodable{};
      std::map<int, std::vector<Truth>> members;
      Guards guards;
      instances(*node->plan, 0, guards, [&](const Guards& here) {
        members[code(type->first, known(args[0]))].push_back(here.all(*this));
        defined_.insert(defined_.end(), here.defined.begin(), here.defined.end());
      });
      return united(members);
    }
    case Op::domain:
    case Op::range:
    case Op::image: {
      const Variable* drawn = function(args[0]);
      if (drawn == nullptr) return relation(node);
      demand_numbers(*drawn);
      if (node->op == Op::range) return range_of(*drawn, nullptr);
      if (node->op == Op::image) {
        const Members arguments = set(args[1]);
        return range_of(*drawn, &arguments);
      }
      for (const auto& [place, index] : drawn->places) {
        made.emplace(place, drawn->partial ? reused(Gecode::BoolExpr(value_at(*drawn, index) != drawn->undefined))
                                           : Truth(true));
      }
      return made;
    }
    case Op::apply: {
      const Variable* row = function(node);
      if (row == nullptr) throw NotEncodable{};
      return couples_of(*row);
    }
    default:
      return relation(node);
  }
}

}  // namespace quotient::bmethod
