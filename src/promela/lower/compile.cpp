#include "promela/lower/compile.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <numeric>
#include <set>

#include "base/narrow.hpp"
#include "base/stop_signal.hpp"
#include "process/ended.hpp"
#include "process/outgrown.hpp"
#include "process/record.hpp"
#include "process/stack_depth.hpp"
#include "process/standing_claim.hpp"
#include "promela/flow/condense.hpp"
#include "promela/flow/flow.hpp"
#include "promela/flow/flow_edges.hpp"
#include "promela/flow/transition_table.hpp"
#include "promela/lower/claim.hpp"
#include "promela/lower/lower.hpp"
#include "promela/lower/module_sizes.hpp"
#include "promela/lower/module_uses.hpp"
#include "promela/lower/storage.hpp"
#include "promela/syntax/statement_text.hpp"
#include "promela/syntax/visit.hpp"

namespace quotient::promela {

namespace {

/// Of processes and of channels: what a byte holds, and what two hold.
constexpr std::uint32_t most_in_spin = 255, most_numbered = 65'535;

/// How wide numbers of processes and channels are in a state: as in SPIN, or so that there can be more of them.
enum class Numbers : std::uint8_t { as_spin, wide };

bool counts_steps(const Expression& x) {
  if (x.kind == ExpressionKind::unary && (x.op == Operator::next || x.op == Operator::previously)) return true;
  return std::any_of(x.operands.begin(), x.operands.end(), counts_steps);
}

/// SPIN initialises global variables grouped by type; an initialiser may look at what was set before it.
int initialisation_rank(const Variable& v) {
  switch (v.type.base) {
    case BaseType::unsigned_integer:
      return 0;
    case BaseType::bit:
    case BaseType::boolean:
      return 1;
    case BaseType::byte:
    case BaseType::pid:
      return 2;
    case BaseType::channel:
      return 3;
    case BaseType::mtype:
      return 4;
    case BaseType::short_integer:
      return 5;
    case BaseType::integer:
      return 6;
    default:
      return 7;
  }
}

bool can_widen(const CompileOptions& options) { return options.steps == StepMode::full || !options.spin_limits; }

class Compiler {
 public:
  Compiler(const SourceMap& sources, const Module& module, const CompileOptions& options, Numbers numbers,
           Diagnostics& diagnostics)
      : sources_(sources),
        module_(module),
        steps_(options.steps),
        may_widen_(can_widen(options)),
        numbers_(numbers),
        for_acceptance_(options.for_acceptance),
        claim_(options.claim),
        watched_(options.watched),
        question_(options.question),
        diagnostics_(diagnostics),
        uses_(find_uses(module)),
        locals_(locals_by_owner(module)),
        visibility_(std::make_unique<Visibility>(
            module, options.steps == StepMode::full ? Visibility::Trust::nothing : Visibility::Trust::as_spin)) {
    for (const LtlFormula& f : module_.formulas) {
      if (f.name.text == claim_) formula_ = options.instead != nullptr ? options.instead : &f;
    }
    // A formula with `X` counts steps, and one about branching sees where runs part: `full` must leave steps as they
    // are.
    const bool counts = watched_ != nullptr || (formula_ != nullptr && counts_steps(formula_->formula));
    merges_ = steps_ == StepMode::spin || !counts;
  }

