#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

#include "base/counted.hpp"
#include "promela/lite/lite.hpp"

namespace quotient::promela::lite {

namespace {

/// What an expression can be. A literal of the right size is a process id as well as an integer, and null is of every
/// channel type; all else has one type.
struct Sort {
  enum class Kind : std::uint8_t { typed, literal, null, error } kind = Kind::error;
  TypeId type = 0;
  std::int64_t value = 0;
};

struct Entry {
  TypeId type = 0;
  bool is_static_channel = false;
  const Proctype* proctype = nullptr;
};

class LiteChecker {
 public:
  LiteChecker(const Specification& specification, Diagnostics& diagnostics)
      : spec_(specification), diagnostics_(diagnostics), types_(specification.types) {
    integer_ = static_cast<TypeId>(types_.size());
    types_.push_back({Type::Kind::integer, {}});
    pid_ = integer_ + 1;
    types_.push_back({Type::Kind::pid, {}});
  }

  void run() {
    for (const Declaration& d : spec_.channels) {
      if (d.capacity <= 0) error(d.range, fmt::format("'{}' must have room for at least one message", d.name.text));
      if (d.capacity > 255) error(d.range, fmt::format("'{}' has room for more than 255 messages", d.name.text));
      if (!same(d.type, d.carried)) error(d.range, fmt::format("'{}' does not carry what its type says", d.name.text));
      declare(globals_, d.name, {d.type, true, nullptr});
    }
    for (const Declaration& d : spec_.globals) {
      require({Sort::Kind::literal, 0, d.initial.value}, d.type, d.initial.range);
      declare(globals_, d.name, {d.type, false, nullptr});
    }
    for (const Proctype& p : spec_.proctypes) check(p);
    for (const Run& r : spec_.runs) check(r);
  }

 private:
  Diagnostic& error(SourceRange at, std::string message) { return diagnostics_.error(at, std::move(message)); }

  void declare(std::map<std::string, Entry>& scope, const Name& name, Entry entry) {
    if (globals_.count(name.text) != 0 || !scope.emplace(name.text, entry).second) {
      error(name.range, fmt::format("'{}' is declared already", name.text));
    }
  }

  const Entry* find(const Name& name) {
    for (const auto* scope : {&locals_, &globals_}) {
      const auto found = scope->find(name.text);
      if (found != scope->end()) return &found->second;
    }
    std::vector<std::string> names;
    for (const auto* scope : {&locals_, &globals_}) {
      for (const auto& [known, entry] : *scope) names.push_back(known);
    }
    error(name.range, fmt::format("unknown name '{}'", name.text)).suggestion = nearest_name(name.text, names);
    return nullptr;
  }

  // --- types ---------------------------------------------------------------------------------------------------------

  /// Equal when unfolded infinitely: a pair that recurs on the way is not a difference.
  bool same(TypeId first, TypeId second) const {
    std::set<std::pair<TypeId, TypeId>> met;
    std::vector<std::pair<TypeId, TypeId>> pending{{first, second}};
    while (!pending.empty()) {
      const auto [a, b] = pending.back();
      pending.pop_back();
      if (a == b || !met.insert({a, b}).second) continue;
      if (types_[a].kind != types_[b].kind || types_[a].fields.size() != types_[b].fields.size()) return false;
      for (std::size_t k = 0; k < types_[a].fields.size(); ++k) {
        pending.emplace_back(types_[a].fields[k], types_[b].fields[k]);
      }
    }
    return true;
  }

  std::string text(TypeId type, int depth = 3) const {
    const Type& t = types_[type];
    if (t.kind == Type::Kind::integer) return "int";
    if (t.kind == Type::Kind::pid) return "pid";
    if (depth == 0) return "chan{...}";
    std::string out;
    for (const TypeId field : t.fields) out += (out.empty() ? "" : ", ") + text(field, depth - 1);
    return "chan{" + out + "}";
  }

  bool fits(const Sort& sort, TypeId type) const {
    switch (sort.kind) {
      case Sort::Kind::typed:
        return same(sort.type, type);
      case Sort::Kind::literal:
        return types_[type].kind == Type::Kind::integer || (types_[type].kind == Type::Kind::pid && sort.value >= 0 &&
                                                            sort.value <= static_cast<std::int64_t>(spec_.runs.size()));
      case Sort::Kind::null:
        return types_[type].kind == Type::Kind::channel;
      case Sort::Kind::error:
        return true;
    }
    return true;
  }

