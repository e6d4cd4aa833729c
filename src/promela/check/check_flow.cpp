#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

#include "promela/check/check.hpp"
#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

/// What surrounds a statement.
struct Surroundings {
  const Statement* d_step = nullptr;  // the outermost
  bool in_loop = false;
  const Statement* loop_d_step = nullptr;  // the d_step around the innermost loop, for its breaks
};

class FlowChecker {
 public:
  FlowChecker(const Module& module, Diagnostics& diagnostics) : module_(module), diagnostics_(diagnostics) {}

  void run() {
    visit_expressions(module_, [this](const Expression& x) {
      if (x.kind == ExpressionKind::remote_label) remote_labels_.insert(x.label_number);
    });
    bool runs = false;
    for (const auto& proctype : module_.proctypes) {
      proctype_ = proctype.get();
      runs = runs || proctype->instances > 0;
      check_exclusive_only(proctype->body, {});
      check_block(proctype->body, {});
      check_jumps();
    }
    if (!runs && !diagnostics_.has_errors()) {
      diagnostics_.error(module_.proctypes.empty() ? SourceRange{} : module_.proctypes.front()->name.range,
                         "no process ever runs: there is neither an init nor an active proctype");
    }
  }

 private:
  Diagnostic& error(SourceRange range, std::string message) { return diagnostics_.error(range, std::move(message)); }

  void check_block(const Block& block, const Surroundings& around) {
    for (const Statement& statement : block) check_statement(statement, around);
  }

  void check_statement(const Statement& statement, Surroundings around) {
    for (const std::uint32_t number : statement.label_numbers) labels_[number] = {&statement, around.d_step};
    check_allowed(statement, around);
    switch (statement.kind) {
      case StatementKind::break_:
        if (!around.in_loop) {
          error(statement.range, "break can only stand in a do or a for");
        } else if (around.loop_d_step != around.d_step) {
          error(statement.range, "break cannot leave a d_step");
        }
        break;
      case StatementKind::goto_:
        if (statement.label_number != 0) gotos_.push_back({&statement, around.d_step});
        break;
      case StatementKind::exclusive:
        exclusive_seen_ = true;
        break;
      case StatementKind::if_:
      case StatementKind::do_:
        check_options(statement);
        break;
      case StatementKind::atomic:
      case StatementKind::d_step:
      case StatementKind::block:
        check_first_label(statement.blocks[0], statement);
        break;
      default:
        break;
    }
    if (statement.kind == StatementKind::d_step && around.d_step == nullptr) around.d_step = &statement;
    if (statement.kind == StatementKind::do_ || statement.kind == StatementKind::for_range ||
        statement.kind == StatementKind::for_in) {
      around.in_loop = true;
      around.loop_d_step = around.d_step;
    }
    for (const Block& inner : statement.blocks) {
      check_exclusive_only(inner, statement.range);
      check_block(inner, around);
    }
  }

  /// xr and xs are no statements to SPIN, and a sequence needs one.
  void check_exclusive_only(const Block& block, SourceRange around) {
    if (around == SourceRange{}) return;  // a proctype's own body ends in a statement of its own
    for (const Statement& statement : block) {
      if (statement.kind != StatementKind::exclusive) return;
    }
    if (!block.empty()) error(block.front().range, "a sequence needs a statement besides xr and xs");
  }

  /// The first state of a sequence is that of what surrounds it, so a label on it names none. For an option SPIN only
  /// complains. The state of a do or for comes after its first one: labels on them are fine.
  void check_first_label(const Block& block, const Statement& around) {
    for (const Statement& statement : block) {
      if (statement.kind == StatementKind::exclusive) continue;
      const bool has_state_before =
          statement.kind == StatementKind::do_ || statement.kind == StatementKind::for_range ||
          statement.kind == StatementKind::for_in || (statement.kind == StatementKind::select && !statement.literal);
      if (statement.labels.empty() || has_state_before) return;
      if (around.from_inline) {
        error(statement.labels[0].range, "a label cannot stand at the beginning of an inline")
            .notes.push_back({around.range, "called here"});
      } else {
        error(statement.labels[0].range, "a label cannot stand at the beginning of a block; put it before the block")
            .notes.push_back({around.range, "the block is here"});
      }
      return;
    }
  }

  static bool uses_channel(const Statement& statement) {
    bool uses = statement.kind == StatementKind::send || statement.kind == StatementKind::receive;
    visit_expressions_of(statement, [&](const Expression& expression) {
      uses = uses || expression.kind == ExpressionKind::full || expression.kind == ExpressionKind::nfull ||
             expression.kind == ExpressionKind::empty || expression.kind == ExpressionKind::nempty;
    });
    return uses;
  }

  void check_options(const Statement& choice) {
    const Statement* otherwise = nullptr;
    bool uses = false;
    for (const Block& option : choice.blocks) {
      if (option.empty()) continue;
      const Statement& first = option.front();
      if (!first.labels.empty() && first.kind != StatementKind::do_ && first.kind != StatementKind::for_range &&
          first.kind != StatementKind::for_in) {
        diagnostics_.warning(first.labels[0].range, "a label at the beginning of an option names no state of its own");
      }
      if (first.kind != StatementKind::else_) {
        uses = uses || uses_channel(first);
      } else if (otherwise != nullptr) {
        error(first.range, "a second 'else'").notes.push_back({otherwise->range, "the first is here"});
      } else {
        otherwise = &first;
      }
      for (std::size_t i = 1; i < option.size(); ++i) {
        if (option[i].kind == StatementKind::else_) {
          diagnostics_.warning(option[i].range, "this 'else' does not begin an option");
        }
      }
    }
    if (otherwise == nullptr || !uses) return;
    if (exclusive_seen_) {
      error(otherwise->range, "'else' cannot stand beside options that send or receive where xr or xs is used");
    } else {
      diagnostics_.warning(otherwise->range, "'else' beside options that send or receive is easily misread");
    }
  }

