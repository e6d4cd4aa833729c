#include "base/folder.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

namespace quotient {
namespace {

namespace fs = std::filesystem;

class Folder : public testing::Test {
 protected:
  Folder() : path_(fs::path(testing::TempDir()) / ("quotient_folder_test_" + std::to_string(getpid()))) {
    fs::remove_all(path_);
    fs::create_directory(path_);
  }
  ~Folder() override { fs::remove_all(path_); }

  std::vector<std::string> names() const {
    std::vector<std::string> found = names_in(path_.string());
    std::sort(found.begin(), found.end());
    return found;
  }
  const fs::path path_;
};

TEST_F(Folder, HasTheNamesOfWhatIsInIt) {
  EXPECT_TRUE(names().empty());
  std::ofstream(path_ / "b.so") << "b";
  std::ofstream(path_ / ".hidden") << "a";
  fs::create_directory(path_ / "within");
  EXPECT_EQ(names(), (std::vector<std::string>{".hidden", "b.so", "within"}));
  EXPECT_TRUE(names_in((path_ / "nowhere").string()).empty());
  EXPECT_TRUE(names_in((path_ / "b.so").string()).empty());
}

TEST_F(Folder, GoesWithItsFiles) {
  const fs::path inner = path_ / "inner";
  fs::create_directory(inner);
  std::ofstream(inner / "unit0.c") << "int x;";
  fs::create_symlink(path_, inner / "link");  // goes, and not what it leads to
  remove_folder(inner.string());
  EXPECT_TRUE(names().empty());
  EXPECT_TRUE(fs::exists(path_));
  remove_folder((path_ / "nowhere").string());
}

TEST_F(Folder, StaysWithAFolderInIt) {
  fs::create_directories(path_ / "inner" / "kept");
  remove_folder((path_ / "inner").string());
  EXPECT_TRUE(fs::exists(path_ / "inner" / "kept"));
}

}  // namespace
}  // namespace quotient