  std::string text(const Sort& sort) const {
    if (sort.kind == Sort::Kind::literal) return std::to_string(sort.value);
    return sort.kind == Sort::Kind::null ? "null" : text(sort.type);
  }

  void require(const Sort& sort, TypeId type, SourceRange at) {
    if (!fits(sort, type)) error(at, fmt::format("{} is expected here, not {}", text(type), text(sort)));
  }

  // --- expressions and guards ----------------------------------------------------------------------------------------

  static bool is_guard(const Expression& e) {
    switch (e.kind) {
      case Expression::Kind::nfull:
      case Expression::Kind::nempty:
      case Expression::Kind::negation:
        return true;
      case Expression::Kind::binary:
        return e.op != Operator::add && e.op != Operator::subtract && e.op != Operator::multiply;
      default:
        return false;
    }
  }

  void check_channel(const Name& name) {
    const Entry* entry = find(name);
    if (entry != nullptr && (entry->proctype != nullptr || types_[entry->type].kind != Type::Kind::channel)) {
      error(name.range, fmt::format("'{}' is not a channel", name.text));
    }
  }

  Sort sort_of(const Expression& e) {
    if (is_guard(e)) {
      error(e.range, "a condition is not a value");
      return {};
    }
    switch (e.kind) {
      case Expression::Kind::number:
        return {Sort::Kind::literal, 0, e.value};
      case Expression::Kind::null:
        return {Sort::Kind::null, 0, 0};
      case Expression::Kind::pid:
        return {Sort::Kind::typed, pid_, 0};
      case Expression::Kind::length:
        if (e.name.text != "null") check_channel(e.name);
        return {Sort::Kind::typed, integer_, 0};
      case Expression::Kind::binary:
        for (const Expression& operand : e.operands) require(sort_of(operand), integer_, operand.range);
        return {Sort::Kind::typed, integer_, 0};
      default:
        break;
    }
    const Entry* entry = find(e.name);
    if (entry == nullptr) return {};
    if (entry->proctype != nullptr) {
      error(e.range, fmt::format("'{}' is a proctype", e.name.text));
      return {};
    }
    return {Sort::Kind::typed, entry->type, 0};
  }

  void check_guard(const Expression& e) {
    if (!is_guard(e)) {
      error(e.range, "a condition is expected here");
      return;
    }
    if (e.kind == Expression::Kind::nfull || e.kind == Expression::Kind::nempty) {
      check_channel(e.name);
      return;
    }
    if (e.kind == Expression::Kind::negation || e.op == Operator::logical_and || e.op == Operator::logical_or) {
      for (const Expression& operand : e.operands) check_guard(operand);
      return;
    }
    const Sort left = sort_of(e.operands[0]), right = sort_of(e.operands[1]);
    if (e.op != Operator::equal && e.op != Operator::not_equal) {
      require(left, integer_, e.operands[0].range);
      require(right, integer_, e.operands[1].range);
      return;
    }
    if (left.kind == Sort::Kind::error || right.kind == Sort::Kind::error) return;
    const bool agree = left.kind == Sort::Kind::typed    ? fits(right, left.type)
                       : right.kind == Sort::Kind::typed ? fits(left, right.type)
                                                         : left.kind == right.kind;
    if (!agree) error(e.range, fmt::format("{} and {} are of different types", text(left), text(right)));
  }

  /// Whether the guard can hold only where `kind` holds of the channel: one of its parts joined by && says so.
  static bool asks(const Expression& guard, Expression::Kind kind, const std::string& channel) {
    if (guard.kind == kind) return guard.name.text == channel;
    if (guard.kind != Expression::Kind::binary || guard.op != Operator::logical_and) return false;
    return std::any_of(guard.operands.begin(), guard.operands.end(),
                       [&](const Expression& part) { return asks(part, kind, channel); });
  }

  // --- statements ----------------------------------------------------------------------------------------------------