  Program run() {
    program_.sites.push_back({SiteKind::runtime, {}, "a single step does not terminate"});
    program_.has_priorities = uses_.priorities;
    program_.has_timeout = uses_.timeout;
    program_.has_rendezvous = uses_.rendezvous;
    set_limits();
    check_processes();
    if (outgrown_) return {};
    const bool counted = std::any_of(module_.proctypes.begin(), module_.proctypes.end(), [this](const auto& p) {
      return p->kind == ProctypeKind::never && p->name.text == claim_;
    });
    for (const auto& p : module_.proctypes) {
      flows_.push_back(build_flow(*p, may_condense() && !counted));
      ProcessType type;
      type.name = p->kind == ProctypeKind::init ? "init" : p->name.text;
      type.deterministic = p->deterministic;
      type.watches = p->kind != ProctypeKind::proctype && p->kind != ProctypeKind::init;
      program_.process_types.push_back(std::move(type));
    }
    number_for_trails();
    expose_labels();
    reduce();
    const Storage storage(module_, flows_, steps_ != StepMode::plain, program_);
    if (uses_.last) {
      program_.last_offset = static_cast<std::int32_t>(program_.global_size);
      program_.global_size += program_.id_type.size();
    }
    declare_watchers();
    compile_globals(storage);
    for (std::uint32_t k = 0; k < flows_.size(); ++k) compile_process(k, storage);
    if (formula_ != nullptr) {
      compile_formula(storage);
    } else if (program_.claim >= 0) {
      program_.claim_needs_cycles =
          accepts_infinite_runs(program_.process_types[static_cast<std::size_t>(program_.claim)]);
    }
    if (!add_standing_locations(program_)) {
      diagnostics_.error(program_.sites[program_.claim_site].range,
                         "a claim with np_ can have at most 32767 locations");
    }
    if (watched_ != nullptr) compile_propositions(parts_of(*watched_), storage);
    if (question_ != nullptr) {
      Lowering lowering(sources_, module_, flows_, storage, program_,
                        static_cast<std::uint32_t>(program_.process_types.size()), diagnostics_);
      program_.propositions.push_back({expression_text(sources_, *question_), lowering.condition(*question_)});
    }
    check_channels();
    if (outgrown_ || diagnostics_.has_errors()) return {};
    program_.stack_depth = find_stack_depth(program_);
    // What SPIN makes of a formula always has an accepting state.
    program_.claim_sees_progress = formula_ != nullptr || program_.claim_needs_cycles;
    for (const auto& p : module_.proctypes) {
      if (p->kind == ProctypeKind::never || p->kind == ProctypeKind::trace || p->kind == ProctypeKind::notrace)
        continue;
      for (std::int64_t n = 0; n < p->instances; ++n) {
        program_.initial_processes.push_back(p->index);
        program_.initial_priorities.push_back(static_cast<std::uint8_t>(p->priority));
      }
    }
    if (may_condense()) keep_ended_processes(program_);
    return std::move(program_);
  }

  /// Whether the processes and channels of the start are more than can be numbered so.
  bool is_outgrown() const { return outgrown_; }

 private:
  void set_limits() {
    program_.type_bytes = bytes_for(module_.proctypes.size());
    if (numbers_ == Numbers::wide) {
      program_.id_type = {CellKind::unsigned_16, 16};
      program_.most_processes = program_.most_channels = most_numbered;
      return;
    }
    // For SPIN a never claim is a process as well.
    const bool has_claim = formula_ != nullptr || !claim_.empty();
    program_.most_processes = most_in_spin - (has_claim && !may_widen_ ? 1 : 0);
    program_.most_channels = most_in_spin;
  }

  /// There are too many of something: an error, unless wider numbers are to be tried. `range` is where they become so.
  void outgrow(SourceRange range, std::string_view what, std::uint64_t count, std::uint32_t most) {
    outgrown_ = true;
    if (may_widen_ && numbers_ == Numbers::as_spin) return;
    Diagnostic& error = diagnostics_.error(
        range, fmt::format("at most {} {} can exist at the start, here it comes to {}", most, what, count));
    if (most < most_numbered) {
      error.notes.push_back({range, fmt::format("this is the limit of SPIN, where a never claim counts as a process; "
                                                "with --steps full there can be {}",
                                                most_numbered)});
    }
  }

  void check_processes() {
    std::uint64_t count = 0;
    for (const auto& p : module_.proctypes) {
      if (p->kind != ProctypeKind::proctype && p->kind != ProctypeKind::init) continue;
      count += static_cast<std::uint64_t>(p->instances);
      if (count <= program_.most_processes) continue;
      const SourceRange range = p->active_count.empty() ? p->name.range : p->active_count.front().range;
      return outgrow(range, "processes", count, program_.most_processes);
    }
  }

  void check_channels() {
    std::uint64_t count = program_.channels.size();
    SourceRange range = module_.globals.empty() ? SourceRange{} : module_.globals.back()->name.range;
    if (count > program_.most_channels) {
      // The global variable with which there are too many: they are numbered in the order of the text.
      const std::string& name = program_.channels[program_.most_channels].name;
      for (const Variable* v : module_.globals) {
        if (name.compare(0, v->name.text.size(), v->name.text) == 0) range = v->name.range;
      }
    }
    for (const auto& p : module_.proctypes) {
      if (count > program_.most_channels) break;
      count += static_cast<std::uint64_t>(p->instances) * program_.process_types[p->index].channels.size();
      range = p->name.range;
    }
    if (count > program_.most_channels) outgrow(range, "channels", count, program_.most_channels);
  }

  /// Whether `full` may omit steps: nothing can observe it. A handwritten never claim may count steps: it sees those
  /// that SPIN would show it.
  bool may_condense() const {
    const bool claim_may_count = program_.claim >= 0 && formula_ == nullptr;
    return steps_ == StepMode::full && merges_ && !claim_may_count && !uses_.last && !uses_.priorities &&
           !uses_.locations && uses_.observed.empty();
  }

