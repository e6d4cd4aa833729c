#pragma once

#include <algorithm>
#include <memory>

#include "explore.hpp"
#include "mcrl2/check/check.hpp"
#include "mcrl2/data/compiler.hpp"
#include "mcrl2/data/evaluator.hpp"
#include "mcrl2/data/number.hpp"
#include "mcrl2/syntax/parser.hpp"

namespace quotient::mcrl2::testing {

/// The operational semantics of mCRL2 read from the book, on terms: no locations, no packing, nothing remembered, every
/// combination of parallel steps made and then thrown away by the operators. Sums over numbers try 0 to `most_number`.
/// Only data are evaluated by the code under test; they have tests of their own.
class Naive {
 public:
  static constexpr int most_number = 5;

  explicit Naive(std::string text) {
    const FileId file = sources_.add("m.mcrl2", std::move(text));
    const ast::Specification tree = parse(sources_, file, diagnostics_);
    spec_ = check(tree, diagnostics_);
    if (!spec_) return;
    compiler_ = std::make_unique<Compiler>(*spec_, program_, diagnostics_);
    compiler_->compile_functions();
    for (std::uint32_t i = 0; i < spec_->process_expressions.size(); ++i) {
      const ProcExpr expr = spec_->process_expressions[i];
      for (const ActionCall& call : expr.actions) {
        for (const ExprId argument : call.arguments) routine(argument);
      }
      for (const ExprId argument : expr.arguments) routine(argument);
    }
    evaluator_ = std::make_unique<Evaluator>(program_, EvaluationLimits{});
  }

  Graph explore(std::size_t most) {
    Graph graph;
    if (!spec_) {
      graph.errors = render(sources_, diagnostics_.all().front(), false);
      return graph;
    }
    std::map<std::string, std::size_t> seen;
    std::deque<std::pair<TermPtr, Value>> todo;  // with the time of the last step that had one
    const auto visit = [&](const TermPtr& term, Value now) {
      const auto [place, fresh] = seen.try_emplace(key(*term) + "@" + number_text(now), seen.size());
      if (fresh) todo.emplace_back(term, now);
      return place->second;
    };
    for (const auto& [probability, first] : drawn(expression(spec_->init, {}))) visit(first, Value::small(0));
    for (std::size_t number = 0; !todo.empty() && seen.size() <= most; ++number) {
      const auto [term, now] = todo.front();
      todo.pop_front();
      std::set<std::pair<std::string, std::size_t>> edges;
      if (term->kind == Term::Kind::done) {
        edges.emplace("Terminate", visit(ended(), now));
      } else {
        for (const Step& step : steps(*term)) {
          if (step.time && compare_numbers(*step.time, now) <= 0) continue;
          const std::string text = label(step.actions) + (step.time ? "@" + number_text(*step.time) : "");
          std::map<std::size_t, Value> shares;
          for (const auto& [probability, next] : drawn(step.next)) {
            const auto [place, fresh] = shares.try_emplace(visit(next, step.time.value_or(now)), probability);
            if (!fresh) place->second = quotient::mcrl2::add(place->second, probability, evaluator_->store());
          }
          for (const auto& [to, share] : shares) {
            edges.emplace(shares.size() == 1 ? text : text + " [" + number_text(share) + "]", to);
          }
        }
      }
      for (const auto& [text, to] : edges) graph.edges.emplace_back(number, text, to);
    }
    graph.states = seen.size();
    graph.transitions = graph.edges.size();
    return graph;
  }

 private:
  using Env = std::map<VarId, Value>;
  struct Term;
  using TermPtr = std::shared_ptr<const Term>;
  struct Term {
    enum class Kind { expression, sequence, parallel, operation, choice, done, ended };
    Kind kind = Kind::done;
    ProcExprId process;  // expression; operation
    Env env;
    std::vector<TermPtr> parts;
  };
  struct Action {
    ActId action;
    std::vector<std::string> arguments;
    auto operator<=>(const Action&) const = default;
  };
  struct Step {
    std::vector<Action> actions;  // sorted
    TermPtr next;
    std::optional<Value> time = std::nullopt;
  };

