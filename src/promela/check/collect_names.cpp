#include "promela/check/collect_names.hpp"

#include <fmt/format.h>
#include <unordered_map>

#include "promela/syntax/type_text.hpp"
#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

std::string declared_as(const Variable& v) {
  std::string text = type_text(v.type) + " " + v.name.text;
  if (v.is_array) text += fmt::format("[{}]", v.length);
  if (!v.channel) return text;
  std::string fields;
  for (const DeclaredType& field : v.channel->fields) fields += (fields.empty() ? "" : ", ") + type_text(field);
  return text + fmt::format(" = [{}] of {{{}}}", v.channel->capacity, fields);
}

std::string declared_as(const Proctype& p) {
  std::string parameters;
  for (const Variable* v : p.parameters) parameters += (parameters.empty() ? "" : "; ") + declared_as(*v);
  return fmt::format("{}proctype {}({})", p.is_active ? fmt::format("active [{}] ", p.instances) : "", p.name.text,
                     parameters);
}

class Collector {
 public:
  Collector(const Module& module, NameTable& names) : module_(module), names_(names) {}

  void run() {
    define_types();
    for (const auto& variable : module_.variables) define_variable(*variable);
    for (const auto& proctype : module_.proctypes) define_proctype(*proctype);
    for (const LtlFormula& f : module_.formulas) {
      names_.define({f.name.text, NameKind::formula, "ltl " + f.name.text, "", f.name.range, f.range});
    }
    visit_expressions(module_, [&](const Expression& e) { use_expression(e); });
    for (const auto& proctype : module_.proctypes) {
      visit_statements(proctype->body, [&](const Statement& s) { use_statement(s); });
    }
  }

 private:
  void define_types() {
    for (const auto& structure : module_.structures) {
      const std::string& type = structure->name.text;
      names_.define({type, NameKind::type, "typedef " + type, "", structure->name.range, {}});
      for (const auto& field : structure->fields) {
        names_.define({field->name.text, NameKind::field, declared_as(*field), type, field->name.range, {}});
        use_type(field->type);
      }
    }
    for (const auto& mtype : module_.mtypes) {
      for (std::size_t i = 0; i < mtype->names.size(); ++i) {
        const Name& name = mtype->names[i];
        const std::string family = mtype->name.empty() ? "mtype" : "mtype:" + mtype->name;
        names_.define(
            {name.text, NameKind::constant, fmt::format("{} {} = {}", family, name.text, i + 1), "", name.range, {}});
      }
    }
  }

  void define_variable(const Variable& v) {
    if (v.predefined != Predefined::no) return;
    names_.define({v.name.text,
                   v.parameter ? NameKind::parameter : NameKind::variable,
                   declared_as(v),
                   v.owner != nullptr ? v.owner->name.text : "",
                   v.name.range,
                   {}});
    use_type(v.type);
    if (v.channel) {
      for (const DeclaredType& field : v.channel->fields) use_type(field);
    }
  }

  void define_proctype(const Proctype& p) {
    SourceRange extent = p.range;
    if (p.closing.end > 0) extent = join(extent, p.closing);
    const std::string text = p.kind == ProctypeKind::proctype ? declared_as(p) : p.name.text;
    names_.define({p.name.text, NameKind::process, text, "", p.name.range, extent});
    visit_statements(p.body, [&](const Statement& s) {
      for (std::size_t i = 0; i < s.labels.size(); ++i) {
        names_.define({s.labels[i].text, NameKind::label, s.labels[i].text + ":", p.name.text, s.labels[i].range, {}});
        if (i < s.label_numbers.size()) labels_[s.label_numbers[i]] = s.labels[i].range;
      }
    });
  }

  void use_type(const DeclaredType& type) {
    if (type.structure != nullptr) names_.use(type.range, type.structure->name.range);
  }

  void use_label(const Name& name, std::uint32_t number) {
    const auto found = labels_.find(number);
    if (number != 0 && found != labels_.end()) names_.use(name.range, found->second);
  }

  void use_reference(const Reference& r) {
    if (r.variable == nullptr || r.variable->predefined != Predefined::no || r.parts.empty()) return;
    names_.use(r.parts[0].name.range, r.variable->name.range);
    const Structure* structure = r.variable->type.structure;
    for (std::size_t i = 1; i < r.parts.size() && structure != nullptr; ++i) {
      if (r.parts[i].field >= structure->fields.size()) return;
      const Variable& field = *structure->fields[r.parts[i].field];
      names_.use(r.parts[i].name.range, field.name.range);
      structure = field.type.structure;
    }
  }

  void use_expression(const Expression& e) {
    use_reference(e.reference);
    if (e.proctype != nullptr) names_.use(e.name.range, e.proctype->name.range);
    if (e.kind == ExpressionKind::remote_label) use_label(e.label, e.label_number);
    if (e.kind != ExpressionKind::constant || e.mtype == nullptr || e.value < 1) return;
    const auto index = static_cast<std::size_t>(e.value) - 1;
    if (index < e.mtype->names.size()) names_.use(e.name.range, e.mtype->names[index].range);
  }

  void use_statement(const Statement& s) {
    use_reference(s.target);
    use_reference(s.collection);
    for (const Reference& r : s.references) use_reference(r);
    if (s.kind == StatementKind::goto_) use_label(s.label, s.label_number);
  }

  const Module& module_;
  NameTable& names_;
  std::unordered_map<std::uint32_t, SourceRange> labels_;
};

}  // namespace

void collect_names(const Module& module, NameTable& names) { Collector(module, names).run(); }

}  // namespace quotient::promela
