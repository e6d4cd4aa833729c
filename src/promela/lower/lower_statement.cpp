#include <algorithm>
#include <fmt/format.h>

#include "base/ensure.hpp"
#include "base/narrow.hpp"
#include "model/cell.hpp"
#include "promela/lower/lower.hpp"
#include "promela/syntax/statement_text.hpp"
#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

std::string without_quotes(const std::string& text) {
  return text.size() >= 2 && text.front() == '"' ? text.substr(1, text.size() - 2) : text;
}

/// Where the next %d or the like begins.
std::size_t next_conversion(const std::string& text, std::size_t at) {
  for (; at + 1 < text.size(); ++at) {
    if (text[at] != '%') continue;
    if (text[at + 1] != '%') return at;
    ++at;
  }
  return text.size();
}

}  // namespace

Lowering::Lowering(const SourceMap& sources, const Module& module, const std::vector<std::unique_ptr<Flow>>& flows,
                   const Storage& storage, Program& program, std::uint32_t process_type, Diagnostics& diagnostics)
    : sources_(sources),
      module_(module),
      flows_(flows),
      storage_(storage),
      program_(program),
      types_(storage.types()),
      code_(program),
      process_type_(process_type),
      diagnostics_(diagnostics) {}

std::uint16_t Lowering::operand(std::size_t number, SourceRange range, std::string_view what, std::uint16_t greatest) {
  return narrow<std::uint16_t>(number, range, what, diagnostics_, greatest);
}

std::uint32_t Lowering::statement_index(const Element& e) {
  const auto [known, is_new] = statements_.try_emplace(&e, static_cast<std::uint32_t>(program_.statements.size()));
  if (is_new) {
    ProgramStatement s;
    s.range = e.range;
    s.process_type = process_type_;
    // A jump takes no step of its own if that can be avoided, so it is not reported as unreached.
    s.written = e.statement != nullptr && e.kind != ElementKind::otherwise && e.kind != ElementKind::jump;
    s.text = e.kind == ElementKind::end ? "end"
             : e.statement != nullptr   ? statement_text(sources_, *e.statement)
                                        : "goto";
    if (e.kind == ElementKind::end) s.written = true;
    const bool moves = e.kind != ElementKind::jump && e.kind != ElementKind::join && e.kind != ElementKind::leave;
    const std::optional<std::uint32_t> base = flows_.at(process_type_)->trail_base;
    if (moves && !e.in_d_step && base) s.trail_number = static_cast<std::int32_t>(*base + e.number - 1);
    program_.statements.push_back(std::move(s));
  }
  return known->second;
}

CodeIndex Lowering::condition(const Expression& x) {
  const CodeIndex start = code_.here();
  expression(x);
  code_.emit(Op::done);
  return start;
}

CodeIndex Lowering::cube(const ltl::Cube& label, const std::vector<const Expression*>& propositions) {
  const CodeIndex start = code_.here();
  for (std::size_t k = 0; k < propositions.size(); ++k) {
    const bool positive = (label.positive >> k & 1U) != 0;
    if (!positive && (label.negative >> k & 1U) == 0) continue;
    expression(*propositions[k]);
    if (!positive) code_.emit(Op::logical_not);
    code_.emit(Op::block_zero);
  }
  code_.emit(Op::commit);
  code_.emit(Op::done);
  return start;
}

CodeIndex Lowering::transition(const TableTransition& t) {
  const CodeIndex start = code_.here();
  switch (t.action) {
    case TableTransition::Action::pass:
      code_.emit(Op::not_in_handshake);
      code_.emit(Op::commit);
      code_.emit(Op::reached, static_cast<std::int32_t>(statement_index(*t.element)));
      followers(t);
      break;
    case TableTransition::Action::otherwise:
      code_.emit(Op::otherwise);
      code_.emit(Op::commit);
      code_.emit(Op::reached, static_cast<std::int32_t>(statement_index(*t.element)));
      followers(t);
      break;
    case TableTransition::Action::statement:
      if (is_trace()) {
        event(*t.element);
        break;
      }
      step(*t.element);
      followers(t);
      break;
    case TableTransition::Action::d_step:
      d_step(*t.element);
      followers(t);
      break;
  }
  blank(t.dead_after);
  code_.emit(Op::done);
  return start;
}

/// What is merged into a step.
void Lowering::followers(const TableTransition& t) {
  for (const Element* e : t.merged) {
    code_.emit(Op::reached, static_cast<std::int32_t>(statement_index(*e)));
    effect(*e);
    reset(e->dead);
  }
}

