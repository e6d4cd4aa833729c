#include <fmt/format.h>
#include <optional>

#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "driver/model.hpp"
#include "driver/subject_symmetry.hpp"
#include "lts/aut_file.hpp"
#include "lts/minimise.hpp"
#include "lts/quotient_lts.hpp"
#include "report/graph_file.hpp"
#include "report/random_graph.hpp"
#include "report/words.hpp"
#include "search/graph.hpp"

namespace quotient::cli {

namespace {

struct Written {
  std::uint64_t states = 0, edges = 0, broken_steps = 0;
  std::string order = "1";  // of the group that the graph is reduced by
  bool annotated = false;   // its labels name the permutations
};

ExitCode tell(const Settings& settings, const Written& written, OutputFile& out) {
  std::string error;
  if (!out.commit(error)) {
    complain(error);
    return ExitCode::wrong_input;
  }
  if (settings.quiet) return ExitCode::verified;
  say(fmt::format("{}: {}, {}\n", printable(settings.output_path), counted(written.states, "state"),
                  counted(written.edges, "step")));
  if (written.order != "1") {
    say(fmt::format(
        "one state of every orbit (group of order {}): {}\n", with_commas(written.order),
        written.annotated ? "'quotient expand' restores the whole graph" : "--symmetry off writes the whole graph"));
  }
  if (written.broken_steps > 0) {
    say(fmt::format("not included, since a run-time error ends the run: {}\n", counted(written.broken_steps, "step")));
  }
  return ExitCode::verified;
}

ExitCode incomplete_graph(const Settings& settings, StopReason reason, const Limits& limits, std::uint64_t states) {
  say(fmt::format("incomplete: {} after {}; '{}' was not written\n", in_words(reason, limits), counted(states, "state"),
                  printable(settings.output_path)));
  return ExitCode::incomplete;
}

/// A state whose steps could not be computed: what lies behind it is not known.
ExitCode tell_obstacle(const System& system, Finding obstacle) {
  const FindingText text = system.narrator().describe(obstacle);
  say(fmt::format("incomplete: {} ({}); no graph was written\n", printable(text.message), in_words(text.at)));
  return ExitCode::incomplete;
}

ExitCode write_quotient(const Settings& settings, const System& system, const driver::SubjectSymmetry& found,
                        const Limits& limits) {
  const QuotientLts made = quotient_lts(system, found.symmetry, *found.reduction, limits, settings.plain);
  if (!made.problem.empty()) {
    complain(made.problem + ": --symmetry off writes the graph without reduction");
    return ExitCode::wrong_input;
  }
  if (made.obstacle) return tell_obstacle(system, made.obstacle);
  if (made.stopped != StopReason::nothing)
    return incomplete_graph(settings, made.stopped, limits, made.lts.state_count);
  OutputFile out(settings.output_path);
  write_aut(made.lts, [&out](std::string_view text) { out.write(text); });
  const std::string order = found.symmetry.group.order().to_string();
  return tell(settings, {made.lts.state_count, made.lts.edges.size(), made.broken_steps, order, !settings.plain}, out);
}

/// A graph that was explored as far as there is one; else what is in the way was said.
ExitCode complete(const Settings& settings, const System& system, const StateGraph& graph, const Limits& limits) {
  if (graph.obstacle()) return tell_obstacle(system, graph.obstacle());
  if (graph.stopped() != StopReason::nothing)
    return incomplete_graph(settings, graph.stopped(), limits, graph.state_count());
  return ExitCode::verified;
}

/// Every state as it is, with a reduction one of every orbit.
ExitCode write_whole(const Settings& settings, const System& system, const driver::SubjectSymmetry& found,
                     const Limits& limits) {
  const StateGraph graph(system, limits, found.used);
  if (const ExitCode code = complete(settings, system, graph, limits); code != ExitCode::verified) return code;
  const std::string order = found.used == nullptr ? "1" : found.symmetry.group.order().to_string();
  OutputFile out(settings.output_path);
  write_graph(system, graph, *graph_format(settings.output_path), order, out);
  return tell(settings, {graph.state_count(), graph.edges().size(), graph.broken_steps(), order, false}, out);
}

Equivalence equivalence_of(const std::string& name) {
  return name == "strong"      ? Equivalence::strong
         : name == "branching" ? Equivalence::branching
                               : Equivalence::weak_trace;
}

/// The smallest graph that is equivalent to the whole one.
ExitCode write_minimised(const Settings& settings, const System& system, const Limits& limits) {
  const StateGraph graph(system, limits);
  if (const ExitCode code = complete(settings, system, graph, limits); code != ExitCode::verified) return code;
  Lts whole;
  const bool rooted = graph.initial_count() == 1;  // else a state is put before the initial ones
  const std::uint32_t shift = rooted ? 0 : 1;
  whole.state_count = graph.state_count() + shift;
  for (std::uint32_t i = 0; !rooted && i < graph.initial_count(); ++i) {
    whole.edges.push_back({0, whole.label("initialise"), i + shift});
  }
  for (const StateGraph::Edge& e : graph.edges()) {
    whole.edges.push_back({e.source + shift, whole.label(system.narrator().label(e.label)), e.target + shift});
  }
  const Lts small = minimised(whole, equivalence_of(settings.reduce));
  OutputFile out(settings.output_path);
  write_aut(small, [&out](std::string_view text) { out.write(text); });
  const ExitCode code = tell(settings, {small.state_count, small.edges.size(), graph.broken_steps(), "1", false}, out);
  if (code == ExitCode::verified && !settings.quiet) {
    say(fmt::format("equivalent ({}) to a graph of {} and {}\n", settings.reduce, counted(whole.state_count, "state"),
                    counted(whole.edges.size(), "step")));
  }
  return code;
}

void print_classes(const Settings& settings, const StateGraph& graph, const Reduction* reduction) {
  std::vector<std::vector<std::uint32_t>> classes;
  if (reduction != nullptr) {
    classes = state_classes(graph.state_count(), *reduction, [&graph](std::uint32_t i) { return graph.state(i); });
  } else {
    for (std::uint32_t i = 0; i < graph.state_count(); ++i) classes.push_back({i});
  }
  for (const std::vector<std::uint32_t>& members : classes) say(fmt::format("{{{}}}\n", fmt::join(members, ", ")));
  if (settings.quiet) return;
  say(fmt::format("{} in {}\n", counted(graph.state_count(), "state"),
                  classes.size() == 1 ? "1 class" : with_commas(classes.size()) + " classes"));
}

/// The whole graph, and which of its states are one up to symmetry.
ExitCode write_classes(const Settings& settings, const System& system, const Reduction* reduction,
                       const Limits& limits) {
  const StateGraph graph(system, limits);
  if (const ExitCode code = complete(settings, system, graph, limits); code != ExitCode::verified) return code;
  print_classes(settings, graph, reduction);
  if (settings.output_path.empty()) return ExitCode::verified;
  OutputFile out(settings.output_path);
  write_graph(system, graph, *graph_format(settings.output_path), "1", out);
  return tell(settings, {graph.state_count(), graph.edges().size(), graph.broken_steps(), "1", false}, out);
}

/// With distributions instead of states behind its steps; always unreduced.
ExitCode write_random(const Settings& settings, const Subject& subject, const driver::SubjectSymmetry& found,
                      const Limits& limits) {
  if (!settings.reduce.empty() || settings.classes || graph_format(settings.output_path) != GraphFormat::aut) {
    complain("a graph with random steps ('dist') is written as .aut, and neither minimised nor divided into classes");
    return ExitCode::wrong_input;
  }
  const StateGraph graph(*subject.system, limits);
  if (const ExitCode code = complete(settings, *subject.system, graph, limits); code != ExitCode::verified) return code;
  OutputFile out(settings.output_path);
  const std::uint64_t steps = write_random_aut(*subject.system, *subject.random, graph, out);
  const ExitCode code = tell(settings, {graph.state_count(), steps, graph.broken_steps(), "1", false}, out);
  if (code == ExitCode::verified && !settings.quiet && found.used != nullptr) {
    say("all states, since the steps of a reduced graph cannot have probabilities in an .aut file\n");
  }
  return code;
}

ExitCode write(const Settings& settings, const driver::Model& model, const driver::SubjectSymmetry& found,
               const Limits& limits) {
  if (model.subjects.front().random != nullptr) return write_random(settings, model.subjects.front(), found, limits);
  if (!settings.reduce.empty()) return write_minimised(settings, model.system(), limits);
  if (settings.classes) return write_classes(settings, model.system(), found.used, limits);
  // Where labels do not name all that a permutation moves, there is no way back from them.
  const std::shared_ptr<const SymmetrySource>& source = model.subjects.front().symmetry;
  const bool annotates =
      source != nullptr && source->labels_name_atoms() && graph_format(settings.output_path) == GraphFormat::aut;
  if (annotates && found.reduction != nullptr) return write_quotient(settings, model.system(), found, limits);
  return write_whole(settings, model.system(), found, limits);
}

/// Why all states were written, where processes look alike.
void tell_why_whole(const Settings& settings, const driver::Model& model, driver::SubjectSymmetry& found) {
  const bool asked = settings.symmetry != "off" && settings.reduce.empty() && !settings.classes && !settings.quiet;
  if (!asked || !found.symmetry.group.is_trivial()) return;
  driver::explain_absence(model.subjects.front(), settings, found);
  const std::vector<std::string> reasons = driver::breaks_in_words(found.symmetry, *model.sources);
  if (!reasons.empty()) say(fmt::format("all states, without symmetry: {}\n", printable(reasons.front())));
}

/// What is wrong with the arguments; empty if nothing is.
std::string objection(const Settings& settings) {
  if (settings.output_path.empty()) return settings.classes ? "" : "-o FILE is missing: quotient lts MODEL -o FILE";
  if (!graph_format(settings.output_path)) {
    return fmt::format("the extension of '{}' is not a known format; expected .aut, .dot or .json",
                       settings.output_path);
  }
  if (!settings.reduce.empty() && (settings.classes || graph_format(settings.output_path) != GraphFormat::aut)) {
    return "--reduce writes an .aut file, and cannot be combined with --classes";
  }
  std::string error;
  return can_write(settings.output_path, error) ? "" : error;
}

}  // namespace

ExitCode lts(const Settings& settings) {
  if (const std::string wrong = objection(settings); !wrong.empty()) {
    complain(wrong);
    return ExitCode::wrong_input;
  }
  const driver::Model model = load_and_show(settings.model, settings);
  if (!model) return ExitCode::wrong_input;
  const Subject& subject = model.subjects.front();
  Limits limits = settings.search.limits;
  limits.time.reset();
  limits.stop = settings.deadline;
  const auto found = driver::find_symmetry(subject, settings);
  if (!found->refusal.empty()) {
    complain(found->refusal);
    return ExitCode::wrong_input;
  }
  driver::use_native_code(settings, *found);
  const ExitCode code = write(settings, model, *found, limits);
  if (code == ExitCode::verified) tell_why_whole(settings, model, *found);
  const std::optional<Shortcoming> shortcoming = subject.system->shortcoming();
  if (code != ExitCode::verified || !shortcoming || !shortcoming->loses_steps) return code;
  say(fmt::format("incomplete: {} ({}): steps may be missing\n", printable(shortcoming->first.message),
                  in_words(shortcoming->first.at)));
  return ExitCode::incomplete;
}

}  // namespace quotient::cli
