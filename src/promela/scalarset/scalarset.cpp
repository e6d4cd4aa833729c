#include "promela/scalarset/scalarset.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "promela/check/check_expression.hpp"
#include "promela/check/message_fields.hpp"
#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

using FlowClass = std::uint32_t;

class ScalarsetFinder {
 public:
  ScalarsetFinder(const Module& module, const SourceMap& sources, Diagnostics& diagnostics)
      : module_(module), sources_(sources), diagnostics_(diagnostics) {}

  std::vector<Scalarset> run() {
    for (const Remark& remark : module_.remarks) {
      if (remark.text == "scalarset") declare(remark);
    }
    if (sets_.empty()) return {};
    for (const auto& p : module_.proctypes) {
      proctype_ = p.get();
      add_owners(*p);
      if (p->provided) check(*p->provided);
      visit_statements(p->body, [&](const Statement& s) { check(s); });
    }
    proctype_ = nullptr;
    add_holders();
    for (const LtlFormula& f : module_.formulas) check(f.formula);
    for (const auto& v : module_.variables) {
      if (v->initialiser) note_constant(v->value_class, *v->initialiser);
      for (const Expression& e : v->array_initialiser) note_constant(v->value_class, e);
    }
    std::vector<Scalarset> out;
    for (auto& [c, set] : sets_) out.push_back(std::move(set));
    return out;
  }

 private:
  // --- declarations --------------------------------------------------------------------------------------------------

  struct Declared {
    const Name* name = nullptr;
    FlowClass flow = 0;
  };

  /// What is declared next, with nothing but its type in between.
  Declared declared_after(SourceRange comment) const {
    Declared best;
    const auto consider = [&](const Name& name, FlowClass flow) {
      if (name.range.file != comment.file || name.range.begin < comment.end) return;
      if (best.name == nullptr || name.range.begin < best.name->range.begin) best = {&name, flow};
    };
    for (const auto& v : module_.variables) {
      if (v->predefined == Predefined::no) consider(v->name, v->value_class);
    }
    for (const auto& s : module_.structures) {
      for (const auto& field : s->fields) consider(field->name, field->value_class);
    }
    for (const auto& p : module_.proctypes) {
      if (p->kind == ProctypeKind::proctype) consider(p->name, p->pid_class);
    }
    if (best.name == nullptr) return best;
    const std::string_view between = sources_.text({comment.file, comment.end, best.name->range.begin});
    return between.find_first_of(";{}=") == std::string_view::npos ? best : Declared{};
  }

  void declare(const Remark& remark) {
    const Declared declared = declared_after(remark.range);
    if (declared.name == nullptr) {
      diagnostics_.error(remark.range, "this stands before no declaration of a variable, a parameter or a proctype");
      return;
    }
    // A class of its own where nothing is ever done with the ids of a proctype.
    const FlowClass c = declared.flow != 0 ? declared.flow : UINT32_MAX - static_cast<FlowClass>(unused_.size());
    if (declared.flow == 0) unused_.push_back({declared.name->text, c});
    Scalarset& set = sets_[c];
    if (!set.name.empty()) return;  // marked twice, or flows into what was marked
    set.name = declared.name->text;
    set.at = declared.name->range;
  }

  void add_owners(const Proctype& p) {
    if (p.kind != ProctypeKind::proctype) return;
    if (const auto set = sets_.find(p.pid_class); set != sets_.end()) set->second.owners.push_back({p.name.text, ""});
    for (const auto& [name, c] : unused_) {
      if (name == p.name.text) sets_[c].owners.push_back({name, ""});
    }
    for (const Variable* v : p.parameters) {
      if (const auto set = sets_.find(v->value_class); set != sets_.end()) {
        set->second.owners.push_back({p.name.text, v->name.text});
      }
    }
  }

  void add_holders() {
    const auto add = [&](const Variable& v, bool is_field) {
      const auto set = sets_.find(v.value_class);
      if (set == sets_.end() || v.predefined != Predefined::no) return;
      set->second.holders.push_back({v.owner != nullptr ? v.owner->name.text : "", v.name.text, is_field});
    };
    for (const auto& v : module_.variables) add(*v, false);
    for (const auto& s : module_.structures) {
      for (const auto& field : s->fields) add(*field, true);
    }
  }

  // --- restrictions --------------------------------------------------------------------------------------------------

  /// 0 where it is no member of anything.
  FlowClass class_of(const Reference& r) const {
    const Variable* v = last_part(r);
    if (v == nullptr) return 0;
    if (v->predefined == Predefined::pid) return proctype_ != nullptr ? proctype_->pid_class : 0;
    return v->predefined == Predefined::no ? v->value_class : 0;
  }

  FlowClass class_of(const Expression& e) const {
    switch (e.kind) {
      case ExpressionKind::variable:
      case ExpressionKind::remote_variable:
        return class_of(e.reference);
      case ExpressionKind::eval:
        return class_of(e.operands[0]);
      case ExpressionKind::conditional:
        return std::max(class_of(e.operands[1]), class_of(e.operands[2]));
      default:
        return 0;
    }
  }

  void offend(FlowClass c, SourceRange at, std::string text) {
    const auto set = sets_.find(c);
    if (set != sets_.end()) set->second.offences.push_back({at, std::move(text)});
  }

