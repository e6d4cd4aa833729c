#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "api/convert.hpp"
#include "lsp/check_result.hpp"
#include "report/json.hpp"
#include "report/page.hpp"
#include "report/remark.hpp"
#include "report/text.hpp"

// Every remark of a result × every channel. The vacuity warning used to be missing from the page and the editor, who is
// blocked in a deadlock from the page, assumed sizes from the editor: each channel put its own list together. A new
// kind of remark does not compile before it has a sample here, words, and a place in the text and in the editor.

namespace quotient {
namespace {

using Json = nlohmann::json;

constexpr const char* token = "zebra";
const Location place{"m.pml", {2, 1}};

/// Puts the token where it must come out again.
struct Sample {
  void operator()(AssumedSize& a) const { a = {token, 2, "default", 3}; }
  void operator()(AssumedIntegers& a) const { a = {-4711, 4711}; }
  void operator()(NotChecked& n) const { n = {token, NotChecked::Why::not_supported, place}; }
  void operator()(VacuousFormula& v) const { v = {token, "x == 1", place}; }
  void operator()(Unexpanded& u) const { u = {4711, ""}; }
  void operator()(BlockedProcess& b) const { b = {0, token, place, "c?x"}; }
  void operator()(UnreachedPlace& u) const { u = {"p", {place, token, false}}; }
  void operator()(ApproximateStore& s) const { s = {token, 0.5}; }
  void operator()(LostOrbits& l) const { l = {token, 2, 4}; }
  void operator()(ClaimWithoutSymmetry& c) const { c = {"p", token}; }
  void operator()(Caution& c) const { c = {token}; }
  void operator()(TextWarning& w) const { w = {token, place}; }
};

/// What is to be seen of a sample: the token, or a number where there is no text to put it into.
std::string mark_of(const Remark& remark) {
  if (std::holds_alternative<Unexpanded>(remark)) return "4,711 ";
  return std::holds_alternative<AssumedIntegers>(remark) ? "4711" : token;
}

template <std::size_t... I>
std::vector<Remark> all_samples(std::index_sequence<I...>) {
  std::vector<Remark> all{Remark(std::in_place_index<I>)...};
  for (Remark& remark : all) std::visit(Sample(), remark);
  return all;
}

CheckReport report_with(const Remark& remark) {
  CheckReport report;
  report.result.verdict = Verdict::incomplete;
  report.model = "m.pml";
  report.language = "promela";
  report.remarks.push_back(remark);
  if (std::holds_alternative<BlockedProcess>(remark)) {
    ToldViolation& deadlock = report.violations.emplace_back();
    deadlock.kind = FindingKind::deadlock;
    TraceEvent standing;
    standing.process = token;
    deadlock.standing.push_back(std::move(standing));
    report.result.verdict = Verdict::violated;
  }
  // These two stand with figures that say more.
  if (std::holds_alternative<LostOrbits>(remark)) report.audit.emplace().strategy = report.symmetry.strategy = token;
  if (std::holds_alternative<ClaimWithoutSymmetry>(remark)) {
    report.claims.emplace_back().name = "p";
    report.claims.back().symmetry.remark = token;
  }
  return report;
}

bool holds(const std::string& text, const std::string& mark) { return text.find(mark) != std::string::npos; }

class RemarkInChannels : public testing::TestWithParam<Remark> {};

TEST_P(RemarkInChannels, TextHasIt) {
  const std::string text = text_report(report_with(GetParam()), {});
  if (std::holds_alternative<TextWarning>(GetParam())) {
    EXPECT_FALSE(holds(text, token)) << "printed when the text is read";
  } else if (std::holds_alternative<LostOrbits>(GetParam())) {
    EXPECT_TRUE(holds(text, "  audit ")) << text;
  } else {
    EXPECT_TRUE(holds(text, mark_of(GetParam()))) << text;
  }
}

TEST_P(RemarkInChannels, QuietTextHasItWhereTheVerdictWouldBeMisread) {
  const std::string text = text_report(report_with(GetParam()), {{}, true});
  const bool kept = describe(GetParam()).bears_on_verdict && !std::holds_alternative<TextWarning>(GetParam());
  EXPECT_EQ(holds(text, mark_of(GetParam())), kept) << text;
}

TEST_P(RemarkInChannels, JsonHasIt) {
  const Json json = Json::parse(json_report(report_with(GetParam())));
  ASSERT_EQ(json["remarks"].size(), 1U);
  EXPECT_TRUE(holds(json["remarks"][0]["message"], mark_of(GetParam()))) << json["remarks"];
  EXPECT_EQ(json["remarks"][0]["kind"], describe(GetParam()).kind);
  EXPECT_FALSE(json["remarks"][0]["data"].is_null());
}

/// The page draws the list of remarks that is in its data; tests/browser/report.py looks at it.
TEST_P(RemarkInChannels, PageHasItAndAHeadingForIt) {
  std::string error;
  const auto page = html_page(json_report(report_with(GetParam())), "m.html", error);
  ASSERT_TRUE(page.has_value()) << error;
  EXPECT_TRUE(holds(*page, mark_of(GetParam())));
  EXPECT_TRUE(holds(*page, std::string("\n  ") + std::string(describe(GetParam()).kind) + ": \""))
      << "overview.js has no heading for " << describe(GetParam()).kind;
}

TEST_P(RemarkInChannels, EditorHasIt) {
  lsp::CheckedModel checked;
  checked.model.sources = std::make_unique<SourceMap>();
  checked.model.sources->add("m.pml", "byte x;\nactive proctype p() { skip }\n");
  checked.outcome.report = report_with(GetParam());
  EXPECT_TRUE(holds(lsp::check_answer(*checked.outcome.report).dump(), mark_of(GetParam())));
  std::string shown;
  for (const auto& [uri, diagnostics] : lsp::found_by_check(checked, nullptr, "file:///m.pml", ""))
    shown += diagnostics.dump();
  // Warnings about the text are shown as soon as it is read.
  EXPECT_EQ(holds(shown, mark_of(GetParam())), !std::holds_alternative<TextWarning>(GetParam())) << shown;
  EXPECT_EQ(holds(lsp::verdict_message(*checked.outcome.report), mark_of(GetParam())),
            describe(GetParam()).bears_on_verdict);
}

TEST_P(RemarkInChannels, LibraryHasIt) {
  const api::Result result = api::converted(report_with(GetParam()));
  ASSERT_EQ(result.remarks.size(), 1U);
  EXPECT_EQ(result.remarks[0].kind, describe(GetParam()).kind);
  EXPECT_TRUE(holds(result.remarks[0].message, mark_of(GetParam())));
  EXPECT_EQ(result.remarks[0].bears_on_verdict, describe(GetParam()).bears_on_verdict);
  ASSERT_EQ(result.warnings.size(), 1U);
  EXPECT_TRUE(holds(result.warnings[0], mark_of(GetParam())));
}

INSTANTIATE_TEST_SUITE_P(Every, RemarkInChannels,
                         testing::ValuesIn(all_samples(std::make_index_sequence<std::variant_size_v<Remark>>())),
                         [](const auto& remark) { return std::string(describe(remark.param).kind); });

/// A machine verified with two persons may be wrong with three: the line of the verdict names what it is verified for.
TEST(Assumptions, AreNamedByTheVerdict) {
  CheckReport report;
  report.result.verdict = Verdict::verified;
  EXPECT_EQ(verdict_line(report, false), "verified: all reachable states were explored\n");
  report.remarks = {AssumedSize{"PERSON", 2, "default", 3}};
  EXPECT_EQ(verdict_line(report, false),
            "verified for PERSON = 2, assumed; try --set PERSON=3 (all reachable states were explored)\n");
  report.remarks.push_back(AssumedSize{"BOOK", 4, "given on the command line"});
  report.remarks.push_back(AssumedSize{"ROOM", 2, "default", 3});
  EXPECT_EQ(assumptions(report.remarks), "PERSON = 2 and ROOM = 2, assumed; try --set PERSON=3");
  EXPECT_EQ(reason_of(report),
            "all reachable states were explored, for PERSON = 2 and ROOM = 2, assumed; try --set PERSON=3");
  EXPECT_EQ(api::converted(report).assumed, assumptions(report.remarks));
  report.result.verdict = Verdict::violated;
  EXPECT_EQ(verdict_line(report, false).find("assumed"), std::string::npos)
      << "a counterexample stands whatever was assumed";
}

}  // namespace
}  // namespace quotient