  static TermPtr make(Term term) { return std::make_shared<const Term>(std::move(term)); }
  static TermPtr done() { return make({}); }
  static TermPtr ended() {
    Term term;
    term.kind = Term::Kind::ended;
    return make(std::move(term));
  }
  static TermPtr operation(ProcExprId process, TermPtr inner) {
    Term term;
    term.kind = Term::Kind::operation;
    term.process = process;
    term.parts.push_back(std::move(inner));
    return make(std::move(term));
  }
  TermPtr expression(ProcExprId process, Env env) {
    Term term;
    term.kind = Term::Kind::expression;
    term.process = process;
    term.env = std::move(env);
    return make(std::move(term));
  }

  RoutineId routine(ExprId expr) { return compiler_->routine(expr, compiler_->free_variables(expr)); }
  Value value(ExprId expr, const Env& env) {
    std::vector<Value> arguments;
    for (const VarId v : compiler_->free_variables(expr)) arguments.push_back(env.at(v));
    return evaluator_->run(routine(expr), arguments);
  }

  std::string key(const Term& term) const {
    std::string out = std::to_string(static_cast<int>(term.kind)) + ":" + std::to_string(term.process.value) + "{";
    for (const auto& [v, x] : term.env) {
      out += std::to_string(v.value) + "=" + evaluator_->text(x, spec_->variables[v.value].sort) + ",";
    }
    out += "}(";
    for (const TermPtr& part : term.parts) out += key(*part) + ";";
    return out + ")";
  }

  std::string label(const std::vector<Action>& actions) const {
    std::vector<std::string> parts;
    for (const Action& action : actions) {
      std::string part = spec_->name(action.action);
      for (std::size_t i = 0; i < action.arguments.size(); ++i) part += (i == 0 ? "(" : ", ") + action.arguments[i];
      parts.push_back(action.arguments.empty() ? part : part + ")");
    }
    std::sort(parts.begin(), parts.end());
    std::string out;
    for (const std::string& part : parts) out += (out.empty() ? "" : "|") + part;
    return parts.empty() ? "tau" : out;
  }

  std::vector<Value> values_of(SortId sort) {
    const SortKind kind = spec_->sorts.kind(sort);
    if (kind != SortKind::nat && kind != SortKind::pos) return evaluator_->values_of(sort);
    std::vector<Value> result;
    for (int i = kind == SortKind::pos ? 1 : 0; i <= most_number; ++i) result.push_back(Value::small(i));
    return result;
  }

  static TermPtr parallel(TermPtr a, TermPtr b) {
    if (a->kind == Term::Kind::done) return b;
    if (b->kind == Term::Kind::done) return a;
    Term term;
    term.kind = Term::Kind::parallel;
    term.parts = {std::move(a), std::move(b)};
    return make(std::move(term));
  }
  static TermPtr sequence(TermPtr a, TermPtr b) {
    if (a->kind == Term::Kind::done) return b;
    Term term;
    term.kind = Term::Kind::sequence;
    term.parts = {std::move(a), std::move(b)};
    return make(std::move(term));
  }

  using Drawn = std::vector<std::pair<Value, TermPtr>>;

  /// Whether a random choice stands before the first action.
  bool random(ProcExprId id) {
    const ProcExpr& expr = spec_->process_expressions[id.value];
    const auto any = [&] { return std::ranges::any_of(expr.operands, [&](ProcExprId o) { return random(o); }); };
    switch (expr.kind) {
      case ProcKind::dist:
        return true;
      case ProcKind::actions:
      case ProcKind::delta:
        return false;
      case ProcKind::call:
        return random(spec_->processes[expr.process.value].body);
      case ProcKind::sequence:
        return random(expr.operands.front());
      default:
        return any();
    }
  }

  /// Each combination of what the parts may come to, put together again.
  template <typename Join>
  Drawn drawn_all(const std::vector<TermPtr>& parts, Join join) {
    std::vector<std::pair<Value, std::vector<TermPtr>>> all{{Value::small(1), {}}};
    for (const TermPtr& part : parts) {
      std::vector<std::pair<Value, std::vector<TermPtr>>> longer;
      for (const auto& [probability, terms] : all) {
        for (const auto& [more, term] : drawn(part)) {
          longer.emplace_back(multiply(probability, more, evaluator_->store()), terms);
          longer.back().second.push_back(term);
        }
      }
      all = std::move(longer);
    }
    Drawn result;
    for (const auto& [probability, terms] : all) result.emplace_back(probability, join(terms));
    return result;
  }

