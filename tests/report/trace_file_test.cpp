#include "report/trace_file.hpp"

#include <gtest/gtest.h>

namespace quotient {
namespace {

SavedTrace example() {
  SavedTrace saved;
  saved.trace = {{0, 4294967295U, 2}, {FindingKind::runtime, 9}, ViolationPlace::broken_step, 0xfedcba9876543210U};
  saved.version = "0.2.0";
  saved.model = "a \"model\".pml";
  saved.language = "promela";
  saved.claim = "p";
  saved.arguments = {"-D", "N=4", "--steps", "plain"};
  saved.message = "division by zero";
  return saved;
}

TEST(TraceFile, ComesBackAsItWas) {
  const SavedTrace saved = example();
  std::string error;
  const auto read = read_trace(trace_file_text(saved), "t.json", error);
  ASSERT_TRUE(read) << error;
  EXPECT_EQ(read->trace.choices, saved.trace.choices);
  EXPECT_EQ(read->trace.finding, saved.trace.finding);
  EXPECT_EQ(read->trace.place, saved.trace.place);
  EXPECT_EQ(read->trace.digest, saved.trace.digest);
  EXPECT_EQ(read->model, saved.model);
  EXPECT_EQ(read->language, saved.language);
  EXPECT_EQ(read->claim, saved.claim);
  EXPECT_EQ(read->arguments, saved.arguments);
  EXPECT_EQ(read->message, saved.message);
  EXPECT_EQ(read->version, saved.version);
}

std::string trace_refusal(const std::string& text) {
  std::string error;
  EXPECT_FALSE(read_trace(text, "t.json", error)) << text;
  return error;
}

std::string changed(const std::string& from, const std::string& to) {
  std::string text = trace_file_text(example());
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(TraceFile, SaysWhereItIsNoJson) {
  EXPECT_EQ(trace_refusal(""), "t.json:1:1: this is not a trace: JSON expected");
  EXPECT_EQ(trace_refusal("{\n \"format\": nope"), "t.json:2:13: this is not a trace: JSON expected");
  EXPECT_EQ(trace_refusal("proctype P() {}"), "t.json:1:1: this is not a trace: JSON expected");
}

/// Values are copied by recursion: 200,000 brackets ended the program (SIGSEGV). A number that no type holds is another
/// exception than bad syntax, and was nobody's (exit code 4).
TEST(TraceFile, RefusesWhatIsTooDeepOrTooLarge) {
  const std::string deep(200'000, '[');
  EXPECT_EQ(trace_refusal("{\"format\": " + deep + std::string(deep.size(), ']') + "}"),
            "t.json: this is not a trace: it is nested too deeply");
  EXPECT_EQ(trace_refusal("{\"format\": 1e999}"), "t.json: this is not a trace: a number in it is too large");
  EXPECT_EQ(trace_refusal(changed("4294967295", "1e999")), "t.json: this is not a trace: a number in it is too large");
}

TEST(TraceFile, RefusesWhatIsNoTrace) {
  EXPECT_NE(trace_refusal("[]").find("this is not a trace"), std::string::npos);
  EXPECT_NE(trace_refusal("{}").find("this is not a trace"), std::string::npos);
  EXPECT_NE(trace_refusal("17").find("this is not a trace"), std::string::npos);
  EXPECT_NE(trace_refusal(changed("quotient-trace", "other")).find("this is not a trace"), std::string::npos);
  EXPECT_NE(
      trace_refusal(changed("\"format_version\": 1", "\"format_version\": 2")).find("format_version 1 is expected"),
      std::string::npos);
}

TEST(TraceFile, NamesTheKeyThatIsWrong) {
  EXPECT_EQ(trace_refusal(changed("4294967295", "4294967296")),
            "t.json: 'choices' must be a list of numbers from 0 to 4294967295");
  EXPECT_EQ(trace_refusal(changed("4294967295", "-1")),
            "t.json: 'choices' must be a list of numbers from 0 to 4294967295");
  EXPECT_EQ(trace_refusal(changed("4294967295", "\"x\"")),
            "t.json: 'choices' must be a list of numbers from 0 to 4294967295");
  EXPECT_EQ(trace_refusal(changed("\"choices\"", "\"chances\"")),
            "t.json: 'choices' is missing, it must be a list of numbers from 0 to 4294967295");
  EXPECT_EQ(trace_refusal(changed("\"runtime\"", "\"boredom\"")),
            "t.json: violation: 'kind' must be a kind of violation");
  EXPECT_EQ(trace_refusal(changed("\"broken step\"", "7")), "t.json: violation: 'place' must be a text");
  EXPECT_EQ(trace_refusal(changed("\"N=4\"", "4")), "t.json: 'arguments' must be a list of texts");
  EXPECT_EQ(trace_refusal(changed("fedcba98", "ghijklmn")), "t.json: 'last_state' must be 16 hexadecimal digits");
  EXPECT_EQ(trace_refusal(changed("\"violation\"", "\"violence\"")), "t.json: 'violation' must be an object");
}

TEST(TraceFile, SurvivesEveryPrefixAndDeepNesting) {
  const std::string text = trace_file_text(example());
  std::string error;
  for (std::size_t length = 0; length + 2 < text.size(); ++length) {
    EXPECT_FALSE(read_trace(text.substr(0, length), "t.json", error));
  }
  EXPECT_FALSE(read_trace(std::string(1'000'000, '['), "t.json", error));
  EXPECT_FALSE(read_trace(std::string(100'000, '[') + std::string(100'000, ']'), "t.json", error));
}

}  // namespace
}  // namespace quotient
