#include <algorithm>
#include <fmt/format.h>

#include "mcrl2/check/checker.hpp"

namespace quotient::mcrl2 {

namespace {

/// Pos < Nat < Int < Real as numbers that can be compared.
SortKind wider(SortKind a, SortKind b) { return std::max(a, b); }

}  // namespace

/// The sorts of results follow the overloads that the language declares; where one of them is strictly more precise
/// (Pos + Nat is Pos), that one.
std::optional<ExprId> Checker::builtin_number(std::string_view name, std::vector<ExprId>& arguments,
                                              SourceRange range) {
  for (const ExprId argument : arguments) {
    if (!spec_.sorts.numeric(sort_of(argument))) return std::nullopt;
  }
  const auto kind = [&](std::size_t i) { return spec_.sorts.kind(sort_of(arguments[i])); };
  const auto result = [&](Builtin op, SortKind sort) { return make(op, spec_.sorts.basic(sort), arguments, range); };
  if (arguments.size() == 2) {
    const SortKind a = kind(0);
    const SortKind b = kind(1);
    const SortKind both = wider(a, b);
    const bool some_pos = (a == SortKind::pos || b == SortKind::pos) && both <= SortKind::nat;
    if (name == "+") return result(Builtin::add, some_pos ? SortKind::pos : both);
    if (name == "-") return result(Builtin::subtract, wider(both, SortKind::integer));
    if (name == "*") return result(Builtin::multiply, both);
    if (name == "/") return result(Builtin::divide_real, SortKind::real);
    if (name == "max") {
      const bool mixed = some_pos || (both == SortKind::integer && (a == SortKind::pos || b == SortKind::pos));
      return result(Builtin::maximum, mixed                                                          ? SortKind::pos
                                      : both == SortKind::integer && std::min(a, b) == SortKind::nat ? SortKind::nat
                                                                                                     : both);
    }
    if (name == "min") return result(Builtin::minimum, both);
    if ((name == "div" || name == "mod") && a <= SortKind::integer) {
      if (b != SortKind::pos) {
        const std::string sort = spec_.sorts.text(sort_of(arguments[1]));
        diagnostics_.error(range, fmt::format("'{}' divides by a Pos, but the right side has sort {}", name, sort))
            .notes.push_back({range, fmt::format("{}2Pos(…) converts it", sort)});
      }
      if (name == "mod") return result(Builtin::modulo, SortKind::nat);
      return result(Builtin::divide, a == SortKind::integer ? SortKind::integer : SortKind::nat);
    }
    if (name == "exp") {
      const bool natural = b <= SortKind::nat;
      if (natural && a <= SortKind::integer) return result(Builtin::power, a);
      if (b <= SortKind::integer) return result(Builtin::power, SortKind::real);
    }
    return std::nullopt;
  }
  if (arguments.size() != 1) return std::nullopt;
  const SortKind a = kind(0);
  if (name == "-") return result(Builtin::negate, wider(a, SortKind::integer));
  if (name == "succ") return result(Builtin::successor, a <= SortKind::nat ? SortKind::pos : a);
  if (name == "pred") {
    return result(Builtin::predecessor, a == SortKind::pos ? SortKind::nat : wider(a, SortKind::integer));
  }
  if (name == "abs") return result(Builtin::absolute, a == SortKind::integer ? SortKind::nat : a);
  if (name == "floor") return result(Builtin::floor, SortKind::integer);
  if (name == "ceil") return result(Builtin::ceiling, SortKind::integer);
  if (name == "round") return result(Builtin::round, SortKind::integer);
  if (name == "sqrt" && a <= SortKind::nat) return result(Builtin::square_root, SortKind::nat);
  struct Conversion {
    const char* name;
    Builtin op;
    SortKind sort;
  };
  static constexpr Conversion targets[] = {{"2Pos", Builtin::to_pos, SortKind::pos},
                                           {"2Nat", Builtin::to_nat, SortKind::nat},
                                           {"2Int", Builtin::to_int, SortKind::integer},
                                           {"2Real", Builtin::to_real, SortKind::real}};
  for (const SortKind from : {SortKind::pos, SortKind::nat, SortKind::integer, SortKind::real}) {
    for (const Conversion& target : targets) {
      if (name != spec_.sorts.text(spec_.sorts.basic(from)) + target.name || from == target.sort) continue;
      if (a > from) {
        diagnostics_.error(
            range, fmt::format("'{}' expects sort {}, but its argument has sort {}", name,
                               spec_.sorts.text(spec_.sorts.basic(from)), spec_.sorts.text(sort_of(arguments[0]))));
      }
      return result(target.op, target.sort);
    }
  }
  return std::nullopt;
}

std::optional<ExprId> Checker::builtin_container(std::string_view name, std::vector<ExprId>& arguments,
                                                 SourceRange range) {
  SortTable& sorts = spec_.sorts;
  const auto kind = [&](std::size_t i) { return sorts.kind(sort_of(arguments[i])); };
  const auto is_set = [&](std::size_t i) { return kind(i) == SortKind::set || kind(i) == SortKind::fset; };
  const auto is_bag = [&](std::size_t i) { return kind(i) == SortKind::bag || kind(i) == SortKind::fbag; };
  const auto is_list = [&](std::size_t i) { return kind(i) == SortKind::list; };
  const auto element = [&](std::size_t i) { return sorts.element(sort_of(arguments[i])); };
  const SortId boolean = sorts.boolean();
  const SortId nat = sorts.basic(SortKind::nat);
  const auto known_element = [&](std::size_t i) {
    if (is_unknown(element(i))) {
      diagnostics_.error(spec_.expressions[arguments[i]].range, "the sort of the elements of this list is not known");
    }
    return element(i);
  };
  if (arguments.size() == 1) {
    if (is_list(0)) {
      if (name == "#") return make(Builtin::list_length, nat, arguments, range);
      if (name == "head") return make(Builtin::list_head, known_element(0), arguments, range);
      if (name == "tail") return make(Builtin::list_tail, sort_of(arguments[0]), arguments, range);
      if (name == "rhead") return make(Builtin::list_last, known_element(0), arguments, range);
      if (name == "rtail") return make(Builtin::list_front, sort_of(arguments[0]), arguments, range);
    }
    if (is_set(0)) {
      if (name == "#") return make(Builtin::set_size, nat, arguments, range);
      if (name == "pick" && kind(0) == SortKind::fset)
        return make(Builtin::set_pick, known_element(0), arguments, range);
      if (name == "!")
        return make(Builtin::set_complement, sorts.container(SortKind::set, element(0)), arguments, range);
      if (name == "Set2Bag") {
        const SortKind to = kind(0) == SortKind::set ? SortKind::bag : SortKind::fbag;
        return make(Builtin::set_to_bag, sorts.container(to, element(0)), arguments, range);
      }
    }
    if (is_bag(0)) {
      if (name == "#") return make(Builtin::bag_size, nat, arguments, range);
      if (name == "pick" && kind(0) == SortKind::fbag) {
        const SortId elements = sorts.container(SortKind::fset, element(0));
        return make(Builtin::set_pick, known_element(0), {make(Builtin::bag_to_set, elements, arguments, range)},
                    range);
      }
      if (name == "Bag2Set") {
        const SortKind to = kind(0) == SortKind::bag ? SortKind::set : SortKind::fset;
        return make(Builtin::bag_to_set, sorts.container(to, element(0)), arguments, range);
      }
    }
    return std::nullopt;
  }
  if (arguments.size() != 2) return std::nullopt;
  if (name == "|>" && is_list(1)) {
    const auto joined = sorts.join(sort_of(arguments[0]), element(1));
    if (!joined) return std::nullopt;
    return make(Builtin::list_prepend, sorts.container(SortKind::list, *joined), arguments, range);
  }
  if (name == "<|" && is_list(0)) {
    const auto joined = sorts.join(element(0), sort_of(arguments[1]));
    if (!joined) return std::nullopt;
    return make(Builtin::list_append, sorts.container(SortKind::list, *joined), arguments, range);
  }
  if (name == "." && is_list(0) && sorts.distance(sort_of(arguments[1]), nat)) {
    return make(Builtin::list_at, known_element(0), arguments, range);
  }
  if (name == "in" && (is_list(1) || is_set(1) || is_bag(1))) {
    if (!sorts.join(sort_of(arguments[0]), element(1))) return std::nullopt;
    const Builtin op = is_list(1) ? Builtin::list_contains : is_set(1) ? Builtin::set_contains : Builtin::bag_contains;
    return make(op, boolean, arguments, range);
  }
  if (name == "count" && is_bag(1)) {
    if (!sorts.join(sort_of(arguments[0]), element(1))) return std::nullopt;
    return make(Builtin::bag_count, nat, arguments, range);
  }
  const auto joined = sorts.join(sort_of(arguments[0]), sort_of(arguments[1]));
  if (!joined) return std::nullopt;
  if (name == "++" && is_list(0)) return make(Builtin::list_concatenate, *joined, arguments, range);
  if (is_set(0) && is_set(1)) {
    if (name == "+") return make(Builtin::set_union, *joined, arguments, range);
    if (name == "*" || name == "-") {
      // A finite set stays finite: {1,2} - S, {1,2} * S.
      const bool finite = kind(0) == SortKind::fset || (name == "*" && kind(1) == SortKind::fset);
      const SortId sort = sorts.container(finite ? SortKind::fset : SortKind::set, sorts.element(*joined));
      return make(name == "*" ? Builtin::set_intersection : Builtin::set_difference, sort, arguments, range);
    }
  }
  if (is_bag(0) && is_bag(1)) {
    if (name == "+") return make(Builtin::bag_union, *joined, arguments, range);
    if (name == "*") return make(Builtin::bag_intersection, *joined, arguments, range);
    if (name == "-") return make(Builtin::bag_difference, *joined, arguments, range);
  }
  return std::nullopt;
}

std::optional<ExprId> Checker::builtin_compare(std::string_view name, std::vector<ExprId>& arguments,
                                               SourceRange range) {
  if (arguments.size() != 2) return std::nullopt;
  const bool equality = name == "==" || name == "!=";
  if (!equality && name != "<" && name != "<=" && name != ">" && name != ">=") return std::nullopt;
  const auto joined = spec_.sorts.join(sort_of(arguments[0]), sort_of(arguments[1]));
  if (!joined) {
    diagnostics_.error(range, fmt::format("cannot compare {} with {}", spec_.sorts.text(sort_of(arguments[0])),
                                          spec_.sorts.text(sort_of(arguments[1]))));
    return broken(range);
  }
  if (equality) {
    return make(name == "==" ? Builtin::equal : Builtin::not_equal, spec_.sorts.boolean(), arguments, range);
  }
  if (name.front() == '>') std::swap(arguments[0], arguments[1]);
  const bool strict = name.size() == 1;
  const SortKind kind = spec_.sorts.kind(*joined);
  Builtin op = strict ? Builtin::less : Builtin::less_equal;
  if (kind == SortKind::set || kind == SortKind::fset) {
    op = strict ? Builtin::subset_less : Builtin::subset_less_equal;
  } else if (kind == SortKind::bag || kind == SortKind::fbag) {
    op = strict ? Builtin::bag_less : Builtin::bag_less_equal;
  }
  return make(op, spec_.sorts.boolean(), arguments, range);
}

/// What the language itself knows under this name for these arguments; nothing where it knows none.
std::optional<ExprId> Checker::builtin(std::string_view name, std::vector<ExprId>& arguments, SourceRange range) {
  const SortId boolean = spec_.sorts.boolean();
  const auto all_boolean = [&] {
    return std::all_of(arguments.begin(), arguments.end(), [&](ExprId e) { return sort_of(e) == boolean; });
  };
  if (name == "!" && arguments.size() == 1 && all_boolean()) return make(Builtin::logic_not, boolean, arguments, range);
  if (name == "&&" && all_boolean()) return make(Builtin::logic_and, boolean, arguments, range);
  if (name == "||" && all_boolean()) return make(Builtin::logic_or, boolean, arguments, range);
  if (name == "=>" && all_boolean()) return make(Builtin::logic_implies, boolean, arguments, range);
  if (name == "if" && arguments.size() == 3) {
    if (sort_of(arguments[0]) != boolean) {
      if (is_unknown(sort_of(arguments[0]))) return broken(range);
      diagnostics_.error(range, fmt::format("the condition of 'if' has sort {} instead of Bool",
                                            spec_.sorts.text(sort_of(arguments[0]))));
      return broken(range);
    }
    const auto joined = spec_.sorts.join(sort_of(arguments[1]), sort_of(arguments[2]));
    if (!joined) {
      diagnostics_.error(range,
                         fmt::format("'if' yields sort {} or sort {}, which have nothing in common",
                                     spec_.sorts.text(sort_of(arguments[1])), spec_.sorts.text(sort_of(arguments[2]))));
      return broken(range);
    }
    return make(Builtin::if_then_else, *joined, arguments, range);
  }
  if (auto id = builtin_compare(name, arguments, range)) return id;
  if (auto id = builtin_number(name, arguments, range)) return id;
  return builtin_container(name, arguments, range);
}

}  // namespace quotient::mcrl2
