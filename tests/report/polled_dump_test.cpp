#include "report/polled_dump.hpp"

#include <gtest/gtest.h>

#include "base/stop_signal.hpp"

namespace quotient {
namespace {

class RaisedAfter final : public StopSignal {
 public:
  explicit RaisedAfter(int questions) : left_(questions) {}
  bool raised() const override { return left_ == 0 || --left_ == 0; }

 private:
  mutable int left_;
};

nlohmann::ordered_json many_steps() {
  auto steps = nlohmann::ordered_json::array();
  for (int i = 0; i < 1000; ++i)
    steps.push_back({{"step", i}, {"events", nlohmann::ordered_json::array({"n++", "ß"})}});
  return steps;
}

TEST(PolledDump, IsWhatTheLibraryWrites) {
  const nlohmann::ordered_json json = many_steps();
  EXPECT_EQ(polled_dump(json, 0), json.dump());
  EXPECT_EQ(polled_dump(json, 2), json.dump(2));
}

TEST(PolledDump, ReplacesBytesThatAreNoText) {
  const nlohmann::ordered_json json = {{"name", "a\xff"}};
  EXPECT_EQ(polled_dump(json, 0), "{\"name\":\"a\xEF\xBF\xBD\"}");
}

// A counterexample of 400,000 steps was written for two seconds after SIGTERM, and then taken down for another: the
// command was overdue, and said "incomplete" of a model that it knew to be violated.
TEST(PolledDump, EndsInTheMiddle) {
  const nlohmann::ordered_json json = many_steps();
  const RaisedAfter stop(500);
  const StopScope scope(&stop);
  EXPECT_THROW(polled_dump(json, 2), Stopped);
}

}  // namespace
}  // namespace quotient
