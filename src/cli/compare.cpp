#include "lts/compare.hpp"

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

/// A graph from a file. What is wrong is printed.
std::optional<Lts> read_graph(const std::string& path, const Settings& settings) {
  std::string error;
  std::optional<std::string> text = read_text_file(path, error);
  if (!text) {
    complain(error);
    return std::nullopt;
  }
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add(path, std::move(*text));
  std::optional<Lts> lts = read_aut(sources, file, diagnostics);
  show(diagnostics, sources, settings);
  return lts;
}

}  // namespace

ExitCode expand(const Settings& settings) {
  if (settings.output_path.empty()) {
    complain("-o FILE is missing: quotient expand FILE -o FILE");
    return ExitCode::wrong_input;
  }
  const std::optional<Lts> reduced = read_graph(settings.model.path, settings);
  if (!reduced) return ExitCode::wrong_input;
  std::string problem;
  const std::optional<Lts> whole = quotient::expand(*reduced, problem);
  if (!whole) {
    complain(fmt::format("{}: {}", settings.model.path, problem));
    return ExitCode::wrong_input;
  }
  OutputFile out(settings.output_path);
  write_aut(*whole, [&out](std::string_view text) { out.write(text); });
  if (!out.commit(problem)) {
    complain(problem);
    return ExitCode::wrong_input;
  }
  if (!settings.quiet && settings.output_path != "-") {
    say(fmt::format("{}: {}, {}\n", printable(settings.output_path), counted(whole->state_count, "state"),
                    counted(whole->edges.size(), "step")));
    if (whole->labels() == reduced->labels()) say("the labels tell of no renamings: nothing was undone\n");
  }
  return ExitCode::verified;
}

ExitCode compare(const Settings& settings) {
  const std::optional<Lts> first = read_graph(settings.model.path, settings);
  const std::optional<Lts> second = first ? read_graph(settings.second_argument, settings) : std::nullopt;
  if (!second) return ExitCode::wrong_input;
  std::string problem;
  const bool iso = settings.equivalence == "iso", strong = settings.equivalence == "strong";
  const Comparison found = iso      ? compare_isomorphic(*first, *second)
                           : strong ? compare_bisimilar(*first, *second)
                                    : compare_under_permutations(*first, *second, problem);
  if (!problem.empty()) {
    complain(problem);
    return ExitCode::wrong_input;
  }
  say(fmt::format("{}{}\n", found.equal ? "" : "not ",
                  iso      ? "isomorphic"
                  : strong ? "bisimilar"
                           : "bisimilar under permutations"));
  if (!settings.quiet) {
    for (const std::string& line : found.reason) say(fmt::format("  {}\n", printable(line)));
  }
  return found.equal ? ExitCode::verified : ExitCode::violated;
}

}  // namespace quotient::cli