  /// A term with all its random choices made, in every way that has a probability.
  Drawn drawn(const TermPtr& term) {
    const auto same_kind = [&](const std::vector<TermPtr>& parts) {
      Term made = *term;
      made.parts = parts;
      return make(std::move(made));
    };
    switch (term->kind) {
      case Term::Kind::expression:
        return random(term->process) ? drawn_expression(term) : Drawn{{Value::small(1), term}};
      case Term::Kind::sequence:
        return drawn_all({term->parts[0]},
                         [&](const std::vector<TermPtr>& parts) { return sequence(parts[0], term->parts[1]); });
      case Term::Kind::parallel:
      case Term::Kind::operation:
        return drawn_all(term->parts, same_kind);
      default:
        return {{Value::small(1), term}};
    }
  }

  Drawn drawn_expression(const TermPtr& term) {
    const ProcExpr& expr = spec_->process_expressions[term->process.value];
    const Env& env = term->env;
    std::vector<TermPtr> operands;
    for (const ProcExprId operand : expr.operands) operands.push_back(expression(operand, env));
    switch (expr.kind) {
      case ProcKind::dist: {
        Drawn result;
        std::vector<Env> envs{env};
        for (const VarId v : expr.variables) {
          std::vector<Env> longer;
          for (const Env& e : envs) {
            for (const Value x : values_of(spec_->variables[v.value].sort)) {
              longer.push_back(e);
              longer.back()[v] = x;
            }
          }
          envs = std::move(longer);
        }
        for (const Env& e : envs) {
          const Value weight = value(expr.arguments.front(), e);
          if (sign(weight) == 0) continue;
          for (const auto& [probability, inner] : drawn(expression(expr.operands.front(), e))) {
            result.emplace_back(multiply(weight, probability, evaluator_->store()), inner);
          }
        }
        return result;
      }
      case ProcKind::call: {
        const ProcInfo& info = spec_->processes[expr.process.value];
        Env inner;
        for (std::size_t i = 0; i < info.parameters.size(); ++i)
          inner[info.parameters[i]] = value(expr.arguments[i], env);
        return drawn(expression(info.body, inner));
      }
      case ProcKind::condition:
        if (value(expr.arguments.front(), env).is_true()) return drawn(operands[0]);
        return operands.size() > 1 ? drawn(operands[1]) : Drawn{{Value::small(1), term}};
      case ProcKind::sequence:
        return drawn(sequence(operands[0], operands[1]));
      case ProcKind::parallel: {
        TermPtr all = operands.back();
        for (std::size_t i = operands.size() - 1; i-- > 0;) all = parallel(operands[i], all);
        return drawn(all);
      }
      case ProcKind::choice:
        return drawn_all(operands, [&](const std::vector<TermPtr>& parts) {
          Term made;
          made.kind = Term::Kind::choice;
          made.parts = parts;
          return make(std::move(made));
        });
      default:  // operators around what runs in parallel
        return drawn(operation(term->process, operands.front()));
    }
  }

  std::vector<Step> steps(const Term& term) {
    switch (term.kind) {
      case Term::Kind::choice: {
        std::vector<Step> result;
        for (const TermPtr& part : term.parts) {
          for (Step& step : steps(*part)) result.push_back(std::move(step));
        }
        return result;
      }
      case Term::Kind::expression:
        return expression_steps(spec_->process_expressions[term.process.value], term.process, term.env);
      case Term::Kind::sequence: {
        std::vector<Step> result = steps(*term.parts[0]);
        for (Step& step : result) step.next = sequence(step.next, term.parts[1]);
        return result;
      }
      case Term::Kind::parallel: {
        const std::vector<Step> left = steps(*term.parts[0]);
        const std::vector<Step> right = steps(*term.parts[1]);
        std::vector<Step> result;
        for (const Step& a : left) result.push_back({a.actions, parallel(a.next, term.parts[1]), a.time});
        for (const Step& b : right) result.push_back({b.actions, parallel(term.parts[0], b.next), b.time});
        for (const Step& a : left) {
          for (const Step& b : right) {
            if (a.time && b.time && compare_numbers(*a.time, *b.time) != 0) continue;
            std::vector<Action> both = a.actions;
            both.insert(both.end(), b.actions.begin(), b.actions.end());
            std::sort(both.begin(), both.end());
            result.push_back({std::move(both), parallel(a.next, b.next), a.time ? a.time : b.time});
          }
        }
        return result;
      }
      case Term::Kind::operation: {
        std::vector<Step> result;
        std::vector<Step> inner = steps(*term.parts[0]);
        for (Step& step : inner) {
          if (!operate(spec_->process_expressions[term.process.value], step.actions)) continue;
          TermPtr next = step.next->kind == Term::Kind::done ? step.next : operation(term.process, step.next);
          result.push_back({std::move(step.actions), std::move(next), step.time});
        }
        return result;
      }
      default:
        return {};
    }
  }