/// The first statement of a step: its conditions, then what it does.
void Lowering::step(const Element& e) {
  if (e.kind != ElementKind::receive) code_.emit(Op::not_in_handshake);
  const bool creates = e.kind == ElementKind::condition && contains_run(e.statement->expressions[0]);
  if (creates) code_.emit(Op::commit);
  if (guard(e)) code_.emit(Op::block_zero);
  if (!creates) code_.emit(Op::commit);
  code_.emit(Op::reached, static_cast<std::int32_t>(statement_index(e)));
  effect(e);
  reset(e.dead);
}

bool Lowering::guard(const Element& e) {
  switch (e.kind) {
    case ElementKind::condition:
      expression(e.statement->expressions[0]);
      return true;
    case ElementKind::send:
      variable(e.statement->target);
      code_.emit(Op::send_ready, site(SiteKind::runtime, e.range, "send on a channel that does not exist"));
      return true;
    case ElementKind::receive: {
      const Statement& s = *e.statement;
      const std::vector<Argument> arguments = message_arguments(s.expressions, true);
      push_matched(arguments);
      variable(s.target);
      code_.emit(Op::receive_match, pattern(arguments, s.random, s.peek, s.range));
      return true;
    }
    case ElementKind::end:
      // Only the youngest process may die, but to have come here is to have reached the end.
      code_.emit(Op::reached, static_cast<std::int32_t>(statement_index(e)));
      code_.emit(Op::terminate_check);
      return false;
    default:
      return false;
  }
}

void Lowering::effect(const Element& e) {
  switch (e.kind) {
    case ElementKind::assign: {
      if (e.no_effect) return;
      const Statement& s = *e.statement;
      if (s.target.variable->predefined == Predefined::priority) {
        code_.emit(Op::pid);
        expression(s.expressions[0]);
        code_.emit(Op::set_priority, site(SiteKind::runtime, s.range, "a priority must be between 1 and 255"));
      } else if (s.target.variable->predefined == Predefined::write_only) {
        expression(s.expressions[0]);
        code_.emit(Op::drop);
      } else {
        const Target t = address(s.target);
        expression(s.expressions[0]);
        store(t);
      }
      return;
    }
    case ElementKind::send:
      send_effect(*e.statement);
      return;
    case ElementKind::receive:
      receive_effect(*e.statement);
      return;
    case ElementKind::assertion: {
      const Expression& x = e.statement->expressions[0];
      expression(x);
      code_.emit(Op::assertion,
                 site(SiteKind::assertion, e.range, "assertion violated: " + expression_text(sources_, x)));
      return;
    }
    case ElementKind::print:
      print(*e.statement);
      return;
    case ElementKind::set_priority:
      expression(e.statement->expressions[0]);
      expression(e.statement->expressions[1]);
      code_.emit(Op::set_priority, site(SiteKind::runtime, e.range, "a priority must be between 1 and 255"));
      return;
    case ElementKind::end:
      code_.emit(Op::terminate);
      return;
    default:
      return;
  }
}

void Lowering::reset(const std::vector<const Variable*>& variables) {
  for (const Variable* v : variables) {
    if (v->kept) continue;
    const Place place = storage_.place(*v);
    code_.emit(Op::zero_local, static_cast<std::int32_t>(place.offset),
               operand(types_.size_of(*v), v->name.range, "bytes of a variable"));
  }
}

/// Of variables that are dead in every sense: a number becomes one that no process has; what
/// has few values anyhow becomes 0.
void Lowering::blank(const std::vector<const Variable*>& variables) {
  for (const Variable* v : variables) {
    if (v->kept) continue;
    const std::uint32_t origin = storage_.place(*v).offset;
    struct Run {
      Op op;
      std::uint32_t offset, size;
    };
    std::vector<Run> runs;
    for (const Leaf& leaf : types_.leaves(*v)) {
      const BaseType base = leaf.declared->type.base;
      const bool may_be_process = base == BaseType::byte || base == BaseType::pid || base == BaseType::short_integer ||
                                  base == BaseType::integer;
      const Op op = may_be_process ? Op::blank_local : Op::zero_local;
      const std::uint32_t offset = origin + leaf.offset, size = types_.of(*leaf.declared).size();
      if (!runs.empty() && runs.back().op == op && runs.back().offset + runs.back().size == offset) {
        runs.back().size += size;
      } else {
        runs.push_back({op, offset, size});
      }
    }
    for (const Run& run : runs) {
      code_.emit(run.op, static_cast<std::int32_t>(run.offset),
                 operand(run.size, v->name.range, "bytes of a variable"));
    }
  }
}

