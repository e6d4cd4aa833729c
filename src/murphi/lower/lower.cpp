#include "murphi/lower/lower.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/narrow.hpp"
#include "base/stop_signal.hpp"
#include "murphi/lower/lowering.hpp"
#include "process/stack_depth.hpp"

namespace quotient::murphi {

namespace {

/// Control locations: before the start states, and behind them.
constexpr std::uint32_t before_start = 1, running = 2;
constexpr std::uint32_t record_head = 2;  // type and control location, a byte each
constexpr std::size_t most_code = 50'000'000;

std::string_view keyword(const Rule& r) {
  return r.kind == RuleKind::rule ? "rule" : r.kind == RuleKind::start ? "startstate" : "invariant";
}

}  // namespace

Lowering::Lowering(const Model& model, Undefined undefined, Diagnostics& diagnostics)
    : model_(model), known_(std::move(undefined)), diagnostics_(diagnostics), families_(model) {}

CodeIndex Lowering::emit(Op op, std::int64_t b, std::int64_t a) {
  out_.program.code.push_back({op, narrow<std::uint16_t>(a), narrow<std::int32_t>(b)});
  return here() - 1;
}

void Lowering::land(CodeIndex jump) { out_.program.code[jump].b = static_cast<std::int32_t>(here()); }

std::int32_t Lowering::site(SiteKind kind, SourceRange at, std::string message) {
  out_.program.sites.push_back({kind, at, std::move(message)});
  return static_cast<std::int32_t>(out_.program.sites.size() - 1);
}

void Lowering::refuse(SourceRange at, std::string message) {
  if (!refused_) diagnostics_.error(at, std::move(message));
  refused_ = true;
}

void Lowering::place_globals() {
  Program& program = out_.program;
  std::int64_t offset = 0;
  for (const Symbol* s : model_.globals) {
    Place& p = globals_[s];
    p.offset = offset;
    p.leaf = leaves_;
    p.type = s->type;
    leaves_ += leaf_count(*s->type);
    offset += size_of(*s->type);
    if (offset > 100'000'000) return refuse(s->at, "a state of more than 100 MB is not supported");
    for (const Leaf& leaf : leaves_of(*s->type, true)) {
      const auto at = static_cast<std::uint32_t>(p.offset + leaf.offset);
      program.cells.push_back(families_.cell(s->name + leaf.path, leaf, at));
    }
    for (const Leaf& leaf : leaves_of(*s->type, false)) {
      const auto at = static_cast<std::uint32_t>(p.offset + leaf.offset) + program.head_size();
      out_.cells.push_back({s->name + leaf.words, leaf.type, cell_of(*leaf.type), at});
    }
  }
  program.global_size = static_cast<std::uint32_t>(offset);
  program.initialise = here();
  for (const ShownCell& c : out_.cells) {
    if (c.type->undefined() == 0) continue;
    emit(Op::push, c.type->undefined());
    emit(Op::store_global, c.offset - program.head_size(), pack(c.cell));
  }
  emit(Op::done);
}

std::optional<Lowered> Lowering::run() {
  Program& program = out_.program;
  site(SiteKind::runtime, {}, "a single step does not terminate");
  ProcessType& type = program.process_types.emplace_back();
  type.name = "rules";
  type.start = before_start;
  type.locations.resize(3);
  program.initial_processes = {0};
  program.initial_priorities = {1};
  place_globals();
  if (known_.may_be.empty()) known_.may_be.assign(leaves_, true);
  found_.may_be.assign(leaves_, false);
  for (const RuleKind kind : {RuleKind::start, RuleKind::rule}) {
    const auto first = static_cast<std::uint32_t>(program.transitions.size());
    for (const Rule& r : model_.text->rules) {
      if (r.kind == kind && !refused_) rule(r, 0, {});
    }
    ControlLocation& location = program.process_types[0].locations[kind == RuleKind::start ? before_start : running];
    location.first = first;
    location.last = static_cast<std::uint32_t>(program.transitions.size());
    location.end = true;
  }
  // What a formula asks of states takes the place of invariants: whoever checks it does not check these.
  const bool watched =
      std::ranges::any_of(model_.text->rules, [](const Rule& r) { return r.kind == RuleKind::proposition; });
  for (const Rule& r : model_.text->rules) {
    if (r.kind == (watched ? RuleKind::proposition : RuleKind::invariant) && !refused_) rule(r, 0, {});
  }
  if (refused_) return std::nullopt;
  finish_locals();
  out_.may_be_undefined = known_.may_be;
  program.stack_depth = find_stack_depth(program);
  return std::move(out_);
}

void Lowering::finish_locals() {
  ProcessType& type = out_.program.process_types[0];
  type.cells = local_cells_;
  type.record_size = narrow<std::uint32_t>(record_head + local_size_);
}

void Lowering::rule(const Rule& r, std::size_t scope, const Environment& env) {
  poll_stop();
  if (refused_) return;
  if (here() > most_code) return refuse(r.range, "with all choices of parameters the rules are too large");
  if (scope == r.scopes.size()) return instance(r, env);
  const Scope& s = r.scopes[scope];
  Environment inner = env;
  if (s.alias != nullptr) {
    inner[s.alias->symbol] = {std::nullopt, std::nullopt, &s.alias->value, std::make_shared<const Environment>(env)};
    return rule(r, scope + 1, inner);
  }
  const auto values = values_of(*s.parameter, env);
  if (!values) return refuse(s.parameter->variable.range, "the bounds of a parameter of rules must be constants");
  for (const std::int64_t v : *values) {
    inner[s.parameter->symbol] = {v, std::nullopt, nullptr, nullptr};
    rule(r, scope + 1, inner);
  }
}

std::string Lowering::instance_text(const Rule& r, const Environment& env) const {
  if (r.kind == RuleKind::proposition) return r.name;
  std::vector<std::string> parameters;
  for (const Scope& s : r.scopes) {
    if (s.parameter == nullptr) continue;
    const std::int64_t value = *env.at(s.parameter->symbol).value;
    parameters.push_back(fmt::format("{}: {}", s.parameter->variable.text, text_of(*s.parameter->type, value)));
  }
  std::string out(keyword(r));
  if (!r.name.empty()) out += fmt::format(" \"{}\"", r.name);
  if (!parameters.empty()) out += fmt::format(" ({})", fmt::join(parameters, ", "));
  return out;
}

std::vector<std::string> Lowering::arguments(const Rule& r, const Environment& env) const {
  std::vector<std::string> out;
  for (const Scope& s : r.scopes) {
    if (s.parameter != nullptr) out.push_back(text_of(*s.parameter->type, *env.at(s.parameter->symbol).value));
  }
  return out;
}

void Lowering::instance(const Rule& r, const Environment& env) {
  Program& program = out_.program;
  assigned_.clear();
  free_ = temporaries_;
  if (r.kind == RuleKind::invariant || r.kind == RuleKind::proposition) {
    committed_ = true;  // cells may not be written: see is_pure
    if (!is_pure(r.condition[0])) {
      return refuse(r.range, "an invariant, or a formula, cannot call a function that does more than return a value");
    }
    program.propositions.push_back({instance_text(r, env), here()});
    if (r.kind == RuleKind::invariant) out_.invariants.push_back({&r, program.propositions.back().text});
    expression(r.condition[0], env);
    emit(Op::done);
    return;
  }
  const auto statement = static_cast<std::uint32_t>(program.statements.size());
  program.statements.push_back({r.range, instance_text(r, env), 0, true, -1});
  out_.rules.push_back({&r, arguments(r, env)});
  const std::optional<std::int64_t> guard = r.condition.empty() ? 1 : fold(r.condition[0], env);
  if (guard == 0) return;
  const CodeIndex begin = here();
  starting_ = r.kind == RuleKind::start;
  committed_ = guard || !is_pure(r.condition[0]);
  if (committed_) emit(Op::commit);
  if (!guard) {
    expression(r.condition[0], env);
    emit(Op::block_zero);
    if (!committed_) emit(Op::commit);
    committed_ = true;
  }
  emit(Op::reached, statement);
  Environment inner = env;
  for (const Scope& s : r.scopes) {
    if (s.alias != nullptr) inner[s.alias->symbol] = alias_binding(s.alias->value, inner);
  }
  inlining_.push_back({nullptr, std::nullopt, {}, {}});
  declare_locals(*r.locals, inner);
  statements(r.body, inner);
  for (const CodeIndex exit : inlining_.back().exits) land(exit);
  for (const Assigned& a : inlining_.back().assigned) assigned_.meet(a);
  inlining_.pop_back();
  if (starting_) note_undefined_start();
  if (local_size_ > 0) emit(Op::zero_local, record_head, local_size_);
  emit(Op::done);
  program.transitions.push_back({begin, running, 0, false, statement});
}

/// What a start state does not assign is undefined behind it.
void Lowering::note_undefined_start() {
  for (const auto& [symbol, place] : globals_) {
    for (const Leaf& leaf : leaves_of(*place.type, false)) {
      if (!assigned_.has(key(leaf_place(place, leaf)))) found_.may_be[place.leaf + leaf.leaf] = true;
    }
  }
}

std::optional<Lowered> lower(const Model& model, Diagnostics& diagnostics) {
  Lowering first(model, {}, diagnostics);
  if (!first.run()) return std::nullopt;
  Undefined undefined = first.found();
  undefined.close();
  undefined.copies.clear();
  return Lowering(model, std::move(undefined), diagnostics).run();
}

}  // namespace quotient::murphi
