#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "symmetry/group/random.hpp"

namespace quotient {

/// A small model of alike processes, in some of which something tells these apart.
class RandomModel {
 public:
  explicit RandomModel(std::uint64_t seed)
      : random_(seed), count_(2 + random_.below(2)), breaks_(random_.below(3) == 0) {}

  std::string text() {
    std::string out = fmt::format(
        "bool flag[{0}]; byte level[{0}]; byte g; pid owner; pid last; chan shared = [1] of {{ pid }};\n", count_ + 1);
    for (std::uint32_t p = 1; p <= count_; ++p) out += fmt::format("chan link{} = [1] of {{ bit }};\n", p);
    out += "proctype user(chan mine) {\n  pid x; bit k;\n  do\n";
    const std::uint32_t options = 2 + random_.below(3);
    for (std::uint32_t i = 0; i < options; ++i) out += "  :: " + condition() + " -> " + statements() + "\n";
    out += "  od\n}\ninit { atomic { ";
    out += each("run user(link@)", "; ");
    if (random_.below(4) == 0) out += fmt::format("; owner = {}", 1 + random_.below(count_));
    return out + " } }\n";
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

}  // namespace quotient
