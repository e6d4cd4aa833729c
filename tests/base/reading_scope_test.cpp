#include "base/reading_scope.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/source.hpp"

namespace quotient {
namespace {

namespace fs = std::filesystem;

/// A folder with a file, and another file beside it.
class ReadingScopeTest : public testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::canonical(fs::temp_directory_path()) / ("reading_scope." + std::to_string(::getpid()));
    fs::create_directories(root_ / "inside" / "deep");
    for (const char* name : {"inside/a.h", "inside/deep/b.h", "outside.h", "inside2.h"})
      std::ofstream(root_ / name) << "x";
    fs::create_symlink(root_ / "outside.h", root_ / "inside" / "link.h");
    fs::create_symlink(root_ / "inside" / "a.h", root_ / "link_in.h");
  }
  void TearDown() override { fs::remove_all(root_); }
  bool reads(const char* name) const {
    std::string error;
    return read_text_file((root_ / name).string(), error).has_value();
  }

  fs::path root_;
};

TEST_F(ReadingScopeTest, NothingOutsideOfTheFolderIsRead) {
  EXPECT_TRUE(reads("outside.h"));
  {
    const ReadingScope scope(root_ / "inside");
    EXPECT_TRUE(reads("inside/a.h"));
    EXPECT_TRUE(reads("inside/deep/b.h"));
    EXPECT_TRUE(reads("inside/deep/../a.h"));
    EXPECT_TRUE(reads("link_in.h")) << "where a link leads counts";
    EXPECT_FALSE(reads("outside.h"));
    EXPECT_FALSE(reads("inside2.h")) << "a name that begins alike";
    EXPECT_FALSE(reads("inside/../outside.h"));
    EXPECT_FALSE(reads("inside/link.h"));
    std::string error;
    EXPECT_FALSE(read_text_file("/etc/hostname", error));
    EXPECT_NE(error.find("outside the folder"), std::string::npos) << error;
  }
  EXPECT_TRUE(reads("outside.h"));
}

}  // namespace
}  // namespace quotient
