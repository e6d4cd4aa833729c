#include <fmt/format.h>
#include <map>
#include <optional>
#include <set>

#include "promela/check/check.hpp"
#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

using Variables = std::set<const Variable*>;

/// Finds the hidden variables that some step reads before it has set them. Only a d_step does several things in one
/// step; so everything read outside of one is read too early. Arrays and structures are never set as a whole.
class EarlyReads {
 public:
  explicit EarlyReads(const Module& module) {
    for (const LtlFormula& f : module.formulas) expression(f.formula, nothing_);
    for (const auto& v : module.variables) {
      if (v->initialiser) expression(*v->initialiser, nothing_);
    }
    for (const auto& p : module.proctypes) {
      if (p->provided) expression(*p->provided, nothing_);
      outside(p->body);
    }
  }

  /// With the first place where it is read.
  const std::map<const Variable*, SourceRange>& found() const { return found_; }

 private:
  void outside(const Block& block) {
    for (const Statement& s : block) {
      reads_of(s, nothing_);
      for (const Block& inner : s.blocks) {
        if (s.kind == StatementKind::d_step) {
          Variables set;
          jumps_ = has_jumps(inner);
          inside(inner, set);
        } else {
          outside(inner);
        }
      }
    }
  }

  /// `set`: what has been set when the block begins, and then when it ends.
  void inside(const Block& block, Variables& set) {
    for (const Statement& s : block) {
      reads_of(s, set);
      switch (s.kind) {
        case StatementKind::assign:
        case StatementKind::select:
        case StatementKind::for_range:
        case StatementKind::for_in:
          if (!s.increment) note_set(s.target, set);
          break;
        case StatementKind::receive:
          for (const Expression& x : s.expressions) {
            if (x.kind == ExpressionKind::variable) note_set(x.reference, set);
          }
          break;
        default:
          break;
      }
      inner_blocks(s, set);
    }
  }

  void inner_blocks(const Statement& s, Variables& set) {
    if (s.kind == StatementKind::block || s.kind == StatementKind::atomic || s.kind == StatementKind::d_step) {
      for (const Block& inner : s.blocks) inside(inner, set);
      return;
    }
    // Any of the blocks may be the one that runs, and a loop may be left before any has.
    std::optional<Variables> by_all;
    for (const Block& inner : s.blocks) {
      Variables after = set;
      inside(inner, after);
      if (by_all) std::erase_if(*by_all, [&after](const Variable* v) { return after.count(v) == 0; });
      if (!by_all) by_all = std::move(after);
    }
    if (s.kind == StatementKind::if_ && by_all) set = std::move(*by_all);
  }

  void reads_of(const Statement& s, const Variables& set) {
    const auto read = [&](const Expression& x) { look_at(x, set); };
    visit_indices(s.target, read);
    visit_indices(s.collection, read);
    if (s.increment) return;  // what is only counted up and never looked at need not be kept
    for (const Expression& x : s.expressions) {
      const bool is_received = s.kind == StatementKind::receive && x.kind == ExpressionKind::variable;
      is_received ? visit_indices(x.reference, read) : expression(x, set);
    }
  }

  void expression(const Expression& x, const Variables& set) {
    visit_expression(x, [&](const Expression& part) { look_at(part, set); });
  }

  void look_at(const Expression& x, const Variables& set) {
    if (x.kind != ExpressionKind::variable) return;
    const Variable* v = x.reference.variable;
    if (v != nullptr && v->hidden && (jumps_ || set.count(v) == 0)) found_.try_emplace(v, x.range);
  }

  static void note_set(const Reference& target, Variables& set) {
    const Variable* v = target.variable;
    if (v != nullptr && v->hidden && !v->is_array && target.parts.size() == 1) set.insert(v);
  }

  /// A jump may pass by what sets a variable.
  static bool has_jumps(const Block& block) {
    bool jumps = false;
    visit_statements(block, [&jumps](const Statement& s) { jumps |= s.kind == StatementKind::goto_; });
    return jumps;
  }

  const Variables nothing_;
  bool jumps_ = false;
  std::map<const Variable*, SourceRange> found_;
};

}  // namespace

void check_hidden(Module& module, Diagnostics& diagnostics) {
  const EarlyReads early(module);
  for (Variable* v : module.globals) {
    if (!v->hidden) continue;
    const auto read = early.found().find(v);
    v->scratch = read == early.found().end();
    if (v->scratch) continue;
    diagnostics
        .warning(v->name.range, fmt::format("'{}' is hidden, but steps read what earlier steps left in it: it is kept "
                                            "in the state",
                                            v->name.text))
        .notes.push_back({read->second, "read here; SPIN would not tell states apart by it, and could miss some"});
  }
}

}  // namespace quotient::promela