  /// SPIN counts elements through the whole model, from 0, in the order in which its parser makes them, which is ours.
  /// What a choice is made of that we take at once is not known here, so that statements beside it have no number.
  void number_for_trails() {
    std::uint32_t before = 0;
    for (auto& flow : flows_) {
      if (!flow->chooses_at_once) flow->trail_base = before;
      const std::size_t count =
          flow->chooses_at_once ? build_flow(*flow->proctype, false)->elements.size() : flow->elements.size();
      before += static_cast<std::uint32_t>(count);
    }
  }

  void expose_labels() {
    const auto count = [this] {
      return std::accumulate(flows_.begin(), flows_.end(), std::size_t{0},
                             [](std::size_t sum, const auto& flow) { return sum + flow->elements.size(); });
    };
    const std::size_t before = count();
    visit_expressions(module_, [this](const Expression& x) {
      if (x.kind == ExpressionKind::remote_label) expose_label(*flows_[x.proctype->index], x.label.text);
    });
    // SPIN makes the new element while it reads the reference, and counts on from there.
    if (count() != before) {
      for (auto& flow : flows_) flow->trail_base.reset();
    }
  }

  /// SPIN gives up both reductions where a local variable is looked at from outside.
  void reduce() {
    if (steps_ == StepMode::plain || uses_.remote_variables) return;
    for (auto& flow : flows_) {
      FlowGraph graph = build_flow_graph(*flow);
      mark_dead_variables(graph);
      // SPIN merges nothing in a model where any process can be suspended.
      if (!uses_.provided && merges_) merge_statements(*flow, graph, *visibility_, uses_.rendezvous);
    }
  }

  /// Gives the watching automata their cells in the state.
  void declare_watchers() {
    for (const auto& p : module_.proctypes) {
      if (p->kind == ProctypeKind::trace || p->kind == ProctypeKind::notrace) declare_trace(*p);
      if (p->kind != ProctypeKind::never || p->name.text != claim_) continue;
      program_.claim = static_cast<std::int32_t>(p->index);
      const ProcessType& type = program_.process_types[p->index];
      declare_claim(p->name.range, "the never claim is matched: its end is reached",
                    type.cells.empty() ? type.location_bytes : type.record_size);
    }
    if (formula_ == nullptr) return;
    program_.claim = static_cast<std::int32_t>(program_.process_types.size());
    declare_claim(formula_->formula.range, fmt::format("ltl {} is violated", formula_->name.text), 2);
  }

  /// `bytes`: of its control location and of its variables, which have the same places as in the record of a process.
  void declare_claim(SourceRange range, std::string message, std::uint32_t bytes) {
    program_.claim_offset = program_.global_size;
    program_.global_size += bytes;
    program_.claim_site = static_cast<std::uint32_t>(program_.sites.size());
    program_.sites.push_back({SiteKind::assertion, range, std::move(message)});
  }

  void declare_trace(const Proctype& p) {
    program_.trace = static_cast<std::int32_t>(p.index);
    program_.trace_is_negated = p.kind == ProctypeKind::notrace;
    program_.trace_offset = program_.global_size;
    program_.global_size += program_.process_types[p.index].location_bytes;
    program_.trace_end = flows_[p.index]->body->last->number;
    program_.trace_site = static_cast<std::uint32_t>(program_.sites.size());
    program_.sites.push_back({SiteKind::assertion, p.name.range,
                              program_.trace_is_negated ? "the notrace assertion is matched: all its events happened"
                                                        : "the trace assertion is violated: no event of it matches"});
    program_.trace_choice_site = static_cast<std::uint32_t>(program_.sites.size());
    program_.sites.push_back({SiteKind::runtime, p.name.range, "non-determinism in a trace assertion"});
  }

  void compile_globals(const Storage& storage) {
    std::vector<const Variable*> ordered(module_.globals.begin(), module_.globals.end());
    std::stable_sort(ordered.begin(), ordered.end(), [](const Variable* a, const Variable* b) {
      return initialisation_rank(*a) < initialisation_rank(*b);
    });
    Lowering lowering(sources_, module_, flows_, storage, program_, 0, diagnostics_);
    program_.initialise = lowering.initialiser(ordered, {}, program_.channels);
  }

