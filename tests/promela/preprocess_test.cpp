#include "promela/preprocess/preprocess.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace quotient::promela {
namespace {

struct Text {
  explicit Text(std::string text, const PreprocessOptions& options = {}, std::string path = "model.pml") {
    const FileId file = sources.add(std::move(path), std::move(text));
    result = preprocess(sources, file, options, diagnostics);
    for (const RawToken& token : result.tokens) tokens += (tokens.empty() ? "" : " ") + std::string(token.text);
  }
  std::string first_error() const {
    for (const Diagnostic& d : diagnostics.all()) {
      if (d.severity != Severity::error) continue;
      const Location at = sources.locate(d.range);
      return std::filesystem::path(at.file).filename().string() + ":" + std::to_string(at.position.line) + ":" +
             std::to_string(at.position.column) + ": " + d.message;
    }
    return "";
  }
  /// What the user wrote for the token with this text.
  std::string use_of(std::string_view text) const {
    for (const RawToken& token : result.tokens) {
      if (token.text == text) return std::string(sources.text(token.use));
    }
    return "no such token";
  }

  SourceMap sources;
  Diagnostics diagnostics;
  Preprocessed result;
  std::string tokens;
};

TEST(Preprocess, Macros) {
  EXPECT_EQ(Text("#define N 3\nx = N;").tokens, "x = 3 ;");
  EXPECT_EQ(Text("#define MAX(a,b) ((a) > (b) -> (a) : (b))\nMAX(x, f(1,2))").tokens,
            "( ( x ) > ( f ( 1 , 2 ) ) -> ( x ) : ( f ( 1 , 2 ) ) )");
  EXPECT_EQ(Text("#define a b\n#define b a\na b").tokens, "a b");
  EXPECT_EQ(Text("#define f(x) x f(x)\nf(f(1))").tokens, "1 f ( 1 ) f ( 1 f ( 1 ) )");
  EXPECT_EQ(Text("#define s(x) #x\ns( a  \"b\\n\" )").tokens, "\"a \\\"b\\\\n\\\"\"");
  EXPECT_EQ(Text("#define cat(x,y) x##y\ncat(a,1) cat(,b) cat(c,)").tokens, "a1 b c");
  EXPECT_EQ(Text("#define v(f, ...) f(__VA_ARGS__)\nv(g, 1, 2)").tokens, "g ( 1 , 2 )");
  EXPECT_EQ(Text("#define v(f, ...) p(f, ## __VA_ARGS__)\nv(1) v(1,2)").tokens, "p ( 1 ) p ( 1 , 2 )");
  EXPECT_EQ(Text("#define f(x) [x]\nf y f\n(2)").tokens, "f y [ 2 ]");
  EXPECT_EQ(Text("#define N 3\n#undef N\nN").tokens, "N");
  EXPECT_EQ(Text("a /* N */ b // c\n d\\\ne").tokens, "a b de");
}

// Files that editors of Windows have saved: the first name of the text was "expected a declaration, found ''".
TEST(Preprocess, AByteOrderMarkIsNothing) {
  const Text text("\xEF\xBB\xBF#define N 4\r\nN x");
  EXPECT_EQ(text.tokens, "4 x");
  EXPECT_EQ(text.first_error(), "");
  EXPECT_EQ(Text("\xEF\xBB\xBF/*").first_error().substr(0, 14), "model.pml:1:1:");
}

TEST(Preprocess, ANumberSwallowsTheNameBehindIt) {
  const Text text("#define N 3\n0..N 0 .. N");
  EXPECT_EQ(text.tokens, "0..N 0 . . 3");
  EXPECT_EQ(text.result.unexpanded, std::vector<std::string>{"N"});
}

TEST(Preprocess, Conditions) {
  EXPECT_EQ(Text("#if 0\na don't\n#elif defined(X) || 1 == 1\nb\n#else\nc\n#endif").tokens, "b");
  EXPECT_EQ(Text("#ifdef X\na\n#else\nb\n#endif\n#ifndef X\nc\n#endif").tokens, "b c");
  EXPECT_EQ(Text("#if X > 2\na\n#else\nb\n#endif", {{"X=3"}, {}}).tokens, "a");
  EXPECT_EQ(Text("#if 0\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif").tokens, "c");
  EXPECT_EQ(Text("#if (1 ? 2 : 3) == 2 && 0x1F == 31 && 'a' == 97 && -1 > 0u && !UNKNOWN\na\n#endif").tokens, "a");
}

TEST(Preprocess, CommandLineDefinitions) {
  EXPECT_EQ(Text("N M f(2)", {{"N=4", "M", "f(x)=x+x"}, {}}).tokens, "4 1 2 + 2");
  EXPECT_EQ(Text("N", {{"3=4"}, {}}).first_error(), "<command line>:1:9: expected the name of a macro after #define");
}

TEST(Preprocess, LineAndFile) {
  EXPECT_EQ(Text("__LINE__\n__LINE__ __FILE__").tokens, "1 2 \"model.pml\"");
  EXPECT_EQ(Text("#line 10 \"other\"\n__LINE__ __FILE__\n# 3\n__LINE__").tokens, "10 \"other\" 3");
}

TEST(Preprocess, EveryTokenKnowsWhereItWasWritten) {
  const Text text("#define INNER(a) a + one\n#define OUTER(b) INNER(b) * two\nx = OUTER(y);");
  EXPECT_EQ(text.tokens, "x = y + one * two ;");
  EXPECT_EQ(text.use_of("y"), "y");
  EXPECT_EQ(text.use_of("one"), "OUTER(y)");
  EXPECT_EQ(text.use_of("two"), "OUTER(y)");
  EXPECT_EQ(text.use_of(";"), ";");
}

TEST(Preprocess, Errors) {
  EXPECT_EQ(Text("#error stop here").first_error(), "model.pml:1:1: #error stop here");
  EXPECT_EQ(Text("#if 1\nx").first_error(), "model.pml:1:1: this condition is not closed by #endif");
  EXPECT_EQ(Text("x\n#endif").first_error(), "model.pml:2:1: #endif without #if");
  EXPECT_EQ(Text("#else").first_error(), "model.pml:1:1: #else without #if");
  EXPECT_EQ(Text("#define f(x) x\nf(1").first_error(), "model.pml:2:1: arguments of macro 'f' are not closed by ')'");
  EXPECT_EQ(Text("#define f(x) x\nf(1,2)").first_error(), "model.pml:2:1: macro 'f' takes 1 argument, here are 2");
  EXPECT_EQ(Text("#define f(x) x ## +\nf(a)").first_error(),
            "model.pml:2:3: '##' of 'a' and '+' does not give one token");
  EXPECT_EQ(Text("#if 1 +\n#endif").first_error(), "model.pml:1:1: condition ends too early");
  EXPECT_EQ(Text("#if 1/0\n#endif").first_error().substr(0, 12), "model.pml:1:");
  EXPECT_EQ(Text("#nonsense").first_error(), "model.pml:1:1: unknown preprocessor directive '#nonsense'");
  EXPECT_EQ(Text("x /* y").first_error(), "model.pml:1:3: comment is not closed");
  EXPECT_EQ(Text("#include \"absent.h\"").first_error(), "model.pml:1:10: cannot find 'absent.h'");
  EXPECT_TRUE(Text("#pragma once\n#ident \"x\"\n#warning careful").first_error().empty());
}

TEST(Preprocess, BombsEnd) {
  std::string doubling = "#define a0 x x\n";
  for (int i = 1; i < 60; ++i) {
    const std::string before = "a" + std::to_string(i - 1);
    doubling += "#define a" + std::to_string(i) + " " + before + " " + before + "\n";
  }
  EXPECT_EQ(Text(doubling + "a59").first_error(), "model.pml:61:1: macro expansion gives more than 4 million tokens");
  std::string nested = "#define f(x) x\n";
  for (int i = 0; i < 800; ++i) nested += "f(";
  nested += "1";
  for (int i = 0; i < 800; ++i) nested += ")";
  EXPECT_NE(Text(nested).first_error().find("nested more than 500 deep"), std::string::npos);
}

class PreprocessFiles : public testing::Test {
 protected:
  PreprocessFiles() : folder_(fmt::format("{}quotient_preprocess_files_{}", testing::TempDir(), getpid())) {
    std::filesystem::create_directories(folder_ / "lib");
  }
  ~PreprocessFiles() override { std::filesystem::remove_all(folder_); }
  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / name) << text; }

  std::filesystem::path folder_;
};

