#include "report/look.hpp"

#include <cstdlib>
#include <gtest/gtest.h>

namespace quotient {
namespace {

/// A variable of the environment for as long as this lives.
class Environment {
 public:
  Environment(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value, 1);
  }
  ~Environment() {
    if (before_.empty()) {
      unsetenv(name_);
    } else {
      setenv(name_, before_.c_str(), 1);
    }
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  const char* name_;
  std::string before_;
};

TEST(Look, ColumnsByTheEnvironment) {
  const int no_terminal = -1;
  {
    const Environment columns("COLUMNS", "57");
    EXPECT_EQ(columns_of(no_terminal), 57U);
  }
  {
    const Environment columns("COLUMNS", "3");
    EXPECT_EQ(columns_of(no_terminal), 20U) << "less is unreadable";
  }
  for (const char* nonsense : {"", "0", "-5", "12x", "99999999999999999999999"}) {
    const Environment columns("COLUMNS", nonsense);
    EXPECT_EQ(columns_of(no_terminal), 0U) << nonsense;
  }
}

TEST(Look, ProseIsNeverTooWide) {
  EXPECT_EQ((Look{false, 0}).margin(), 100U);
  EXPECT_EQ((Look{false, 300}).margin(), 100U);
  EXPECT_EQ((Look{false, 40}).margin(), 40U);
}

TEST(Look, TheFirstVariableThatIsSetSaysWhetherThereIsUtf8) {
  const Environment language("LANG", "en_GB.UTF-8"), characters("LC_CTYPE", "");
  {
    const Environment all("LC_ALL", "");
    EXPECT_TRUE(speaks_utf8());
  }
  {
    const Environment all("LC_ALL", "C");
    EXPECT_FALSE(speaks_utf8());
  }
  const Environment all("LC_ALL", "C.utf8");
  EXPECT_TRUE(speaks_utf8());
}

TEST(Look, OurSignsInAscii) {
  EXPECT_EQ(in_ascii("x: 0 → 1, S3 × (S2 ≀ S3) …"), "x: 0 -> 1, S3 x (S2 wr S3) ...");
  EXPECT_EQ(in_ascii("größer"), "größer") << "not ours";
  EXPECT_EQ(in_ascii(""), "");
}

TEST(Look, WrapsAtBlanks) {
  EXPECT_EQ(wrapped("one two three four", 4, 13), "one two\n    three\n    four");
  EXPECT_EQ(wrapped("one", 4, 5), "one") << "a word that is too long stays whole";
  EXPECT_EQ(wrapped("a→b c→d", 0, 5), "a→b\nc→d") << "columns, not bytes";
  EXPECT_EQ(wrapped("", 4, 20), "");
}

TEST(Look, NoColourUnlessWanted) {
  EXPECT_EQ(paint("x", Paint::red, false), "x");
  EXPECT_EQ(paint("x", Paint::red, true), "\033[1;31mx\033[0m");
  EXPECT_EQ(paint("", Paint::red, true), "");
  EXPECT_FALSE(wants_colour(-1));
}

}  // namespace
}  // namespace quotient
