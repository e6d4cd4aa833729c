// Random models of alike processes, some with something that tells these apart: whatever is found in them, by either
// method, must be an automorphism of the state graph; and trying everything must find as much, or more.

#include <fmt/format.h>

#include "automorphisms.hpp"
#include "brute_force.hpp"
#include "symmetry/detect/detect.hpp"
#include "symmetry/random.hpp"
#include "symmetry/scd/certify.hpp"
#include "symmetry/scd/scd.hpp"

namespace quotient {
namespace {

class Writer {
 public:
  explicit Writer(std::uint64_t seed) : random_(seed), count_(2 + random_.below(2)), breaks_(random_.below(3) == 0) {}

  std::string model() {
    std::string text = fmt::format(
        "bool flag[{0}]; byte level[{0}]; byte g; pid owner; pid last; chan shared = [1] of {{ pid }};\n", count_ + 1);
    for (std::uint32_t p = 1; p <= count_; ++p) text += fmt::format("chan link{} = [1] of {{ bit }};\n", p);
    text += "proctype user(chan mine) {\n  pid x; bit k;\n  do\n";
    const std::uint32_t options = 2 + random_.below(3);
    for (std::uint32_t i = 0; i < options; ++i) text += "  :: " + condition() + " -> " + statements() + "\n";
    text += "  od\n}\ninit { atomic { ";
    text += each("run user(link@)", "; ");
    if (random_.below(4) == 0) text += fmt::format("; owner = {}", 1 + random_.below(count_));
    return text + " } }\n";
  }

 private:
  std::string pick(const std::vector<std::string>& choices) {
    return choices[random_.below(static_cast<Point>(choices.size()))];
  }

  std::string each(const std::string& item, const std::string& separator) const {
    std::string out;
    for (std::uint32_t p = 1; p <= count_; ++p) {
      std::string one = item;
      for (std::size_t at = one.find('@'); at != std::string::npos; at = one.find('@')) {
        one.replace(at, 1, std::to_string(p));
      }
      out += (out.empty() ? "" : separator) + one;
    }
    return out;
  }

  std::string condition() {
    if (breaks_ && random_.below(4) == 0) {
      return pick({"owner < _pid", "flag[1]", "_pid == 2", "owner % 2 == 1", "last > 1", "owner + 1 == _pid",
                   "_nr_pr > _pid + 1", "level[_pid] == _pid", "x == 2", "shared?[1]", "owner * 2 == 4"});
    }
    return pick({"flag[_pid]", "!flag[_pid]", "owner == 0", "owner == _pid", "owner != _pid", "x == owner", "x != 0",
                 "k == 0", "g < 2", "level[_pid] == g", "last == _pid", "nempty(mine)", "nfull(mine)", "empty(shared)",
                 "(" + each("(_pid == @ || !flag[@])", " && ") + ")", "(" + each("flag[@]", " || ") + ")", "flag[x]",
                 "level[owner] == g", "nfull(shared)"});
  }

  std::string statement() {
    if (breaks_ && random_.below(6) == 0) {
      return pick({"level[_pid] = _pid % 2", "flag[1] = 1", "owner = 2", "g = owner % 2", "shared!!_pid", "owner = g",
                   "last = g + 1", "level[2] = g",
                   "d_step { if :: flag[1] -> flag[1] = 0 :: flag[2] -> g = 0 :: else fi }"});
    }
    return pick({"flag[_pid] = 1",
                 "flag[_pid] = 0",
                 "flag[_pid] = !flag[_pid]",
                 "owner = _pid",
                 "owner = 0",
                 "x = owner",
                 "x = _pid",
                 "x = 0",
                 "k = 1 - k",
                 "level[_pid] = g",
                 "level[_pid] = 0",
                 "g = (g + 1) % 3",
                 "g = 0",
                 "last = _pid",
                 "last = x",
                 "owner = last",
                 "shared!_pid",
                 "shared!x",
                 "shared?x",
                 "shared?eval(_pid)",
                 "mine!k",
                 "mine?k",
                 "d_step { " + each("flag[@] = 0", "; ") + " }",
                 "if" + each(" :: x = @", "") + " fi",
                 "printf(\"%d\", _pid)",
                 "atomic { owner == 0 -> owner = _pid; flag[_pid] = 1 }"});
  }

  std::string statements() {
    std::string out = statement();
    for (std::uint32_t more = random_.below(3); more > 0; --more) out += "; " + statement();
    return out;
  }

  Random random_;
  std::uint32_t count_;
  bool breaks_;
};

TEST(RandomModels, WhatIsFoundIsAnAutomorphism) {
  std::map<std::string, int> by_system, by_diagram;
  int less = 0, compared = 0;
  for (std::uint64_t seed = 0; seed < 80; ++seed) {
    const std::string text = Writer(seed).model();
    SCOPED_TRACE(fmt::format("seed {}:\n{}", seed, text));
    const TestModel model = compile_text("model.pml", text);
    ASSERT_NE(model.system, nullptr);
    if (state_graph(*model.system, 4'000).empty()) continue;
    const Symmetry whole = detect_symmetry(model.program());
    ASSERT_NO_FATAL_FAILURE(expect_automorphisms(model, whole));
    ++by_system[whole.group.order().to_string()];

    brute::Model searched(model, 4'000);
    ASSERT_TRUE(searched.is_usable());
    const Group found = brute::on_processes(whole, searched.process_count());
    const Group largest = searched.largest();
    for (const Permutation& g : found.generators()) EXPECT_TRUE(largest.contains(g));
    ++compared;
    // Less where something that would tell them apart never happens, or happens to all in the end.
    less += found.order() < largest.order() ? 1 : 0;

    if (!model.outline.objections.empty()) continue;
    const Symmetry diagram =
        certified_part(whole, renamings_of(model.outline, scd::find_valid_group(model.outline).largest));
    ASSERT_NO_FATAL_FAILURE(expect_automorphisms(model, diagram));
    EXPECT_LE(diagram.group.order(), whole.group.order());
    ++by_diagram[diagram.group.order().to_string()];
  }
  // Both kinds must be among them, or nothing was tested.
  EXPECT_GT(by_system["1"], 2);
  EXPECT_GT(by_system["2"] + by_system["6"], 10);
  EXPECT_GT(by_diagram["2"] + by_diagram["6"], 5);
  EXPECT_GT(compared, 30);
  EXPECT_LT(less, compared / 4);
}

}  // namespace
}  // namespace quotient
