#include "report/page.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace quotient {
namespace {

using Json = nlohmann::json;

Json result_of(const std::string& model) {
  return {{"tool", "quotient"},    {"version", "1"},
          {"model", model},        {"language", "promela"},
          {"verdict", "verified"}, {"reason", ""},
          {"states", 1},           {"transitions", 1},
          {"max_depth", 0},        {"violations", Json::array()}};
}

std::string page_of(const Json& result) {
  std::string error;
  const auto page = html_page(result.dump(-1, ' ', false, Json::error_handler_t::replace), "result.json", error);
  EXPECT_TRUE(page.has_value()) << error;
  return page.value_or("");
}

std::string refusal(const std::string& text) {
  std::string error;
  EXPECT_FALSE(html_page(text, "result.json", error).has_value());
  return error;
}

/// What a browser takes for the data: the text up to the first end tag of a script.
std::string embedded(const std::string& page) {
  const std::string begin = "id=\"result\">";
  const std::size_t from = page.find(begin) + begin.size();
  return page.substr(from, page.find("</script", from) - from);
}

TEST(Page, HoldsTheResultAsItIs) {
  const Json result = result_of("model.pml");
  EXPECT_EQ(Json::parse(embedded(page_of(result))), result);
}

TEST(Page, NoTextOfAModelBecomesMarkupOrScript) {
  for (const std::string evil : {"</script><script>alert(1)</script>", "<!--<script>", "</SCRIPT >", "\"><img src=x>",
                                 "@SCRIPT@ @RESULT@ @TITLE@", "\xe2\x80\xa8 $& \\u003c", "]]>", "&lt;&amp;"}) {
    Json result = result_of(evil);
    result["sources"] = {{{"file", evil}, {"text", evil + "\n" + evil}}};
    const std::string page = page_of(result), plain = page_of(result_of("m"));
    EXPECT_EQ(Json::parse(embedded(page)), result) << evil;
    EXPECT_EQ(embedded(page).find('<'), std::string::npos);
    const auto count = [](const std::string& text, const std::string& what) {
      std::size_t n = 0;
      for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) ++n;
      return n;
    };
    EXPECT_EQ(count(page, "<script"), count(plain, "<script")) << evil;
    EXPECT_EQ(count(page, "</script"), count(plain, "</script")) << evil;
    EXPECT_EQ(count(page, "<img"), 0U);
    const std::size_t title = page.find("<title>") + 7;
    EXPECT_EQ(page.substr(title, page.find("</title>") - title).find_first_of("<>\""), std::string::npos);
  }
}

TEST(Page, NeedsNothingButItself) {
  const std::string page = page_of(result_of("m.pml"));
  for (const char* reference : {"src=", "@import", "url(", "fetch(", "XMLHttpRequest", "<link rel=\"stylesheet\""}) {
    EXPECT_EQ(page.find(reference), std::string::npos) << reference;
  }
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

TEST(Page, WhatIsNoResultIsRefused) {
  EXPECT_EQ(refusal("{\n  \"tool\": oops}"), "result.json:2:11: this is not a result: JSON expected");
  EXPECT_EQ(refusal("[]"), "result.json: this is not a result of quotient check --json");
  EXPECT_EQ(refusal("{}"), "result.json: this is not a result of quotient check --json");
  EXPECT_EQ(refusal(std::string(100'000, '[')), "result.json:1:100001: this is not a result: JSON expected");
  EXPECT_EQ(refusal(std::string(100'000, '[') + std::string(100'000, ']')),
            "result.json: this is not a result: it is nested too deeply");
  Json result = result_of("m");
  result["verdict"] = "perhaps";
  EXPECT_EQ(refusal(result.dump()), "result.json: \"verdict\" must be \"verified\", \"violated\" or \"incomplete\"");
  result = result_of("m");
  result["states"] = "many";
  EXPECT_EQ(refusal(result.dump()), "result.json: \"states\" must be a number");
  result = result_of("m");
  result["violations"] = {1};
  EXPECT_EQ(refusal(result.dump()), "result.json: each of \"violations\" must have a \"trace\"");
}

}  // namespace
}  // namespace quotient
