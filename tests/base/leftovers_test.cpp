#include "base/leftovers.hpp"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/abandoned.hpp"
#include "base/source.hpp"

namespace quotient {
namespace {

namespace fs = std::filesystem;

class Leftovers : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "leftovers-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { fs::remove_all(folder_); }
  std::string make(const std::string& name) const {
    const fs::path path = folder_ / name;
    std::ofstream(path) << "half";
    return path.string();
  }
  fs::path folder_;
};

/// The number of a process that has been, and is no more.
pid_t gone() {
  const pid_t child = fork();
  if (child == 0) _exit(0);
  waitpid(child, nullptr, 0);
  return child;
}

TEST_F(Leftovers, AreEndedWithTheProgram) {
  const std::string unfinished = make("unfinished"), kept = make("kept"), forgotten = make("forgotten");
  const pid_t child = fork();
  if (child == 0) {
    const pid_t grandchild = fork();
    if (grandchild == 0) {
      setpgid(0, 0);
      pause();
    }
    setpgid(grandchild, grandchild);
    const ChildGroup group(grandchild);
    UnfinishedFile first(unfinished), second(kept);
    { const UnfinishedFile third(forgotten); }
    second.keep();
    end_leftovers();
    int status = 0;
    waitpid(grandchild, &status, 0);
    _exit(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_FALSE(fs::exists(unfinished));
  EXPECT_TRUE(fs::exists(kept));
  EXPECT_TRUE(fs::exists(forgotten));
}

TEST_F(Leftovers, AreKnownByTheirMakerAndTheirLock) {
  const std::string path = make("out.new-1-0");
  const pid_t dead = gone();
  EXPECT_TRUE(is_abandoned(path, dead));
  EXPECT_FALSE(is_abandoned(path, getpid()));
  {
    const InUse used(path);  // in another container, say: there is no such process here
    EXPECT_FALSE(is_abandoned(path, dead));
  }
  EXPECT_TRUE(is_abandoned(path, dead));
  EXPECT_TRUE(is_abandoned(folder_.string(), dead));
  EXPECT_FALSE(is_abandoned((folder_ / "nothing").string(), dead));
  fs::create_symlink(path, folder_ / "link");
  EXPECT_FALSE(is_abandoned((folder_ / "link").string(), dead));
}

TEST(Abandoned, NamesSayWhoMadeThem) {
  EXPECT_EQ(maker_of("out.json.new-123-0", "out.json.new-"), 123);
  EXPECT_EQ(maker_of("build-77-a8Xq", "build-"), 77);
  EXPECT_EQ(maker_of("build-a8Xq", "build-"), std::nullopt);
  EXPECT_EQ(maker_of("build-77", "build-"), std::nullopt);
  EXPECT_EQ(maker_of("build-0-x", "build-"), std::nullopt);
  EXPECT_EQ(maker_of("other.new-1-0", "out.new-"), std::nullopt);
}

// `#include` of a pipe that nobody writes to hung for ever, and one of /dev/zero read until 1 GiB was full.
TEST_F(Leftovers, PipesAndDevicesAreNoTexts) {
  const std::string pipe = (folder_ / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  for (const std::string& path : {pipe, std::string("/dev/zero")}) {
    std::string error;
    EXPECT_FALSE(read_text_file(path, error));
    EXPECT_EQ(error, "'" + path + "' is a pipe or a device, not a file");
  }
}

}  // namespace
}  // namespace quotient