  std::vector<Step> expression_steps(const ProcExpr& expr, ProcExprId id, const Env& env) {
    std::vector<Step> result;
    const auto add = [&](std::vector<Step> more) {
      for (Step& step : more) result.push_back(std::move(step));
    };
    switch (expr.kind) {
      case ProcKind::actions: {
        std::vector<Action> actions;
        for (const ActionCall& call : expr.actions) {
          Action action{call.action, {}};
          for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            action.arguments.push_back(
                evaluator_->text(value(call.arguments[i], env), spec_->actions[call.action.value].arguments[i]));
          }
          actions.push_back(std::move(action));
        }
        std::sort(actions.begin(), actions.end());
        return {{std::move(actions), done()}};
      }
      case ProcKind::delta:
        return {};
      case ProcKind::call: {
        const ProcInfo& info = spec_->processes[expr.process.value];
        Env inner;
        for (std::size_t i = 0; i < info.parameters.size(); ++i)
          inner[info.parameters[i]] = value(expr.arguments[i], env);
        return steps(*expression(info.body, inner));
      }
      case ProcKind::sequence: {
        TermPtr rest = expression(expr.operands.back(), env);
        for (std::size_t i = expr.operands.size() - 1; i-- > 1;)
          rest = sequence(expression(expr.operands[i], env), rest);
        return steps(*sequence(expression(expr.operands.front(), env), rest));
      }
      case ProcKind::choice:
        for (const ProcExprId operand : expr.operands) add(steps(*expression(operand, env)));
        return result;
      case ProcKind::parallel: {
        TermPtr all = expression(expr.operands.back(), env);
        for (std::size_t i = expr.operands.size() - 1; i-- > 0;) all = parallel(expression(expr.operands[i], env), all);
        return steps(*all);
      }
      case ProcKind::sum: {
        std::vector<Env> envs{env};
        for (const VarId v : expr.variables) {
          std::vector<Env> longer;
          for (const Env& e : envs) {
            for (const Value x : values_of(spec_->variables[v.value].sort)) {
              longer.push_back(e);
              longer.back()[v] = x;
            }
          }
          envs = std::move(longer);
        }
        for (const Env& e : envs) add(steps(*expression(expr.operands.front(), e)));
        return result;
      }
      case ProcKind::at: {
        const Value time = value(expr.arguments.front(), env);
        for (Step& step : steps(*expression(expr.operands.front(), env))) {
          if (step.time && compare_numbers(*step.time, time) != 0) continue;
          result.push_back({std::move(step.actions), std::move(step.next), time});
        }
        return result;
      }
      case ProcKind::condition:
        if (value(expr.arguments.front(), env).is_true()) return steps(*expression(expr.operands[0], env));
        return expr.operands.size() > 1 ? steps(*expression(expr.operands[1], env)) : result;
      default:
        return steps(*operation(id, expression(expr.operands.front(), env)));
    }
  }

