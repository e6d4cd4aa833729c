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
    for (std::size_t i = 0; i < form_.runs.size(); ++i) {
      out_.processes.push_back({static_cast<std::int32_t>(i + 1), form_.runs[i]->name.text});
    }
    add_channels();
    for (std::size_t i = 0; i < form_.runs.size(); ++i) link(static_cast<std::uint32_t>(i), *form_.runs[i]);
    write();
    return std::move(out_);
  }

 private:
  void add_channels() {
    for (const Variable* v : module_.globals) {
      if (!v->channel || v->is_array) continue;
      channels_[v] = static_cast<std::uint32_t>(out_.item_count());
      std::string signature = fmt::format("[{}] of", v->channel->capacity);
      for (const DeclaredType& field : v->channel->fields) signature += " " + type_text(field);
      // Reconstructed: channels that carry channels of different types are different.
      signature += fmt::format(" ({})", v->channel_type.value);
      out_.channels.push_back({v->name.text, std::move(signature), false});
    }
  }

  /// Which channel a variable of a process begins with: a parameter by its argument, a local by its initial value.
  const Variable* first_value(const Variable& v, const Expression& run) const {
    const Expression* value = v.initialiser ? &*v.initialiser : nullptr;
    for (std::size_t k = 0; k < run.proctype->parameters.size() && k < run.operands.size(); ++k) {
      if (run.proctype->parameters[k] == &v) value = &run.operands[k];
    }
    return value != nullptr && value->kind == ExpressionKind::variable ? value->reference.variable : nullptr;
  }

  /// Definition 11: to every channel that the text of the process sends to or receives from by name, or by a variable
  /// that begins with it.
  void link(std::uint32_t process, const Expression& run) {
    if (run.proctype == nullptr) return;
    visit_statements(run.proctype->body, [&](const Statement& s) {
      if (s.kind != StatementKind::send && s.kind != StatementKind::receive) return;
      const Variable* v = s.target.variable;
      if (v == nullptr || s.target.parts.size() != 1) return;
      auto channel = channels_.find(v);
      if (channel == channels_.end()) channel = channels_.find(first_value(*v, run));
      if (channel == channels_.end()) return;
      const Outline::Link link{process, channel->second, s.kind == StatementKind::send};
      if (std::find(out_.links.begin(), out_.links.end(), link) == out_.links.end()) out_.links.push_back(link);
    });
  }

  // --- the text ------------------------------------------------------------------------------------------------------

  using Node = OutlineText::Node;

  /// What tells processes apart most often comes first: a renaming that is not valid is then seen early.
  void write() {
    OutlineText text(module_, out_, channels_);
    std::vector<Node> runs, assignments, rest, parts;
    for (std::size_t i = 0; i < form_.runs.size(); ++i) {
      runs.push_back(run_statement(text, static_cast<std::uint32_t>(i), *form_.runs[i]));
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
  std::unordered_map<const Variable*, std::uint32_t> channels_;
};

}  // namespace

Outline make_outline(const Module& module, const std::string& claim) { return OutlineBuilder(module, claim).run(); }

}  // namespace quotient::promela
