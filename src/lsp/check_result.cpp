#include "lsp/check_result.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/utf8.hpp"
#include "lsp/navigation.hpp"
#include "report/json_remarks.hpp"
#include "report/text.hpp"
#include "report/words.hpp"

namespace quotient::lsp {

using Json = nlohmann::json;

namespace {

constexpr std::size_t most_steps_shown = 200;
constexpr int hint_severity = 4, unnecessary_tag = 1;

/// From a place to the end of its line.
Json rest_of_line(const SourceMap& sources, const Location& at) {
  const std::uint32_t line = std::max(at.position.line, 1U) - 1;
  for (std::uint32_t i = 0; i < sources.size(); ++i) {
    const SourceFile& file = sources[FileId{i}];
    if (file.path() != at.file || line >= file.line_count()) continue;
    const std::string_view text = file.line(line + 1);
    const std::size_t last = text.find_last_not_of(" \t\r");
    const std::size_t begin = byte_of_column(text, at.position.column);
    const std::size_t end = std::max(begin, last == std::string_view::npos ? 0 : last + 1);
    return json_of(Range{{line, position_of(text, begin).character}, {line, position_of(text, end).character}});
  }
  return json_of(Range{{line, 0}, {line, 0}});
}

std::string verdict_text(const CheckReport& report) {
  std::string line = verdict_line(report, false);
  if (line.ends_with('\n')) line.pop_back();
  return line;
}

/// Where each kind of remark is shown. There is no case for all others: a kind that is shown nowhere does not compile.
struct Shown {
  enum class As : std::uint8_t { line_of_verdict, diagnostic, faded, related, already };
  As operator()(const AssumedSize&) const { return As::line_of_verdict; }
  As operator()(const AssumedIntegers&) const { return As::line_of_verdict; }
  As operator()(const NotChecked&) const { return As::diagnostic; }
  As operator()(const VacuousFormula&) const { return As::diagnostic; }
  As operator()(const Unexpanded&) const { return As::line_of_verdict; }
  As operator()(const BlockedProcess&) const { return As::related; }
  As operator()(const UnreachedPlace&) const { return As::faded; }
  As operator()(const ApproximateStore&) const { return As::line_of_verdict; }
  As operator()(const LostOrbits&) const { return As::line_of_verdict; }
  As operator()(const ClaimWithoutSymmetry&) const { return As::line_of_verdict; }
  As operator()(const Caution&) const { return As::line_of_verdict; }
  As operator()(const TextWarning&) const { return As::already; }  // with the other warnings about the text
};

/// The steps of a counterexample, as far as they have places.
Json steps_of(const SourceMap& sources, const ToldViolation& violation) {
  Json related = Json::array();
  std::size_t number = 0;
  for (const ToldStep& step : violation.run.steps) {
    for (const TraceEvent& event : step.events) {
      if (event.at.file.empty() || related.size() >= most_steps_shown) continue;
      std::string text =
          fmt::format("step {}: {}{}{}", number, event.process, event.process.empty() ? "" : ": ", event.statement);
      for (const CellChange& c : event.changes) text += fmt::format("   {}: {} → {}", c.cell, c.before, c.after);
      related.push_back({{"location", {{"uri", uri_of(event.at.file)}, {"range", rest_of_line(sources, event.at)}}},
                         {"message", text}});
    }
    ++number;
  }
  return related;
}

}  // namespace

int severity_of(Verdict verdict) {
  return verdict == Verdict::violated     ? error_severity
         : verdict == Verdict::incomplete ? warning_severity
                                          : information_severity;
}

std::optional<SourceRange> place_of_claim(const Analysis& analysis, const std::string& claim) {
  if (claim.empty()) return std::nullopt;
  for (const NamedThing& thing : analysis.names.things()) {
    if (thing.kind == NameKind::formula && thing.name == claim) return thing.at;
  }
  for (const Subject& subject : analysis.model.subjects) {
    if (subject.claim == claim) return subject.claim_at;
  }
  return std::nullopt;
}

std::map<std::string, Json> found_by_check(const CheckedModel& model, const Analysis* analysis, const std::string& uri,
                                           const std::string& claim) {
  const CheckReport& report = *model.outcome.report;
  const SourceMap& sources = *model.model.sources;
  std::map<std::string, Json> all;
  const auto add = [&all](const std::string& where, Json diagnostic) {
    Json& list = all[where];
    if (list.is_null()) list = Json::array();
    diagnostic["source"] = "quotient check";
    list.push_back(std::move(diagnostic));
  };
  std::string message = verdict_text(report);
  Json related = Json::array();
  Json range = json_of(Range{});
  std::string where = uri, about = claim;
  if (!report.violations.empty()) {
    const ToldViolation& violation = report.violations.front();
    if (about.empty()) about = violation.claim;
    if (claim.empty() && !violation.text.at.file.empty()) {
      range = rest_of_line(sources, violation.text.at);
      where = uri_of(violation.text.at.file);
    }
    related = steps_of(sources, violation);
  }
  if (const auto place = analysis == nullptr ? std::nullopt : place_of_claim(*analysis, about)) {
    range = json_of(analysis->range(*place));
    where = uri_of(analysis->sources()[place->file].path());
  }
  for (const Remark& remark : report.remarks) {
    const RemarkText told = describe(remark);
    const Shown::As as = std::visit(Shown(), remark);
    if (told.expected || as == Shown::As::already) continue;
    const bool placed = !told.at.file.empty();
    if (!placed || as == Shown::As::line_of_verdict) {
      message += "\n" + told.message;
      continue;
    }
    const Json spot = rest_of_line(sources, told.at);
    if (as == Shown::As::related) {
      related.push_back({{"location", {{"uri", uri_of(told.at.file)}, {"range", spot}}}, {"message", told.message}});
    } else if (as == Shown::As::faded) {
      add(uri_of(told.at.file),
          {{"range", spot}, {"severity", hint_severity}, {"tags", {unnecessary_tag}}, {"message", told.message}});
    } else {
      add(uri_of(told.at.file), {{"range", spot}, {"severity", warning_severity}, {"message", told.message}});
    }
  }
  Json verdict = {{"range", range}, {"severity", severity_of(report.result.verdict)}, {"message", message}};
  if (!related.empty()) verdict["relatedInformation"] = std::move(related);
  add(where, std::move(verdict));
  return all;
}

std::string verdict_message(const CheckReport& report) {
  std::string message = verdict_text(report);
  for (const Remark& remark : report.remarks) {
    const RemarkText told = describe(remark);
    if (told.bears_on_verdict) message += "\n" + told.message;
  }
  return message;
}

Json check_answer(const CheckReport& report) {
  return {{"verdict", name_of(report.result.verdict)},
          {"reason", reason_of(report)},
          {"states", report.result.states},
          {"transitions", report.result.transitions},
          {"represents", report.result.represents},
          {"remarks", Json(remarks_json(report.remarks))}};
}

}  // namespace quotient::lsp