/// In brackets, what `x` reads of variables that are no part of the state because nothing else reads them: it is
/// printed in place of the value, which is unknown.
std::string Lowering::unkept_variable(const Expression& x) const {
  std::string name;
  visit_expression(x, [&](const Expression& part) {
    if (part.kind == ExpressionKind::variable && part.reference.variable->owner == nullptr &&
        part.reference.variable->predefined == Predefined::no &&  // these have no place at all
        storage_.place(*part.reference.variable).area == Area::hidden) {
      name = fmt::format("[{}]", part.reference.variable->name.text);
    }
  });
  return name;
}

void Lowering::print(const Statement& s) {
  std::size_t count = 0;
  std::string text = "%e";
  if (s.kind == StatementKind::printf) text = without_quotes(s.text);
  std::size_t at = 0;
  for (const Expression& x : s.expressions) {
    at = next_conversion(text, at);
    if (const std::string name = unkept_variable(x); !name.empty() && at < text.size()) {
      text.replace(at, 2, name);
      at += name.size();
      continue;
    }
    at += 2;
    expression(x);
    ++count;
  }
  code_.emit(Op::print, site(SiteKind::print, s.range, std::move(text)),
             operand(count, s.range, "values that are printed at once"));
}

// --- messages
// ----------------------------------------------------------------------------------------------------------

std::vector<Lowering::Argument> Lowering::message_arguments(const std::vector<Expression>& arguments,
                                                            bool receiving) const {
  std::vector<Argument> out;
  for (const Expression& x : arguments) {
    const bool is_variable = x.kind == ExpressionKind::variable;
    const Variable* declared = is_variable ? x.reference.variable : nullptr;
    for (std::size_t k = 1; is_variable && k < x.reference.parts.size(); ++k) {
      declared = declared->type.structure->fields[x.reference.parts[k].field].get();
    }
    Argument a;
    a.value = &x;
    if (is_variable && declared->type.base == BaseType::structure) {
      // A whole structure denotes its cells.
      std::uint32_t offset = 0;
      for (const auto& field : declared->type.structure->fields) {
        for (const Leaf& leaf : types_.leaves(*field)) {
          Argument part;
          part.kind = receiving ? Argument::Kind::bind : Argument::Kind::match;
          part.reference = x.reference;
          part.is_leaf = true;
          part.leaf_offset = offset + leaf.offset;
          part.leaf_type = types_.of(*leaf.declared);
          out.push_back(std::move(part));
        }
        offset += types_.size_of(*field);
      }
      continue;
    }
    if (receiving && is_variable) {
      const bool ignored = declared->predefined == Predefined::write_only;
      a.kind = ignored ? Argument::Kind::ignore : Argument::Kind::bind;
      a.reference = x.reference;
    }
    out.push_back(std::move(a));
  }
  return out;
}

void Lowering::push_argument(const Argument& a) {
  if (!a.is_leaf) {
    expression(*a.value);
    return;
  }
  Target t = address(a.reference);
  if (t.direct) {
    t.offset += a.leaf_offset;
  } else {
    code_.emit(Op::push, static_cast<std::int32_t>(a.leaf_offset));
    code_.emit(Op::add);
  }
  t.type = a.leaf_type;
  load(t);
}

void Lowering::push_matched(const std::vector<Argument>& arguments) {
  for (const Argument& a : arguments) {
    if (a.kind == Argument::Kind::match) expression(*a.value);
  }
}

std::int32_t Lowering::pattern(const std::vector<Argument>& arguments, bool random, bool peek, SourceRange range) {
  ReceivePattern p;
  p.random = random;
  p.peek = peek;
  p.given = narrow<std::uint32_t>(arguments.size());
  for (std::uint32_t k = 0; k < p.given; ++k) {
    if (arguments[k].kind == Argument::Kind::match) p.matched.push_back(k);
  }
  p.site = static_cast<std::uint32_t>(
      site(SiteKind::runtime, range, "receive from a channel that does not exist or does not carry such messages"));
  program_.patterns.push_back(std::move(p));
  return static_cast<std::int32_t>(program_.patterns.size() - 1);
}

