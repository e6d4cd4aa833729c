#include "promela/lower/storage.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>

#include "base/ensure.hpp"
#include "base/stop_signal.hpp"
#include "process/record.hpp"
#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

/// The global variables whose value matters: printing it, or incrementing it, does not count as reading it.
std::set<const Variable*> read_variables(const Module& module) {
  std::set<const Variable*> read;
  const auto reads = [&read](const Expression& x) {
    if (x.kind == ExpressionKind::variable) read.insert(x.reference.variable);
  };
  const auto statement = [&](const Statement& s) {
    if (s.kind == StatementKind::printf || s.kind == StatementKind::printm) return;
    visit_indices(s.target, reads);
    visit_indices(s.collection, reads);
    if (s.increment) return;
    for (const Expression& x : s.expressions) visit_expression(x, reads);
    const bool sets_and_reads = s.kind == StatementKind::for_range || s.kind == StatementKind::for_in ||
                                (s.kind == StatementKind::select && !is_choice_of_numbers(s));
    if (sets_and_reads) read.insert(s.target.variable);
  };
  for (const auto& p : module.proctypes) {
    visit_statements(p->body, statement);
    if (p->provided) visit_expression(*p->provided, reads);
  }
  for (const auto& v : module.variables) {
    if (v->initialiser) visit_expression(*v->initialiser, reads);
  }
  for (const LtlFormula& f : module.formulas) visit_expression(f.formula, reads);
  return read;
}

/// Channels and typedefs stay visible, read or not.
bool may_be_hidden(const Variable& v) { return v.type.base != BaseType::channel && v.type.base != BaseType::structure; }

}  // namespace

CellType CellTypes::of(const DeclaredType& type) const {
  switch (type.base) {
    case BaseType::bit:
    case BaseType::boolean:
      return {CellKind::bit, 1};
    case BaseType::short_integer:
      return {CellKind::short_integer, 16};
    case BaseType::integer:
      return {CellKind::integer, 32};
    case BaseType::unsigned_integer: {
      const auto bits = static_cast<std::uint8_t>(std::clamp<std::uint32_t>(type.width, 1, 32));
      return {bits <= 8 ? CellKind::unsigned_8 : bits <= 16 ? CellKind::unsigned_16 : CellKind::unsigned_32, bits};
    }
    case BaseType::pid:
    case BaseType::channel:
      return id_;
    default:
      return {CellKind::byte, 8};
  }
}

CellType CellTypes::of(const Variable& variable) const {
  const CellType type = of(variable.type);
  return type.kind == CellKind::bit && variable.is_array ? CellType{CellKind::byte, 8} : type;
}

std::uint32_t CellTypes::size_of(const DeclaredType& type) const {
  if (type.base != BaseType::structure) return of(type).size();
  return field_offset(*type.structure, static_cast<std::uint32_t>(type.structure->fields.size()));
}

std::uint32_t CellTypes::size_of(const Variable& variable) const { return size_of(variable.type) * variable.length; }

std::uint32_t CellTypes::field_offset(const Structure& structure, std::uint32_t field) const {
  std::uint32_t offset = 0;
  for (std::uint32_t f = 0; f < field; ++f) offset += size_of(*structure.fields[f]);
  return offset;
}

LocalsByOwner locals_by_owner(const Module& module) {
  LocalsByOwner out;
  for (const auto& v : module.variables) {
    if (v->owner != nullptr && v->predefined == Predefined::no) out[v->owner].push_back(v.get());
  }
  return out;
}

void CellTypes::collect_leaves(const Variable& v, const std::string& path, std::uint32_t offset,
                               std::vector<Leaf>& out) const {
  const std::uint32_t step = size_of(v.type);
  for (std::uint32_t k = 0; k < v.length; ++k) {
    poll_stop();
    const std::string here = v.is_array ? fmt::format("{}[{}]", path, k) : path;
    std::uint32_t at = offset + k * step;
    if (v.type.base != BaseType::structure) {
      out.push_back({here, &v, at});
      continue;
    }
    for (const auto& field : v.type.structure->fields) {
      collect_leaves(*field, here + "." + field->name.text, at, out);
      at += size_of(*field);
    }
  }
}

std::vector<Leaf> CellTypes::leaves(const Variable& variable) const {
  std::vector<Leaf> out;
  collect_leaves(variable, "", 0, out);
  return out;
}

Storage::Storage(const Module& module, const std::vector<std::unique_ptr<Flow>>& flows, bool hide_unread,
                 Program& program)
    : program_(program), types_(program.id_type) {
  for (const auto& m : module.mtypes) {
    mtypes_[m.get()] = static_cast<std::int32_t>(program.mtypes.size());
    std::vector<std::string> names;
    for (const Name& n : m->names) names.push_back(n.text);
    program.mtypes.push_back(std::move(names));
  }
  place_globals(module, hide_unread);
  LocalsByOwner locals = locals_by_owner(module);
  for (std::size_t k = 0; k < flows.size(); ++k) {
    place_locals(locals[flows[k]->proctype], *flows[k], program.process_types[k]);
  }
}

void Storage::place_globals(const Module& module, bool hide_unread) {
  const std::set<const Variable*> read = hide_unread ? read_variables(module) : std::set<const Variable*>();
  for (const Variable* v : module.globals) {
    const bool hidden = v->scratch || (hide_unread && may_be_hidden(*v) && read.count(v) == 0);
    std::uint32_t& end = hidden ? program_.hidden_size : program_.global_size;
    places_[v] = {hidden ? Area::hidden : Area::global, end};
    declare(*v, end, hidden ? program_.hidden_cells : program_.cells);
    end += types_.size_of(*v);
  }
}

void Storage::place_locals(const std::vector<const Variable*>& locals, const Flow& flow, ProcessType& type) {
  // What watches has two bytes at least, among the globals.
  type.location_bytes = std::max<std::uint32_t>(bytes_for(flow.location_count - 1), type.watches ? 2 : 1);
  std::uint32_t end = program_.type_bytes + type.location_bytes;
  if (program_.has_priorities) type.priority_offset = static_cast<std::int32_t>(end++);
  const auto add = [&](const Variable& v) {
    places_[&v] = {Area::local, end};
    declare(v, end, type.cells);
    end += types_.size_of(v);
  };
  for (const Variable* v : locals) add(*v);
  for (const Variable& v : flow.variables) add(v);
  for (const Variable* p : flow.proctype->parameters) {
    for (const Leaf& leaf : types_.leaves(*p)) {
      type.parameters.push_back(types_.of(*leaf.declared));
      type.parameter_offsets.push_back(places_[p].offset + leaf.offset);
    }
  }
  type.record_size = end;
}

void Storage::declare(const Variable& variable, std::uint32_t offset, std::vector<NamedCell>& cells) const {
  for (const Leaf& leaf : types_.leaves(variable)) {
    NamedCell c;
    c.name = variable.name.text + leaf.path;
    c.type = types_.of(*leaf.declared);
    c.offset = offset + leaf.offset;
    c.is_channel = leaf.declared->type.base == BaseType::channel;
    c.is_process = leaf.declared->process_id;
    c.mtype = mtype_index(leaf.declared->type);
    cells.push_back(std::move(c));
  }
}

Place Storage::place(const Variable& variable) const {
  const auto found = places_.find(&variable);
  ensure(found != places_.end(), "a variable without a place");
  return found->second;
}

std::int32_t Storage::mtype_index(const DeclaredType& type) const {
  if (type.base != BaseType::mtype) return -1;
  const auto found = mtypes_.find(type.mtype);
  return found == mtypes_.end() ? -1 : found->second;
}

}  // namespace quotient::promela