  /// What may not stand in a d_step, in a claim, in a trace, or outside of claims.
  void check_allowed(const Statement& statement, const Surroundings& around) {
    const bool claim = proctype_->kind == ProctypeKind::never;
    const bool sends = statement.kind == StatementKind::send || statement.kind == StatementKind::receive;
    if (claim && sends) error(statement.range, "a never claim cannot send or receive");
    if (claim && statement.kind == StatementKind::assign) {
      diagnostics_.warning(statement.range, "a never claim should not change variables");
    }
    if (proctype_->kind == ProctypeKind::trace || proctype_->kind == ProctypeKind::notrace) check_event(statement);
    if (around.d_step != nullptr && statement.kind == StatementKind::unless) {
      error(statement.range,
            "unless cannot stand in a d_step; use atomic (SPIN takes the escape in a simulation, but not in a "
            "verification)")
          .notes.push_back({around.d_step->range, "the d_step"});
    }
    visit_expressions_of(statement, [&](const Expression& expression) {
      switch (expression.kind) {
        case ExpressionKind::run:
          if (around.d_step != nullptr) error(expression.range, "run cannot stand in a d_step; use atomic");
          break;
        case ExpressionKind::timeout:
          if (around.d_step != nullptr) diagnostics_.warning(expression.range, "timeout in a d_step");
          break;
        case ExpressionKind::nonprogress:
          if (!claim) error(expression.range, "np_ can only stand in a never claim or a formula");
          break;
        case ExpressionKind::enabled:
        case ExpressionKind::pc_value:
          if (!claim && !process_function_reported_) {
            process_function_reported_ = true;
            diagnostics_.warning(expression.range, "enabled and pc_value are meant for never claims");
          }
          break;
        default:
          break;
      }
    });
  }

  void check_event(const Statement& statement) {
    bool event = true;
    switch (statement.kind) {
      case StatementKind::send:
        event = !statement.sorted;
        break;
      case StatementKind::receive:
        event = !statement.random && !statement.peek;
        break;
      case StatementKind::if_:
      case StatementKind::do_:
      case StatementKind::goto_:
      case StatementKind::break_:
      case StatementKind::declaration:
      case StatementKind::exclusive:
      case StatementKind::for_range:
      case StatementKind::for_in:
      case StatementKind::select:
        break;
      default:
        event = false;
    }
    if (!event) error(statement.range, "a trace consists of plain sends and receives only");
  }

  void check_jumps() {
    for (const auto& [jump, d_step] : gotos_) {
      const auto target = labels_.find(jump->label_number);
      if (target == labels_.end()) continue;
      if (target->second.d_step != d_step) {
        error(jump->range, d_step != nullptr ? "goto cannot leave a d_step" : "goto cannot jump into a d_step");
        continue;
      }
      if (leads_back(*jump)) error(jump->range, "this goto leads back to itself");
    }
    gotos_.clear();
    labels_.clear();
    ending_.clear();
  }

  /// Following gotos that lead only to gotos must come to an end.
  bool leads_back(const Statement& jump) {
    std::unordered_set<const Statement*> met;
    const Statement* at = &jump;
    while (at->kind == StatementKind::goto_ && ending_.count(at) == 0) {
      if (!met.insert(at).second) return at == &jump;
      const std::uint32_t label = at->label_number;
      const auto next = labels_.find(label);
      if (next == labels_.end()) break;
      at = next->second.statement;
      if (has_step_of_its_own(*at, label)) break;
    }
    ending_.insert(met.begin(), met.end());
    return false;
  }

  /// Whether a jump that arrives at `label` waits there for a step: as in SPIN, a goto with a special label, or with
  /// one that is looked at from outside, is given a skip, and the first of its labels, or the one looked at, is there.
  bool has_step_of_its_own(const Statement& jump, std::uint32_t label) const {
    if (remote_labels_.count(label) != 0) return true;
    return label == jump.label_numbers.front() &&
           std::any_of(jump.labels.begin(), jump.labels.end(), [](const Name& l) { return is_special_label(l.text); });
  }

  struct Place {
    const Statement* statement;
    const Statement* d_step;
  };

  const Module& module_;
  Diagnostics& diagnostics_;
  const Proctype* proctype_ = nullptr;
  std::unordered_map<std::uint32_t, Place> labels_;
  std::vector<Place> gotos_;
  std::unordered_set<const Statement*> ending_;  // gotos that are known to lead to something else
  std::unordered_set<std::uint32_t> remote_labels_;
  bool exclusive_seen_ = false;
  bool process_function_reported_ = false;
};

}  // namespace

void check_flow(const Module& module, Diagnostics& diagnostics) { FlowChecker(module, diagnostics).run(); }

}  // namespace quotient::promela
