#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "base/ensure.hpp"
#include "driver/languages.hpp"
#include "driver/options.hpp"

namespace quotient::driver {

namespace {

constexpr std::uint32_t checking = check_command | refines_command;
constexpr std::uint32_t of_models =
    checking | simulate_command | replay_command | repl_command | inductive_command | lts_command | symmetry_command;
constexpr std::uint32_t exploring = checking | lts_command;
constexpr std::uint32_t finding_groups = exploring | symmetry_command;
constexpr std::uint32_t of_files =
    lps_command | convert_command | expand_command | compare_command | report_command | certify_command;

constexpr std::string_view when = "auto|always|never";

const std::string& text_of(const OptionValue& value) { return std::get<std::string>(value); }
std::uint64_t count_of(const OptionValue& value) { return std::get<std::uint64_t>(value); }

StoreKind store_of(const std::string& name) {
  return name == "compact" ? StoreKind::compact : name == "bitstate" ? StoreKind::bitstate : StoreKind::exact;
}

using enum ValueKind;
using S = CheckSettings;
using V = OptionValue;

/// Not a constant: which languages there are is known when the program runs.
const auto& table() {
  static const std::array all = {
      // What the model is.
      Option{.name = "-D",
             .kind = define,
             .value = "NAME[=V]",
             .commands = of_models | convert_command,
             .repeatable = true,
             .help = "define a name for the preprocessor",
             .set = [](S& s, const V& v) { s.model.defines.push_back(text_of(v)); }},
      Option{.name = "-I",
             .kind = text,
             .value = "DIR",
             .commands = of_models | convert_command,
             .repeatable = true,
             .help = "search this folder for included files, too",
             .set = [](S& s, const V& v) { s.model.include_dirs.push_back(text_of(v)); }},
      Option{.name = "--language",
             .kind = choice,
             .value = "L",
             .choices = language_choices(),
             .fallback = "auto",
             .without = "by the file extension, else by the contents",
             .commands = of_models,
             .help = "the language of the model",
             .set = [](S& s, const V& v) { s.model.language = text_of(v); }},
      Option{.name = "--set",
             .kind = named_count,
             .value = "NAME=N",
             .bounds = Bounds{1, 1'000'000},
             .commands = of_models,
             .repeatable = true,
             .help =
                 "cardinality of a deferred set of a B machine; value of a constant, or size of a scalarset or range, "
                 "of a Murphi model",
             .set =
                 [](S& s, const V& v) {
                   const auto& [name, count] = std::get<NamedCount>(v);
                   s.model.set_sizes[name] = static_cast<std::uint32_t>(count);
                 }},
      Option{.name = "--min-int",
             .kind = integer,
             .value = "N",
             .bounds = Bounds{-1'000'000'000'000, 1'000'000'000'000},
             .commands = of_models,
             .help = "least integer of a B machine",
             .set = [](S& s, const V& v) { s.model.min_int = std::get<std::int64_t>(v); }},
      Option{.name = "--max-int",
             .kind = integer,
             .value = "N",
             .bounds = Bounds{-1'000'000'000'000, 1'000'000'000'000},
             .commands = of_models,
             .help = "greatest integer of a B machine",
             .set = [](S& s, const V& v) { s.model.max_int = std::get<std::int64_t>(v); }},
      Option{.name = "--refinement",
             .commands = of_models & ~std::uint32_t{refines_command},
             .help = "B: explore a refinement together with what it refines; each of its steps must be one that the "
                     "refined machines can follow",
             .set = [](S& s, const V&) { s.model.refinement = true; }},
      Option{.name = "--goal",
             .kind = text,
             .value = "P",
             .without = "the definition GOAL, if there is one",
             .commands = of_models,
             .help = "B: a predicate; a state that satisfies it is reported as an assertion is, with a shortest run "
                     "to it",
             .set = [](S& s, const V& v) { s.model.goal = text_of(v); }},
      Option{.name = "--scope",
             .kind = text,
             .value = "P",
             .without = "the definition SCOPE, if there is one",
             .commands = of_models,
             .help = "B: a predicate; states that do not satisfy it are not explored any further, and the verdict is "
                     "not `verified` where there are any",
             .set = [](S& s, const V& v) { s.model.scope = text_of(v); }},
      Option{.name = "--solver",
             .kind = choice,
             .value = "S",
             .choices = "on|off",
             .fallback = "on",
             .commands = of_models,
             .help =
                 "B: whether predicates with too many candidates are handed to a constraint solver, whose solutions "
                 "are evaluated again; off tries all candidates",
             .set = [](S& s, const V& v) { s.model.solver = text_of(v) == "on"; }},
      Option{.name = "--steps",
             .kind = choice,
             .value = "MODE",
             .choices = "full|spin|plain",
             .fallback = "full",
             .without = "full; plain to simulate",
             .commands = of_models,
             .help = "how statements become steps: full, every sound merge and reset; spin, as SPIN does by default; "
                     "plain, each statement is a step",
             .set = [](S& s, const V& v) { s.model.steps = text_of(v); }},
      Option{.name = "--skip-sequential",
             .kind = flag,
             .choices = when,
             .fallback = "auto",
             .commands = checking,
             .help = "do not store states with exactly one successor: always (also without a value), never "
                     "(--skip-sequential=never), or auto (with --steps full, if there are many of them)",
             .set =
                 [](S& s, const V& v) {
                   s.skip_sequential = std::holds_alternative<std::monostate>(v) ? "always" : text_of(v);
                 }},
      Option{
          .name = "--partial-order",
          .kind = choice,
          .value = "P",
          .choices = "auto|off|on",
          .fallback = "auto",
          .commands = checking,
          .help =
              "omit steps that may be postponed, since nothing can interfere with them "
              "(docs/partial-orders.md): fewer states, the same verdict; with --search bfs, or for formulas without X "
              "and labels. auto: in models of more than a few thousand states, if it helps",
          .set = [](S& s, const V& v) { s.partial_order = text_of(v); }},

      // Symmetry.
      Option{.name = "--symmetry",
             .kind = choice,
             .value = "S",
             .choices = "auto|off|flattened|sorted|sorted-main|segmented|enumerate|local-search|exact-markers|"
                        "approx-markers|flooding|canonical|rules",
             .fallback = "auto",
             .commands = exploring | replay_command,
             .help =
                 "how states that differ only by a permutation are merged (docs/symmetry.md). auto: canonical if there "
                 "is symmetry. canonical, segmented, enumerate, flooding: one state of every orbit is stored. "
                 "exact-markers, sorted, sorted-main, local-search: sometimes several. approx-markers, flattened: some "
                 "orbits may be lost, and the verdict is not `verified` (except with approx-markers if the model "
                 "relates no interchangeable things to each other). rules: user-defined rewrite rules (--rules)",
             .set = [](S& s, const V& v) { s.symmetry = text_of(v); }},
      Option{.name = "--rules",
             .kind = text,
             .value = "FILE",
             .without = "those in the model",
             .commands = checking | replay_command,
             .help = "rewrite rules that define which states are equivalent (docs/rules.md)",
             .set = [](S& s, const V& v) { s.model.rules_path = text_of(v); }},
      Option{.name = "--check-rules",
             .commands = checking,
             .help = "check each rule on all reachable states; without this they are trusted, and the verdict "
                     "is never `verified`",
             .set = [](S& s, const V&) { s.check_rules = true; }},
      Option{.name = "--main-array",
             .kind = text,
             .value = "NAME",
             .without = "chosen automatically",
             .commands = checking,
             .help = "the sort key of sorted-main: an array with a plain value for each process, a local variable "
                     "(user.k), or the control location (user.pc)",
             .set = [](S& s, const V& v) { s.main_array = text_of(v); }},
      Option{.name = "--audit",
             .commands = checking,
             .help = "explore a second time with canonical, and report how many orbits the strategy lost, and which; "
                     "continues after violations; with --partial-order on a third time, with partial orders",
             .set = [](S& s, const V&) { s.audit = true; }},
      Option{.name = "--detect",
             .kind = choice,
             .value = "D",
             .choices = "system|scd|scalarset",
             .fallback = "system",
             .commands = finding_groups,
             .help = "how the symmetry group is found: system, from the whole system; scd, from the static channel "
                     "diagram; scalarset, from comments /*@ scalarset */",
             .set = [](S& s, const V& v) { s.detection.how = text_of(v); }},

      // The search.
      Option{
          .name = "--search",
          .kind = choice,
          .value = "ORDER",
          .choices = "bfs|dfs",
          .fallback = "bfs",
          .commands = checking,
          .help = "breadth-first (shortest counterexample) or depth-first",
          .set =
              [](S& s, const V& v) {
                s.search.order = text_of(v) == "dfs" ? SearchOrder::depth_first : SearchOrder::breadth_first;
              }},
      Option{
          .name = "--store",
          .kind = choice,
          .value = "STORE",
          .choices = "exact|compact|bitstate",
          .fallback = "exact",
          .commands = checking,
          .help = "how states are stored: exact; compact, part of a hash of each; bitstate, three bits for each. "
                  "compact and bitstate may miss states, and the verdict says so",
          .set =
              [](S& s, const V& v) {
                s.store = text_of(v);
                s.search.store = store_of(s.store);
              }},
      Option{.name = "--property",
             .kind = text,
             .value = "P",
             .without = "all",
             .commands = checking | replay_command,
             .repeatable = true,
             .help =
                 "check only this: assert, deadlock, invariant, accept, progress, never, never:NAME, never:NUMBER, "
                 "ltl, ltl:NAME, action:NAME (run-time errors are always reported; accept and progress, cycles by the "
                 "labels of the program, only if asked for)",
             .set = [](S& s, const V& v) { s.properties.push_back(text_of(v)); }},
      Option{.name = "--formula",
             .kind = text,
             .value = "F",
             .commands = checking | replay_command,
             .repeatable = true,
             .help = "check this modal formula of mCRL2: a file that ends in .mcf, or the text of a formula "
                     "('[true*]<true>true'); use --property to check anything else as well",
             .set = [](S& s, const V& v) { s.model.formula_texts.push_back(text_of(v)); }},
      Option{.name = "--ltl",
             .kind = text,
             .value = "F",
             .commands = check_command | replay_command,
             .repeatable = true,
             .help =
                 "check this linear temporal formula: a file, or the text of a formula ('G ([request] => F {done = "
                 "TRUE})', in Promela as in an ltl block); atoms are { predicate } and [ step ]; see docs/temporal.md",
             .set = [](S& s, const V& v) { s.model.linear_formulas.push_back(text_of(v)); }},
      Option{.name = "--ctl",
             .kind = text,
             .value = "F",
             .commands = check_command | replay_command,
             .repeatable = true,
             .help = "check this branching temporal formula: a file, or the text of a formula ('AG EF {idle}')",
             .set = [](S& s, const V& v) { s.model.branching_formulas.push_back(text_of(v)); }},
      Option{.name = "--for-every",
             .kind = text,
             .value = "FAMILY",
             .commands = check_command,
             .help = "Murphi: show assertions and invariants for every number of elements of this scalarset or range "
                     "(docs/every-n.md); deadlock is not covered",
             .set = [](S& s, const V& v) { s.model.for_every = text_of(v); }},
      Option{.name = "--views",
             .kind = count,
             .value = "K",
             .bounds = Bounds{1, 3},
             .without = "1, then 2, then 3",
             .commands = check_command,
             .help = "with --for-every: how many elements are looked at together",
             .set = [](S& s, const V& v) { s.views = static_cast<std::uint32_t>(count_of(v)); }},
      Option{.name = "--certificate",
             .kind = text,
             .value = "FILE",
             .commands = check_command,
             .help = "with --for-every: write what `quotient certify` checks; - is standard output"},
      Option{.name = "--all",
             .commands = checking,
             .help = "continue after a violation: count all, with one counterexample for each place",
             .set = [](S& s, const V&) { s.search.all = true; }},
      Option{
          .name = "--fairness",
          .kind = choice,
          .value = "F",
          .choices = "none|weak|strong",
          .names = true,
          .fallback = "none",
          .commands = checking,
          .help = "of infinite runs only those count that are fair: no process can move all the time (weak), or "
                  "again and again (strong), without ever doing so; also up to symmetry. In B machines operations take "
                  "the place of processes, in Murphi models rules; weak:A,B is about operations A and B alone (mCRL2: "
                  "processes, Murphi: rules)",
          .set =
              [](S& s, const V& v) {
                const std::string given = text_of(v);
                const std::size_t colon = given.find(':');
                const std::string fairness = given.substr(0, colon);
                s.model.fair_actors.clear();
                if (colon != std::string::npos) s.model.fair_actors = split(given.substr(colon + 1), ',');
                s.model.fairness = fairness == "strong" ? Fairness::strong
                                   : fairness == "weak" ? Fairness::weak
                                                        : Fairness::none;
              }},
      Option{
          .name = "--threads",
          .kind = count,
          .value = "N",
          .bounds = Bounds{1, 1024},
          .without = "all cores",
          .commands = exploring | resume_command,
          .help = "threads of a breadth-first search; the result does not depend on them",
          .set = [](S& s,
                    const V& v) { s.search.threads = s.search.threads_of_rank = static_cast<unsigned>(count_of(v)); }},
      Option{
          .name = "--memory",
          .kind = size,
          .value = "SIZE",
          .without = "most of the free memory",
          .commands = of_models | of_files | studio_command | resume_command,
          .help = "limit of the whole command: 8G, 200M",
          .set =
              [](S& s, const V& v) {
                s.search.limits.memory = count_of(v);
                // A user who says how much memory there is wants it used; the other half is for the states that wait.
                s.search.bitstate_bytes = count_of(v) / 2;
              }},
      Option{
          .name = "--time",
          .kind = duration,
          .value = "TIME",
          .without = "none",
          .commands = of_models | of_files | studio_command | resume_command,
          .help = "limit of the whole command: 60s, 5m, 1h",
          .set = [](S& s, const V& v) { s.search.limits.time = std::chrono::duration<double>(std::get<double>(v)); }},
      Option{.name = "--conjugates",
             .kind = choice,
             .value = "C",
             .choices = "on|off",
             .fallback = "on",
             .commands = finding_groups,
             .help = "with --detect scd: try random conjugates before searching all cosets",
             .set = [](S& s, const V& v) { s.detection.random_conjugates = text_of(v) == "on"; }},
      Option{.name = "--patience",
             .kind = duration,
             .value = "TIME",
             .fallback = "10s",
             .commands = finding_groups,
             .help = "with --detect scd: time limit of the coset search",
             .set = [](S& s, const V& v) { s.detection.patience = std::get<double>(v); }},
      Option{.name = "--max-states",
             .kind = count,
             .value = "N",
             .without = "none",
             .commands = exploring | resume_command,
             .help = "limit of states stored",
             .set = [](S& s, const V& v) { s.search.limits.max_states = count_of(v); }},
      Option{.name = "--max-depth",
             .kind = count,
             .value = "N",
             .without = "none",
             .commands = exploring,
             .help = "limit of steps from an initial state",
             .set = [](S& s, const V& v) { s.search.limits.max_depth = count_of(v); }},
      Option{.name = "--engine",
             .kind = choice,
             .value = "E",
             .choices = "auto|interpreter|native",
             .fallback = "auto",
             .commands = exploring | resume_command,
             .help = "what computes steps and permutes states: interpreter; native, compiled code, after waiting for "
                     "the C compiler; auto, the interpreter until native code is ready",
             .set = [](S& s, const V& v) { s.model.engine = text_of(v); }},
      Option{.name = "--paranoid",
             .commands = checking,
             .help = "run all internal checks: slower",
             .set = [](S& s, const V&) { s.model.paranoid = s.search.paranoid = true; }},

      // Ranks.
      Option{.name = "-n",
             .kind = count,
             .value = "N",
             .bounds = Bounds{1, 1'000'000},
             .commands = cluster_command,
             .help = "how many ranks to start"},
      Option{.name = "--hosts",
             .kind = text,
             .value = "FILE",
             .without = "this machine",
             .commands = cluster_command,
             .help = "the machines to start them on, as mpirun reads them"},

      // What is made of the result.
      Option{.name = "--checkpoint",
             .kind = text,
             .value = "DIR[,TIME]",
             .commands = checking | cluster_command,
             .help = "save the state of the search in this folder, every 10 minutes or every TIME, and when a limit or "
                     "a signal ends it; `quotient resume DIR` continues from there"},
      Option{.name = "--spill",
             .kind = text,
             .value = "DIR",
             .commands = checking,
             .help = "where memory does not suffice, keep states in files in this folder: slower, with the same result",
             .set = [](S& s, const V& v) { s.search.spill = text_of(v); }},
      Option{.name = "--json",
             .kind = text,
             .value = "FILE",
             .commands = checking | symmetry_command | resume_command,
             .help = "write the result as JSON; - is standard output"},
      Option{.name = "--dot",
             .kind = text,
             .value = "FILE",
             .commands = symmetry_command,
             .help = "write the channel diagram for Graphviz; - is standard output"},
      Option{.name = "--svg",
             .kind = text,
             .value = "FILE",
             .commands = symmetry_command,
             .help = "draw the channel diagram with Graphviz's dot"},
      Option{.name = "--trace",
             .kind = text,
             .value = "FILE",
             .commands = checking | resume_command,
             .help = "save the counterexample for replay; with these extensions for other tools: .trail (SPIN), .tr "
                     "and .trc (mCRL2), .dot (Graphviz)"},
      Option{.name = "--html",
             .kind = text,
             .value = "FILE",
             .commands = checking | resume_command,
             .help = "write the result as an HTML page; - is standard output"},
      Option{.name = "--sarif",
             .kind = text,
             .value = "FILE",
             .commands = checking | resume_command,
             .help = "write the result as SARIF, for code hosts and editors; - is standard output"},
      Option{.name = "--junit",
             .kind = text,
             .value = "FILE",
             .commands = checking | resume_command,
             .help = "write the result as a JUnit report, for CI servers; - is standard output"},
      Option{.name = "--baseline",
             .kind = text,
             .value = "FILE",
             .commands = checking | resume_command,
             .help = "compare with a result saved with --json: exit code 0 if verdict, counts and symmetry group are "
                     "the same, 1 if one has changed"},
      Option{.name = "--graph",
             .commands = checking | resume_command,
             .help = "add the state graph to the JSON, up to 2,000 states; pages always have it",
             .set = [](S& s, const V&) { s.graph = true; }},
      Option{.name = "-o,--output",
             .kind = text,
             .value = "FILE",
             .commands = lts_command | lps_command | convert_command | expand_command | report_command,
             .help =
                 "where to write: for lts a file ending in .aut, .dot or .json; for convert and lps standard output "
                 "otherwise; for report the page"},
      Option{.name = "--plain",
             .commands = lts_command,
             .help = "mCRL2: do not annotate labels with permutations; such a graph cannot be expanded"},
      Option{.name = "--classes",
             .commands = lts_command,
             .help = "print the orbits of the states of the unreduced graph"},
      Option{.name = "--network",
             .commands = lps_command,
             .help = "print sequential processes with their summands, and the parallel composition as it is written"},
      Option{.name = "--max-summands",
             .kind = count,
             .value = "N",
             .fallback = "10000",
             .commands = lps_command,
             .help = "limit of summands of the linear process"},
      Option{.name = "--equivalence",
             .kind = choice,
             .value = "E",
             .choices = "strong|branching|weak-trace|iso|permutation",
             .fallback = "strong",
             .commands = compare_command,
             .help = "strong: bisimilar; branching: branching bisimilar, without regard to divergence; weak-trace: the "
                     "same sequences of steps other than tau; iso: isomorphic; permutation: bisimilar after undoing "
                     "the reductions that labels are annotated with"},
      Option{.name = "--reduce",
             .kind = choice,
             .value = "E",
             .choices = "strong|branching|weak-trace",
             .without = "none",
             .commands = lts_command,
             .help = "write the smallest graph that is equivalent to the unreduced one: strongly bisimilar; branching "
                     "bisimilar, without regard to divergence; deterministic with the same traces of steps other than "
                     "tau"},
      Option{.name = "--seed",
             .kind = count,
             .value = "N",
             .without = "random",
             .commands = simulate_command,
             .help = "seed of a random run: the same seed gives the same run"},
      Option{.name = "--eval",
             .kind = text,
             .value = "EXPR",
             .commands = repl_command,
             .repeatable = true,
             .help = "print the value of an expression in the first state, and end"},
      Option{.name = "--interactive", .commands = simulate_command | replay_command, .help = "ask before each step"},
      Option{.name = "--max-steps",
             .kind = count,
             .value = "N",
             .fallback = "1000",
             .commands = simulate_command,
             .help = "limit of steps of a random run"},
      Option{.name = "--port",
             .kind = count,
             .value = "N",
             .bounds = Bounds{0, 65535},
             .without = "any free port",
             .commands = studio_command,
             .help = "port on 127.0.0.1 to listen on"},
      Option{.name = "--no-browser", .commands = studio_command, .help = "only print the address"},
      Option{.name = "--quiet",
             .commands = of_models | expand_command | compare_command | resume_command,
             .help = "print only the verdict and the warnings that qualify it"},
      Option{.name = "--progress",
             .kind = choice,
             .value = "WHEN",
             .choices = "auto|always|never|json",
             .fallback = "auto",
             .commands = exploring | resume_command,
             .help = "show the progress of the search on standard error; auto: on a terminal; json: one JSON object a "
                     "line, for programs"},
      Option{.name = "--color",
             .kind = choice,
             .value = "WHEN",
             .choices = when,
             .fallback = "auto",
             .commands = resume_command | ((of_models | of_files) & ~std::uint32_t{report_command}),
             .help = "colours; auto: on a terminal, unless NO_COLOR is set"},
  };
  return all;
}

}  // namespace

std::span<const Option> options() { return table(); }

CheckSettings default_settings() {
  CheckSettings settings;
  settings.search.threads = std::max(1U, std::thread::hardware_concurrency());
  settings.search.limits.memory = default_memory_limit();
  for (const Option& option : options()) {
    if (option.set == nullptr || option.fallback.empty()) continue;
    std::string error;
    const auto value = parse_value(option, std::string(option.fallback), error);
    ensure(value.has_value(), "a default that is none");
    option.set(settings, *value);
  }
  return settings;
}

}  // namespace quotient::driver