  /// A value that is put beside members: a member, a constant, or else a mistake.
  void note_constant(FlowClass c, const Expression& e) {
    const auto set = sets_.find(c);
    if (set == sets_.end() || class_of(e) == c || is_placeholder(e)) return;
    const auto value = constant_value(e.kind == ExpressionKind::eval ? e.operands[0] : e);
    if (!value && e.kind != ExpressionKind::run) offend(c, e.range, "a computed number becomes a member");
    if (value && *value != 0) set->second.names.push_back({e.range, static_cast<std::int32_t>(*value)});
  }

  void check_indices(const Reference& r) {
    const Variable* v = r.variable;
    for (std::size_t i = 0; i < r.parts.size() && v != nullptr; ++i) {
      if (i > 0) v = v->type.structure != nullptr ? v->type.structure->fields[r.parts[i].field].get() : nullptr;
      if (v != nullptr && v->is_array && !r.parts[i].index.empty()) note_constant(v->index_class, r.parts[i].index[0]);
    }
  }

  void check(const Expression& root) {
    visit_expression(root, [&](const Expression& e) {
      check_indices(e.reference);
      if (e.kind == ExpressionKind::poll) check_message(e.reference, e.operands, false);
      if (e.kind == ExpressionKind::run && e.proctype != nullptr) {
        for (std::size_t k = 0; k < e.operands.size() && k < e.proctype->parameters.size(); ++k) {
          note_argument(e.proctype->parameters[k]->value_class, e.operands[k]);
        }
      }
      if (e.kind != ExpressionKind::unary && e.kind != ExpressionKind::binary) return;
      if (e.op == Operator::equal || e.op == Operator::not_equal) {
        note_constant(class_of(e.operands[0]), e.operands[1]);
        note_constant(class_of(e.operands[1]), e.operands[0]);
        return;
      }
      if (e.op == Operator::logical_and || e.op == Operator::logical_or || e.op == Operator::logical_not) return;
      const bool order = e.op >= Operator::less && e.op <= Operator::greater_equal;
      for (const Expression& operand : e.operands) {
        offend(class_of(operand), e.range, order ? "members are compared by order" : "members are computed with");
      }
    });
  }

  /// What a process is given when it starts makes it who it is; only what is computed is wrong.
  void note_argument(FlowClass c, const Expression& e) {
    if (sets_.count(c) != 0 && class_of(e) != c && !constant_value(e)) {
      offend(c, e.range, "a computed number becomes a member");
    }
  }

  void check_message(const Reference& channel, const std::vector<Expression>& arguments, bool sorted) {
    const Variable* v = last_part(channel);
    for (const Expression& e : arguments) {
      if (sorted) offend(class_of(e), e.range, "a message is put in order by a member");
    }
    // The class of a field is that of any variable that is sent through it; constants are looked at beside those.
    if (v == nullptr) return;
    for (std::size_t k = 0; k < arguments.size(); ++k) {
      const auto value = constant_value(arguments[k]);
      if (!value || *value == 0) continue;
      const auto field = field_classes().find({v->value_class, k});
      if (field != field_classes().end()) note_constant(field->second, arguments[k]);
    }
  }

  using FieldClasses = std::map<std::pair<FlowClass, std::size_t>, FlowClass>;
  const FieldClasses& field_classes() {
    if (fields_known_) return fields_;
    fields_known_ = true;
    for (const auto& p : module_.proctypes) {
      visit_statements(p->body, [&](const Statement& s) {
        if (s.kind != StatementKind::send && s.kind != StatementKind::receive) return;
        const Variable* v = last_part(s.target);
        for (std::size_t k = 0; v != nullptr && k < s.expressions.size(); ++k) {
          const Variable* sent =
              s.expressions[k].kind == ExpressionKind::variable ? last_part(s.expressions[k].reference) : nullptr;
          if (sent == nullptr) continue;
          const FlowClass c = sent->predefined == Predefined::pid ? p->pid_class : sent->value_class;
          if (c != 0) fields_[{v->value_class, k}] = c;
        }
      });
    }
    return fields_;
  }

  void check(const Statement& s) {
    for (const Expression& e : s.expressions) check(e);
    check_indices(s.target);
    visit_indices(s.target, [&](const Expression& e) {
      if (e.kind == ExpressionKind::binary) check(e);
      check_indices(e.reference);
    });
    switch (s.kind) {
      case StatementKind::assign:
        if (!s.increment) note_constant(class_of(s.target), s.expressions[0]);
        break;
      case StatementKind::send:
      case StatementKind::receive:
        check_message(s.target, s.expressions, s.sorted);
        break;
      case StatementKind::for_range:
      case StatementKind::for_in:
      case StatementKind::select:
        offend(class_of(s.target), s.range, "a member counts through a range");
        break;
      default:
        break;
    }
  }

  const Module& module_;
  const SourceMap& sources_;
  Diagnostics& diagnostics_;
  std::map<FlowClass, Scalarset> sets_;
  std::vector<std::pair<std::string, FlowClass>> unused_;  // proctypes whose ids nothing is done with
  const Proctype* proctype_ = nullptr;
  bool fields_known_ = false;
  FieldClasses fields_;
};

}  // namespace

std::vector<Scalarset> find_scalarsets(const Module& module, const SourceMap& sources, Diagnostics& diagnostics) {
  return ScalarsetFinder(module, sources, diagnostics).run();
}

}  // namespace quotient::promela
