#include <gtest/gtest.h>

#include "../model/changed_bytes.hpp"
#include "base/diagnostics.hpp"
#include "promela/promela.hpp"

namespace quotient {
namespace {

using testing::Bytes;

struct Recalled {
  SourceMap sources;
  std::unique_ptr<ProcessSystem> system;

  explicit Recalled(const std::string& text) {
    Diagnostics diagnostics;
    const FileId file = sources.add("model.pml", text);
    if (const auto model = promela::load(sources, file, {}, diagnostics)) system = model->compile("", diagnostics);
  }
};

/// Cells of every width, queues that fill and empty, processes that come and go with channels of their own, an array
/// that is indexed by what a cell holds, and what a trace assertion remembers.
const std::string everything = R"(
mtype = {red, green, blue};
bit one;
bool flag;
short small = -3;
int wide;
unsigned three : 3;
byte place;
int cells[4];
chan shared = [2] of {mtype, byte, chan};
chan meet = [0] of {short};
notrace { shared!blue,_,_; shared?red,_,_; shared!green,_,_ }
proctype worker(byte me) {
  chan mine = [1] of {bit};
  byte n;
  shared!red,me,mine;
  mine!1;
  atomic { mine?n; cells[place] = cells[place] + n; place = (place + 1) % 4 };
  if :: meet!me :: three = three + 1; flag = !flag fi
}
proctype reader() {
  mtype colour;
  byte who;
  chan whose;
  end: do
  :: shared?colour,who,whose -> wide = wide - who; one = 1 - one
  :: meet?small
  od
}
init { run reader(); run worker(3); run worker(4) }
)";

TEST(ProcessRecall, StatesComeBack) {
  const Recalled writer(everything), reader(everything);
  ASSERT_TRUE(writer.system && reader.system);
  testing::expect_recalled(*writer.system, *reader.system, 500);
}

TEST(ProcessRecall, ChangedBytesAreRefusedOrAState) {
  const Recalled model(everything);
  ASSERT_TRUE(model.system);
  const auto [taken, refused] = testing::recall_changed(*model.system, 20'000);
  EXPECT_GT(taken, 1000U);
  EXPECT_GT(refused, 1000U);
}

TEST(ProcessRecall, OtherBytesAreRefused) {
  const Recalled model("bit b; chan c = [2] of {byte}; active proctype p() { c!7; b = 1; assert(b); c!8 }");
  ASSERT_TRUE(model.system);
  const std::vector<Bytes> states = testing::reachable_states(*model.system, 2);
  ASSERT_EQ(states.size(), 2U);
  const Bytes& good = states[1];  // 1 process | b, c | length 1, message 7, unused | type, location
  ASSERT_EQ(good, (Bytes{1, 0, 1, 1, 7, 0, 0, good[7]}));
  const auto with = [&](std::size_t at, std::uint8_t byte) {
    Bytes changed = good;
    changed[at] = byte;
    return model.system->recall(changed);
  };
  EXPECT_TRUE(model.system->recall(good));
  EXPECT_FALSE(model.system->recall({}));
  EXPECT_FALSE(with(0, 2));    // more processes than there are bytes for
  EXPECT_FALSE(with(0, 0));    // fewer
  EXPECT_FALSE(with(1, 2));    // no bit
  EXPECT_FALSE(with(3, 3));    // a queue longer than its channel
  EXPECT_FALSE(with(5, 1));    // something where there is no message
  EXPECT_FALSE(with(6, 9));    // no such process type
  EXPECT_FALSE(with(7, 200));  // no such location
  EXPECT_TRUE(with(4, 200));   // another message
  Bytes longer = good;
  longer.push_back(0);
  EXPECT_FALSE(model.system->recall(longer));
  longer.resize(good.size() - 1);
  EXPECT_FALSE(model.system->recall(longer));
}

/// Some actors' steps are those that all steps have of them, in their order.
TEST(SuccessorsOfSome, AreAPartOfAll) {
  const Recalled model(everything);
  ASSERT_TRUE(model.system);
  const auto generator = model.system->generator();
  Successors all, some;
  std::size_t compared = 0;
  for (const Bytes& state : testing::reachable_states(*model.system, 300)) {
    generator->successors(state, all);
    for (Actor actor = 0; actor < 4; ++actor) {
      generator->successors_of(state, std::span(&actor, 1), some);
      EXPECT_EQ(some.findings().size(), all.findings().size());
      std::size_t next = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].actor != actor) continue;
        ASSERT_LT(next, some.size());
        EXPECT_TRUE(std::ranges::equal(some[next].state, all[i].state));
        EXPECT_EQ(some[next++].label, all[i].label);
        ++compared;
      }
      EXPECT_EQ(next, some.size());
    }
  }
  EXPECT_GT(compared, 300U);
}

}  // namespace
}  // namespace quotient
