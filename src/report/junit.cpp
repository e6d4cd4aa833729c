#include "report/junit.hpp"

#include <fmt/format.h>
#include <vector>

#include "base/utf8.hpp"
#include "report/look.hpp"
#include "report/run_text.hpp"
#include "report/words.hpp"

namespace quotient {

namespace {

/// Text that XML 1.0 may hold: no control characters, and nothing that is no UTF-8.
std::string in_xml(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(text, i);
    const auto byte = static_cast<unsigned char>(text[i]);
    const std::string_view c = text.substr(i, length);
    i += length;
    if (length == 1 && (byte >= 0x80 || (byte < 0x20 && byte != '\n' && byte != '\t') || byte == 0x7f)) {
      out += '?';
    } else if (byte == '&') {
      out += "&amp;";
    } else if (byte == '<') {
      out += "&lt;";
    } else if (byte == '>') {
      out += "&gt;";
    } else if (byte == '"') {
      out += "&quot;";
    } else if (byte == '\n') {
      out += "&#10;";
    } else {
      out += c;
    }
  }
  return out;
}

struct Case {
  std::string name;
  double seconds = 0;
  enum class End { passed, failure, error, skipped } end = End::passed;
  std::string message, details;
};

std::string suite_text(const std::string& model, const std::vector<Case>& cases) {
  std::size_t failures = 0, errors = 0, skipped = 0;
  double seconds = 0;
  for (const Case& c : cases) {
    failures += c.end == Case::End::failure ? 1 : 0;
    errors += c.end == Case::End::error ? 1 : 0;
    skipped += c.end == Case::End::skipped ? 1 : 0;
    seconds += c.seconds;
  }
  const std::string figures = fmt::format(R"(tests="{}" failures="{}" errors="{}" skipped="{}" time="{:.3f}")",
                                          cases.size(), failures, errors, skipped, seconds);
  const std::string figures_of_all =
      fmt::format(R"(tests="{}" failures="{}" errors="{}" time="{:.3f}")", cases.size(), failures, errors, seconds);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  text += fmt::format("<testsuites name=\"quotient\" {}>\n", figures_of_all);
  text += fmt::format("  <testsuite name=\"{}\" {}>\n", in_xml(model), figures);
  for (const Case& c : cases) {
    text += fmt::format("    <testcase name=\"{}\" classname=\"{}\" time=\"{:.3f}\"", in_xml(c.name), in_xml(model),
                        c.seconds);
    if (c.end == Case::End::passed) {
      text += "/>\n";
    } else if (c.end == Case::End::skipped) {
      text += fmt::format("><skipped message=\"{}\"/></testcase>\n", in_xml(c.message));
    } else {
      const char* kind = c.end == Case::End::failure ? "failure" : "error";
      text += fmt::format("><{0} message=\"{1}\">{2}</{0}></testcase>\n", kind, in_xml(c.message), in_xml(c.details));
    }
  }
  return text + "  </testsuite>\n</testsuites>\n";
}

/// The violation of a claim, of the states for an empty name; null: none.
const ToldViolation* violation_of(const CheckReport& report, const std::string& claim) {
  for (const ToldViolation& v : report.violations) {
    if (v.claim == claim) return &v;
  }
  return nullptr;
}

void judge(const CheckReport& report, const std::string& claim, Verdict verdict, Case& out) {
  if (verdict == Verdict::incomplete) {
    out.end = Case::End::error;
    out.message = reason_of(report);
  }
  if (verdict != Verdict::violated) return;
  out.end = Case::End::failure;
  const ToldViolation* violation = violation_of(report, claim);
  if (violation == nullptr) {
    out.message = reason_of(report);
    return;
  }
  const std::string place = in_words(violation->text.at);
  out.message = place.empty() ? violation->text.message : fmt::format("{} ({})", violation->text.message, place);
  out.details = tell_run(violation->run, Look{});
}

}  // namespace

std::string junit_report(const CheckReport& report) {
  std::vector<Case> cases;
  const bool claims_alone = !report.claims.empty() && report.claims.front().leads;
  if (!claims_alone) {
    Case& states = cases.emplace_back();
    states.name = "states";
    states.seconds = report.result.seconds;
    const Verdict verdict = violation_of(report, "") != nullptr                   ? Verdict::violated
                            : report.first_complete && report.shortcoming.empty() ? Verdict::verified
                                                                                  : Verdict::incomplete;
    judge(report, "", verdict, states);
  }
  for (const ClaimReport& c : report.claims) {
    Case& claim = cases.emplace_back();
    claim.name = c.name;
    claim.seconds = c.seconds;
    judge(report, c.has_claim ? c.name : "", c.verdict, claim);
  }
  for (const NotChecked* n : remarks_of<NotChecked>(report.remarks)) {
    cases.push_back({n->name, 0, Case::End::skipped, describe(*n).message, ""});
  }
  return suite_text(report.model, cases);
}

std::string junit_report(const InputErrors& errors) {
  Case load{"load", 0, Case::End::error, errors.reason, ""};
  for (const InputErrors::Entry& e : errors.entries) {
    const std::string place = in_words(e.begin);
    load.details +=
        fmt::format("{}{}{}: {}\n", place, place.empty() ? "" : ": ", e.is_error ? "error" : "warning", e.message);
  }
  return suite_text(errors.model, {load});
}

}  // namespace quotient
