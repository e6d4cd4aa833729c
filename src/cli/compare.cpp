#include "lts/compare.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "driver/model.hpp"
#include "lts/aut_file.hpp"
#include "lts/expand.hpp"
#include "report/output_file.hpp"
#include "report/words.hpp"

namespace quotient::cli {

namespace {

/// A graph from a file.
class GraphFile {
 public:
  GraphFile(const std::string& path, const Settings& settings) : path_(path), settings_(settings) {}

  /// What is wrong is printed.
  std::optional<Lts> read() {
    std::string error;
    std::optional<std::string> text = read_text_file(path_, error);
    if (!text) {
      complain(error);
      return std::nullopt;
    }
    Diagnostics diagnostics;
    file_ = sources_.add(path_, std::move(*text));
    std::optional<Lts> lts = read_aut(sources_, file_, diagnostics, &places_);
    show(diagnostics, sources_, settings_);
    return lts;
  }

  /// The graph that it represents, if it is a quotient. What is wrong with its permutations is printed.
  std::optional<Lts> expanded(const Lts& lts) const {
    AnnotationProblem problem;
    std::optional<Lts> whole = quotient::expand(lts, problem);
    if (whole) return whole;
    if (problem.label) {
      const auto at = static_cast<std::uint32_t>(places_[*problem.label] + problem.at);
      Diagnostics diagnostics;
      diagnostics.error({file_, at, at + 1}, problem.message);
      show(diagnostics, sources_, settings_);
    } else {
      complain(fmt::format("{}: {}", path_, problem.message));
    }
    return std::nullopt;
  }

 private:
  const std::string& path_;
  const Settings& settings_;
  SourceMap sources_;
  FileId file_;
  std::vector<std::uint32_t> places_;  // of labels
};

}  // namespace

ExitCode expand(const Settings& settings) {
  if (settings.output_path.empty()) {
    complain("-o FILE is missing: quotient expand FILE -o FILE");
    return ExitCode::wrong_input;
  }
  GraphFile file(settings.model.path, settings);
  const std::optional<Lts> reduced = file.read();
  const std::optional<Lts> whole = reduced ? file.expanded(*reduced) : std::nullopt;
  if (!whole) return ExitCode::wrong_input;
  std::string problem;
  OutputFile out(settings.output_path);
  write_aut(*whole, [&out](std::string_view text) { out.write(text); });
  if (!out.commit(problem)) {
    complain(problem);
    return ExitCode::wrong_input;
  }
  if (!settings.quiet && settings.output_path != "-") {
    say(fmt::format("{}: {}, {}\n", printable(settings.output_path), counted(whole->state_count, "state"),
                    counted(whole->edges.size(), "step")));
    if (whole->labels() == reduced->labels())
      say("the labels contain no permutations: there was no reduction to undo\n");
  }
  return ExitCode::verified;
}

ExitCode compare(const Settings& settings) {
  const bool permutation = settings.equivalence == "permutation";
  GraphFile first_file(settings.model.path, settings), second_file(settings.second_argument, settings);
  std::optional<Lts> first = first_file.read();
  std::optional<Lts> second = first ? second_file.read() : std::nullopt;
  if (second && permutation) {  // bisimilar under permutations is bisimilar, once they are undone
    first = first_file.expanded(*first);
    second = first ? second_file.expanded(*second) : std::nullopt;
  }
  if (!second) return ExitCode::wrong_input;
  if (!can_be_compared(*first, *second)) {
    complain(fmt::format("{}: {} and the {} of {} are too many to be compared", settings.second_argument,
                         counted(second->state_count, "state"), first->state_count, settings.model.path));
    return ExitCode::wrong_input;
  }
  struct Way {
    std::string_view name, result;
    Comparison (*decide)(const Lts&, const Lts&);
  };
  static constexpr Way ways[] = {{"strong", "bisimilar", compare_bisimilar},
                                 {"branching", "branching bisimilar", compare_branching_bisimilar},
                                 {"weak-trace", "weak trace equivalent", compare_weak_traces},
                                 {"iso", "isomorphic", compare_isomorphic},
                                 {"permutation", "bisimilar under permutations", compare_bisimilar}};
  const Way& way = *std::ranges::find(ways, settings.equivalence, &Way::name);
  const Comparison found = way.decide(*first, *second);
  say(fmt::format("{}{}\n", found.equal ? "" : "not ", way.result));
  if (!settings.quiet) {
    for (const std::string& line : found.reason) say(fmt::format("  {}\n", printable(line)));
  }
  return found.equal ? ExitCode::verified : ExitCode::violated;
}

}  // namespace quotient::cli
