#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <thread>

#include "quotient/quotient.hpp"

// What a model keeps of what was loaded, and when files are read anew.

namespace quotient::api {
namespace {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "quotient_model_XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }

 private:
  std::filesystem::path path_;
};

constexpr const char* user = "#include \"limit.h\"\nbyte x;\nactive [2] proctype p() { do :: x < LIMIT -> x++ od }\n";

std::string states_of(const Result& r) { return name_of(r.verdict) + " " + std::to_string(r.states) + " " + r.reason; }

TEST(Model, IsLoadedOnceForEachWayOfLoading) {
  const Folder folder;
  folder.write("limit.h", "#define LIMIT 5\n");
  const std::string path = folder.write("m.pml", user);
  const Model model = Model::load({.path = path});
  ASSERT_TRUE(model.ok());
  // From here on whoever reads the file again sees something else.
  folder.write("limit.h", "#define LIMIT 50\n");
  const Model later = Model::load({.path = path});
  const Options every{.all_violations = true};
  const Result first = model.check(every), other = later.check(every);
  EXPECT_LT(first.states, other.states);
  EXPECT_EQ(states_of(model.check(every)), states_of(first));
  EXPECT_EQ(model.check({.search = "dfs", .all_violations = true, .threads = 1}).states, first.states)
      << "these options do not change how it is loaded";
  EXPECT_EQ(model.symmetry().order(), "2");
  EXPECT_EQ(states_of(model.check({.symmetry = "sorted", .all_violations = true})), states_of(first));
  // Another way of loading reads the included file, and the first way still has its own.
  EXPECT_EQ(states_of(model.check({.steps = "plain"})), states_of(later.check({.steps = "plain"})));
  EXPECT_EQ(states_of(model.check(every)), states_of(first));
}

TEST(Model, KeepsItsOwnText) {
  const Folder folder;
  folder.write("limit.h", "#define LIMIT 5\n");
  const std::string path = folder.write("m.pml", user);
  const Model model = Model::load({.path = path});
  const std::string before = states_of(model.check({.steps = "plain"}));
  folder.write("m.pml", "nonsense");
  EXPECT_EQ(states_of(model.check({.symmetry = "off", .steps = "spin"})).substr(0, 8), "violated");
  EXPECT_EQ(states_of(model.check({.steps = "plain"})), before);
}

/// A machine remembers what it could not evaluate; a later search of another part must not be blamed for it.
TEST(Model, ResultsDoNotDependOnWhatWasCheckedBefore) {
  const std::string path = QUOTIENT_ROOT "/tests/cli/models/office.mch";
  const Model fresh = Model::load({.path = path}), used = Model::load({.path = path});
  ASSERT_TRUE(fresh.ok());
  const Options few{.symmetry = "off", .max_states = 2};
  used.check();
  used.check({.symmetry = "off"});
  EXPECT_EQ(states_of(used.check(few)), states_of(fresh.check(few)));
  EXPECT_EQ(states_of(used.check()), states_of(fresh.check()));
}

TEST(Model, MayBeUsedByThreadsAtOnce) {
  const Model model = Model::load({.path = QUOTIENT_ROOT "/examples/peterson.pml", .defines = {"N=3"}});
  const Options options{.engine = "interpreter", .threads = 1};
  const std::string expected = states_of(model.check(options));
  std::vector<std::string> found(4);
  std::vector<std::thread> threads;
  for (std::string& one : found) {
    threads.emplace_back([&] {
      for (int i = 0; i < 3; ++i) one = states_of(model.check(options)) + (model.symmetry().order() == "6" ? "" : "!");
    });
  }
  for (std::thread& t : threads) t.join();
  for (const std::string& one : found) EXPECT_EQ(one, expected);
}

TEST(Model, ResultsHaveWhatOptionsAskFor) {
  const Model model = Model::load({.path = QUOTIENT_ROOT "/examples/peterson.pml", .defines = {"N=2"}});
  const Result audited = model.check({.symmetry = "approx-markers", .audit = true});
  ASSERT_TRUE(audited.audit) << audited.reason;
  EXPECT_TRUE(audited.audit->complete);
  EXPECT_EQ(audited.audit->orbits, audited.audit->met + audited.audit->lost);
  const Result drawn = model.check({.skip_sequential = "never", .graph = true});
  ASSERT_TRUE(drawn.graph);
  EXPECT_EQ(drawn.graph->reduced.states.size(), drawn.states);
  EXPECT_EQ(std::to_string(drawn.graph->whole.states.size()), drawn.represents);
  EXPECT_EQ(drawn.graph->orbit.size(), drawn.graph->whole.states.size());
  EXPECT_FALSE(drawn.graph->whole.edges.front().label.empty());
}

}  // namespace
}  // namespace quotient::api