TEST_F(PreprocessFiles, IncludesAreLookedForBesideAndInFolders) {
  write("beside.h", "#include \"lib/deeper.h\"\nb");
  write("lib/deeper.h", "#include \"sibling.h\"\nd");
  write("lib/sibling.h", "s");
  const std::string model = (folder_ / "model.pml").string();
  EXPECT_EQ(Text("a\n#include \"beside.h\"\nc", {}, model).tokens, "a s d b c");
  EXPECT_EQ(Text("#include <sibling.h>", {{}, {(folder_ / "lib").string()}}, model).tokens, "s");
  EXPECT_EQ(Text("#define WHERE \"beside.h\"\n#include WHERE", {}, model).tokens, "s d b");
  EXPECT_EQ(Text("#include <beside.h>", {}, model).first_error(), "model.pml:1:10: cannot find 'beside.h'");
}

TEST_F(PreprocessFiles, CyclesEndInAnError) {
  write("loop.h", "x\n#include \"loop.h\"\n#include \"loop.h\"\n");
  const std::string model = (folder_ / "model.pml").string();
  EXPECT_EQ(Text("#include \"loop.h\"", {}, model).first_error(),
            "loop.h:2:1: files include each other more than 200 deep; does one include itself?");
  write("guarded.h", "#ifndef G\n#define G\n#include \"guarded.h\"\ng\n#endif\n");
  EXPECT_EQ(Text("#include \"guarded.h\"\n#include \"guarded.h\"", {}, model).tokens, "g");
}

TEST_F(PreprocessFiles, ErrorsAreFoundInTheFileTheyStandIn) {
  write("broken.h", "\n  #if\n#endif\n");
  const Text text("#include \"broken.h\"", {}, (folder_ / "model.pml").string());
  EXPECT_EQ(text.first_error(), "broken.h:2:3: expected a condition");
}

}  // namespace
}  // namespace quotient::promela
