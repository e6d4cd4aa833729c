#include "snippets.hpp"

#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include "model_text.hpp"

namespace quotient::promela {
namespace {

TEST(Snippets, VerdictsAndMessages) {
  for (const Snippet& snippet : snippets) {
    const ModelText model(snippet.text);
    SCOPED_TRACE(std::string(snippet.name) + ": " + snippet.text + "\n" + model.messages());
    EXPECT_EQ(model.module == nullptr, snippet.verdict == Verdict::refused);
    EXPECT_EQ(model.diagnostics.has_errors(), snippet.verdict == Verdict::refused);
    if (snippet.verdict == Verdict::accepted) {
      EXPECT_EQ(model.messages(), "");
      continue;
    }
    const bool refused = snippet.verdict == Verdict::refused;
    bool said = false;
    for (const Diagnostic& d : model.diagnostics.all()) {
      if ((d.severity == Severity::error) != refused) continue;
      said = said || d.message.find(snippet.message) != std::string::npos;
      EXPECT_LT(d.range.file.value, model.sources.size()) << "says no place: " << d.message;
      if (refused) break;  // the first one must be it
    }
    EXPECT_TRUE(said) << "expected: " << snippet.message;
  }
}

TEST(Snippets, VerdictsAreThoseOfSpin) {
  if (std::system("spin -V >/dev/null 2>&1") != 0) GTEST_SKIP() << "spin is not installed";
  const std::filesystem::path folder = fmt::format("{}quotient_snippets_test_{}", testing::TempDir(), getpid());
  std::filesystem::create_directories(folder);
  for (const Snippet& snippet : snippets) {
    std::ofstream(folder / "model.pml") << snippet.text << "\n";
    const std::string command = "cd " + folder.string() + " && spin -Pcat -a model.pml >/dev/null 2>&1";
    const bool refused = std::system(command.c_str()) != 0;
    const bool agree = refused == (snippet.verdict == Verdict::refused);
    EXPECT_EQ(agree, std::string(snippet.difference).empty()) << snippet.name << ": " << snippet.text;
  }
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace quotient::promela