void Lowering::send_effect(const Statement& s) {
  variable(s.target);
  const std::vector<Argument> arguments = message_arguments(s.expressions, false);
  for (const Argument& a : arguments) push_argument(a);
  const std::uint16_t count = operand(arguments.size(), s.range, "fields of a message", 0x7fff);
  code_.emit(Op::send, site(SiteKind::runtime, s.range, "send of a message that the channel does not carry"),
             static_cast<std::uint16_t>(count | (s.sorted ? 0x8000U : 0U)));
}

void Lowering::receive_effect(const Statement& s) {
  const std::vector<Argument> arguments = message_arguments(s.expressions, true);
  for (std::size_t k = 0; k < arguments.size(); ++k) {
    const Argument& a = arguments[k];
    if (a.kind != Argument::Kind::bind) continue;
    Target t = address(a.reference);
    if (a.is_leaf) {
      if (t.direct) {
        t.offset += a.leaf_offset;
      } else {
        code_.emit(Op::push, static_cast<std::int32_t>(a.leaf_offset));
        code_.emit(Op::add);
      }
      t.type = a.leaf_type;
    }
    code_.emit(Op::field, static_cast<std::int32_t>(k));
    store(t);
  }
  if (!s.peek) code_.emit(Op::take);
}

// --- initialisation
// ----------------------------------------------------------------------------------------------------

CodeIndex Lowering::initialiser(const std::vector<const Variable*>& variables, const std::vector<const Variable*>& dead,
                                std::vector<ChannelInstance>& channels) {
  const CodeIndex start = code_.here();
  for (const Variable* v : variables) initialise_cells(*v, storage_.place(*v), channels);
  blank(dead);
  if (code_.here() == start) return 0;
  code_.emit(Op::done);
  return start;
}

void Lowering::initialise_cells(const Variable& v, const Place& place, std::vector<ChannelInstance>& channels) {
  const auto store_at = [&](std::uint32_t offset, CellType type, const auto& push_value) {
    const Target t{place.area != Area::hidden, place.area, offset, type};
    if (!t.direct) code_.emit(Op::push, static_cast<std::int32_t>(offset));
    push_value();
    store(t);
  };
  std::size_t element = 0;
  for (const Leaf& leaf : types_.leaves(v)) {
    const Variable& declared = *leaf.declared;
    const std::uint32_t offset = place.offset + leaf.offset;
    const CellType type = types_.of(declared);
    if (declared.channel) {
      const bool global = v.owner == nullptr;
      const auto number = static_cast<std::int32_t>(channels.size());
      channels.push_back({channel_kind(*declared.channel), v.name.text + leaf.path});
      store_at(offset, type, [&] { global ? code_.emit(Op::push, number + 1) : code_.emit(Op::own_channel, number); });
    } else if (!declared.array_initialiser.empty()) {
      const std::size_t last = declared.array_initialiser.size() - 1;
      const Expression& x = declared.array_initialiser[std::min(element++, last)];
      store_at(offset, type, [&] { expression(x); });
    } else if (declared.initialiser) {
      store_at(offset, type, [&] { expression(*declared.initialiser); });
    }
  }
}

std::uint32_t Lowering::channel_kind(const ChannelInitialiser& c) {
  ChannelKind kind;
  kind.capacity = static_cast<std::uint32_t>(c.capacity);
  const auto add = [&](const DeclaredType& type) {
    kind.fields.push_back(types_.of(type));
    kind.field_mtypes.push_back(storage_.mtype_index(type));
    kind.field_channels.push_back(type.base == BaseType::channel ? 1 : 0);
    kind.message_size += kind.fields.back().size();
  };
  for (const DeclaredType& field : c.fields) {
    if (field.base != BaseType::structure) {
      add(field);
      continue;
    }
    for (const auto& f : field.structure->fields) {
      for (const Leaf& leaf : types_.leaves(*f)) add(leaf.declared->type);
    }
  }
  // A message of a single bit is kept as a byte, like an array of bits.
  if (kind.fields.size() == 1 && kind.fields[0].kind == CellKind::bit) kind.fields[0] = {CellKind::byte, 8};
  const auto known =
      std::find_if(program_.channel_kinds.begin(), program_.channel_kinds.end(), [&kind](const ChannelKind& k) {
        return k.capacity == kind.capacity && k.fields == kind.fields && k.field_mtypes == kind.field_mtypes &&
               k.field_channels == kind.field_channels;
      });
  if (known != program_.channel_kinds.end()) return static_cast<std::uint32_t>(known - program_.channel_kinds.begin());
  program_.channel_kinds.push_back(std::move(kind));
  return static_cast<std::uint32_t>(program_.channel_kinds.size() - 1);
}

}  // namespace quotient::promela
