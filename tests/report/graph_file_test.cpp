#include "report/graph_file.hpp"

#include <filesystem>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

#include "../search/toy_systems.hpp"
#include "base/source.hpp"

namespace quotient {
namespace {

using toy::ToySystem;

/// A folder of its own for each test, gone afterwards.
class Files : public testing::Test {
 protected:
  Files() : folder_(std::filesystem::path(testing::TempDir()) / ("quotient-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~Files() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string content(const std::string& name) const {
    std::string error;
    return read_text_file(path(name), error).value_or("(" + error + ")");
  }
  std::size_t file_count() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_), std::filesystem::directory_iterator()));
  }
  std::string written(const ToySystem& system, GraphFormat format) {
    OutputFile out(path("graph"));
    write_graph(system, StateGraph(system, {}), format, "1", out);
    std::string error;
    EXPECT_TRUE(out.commit(error)) << error;
    return content("graph");
  }

 private:
  std::filesystem::path folder_;
};

class GraphFile : public Files {};
class OutputFileTest : public Files {};

TEST_F(GraphFile, FormatFollowsTheEnding) {
  EXPECT_EQ(graph_format("x.aut"), GraphFormat::aut);
  EXPECT_EQ(graph_format("x.aut.dot"), GraphFormat::dot);
  EXPECT_EQ(graph_format("x.json"), GraphFormat::json);
  EXPECT_FALSE(graph_format("aut"));
}

TEST_F(GraphFile, Aut) {
  EXPECT_EQ(written(toy::ring(3), GraphFormat::aut),
            "des (0,3,3)\n"
            "(0,\"step 0\",1)\n"
            "(1,\"step 0\",2)\n"
            "(2,\"step 0\",0)\n");
}

TEST_F(GraphFile, SeveralInitialStatesGetOneBeforeThem) {
  ToySystem system = toy::ring(3);
  system.starts = {{{0}, 0, {}, true}, {{2}, 0, {}, true}};
  EXPECT_EQ(written(system, GraphFormat::aut),
            "des (0,5,4)\n"
            "(0,\"initialise\",1)\n"
            "(0,\"initialise\",2)\n"
            "(1,\"step 0\",3)\n"
            "(2,\"step 0\",1)\n"
            "(3,\"step 0\",2)\n");
}

TEST_F(GraphFile, Dot) {
  EXPECT_EQ(written(toy::ring(2), GraphFormat::dot),
            "digraph states {\n"
            "  node [shape=circle];\n"
            "  start [shape=point];\n"
            "  start -> 0;\n"
            "  0 [tooltip=\"x0=0\"];\n"
            "  1 [tooltip=\"x0=1\"];\n"
            "  0 -> 1 [label=\"step 0\"];\n"
            "  1 -> 0 [label=\"step 0\"];\n"
            "}\n");
}

TEST_F(GraphFile, JsonIsJson) {
  ToySystem system = toy::ring(3);
  auto json = nlohmann::json::parse(written(system, GraphFormat::json));
  EXPECT_EQ(json["initial"], 0);
  EXPECT_EQ(json["states"].size(), 3U);
  EXPECT_EQ(json["states"][1]["id"], 1);
  EXPECT_EQ(json["states"][1]["cells"][0], (nlohmann::json{"x0", "1"}));
  EXPECT_EQ(json["edges"][2], (nlohmann::json{{"source", 2}, {"label", "step 0"}, {"target", 0}}));
  system.starts = {{{0}, 0, {}, true}, {{2}, 0, {}, true}};
  json = nlohmann::json::parse(written(system, GraphFormat::json));
  EXPECT_EQ(json["states"].size(), 4U);
  EXPECT_EQ(json["edges"].size(), 5U);
}

TEST_F(OutputFileTest, AppearsOnlyWhenCommitted) {
  std::string error;
  {
    OutputFile out(path("a"));
    out.write("half");
    EXPECT_FALSE(std::filesystem::exists(path("a")));
  }
  EXPECT_EQ(file_count(), 0U);
  EXPECT_TRUE(write_file(path("a"), "whole", error));
  EXPECT_EQ(content("a"), "whole");
  {
    OutputFile out(path("a"));
    out.write("other");
  }
  EXPECT_EQ(content("a"), "whole");
  EXPECT_EQ(file_count(), 1U);
}

TEST_F(OutputFileTest, FollowsALinkAndKeepsIt) {
  std::string error;
  ASSERT_TRUE(write_file(path("target"), "old", error));
  std::filesystem::create_symlink(path("target"), path("link"));
  EXPECT_TRUE(write_file(path("link"), "new", error)) << error;
  EXPECT_EQ(content("target"), "new");
  EXPECT_TRUE(std::filesystem::is_symlink(path("link")));
}

TEST_F(OutputFileTest, SaysWhyItCannotBeWritten) {
  std::string error;
  EXPECT_FALSE(write_file(path("no/such/folder"), "x", error));
  EXPECT_NE(error.find("No such file or directory"), std::string::npos) << error;
  EXPECT_FALSE(can_write(path("."), error));
  EXPECT_NE(error.find("Is a directory"), std::string::npos) << error;
  EXPECT_TRUE(can_write(path("fine"), error));
  EXPECT_EQ(file_count(), 0U);
}

TEST_F(OutputFileTest, DevicesAreWrittenToNotReplaced) {
  std::string error;
  EXPECT_TRUE(write_file("/dev/null", "x", error)) << error;
  struct stat status = {};
  ASSERT_EQ(stat("/dev/null", &status), 0);
  EXPECT_TRUE(S_ISCHR(status.st_mode));
  EXPECT_FALSE(write_file("/dev/full", "x", error));
  EXPECT_NE(error.find("No space left"), std::string::npos) << error;
}

}  // namespace
}  // namespace quotient