  void compile_process(std::uint32_t index, const Storage& storage) {
    Flow& flow = *flows_[index];
    ProcessType& type = program_.process_types[index];
    Lowering lowering(sources_, module_, flows_, storage, program_, index, diagnostics_);
    if (flow.proctype->provided) type.provided = lowering.condition(*flow.proctype->provided);
    type.determinism_site = static_cast<std::uint32_t>(program_.sites.size());
    program_.sites.push_back({SiteKind::runtime, flow.proctype->name.range, "non-determinism in a D_proctype"});

    if (static_cast<std::int32_t>(index) == program_.trace) {
      program_.trace_scope = lowering.event_scope(flow.proctype->body);
    }
    TransitionTable table = build_transition_table(flow);
    if (for_acceptance_ && !type.watches) refuse_passed_labels(table);
    std::vector<const Variable*> dead_at_start;
    if (steps_ == StepMode::full && !type.watches) {
      const CondenseOptions options{may_condense(), uses_.rendezvous, uses_.observed};
      merge_followers(flow, *visibility_, options, table);
      dead_at_start = mark_dead_after(locals_[flow.proctype], flow, options, table);
    }
    type.initialise = lowering.initialiser(initialised_variables(flow), dead_at_start, type.channels);
    type.start = table.start;
    // An option has the same code wherever it is offered, unless other variables die with it.
    std::map<std::pair<const Element*, std::vector<const Variable*>>, CodeIndex> compiled;
    const std::vector<bool> reachable = reachable_locations(table);
    for (std::size_t l = 0; l < table.locations.size(); ++l) {
      const TableLocation& from = table.locations[l];
      ControlLocation location;
      location.end = from.end;
      location.accept = from.accept;
      location.progress = from.progress;
      location.first = static_cast<std::uint32_t>(program_.transitions.size());
      for (const TableTransition& t : from.transitions) {
        poll_stop();
        if (!reachable[l]) {
          lowering.statement_index(*t.element);  // is reported as never reached
          continue;
        }
        const auto [code, is_new] = compiled.try_emplace({t.element, t.dead_after}, 0);
        if (is_new) code->second = lowering.transition(t);
        Transition out;
        out.code = code->second;
        out.target = t.target;
        out.escape = t.escape;
        out.atomic = t.atomic;
        out.statement = lowering.statement_index(*t.element);
        program_.transitions.push_back(out);
      }
      location.last = static_cast<std::uint32_t>(program_.transitions.size());
      type.locations.push_back(location);
    }
  }

  static std::vector<bool> reachable_locations(const TransitionTable& table) {
    std::vector<bool> met(table.locations.size(), false);
    std::vector<std::uint32_t> waiting{table.start};
    while (!waiting.empty()) {
      const std::uint32_t here = waiting.back();
      waiting.pop_back();
      if (here == 0 || met[here]) continue;
      met[here] = true;
      for (const TableTransition& t : table.locations[here].transitions) waiting.push_back(t.target);
    }
    return met;
  }

  /// Where an atomic sequence comes to an accept label before its last step, no state is stored. pan still finds cycles
  /// through it: closing a cycle on its stack, it looks at the place the last step came from as well. Whether it does
  /// depends on the order of its search, so that there is nothing to agree with.
  void refuse_passed_labels(const TransitionTable& table) {
    std::vector<bool> passed(table.locations.size(), false);
    for (const TableLocation& from : table.locations) {
      for (const TableTransition& t : from.transitions) passed[t.target] = passed[t.target] || t.atomic;
    }
    for (std::size_t at = 1; at < table.locations.size(); ++at) {
      const TableLocation& location = table.locations[at];
      if (!location.accept || !passed[at]) continue;
      const auto last = std::find_if(location.transitions.begin(), location.transitions.end(),
                                     [](const TableTransition& t) { return !t.atomic; });
      if (last == location.transitions.end()) continue;
      diagnostics_
          .error(last->element->range,
                 "an accept label is passed here inside an atomic sequence, where no state is stored")
          .notes.push_back(
              {last->element->range,
               "put the label before the atomic sequence; at the beginning of an option, before the 'if' or 'do'"});
    }
  }

  /// Some accepting location can be passed again and again. (`accept_all`, where SPIN's own claims end, cannot.)
  bool accepts_infinite_runs(const ProcessType& claim) const {
    for (std::size_t goal = 1; goal < claim.locations.size(); ++goal) {
      if (!claim.locations[goal].accept) continue;
      std::vector<bool> seen(claim.locations.size(), false);
      std::vector<std::size_t> waiting = {goal};
      while (!waiting.empty()) {
        poll_stop();
        const ControlLocation& here = claim.locations[waiting.back()];
        waiting.pop_back();
        for (std::uint32_t t = here.first; t < here.last; ++t) {
          const std::uint32_t target = program_.transitions[t].target;
          if (target == goal) return true;
          if (target == 0 || seen[target]) continue;
          seen[target] = true;
          waiting.push_back(target);
        }
      }
    }
    return false;
  }

