#include "base/diagnostics.hpp"

#include <gtest/gtest.h>
#include <sstream>

#include "base/utf8.hpp"

namespace quotient {
namespace {

TEST(Source, LocatesLinesAndColumnsFromOne) {
  SourceMap sources;
  const FileId file = sources.add("m.pml", "ab\ncd\r\n\nx");
  EXPECT_EQ(sources.locate({file, 0, 1}).position, (LineColumn{1, 1}));
  EXPECT_EQ(sources.locate({file, 4, 5}).position, (LineColumn{2, 2}));
  EXPECT_EQ(sources.locate({file, 8, 9}).position, (LineColumn{4, 1}));
  EXPECT_EQ(sources[file].line(2), "cd");
  EXPECT_EQ(sources[file].line(9), "");
}

TEST(Diagnostics, RenderShowsLineCaretAndSuggestion) {
  SourceMap sources;
  const FileId file = sources.add("m.pml", "int count;\nx = coutn;\n");
  Diagnostics found;
  found.error({file, 15, 20}, "unknown variable 'coutn'").suggestion = "count";
  EXPECT_EQ(render(sources, found.all()[0], false),
            "m.pml:2:5: error: unknown variable 'coutn'\n"
            "    2 | x = coutn;\n"
            "      |     ^~~~~\n"
            "        did you mean 'count'?\n");
}

/// Columns counted bytes: behind an ß or an é the caret stood one place too far to the right.
TEST(Diagnostics, ColumnsAreCharacters) {
  const auto shown = [](const std::string& before, const std::string& word, const std::string& after) {
    SourceMap sources;
    const FileId file = sources.add("m.mch", "first\n" + before + word + after + "\n");
    Diagnostics found;
    const auto begin = static_cast<std::uint32_t>(6 + before.size());
    found.error({file, begin, begin + static_cast<std::uint32_t>(word.size())}, "bad");
    return render(sources, found.all()[0], false);
  };
  EXPECT_EQ(shown("/* Straße, café */ ", "größe", " := 1"),
            "m.mch:2:20: error: bad\n"
            "    2 | /* Straße, café */ größe := 1\n"
            "      |                    ^~~~~\n");
  EXPECT_EQ(shown("\"∀ 𝔹\" ", "x", ""), "m.mch:2:7: error: bad\n    2 | \"∀ 𝔹\" x\n      |       ^\n");
  // Bytes that are no UTF-8 (here Latin-1) are a character each.
  EXPECT_EQ(shown("\xdf\xe9\xa7 ", "x", ""), "m.mch:2:5: error: bad\n    2 | \xdf\xe9\xa7 x\n      |     ^\n");
  // A window into a long line begins and ends between characters, wherever the caret is.
  std::string umlauts;
  for (int i = 0; i < 300; ++i) umlauts += "ü";
  for (const std::string shift : {"", "a"}) {
    const std::string text = shown(shift + umlauts, "x", umlauts);
    std::istringstream lines(text);
    std::string head, line, caret;
    std::getline(lines, head);
    std::getline(lines, line);
    std::getline(lines, caret);
    EXPECT_EQ(head, "m.mch:2:" + std::to_string(301 + shift.size()) + ": error: bad");
    EXPECT_EQ(character_count(line.substr(0, line.find('x'))), caret.find('^'));
    EXPECT_EQ(line.substr(8, 2), "ü");
    EXPECT_EQ(line.substr(line.size() - 2), "ü");
  }
}

TEST(Source, AByteOrderMarkTakesNoColumn) {
  SourceMap sources;
  const FileId file = sources.add("m.pml",
                                  "\xef\xbb\xbf"
                                  "int é = x;");
  const SourceRange x{file, 12, 13};
  EXPECT_EQ(sources.locate(x).position, (LineColumn{1, 9}));
  EXPECT_EQ(byte_of_column(sources[file].line(1), 9), 9u);
  EXPECT_EQ(sources[file].line(1), "int é = x;");
  Diagnostics found;
  found.error(x, "bad");
  EXPECT_EQ(render(sources, found.all()[0], false), "m.pml:1:9: error: bad\n    1 | int é = x;\n      |         ^\n");
}

TEST(Diagnostics, KeepsCountingButNotKeepingAfterTwoHundred) {
  Diagnostics found;
  for (int i = 0; i < 1000; ++i) found.error({}, "again");
  EXPECT_EQ(found.error_count(), 1000U);
  EXPECT_EQ(found.all().size(), 200U);
}

TEST(Diagnostics, ControlCharactersOfTheModelNeverReachTheTerminal) {
  SourceMap sources;
  const FileId file = sources.add("m.pml", "x\033[31m = 1");
  Diagnostics found;
  found.error({file, 0, 1}, "bad");
  EXPECT_EQ(render(sources, found.all()[0], false).find('\033'), std::string::npos);
}

TEST(NearestName, FindsSlipsAndRefusesStrangers) {
  const std::vector<std::string> names = {"count", "turn", "flag"};
  EXPECT_EQ(nearest_name("coutn", names), "count");
  EXPECT_EQ(nearest_name("flags", names), "flag");
  EXPECT_EQ(nearest_name("zebra", names), "");
  EXPECT_EQ(nearest_name("x", names), "");
  // Half of a short word is no slip.
  EXPECT_EQ(nearest_name("free", std::vector<std::string>{"true"}), "");
  EXPECT_EQ(nearest_name("slod", std::vector<std::string>{"sold"}), "sold");
}

}  // namespace
}  // namespace quotient