  void check(const Proctype& p) {
    locals_.clear();
    for (const Declaration& d : p.parameters) {
      declare(locals_, d.name, {d.type, false, nullptr});
      if (d.name.text == p.name.text) error(d.name.range, fmt::format("'{}' is the proctype", d.name.text));
    }
    for (const Statement& s : p.statements) {
      check_guard(s.guard);
      for (std::size_t k = 0; k < s.updates.size(); ++k) check(s, s.updates[k], k == 0);
    }
    locals_.clear();
    declare(globals_, p.name, {0, false, &p});
  }

  void check(const Statement& s, const Update& u, bool first) {
    if (u.kind == Update::Kind::skip) return;
    const Entry* entry = find(u.target);
    if (entry == nullptr) return;
    if (entry->proctype != nullptr) {
      error(u.target.range, fmt::format("'{}' is a proctype", u.target.text));
      return;
    }
    if (u.kind == Update::Kind::assign) {
      if (entry->is_static_channel) {
        error(u.range, fmt::format("'{}' is a channel that was declared: it cannot be another", u.target.text));
      }
      require(sort_of(u.expressions[0]), entry->type, u.expressions[0].range);
      return;
    }
    if (types_[entry->type].kind != Type::Kind::channel) {
      error(u.target.range, fmt::format("'{}' is not a channel", u.target.text));
      return;
    }
    const bool sends = u.kind == Update::Kind::send;
    if (!first) error(u.range, "only the first update may send or receive");
    if (!asks(s.guard, sends ? Expression::Kind::nfull : Expression::Kind::nempty, u.target.text)) {
      error(u.range, fmt::format("the guard must ask for {}({})", sends ? "nfull" : "nempty", u.target.text));
    }
    const std::vector<TypeId>& fields = types_[entry->type].fields;
    const std::size_t given = sends ? u.expressions.size() : u.variables.size();
    if (given != fields.size()) {
      error(u.range,
            fmt::format("a message of '{}' has {}, not {}", u.target.text, counted(fields.size(), "field"), given));
      return;
    }
    std::set<std::string> met;
    for (std::size_t k = 0; k < given; ++k) {
      if (sends) {
        require(sort_of(u.expressions[k]), fields[k], u.expressions[k].range);
        continue;
      }
      const Name& name = u.variables[k];
      if (!met.insert(name.text).second) error(name.range, fmt::format("'{}' is received twice", name.text));
      const Entry* variable = find(name);
      if (variable == nullptr) continue;
      if (variable->is_static_channel || variable->proctype != nullptr) {
        error(name.range, fmt::format("'{}' is not a variable", name.text));
        continue;
      }
      require({Sort::Kind::typed, variable->type, 0}, fields[k], name.range);
    }
  }

  void check(const Run& r) {
    const Entry* entry = find(r.name);
    if (entry == nullptr) return;
    if (entry->proctype == nullptr) {
      error(r.name.range, fmt::format("'{}' is not a proctype", r.name.text));
      return;
    }
    const std::vector<Declaration>& parameters = entry->proctype->parameters;
    if (parameters.size() != r.arguments.size()) {
      error(r.range, fmt::format("'{}' has {} parameters, not {}", r.name.text, parameters.size(), r.arguments.size()));
      return;
    }
    for (std::size_t k = 0; k < r.arguments.size(); ++k) {
      const Expression& argument = r.arguments[k];
      if (argument.kind == Expression::Kind::name) {
        const Entry* given = find(argument.name);
        if (given == nullptr) continue;
        if (!given->is_static_channel) {
          error(argument.range, "an argument must be a number, null, or a declared channel");
          continue;
        }
      } else if (argument.kind == Expression::Kind::pid) {
        error(argument.range, "an argument must be a number, null, or a declared channel");
        continue;
      }
      require(sort_of(argument), parameters[k].type, argument.range);
    }
  }

  const Specification& spec_;
  Diagnostics& diagnostics_;
  std::vector<Type> types_;
  TypeId integer_ = 0, pid_ = 0;
  std::map<std::string, Entry> globals_, locals_;
};

}  // namespace

void check(const Specification& specification, Diagnostics& diagnostics) {
  LiteChecker(specification, diagnostics).run();
  constexpr std::size_t most = 254;  // as in SPIN, init being one more
  if (specification.runs.size() > most) {
    diagnostics.error(specification.runs[most].range, fmt::format("more than {} processes", most));
  }
}

}  // namespace quotient::promela::lite