  /// A formula becomes a process type of its own, with a location for each state of its automaton.
  void compile_formula(const Storage& storage) {
    const std::optional<FormulaClaim> claim = translate_formula(sources_, *formula_, diagnostics_);
    if (!claim) return;
    ProcessType type;
    type.name = "ltl " + formula_->name.text;
    type.watches = true;
    type.start = 1;
    type.location_bytes = 2;
    type.locations.emplace_back();
    ProgramStatement statement;
    statement.range = formula_->formula.range;
    statement.text = type.name;
    statement.process_type = static_cast<std::uint32_t>(program_.claim);
    statement.written = false;
    const auto index = static_cast<std::uint32_t>(program_.statements.size());
    program_.statements.push_back(std::move(statement));
    Lowering lowering(sources_, module_, flows_, storage, program_, static_cast<std::uint32_t>(program_.claim),
                      diagnostics_);
    narrow<std::uint16_t>(claim->automaton.states.size() + 1, formula_->formula.range, "states of an automaton",
                          diagnostics_);
    for (const ltl::Automaton::State& state : claim->automaton.states) {
      ControlLocation location;
      location.end = state.terminal;
      location.accept = state.accepting;
      location.first = static_cast<std::uint32_t>(program_.transitions.size());
      for (const ltl::Automaton::Transition& t : state.transitions) {
        Transition out;
        out.code = lowering.cube(t.label, claim->propositions);
        out.target = t.target.value + 1;
        out.statement = index;
        program_.transitions.push_back(out);
      }
      location.last = static_cast<std::uint32_t>(program_.transitions.size());
      type.locations.push_back(location);
    }
    compile_propositions(claim->propositions, storage);
    program_.claim_needs_cycles = !claim->automaton.is_safety_of_negation();
    program_.claim_ignores_stuttering = claim->ignores_stuttering;
    program_.process_types.push_back(std::move(type));
  }

  void compile_propositions(const std::vector<const Expression*>& propositions, const Storage& storage) {
    Lowering lowering(sources_, module_, flows_, storage, program_,
                      static_cast<std::uint32_t>(module_.proctypes.size()), diagnostics_);
    for (const Expression* proposition : propositions) {
      program_.propositions.push_back({expression_text(sources_, *proposition), lowering.condition(*proposition)});
    }
  }

  /// In the order of the text. Structures start as their typedef says even where they are declared further down.
  std::vector<const Variable*> initialised_variables(const Flow& flow) const {
    std::vector<const Variable*> out;
    const std::set<const Variable*> at_start(flow.initialised_at_start.begin(), flow.initialised_at_start.end());
    const auto own = locals_.find(flow.proctype);
    if (own == locals_.end()) return out;
    for (const Variable* v : own->second) {
      if (v->parameter) continue;
      if (at_start.count(v) != 0 || v->type.base == BaseType::structure) out.push_back(v);
    }
    return out;
  }

  const SourceMap& sources_;
  const Module& module_;
  StepMode steps_;
  const bool may_widen_;  // where as_spin does not suffice, wider numbers are tried
  Numbers numbers_;
  bool outgrown_ = false;
  bool for_acceptance_;
  std::string claim_;
  const LtlFormula* watched_;
  const Expression* question_;
  Diagnostics& diagnostics_;
  ModuleUses uses_;
  LocalsByOwner locals_;
  std::unique_ptr<Visibility> visibility_;
  const LtlFormula* formula_ = nullptr;  // the claim, where it is one
  bool merges_ = true;
  std::vector<std::unique_ptr<Flow>> flows_;
  Program program_;
};

}  // namespace

Program compile(const SourceMap& sources, const Module& module, const CompileOptions& options,
                Diagnostics& diagnostics) {
  check_sizes(module, diagnostics);
  if (diagnostics.has_errors()) return {};
  Compiler compiler(sources, module, options, Numbers::as_spin, diagnostics);
  Program program = compiler.run();
  if (diagnostics.has_errors() || !can_widen(options)) return program;
  // SPIN has room for 255 processes and as many channels. Where that does not suffice, wider numbers are used: only
  // then, since variables of type pid would else wrap around elsewhere than in SPIN.
  if (!compiler.is_outgrown() && !is_outgrown(program)) return program;
  return Compiler(sources, module, options, Numbers::wide, diagnostics).run();
}

}  // namespace quotient::promela