  /// False where the multi-action is not let through.
  bool operate(const ProcExpr& op, std::vector<Action>& actions) const {
    const auto name_of = [&](const Action& a) { return spec_->actions[a.action.value].name; };
    const auto renamed = [&](const Action& a, ActName to) {
      for (std::uint32_t i = 0; i < spec_->actions.size(); ++i) {
        if (spec_->actions[i].name == to && spec_->actions[i].arguments == spec_->actions[a.action.value].arguments) {
          return std::optional(Action{ActId{i}, a.arguments});
        }
      }
      return std::optional<Action>();
    };
    const auto listed = [&](const Action& a) {
      return std::any_of(op.names.begin(), op.names.end(),
                         [&](const NameRule& r) { return r.from.front() == name_of(a); });
    };
    switch (op.kind) {
      case ProcKind::block:
        return std::none_of(actions.begin(), actions.end(), listed);
      case ProcKind::hide:
        std::erase_if(actions, listed);
        return true;
      case ProcKind::allow: {
        std::vector<ActName> names;
        for (const Action& a : actions) names.push_back(name_of(a));
        std::sort(names.begin(), names.end());
        return names.empty() ||
               std::any_of(op.names.begin(), op.names.end(), [&](const NameRule& r) { return r.from == names; });
      }
      case ProcKind::rename:
        for (Action& a : actions) {
          for (const NameRule& rule : op.names) {
            if (rule.from.front() != name_of(a)) continue;
            if (const auto other = renamed(a, rule.to)) a = *other;
            break;
          }
        }
        break;
      default: {
        std::vector<Action> made;
        for (const NameRule& rule : op.names) {
          for (bool again = true; again;) {
            again = false;
            for (const Action& seed : std::vector<Action>(actions)) {
              if (name_of(seed) != rule.from.front()) continue;
              std::vector<Action> rest = actions;
              bool all = true;
              for (const ActName name : rule.from) {
                const auto wanted = renamed(seed, name);
                const auto at = wanted ? std::find(rest.begin(), rest.end(), *wanted) : rest.end();
                all = all && at != rest.end();
                if (at != rest.end()) rest.erase(at);
              }
              const auto target = renamed(seed, rule.to);
              if (!all || !target) continue;
              made.push_back(*target);
              actions = std::move(rest);
              again = true;
              break;
            }
          }
        }
        actions.insert(actions.end(), made.begin(), made.end());
      }
    }
    std::sort(actions.begin(), actions.end());
    return true;
  }

  SourceMap sources_;
  Diagnostics diagnostics_;
  std::optional<Specification> spec_;
  Program program_;
  std::unique_ptr<Compiler> compiler_;
  std::unique_ptr<Evaluator> evaluator_;
};

/// Strong bisimilarity of the initial states, by refining one partition of both graphs.
inline bool bisimilar(const Graph& a, const Graph& b) {
  const std::size_t total = a.states + b.states;
  std::vector<std::vector<std::pair<std::string, std::size_t>>> out(total);
  for (const auto& [from, label, to] : a.edges) out[from].emplace_back(label, to);
  for (const auto& [from, label, to] : b.edges) out[a.states + from].emplace_back(label, a.states + to);
  std::vector<std::size_t> block(total, 0);
  for (std::size_t blocks = 1;;) {
    std::map<std::pair<std::size_t, std::set<std::pair<std::string, std::size_t>>>, std::size_t> signatures;
    std::vector<std::size_t> next(total);
    for (std::size_t s = 0; s < total; ++s) {
      std::set<std::pair<std::string, std::size_t>> signature;
      for (const auto& [label, to] : out[s]) signature.emplace(label, block[to]);
      const auto place = signatures.emplace(std::make_pair(block[s], std::move(signature)), signatures.size());
      next[s] = place.first->second;
    }
    block = std::move(next);
    if (signatures.size() == blocks) return block[0] == block[a.states];
    blocks = signatures.size();
  }
}

/// What exploring found must be what the naive explorer finds, without errors on either side.
inline void expect_the_same_steps(const std::string& text, const Graph& ours, const Graph& naive) {
  ASSERT_EQ(ours.errors, "") << text;
  ASSERT_EQ(naive.errors, "") << text;
  for (const std::string& finding : ours.findings) {
    ASSERT_TRUE(finding.starts_with("deadlock")) << finding << "\n" << text;
  }
  ASSERT_TRUE(bisimilar(ours, naive)) << "ours has " << ours.states << " states and " << ours.transitions
                                      << " transitions, the naive one " << naive.states << " and " << naive.transitions
                                      << "\n"
                                      << text;
}

}  // namespace quotient::mcrl2::testing
