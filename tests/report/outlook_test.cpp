#include "report/outlook.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace quotient {
namespace {

/// A breadth-first search with levels of these sizes that expands 1,000 states a second and reports ten times a second.
/// The estimates, each with the time at which it was made.
struct Estimate {
  double at;
  double left;
};
std::vector<Estimate> estimates(const std::vector<double>& levels) {
  Outlook outlook;
  std::vector<Estimate> out;
  double known = levels.front(), expanded = 0, before = 0;
  std::size_t level = 0;
  for (double seconds = 0; level < levels.size(); seconds += 0.1) {
    expanded = seconds * 1000;
    while (level < levels.size() && expanded - before >= levels[level]) before += levels[level++];
    if (level == levels.size()) break;
    const double next = level + 1 < levels.size() ? levels[level + 1] : 0;
    known = before + levels[level] + next * (expanded - before) / levels[level];
    Progress progress;
    progress.seconds = seconds;
    progress.states = static_cast<std::uint64_t>(known);
    progress.waiting = static_cast<std::uint64_t>(known - expanded);
    progress.depth = level;
    if (const auto left = outlook.add(progress)) out.push_back({seconds, *left});
  }
  return out;
}

double total(const std::vector<double>& levels) {
  double sum = 0;
  for (const double level : levels) sum += level;
  return sum / 1000;
}

std::vector<double> bell(double top) {
  std::vector<double> levels;
  for (double size = 50; size < top; size *= 1.4) levels.push_back(size);
  for (double size = top; size > 20; size *= 0.7) levels.push_back(size);
  return levels;
}

TEST(Outlook, SaysNothingWhileLevelsGrow) {
  std::vector<double> levels;
  for (double size = 100; size < 20'000; size *= 1.1) levels.push_back(size);
  EXPECT_TRUE(estimates(levels).empty());
}

TEST(Outlook, SaysNothingFromAMomentAlone) {
  Outlook outlook;
  Progress progress;
  progress.seconds = 10;
  progress.waiting = 1000;
  progress.states = 5000;
  EXPECT_FALSE(outlook.add(progress));
}

/// A dip of the frontier is no end: here the first hill is a fiftieth of what follows. The waiting states alone, which
/// fall by more than half on the way, once gave "about 1.70 s left" of sixteen.
TEST(Outlook, SaysNothingInADip) {
  std::vector<double> levels{500, 800, 1200, 1500, 1300, 900, 700};
  for (double size = 700; size < 15'000; size *= 1.3) levels.push_back(size);
  EXPECT_TRUE(estimates(levels).empty());
}

TEST(Outlook, ExtendsLevelsThatShrinkSteadily) {
  const std::vector<double> levels = bell(20'000);
  const std::vector<Estimate> found = estimates(levels);
  ASSERT_FALSE(found.empty());
  EXPECT_LT(found.front().at, 0.95 * total(levels));
  for (const Estimate& e : found) {
    const double left = total(levels) - e.at;
    EXPECT_GT(e.left, 0.5 * left - 0.5) << "at " << e.at;
    EXPECT_LT(e.left, 2 * left + 0.5) << "at " << e.at;
  }
}

TEST(Outlook, SaysNothingOfAStack) {
  Outlook outlook;
  for (int i = 0; i < 400; ++i) {
    Progress progress;
    progress.seconds = 0.1 * i;
    progress.states = 100U * static_cast<unsigned>(i);
    progress.waiting = 1000U - 2U * static_cast<unsigned>(i);
    progress.depth = static_cast<std::uint64_t>(500 + i % 7 * 10 - i);
    EXPECT_FALSE(outlook.add(progress));
  }
}

}  // namespace
}  // namespace quotient
