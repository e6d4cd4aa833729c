#include "promela/outline/outline.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "promela/check/message_fields.hpp"
#include "promela/outline/outline_text.hpp"
#include "promela/outline/restrictions.hpp"
#include "promela/syntax/type_text.hpp"
#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

class OutlineBuilder {
 public:
  OutlineBuilder(const Module& module, const std::string& claim) : module_(module), claim_(claim) {}

  Outline run() {
    form_ = check_restrictions(module_, out_.objections);
    add_processes();
    add_channels();
    for (std::uint32_t i = 0; i < started_.size(); ++i) link(i, *started_[i].proctype, started_[i].run);
    write();
    return std::move(out_);
  }

 private:
  struct Started {
    const Proctype* proctype = nullptr;
    const Expression* run = nullptr;  // null: by active
  };

  /// Active ones have been objected to; a drawing can show them all the same.
  void add_processes() {
    std::int32_t pid = 0;
    const auto add = [&](const Proctype& p, const Expression* run) {
      out_.processes.push_back({pid++, p.name.text});
      started_.push_back({&p, run});
    };
    for (const auto& p : module_.proctypes) {
      if (p->kind == ProctypeKind::init) ++pid;
      if (p->kind != ProctypeKind::proctype) continue;
      for (std::int64_t k = 0; k < p->instances; ++k) add(*p, nullptr);
    }
    for (const Expression* run : form_.runs) {
      if (run->proctype != nullptr) add(*run->proctype, run);
    }
  }

  void add_channels() {
    for (const Variable* v : module_.globals) {
      if (!v->channel || v->is_array || v == module_.null_channel) continue;
      channels_[v] = static_cast<std::uint32_t>(out_.item_count());
      std::string signature = fmt::format("[{}] of", v->channel->capacity);
      for (const DeclaredType& field : v->channel->fields) signature += " " + type_text(field);
      // Reconstructed: channels that carry channels of different types are different.
      signature += fmt::format(" ({})", v->channel_type.value);
      out_.channels.push_back({v->name.text, std::move(signature), false});
    }
  }

  /// Which channel a variable of a process begins with: a parameter by its argument, a local by its initial value.
  static const Variable* first_value(const Variable& v, const Proctype& proctype, const Expression* run) {
    const Expression* value = v.initialiser ? &*v.initialiser : nullptr;
    for (std::size_t k = 0; run != nullptr && k < proctype.parameters.size() && k < run->operands.size(); ++k) {
      if (proctype.parameters[k] == &v) value = &run->operands[k];
    }
    return value != nullptr && value->kind == ExpressionKind::variable ? value->reference.variable : nullptr;
  }

  /// Definition 11: to every channel that the text of the process sends to or receives from by name, or by a variable
  /// that begins with it.
  void link(std::uint32_t process, const Proctype& proctype, const Expression* run) {
    visit_statements(proctype.body, [&](const Statement& s) {
      if (s.kind != StatementKind::send && s.kind != StatementKind::receive) return;
      const Variable* v = s.target.variable;
      if (v == nullptr || s.target.parts.size() != 1) return;
      auto channel = channels_.find(v);
      if (channel == channels_.end()) channel = channels_.find(first_value(*v, proctype, run));
      if (channel == channels_.end()) return;
      const Outline::Link link{process, channel->second, s.kind == StatementKind::send};
      if (std::find(out_.links.begin(), out_.links.end(), link) == out_.links.end()) out_.links.push_back(link);
    });
  }

  // --- the text ------------------------------------------------------------------------------------------------------

  using Node = OutlineText::Node;

  /// What distinguishes processes most often comes first, so that invalid permutations are rejected early.
  void write() {
    OutlineText text(module_, out_, channels_);
    std::vector<Node> runs, assignments, rest, parts;
    for (std::uint32_t i = 0; i < started_.size(); ++i) {
      if (started_[i].run != nullptr) runs.push_back(run_statement(text, i, *started_[i].run));
    }
    parts.push_back(text.node("runs", std::move(runs), true));
    for (const Variable* v : module_.globals) {
      if (!v->channel) parts.push_back(text.declaration(*v));
    }
    for (const Statement* s : form_.assignments) assignments.push_back(text.statement(*s));
    parts.push_back(text.node("assignments", std::move(assignments), true));
    for (const Statement* s : form_.rest) rest.push_back(text.statement(*s));
    parts.push_back(text.node("rest of init", std::move(rest)));
    for (const auto& p : module_.proctypes) {
      const bool watches =
          p->kind == ProctypeKind::never || p->kind == ProctypeKind::trace || p->kind == ProctypeKind::notrace;
      if (p->kind == ProctypeKind::init || (watches && p->kind == ProctypeKind::never && p->name.text != claim_))
        continue;
      parts.push_back(proctype(text, *p));
    }
    for (const LtlFormula& f : module_.formulas) {
      if (f.name.text == claim_) parts.push_back(text.expression(f.formula));
    }
    text.node("specification", std::move(parts));
  }

  static Node run_statement(OutlineText& text, std::uint32_t process, const Expression& run) {
    std::vector<Node> children{text.item(process)};
    for (std::size_t k = 0; k < run.operands.size(); ++k) {
      const auto& parameters = run.proctype->parameters;
      children.push_back(text.expression(run.operands[k], k < parameters.size() && parameters[k]->process_id));
    }
    return text.node(fmt::format("run {} priority {}", run.name.text, run.value), std::move(children));
  }

  static Node proctype(OutlineText& text, const Proctype& p) {
    std::vector<Node> children;
    for (const Variable* v : p.parameters) children.push_back(text.declaration(*v));
    children.push_back(p.provided ? text.expression(*p.provided) : text.leaf("always"));
    children.push_back(text.block(p.body));
    return text.node(fmt::format("proctype {}", p.name.text), std::move(children));
  }

  const Module& module_;
  const std::string& claim_;
  Outline out_;
  InitForm form_;
  std::vector<Started> started_;  // by process
  std::unordered_map<const Variable*, std::uint32_t> channels_;
};

}  // namespace

Outline make_outline(const Module& module, const std::string& claim) { return OutlineBuilder(module, claim).run(); }

}  // namespace quotient::promela
