#include "process/partial_order/anchors.hpp"

#include <algorithm>

#include "base/stop_signal.hpp"

namespace quotient {

namespace {

/// Takes locations out of a graph until it has no circle: of each circle that is found, the one that shares most with
/// other processes, since least is left out there anyway.
class CircleBreaker {
 public:
  CircleBreaker(std::span<const std::vector<std::uint32_t>> ends, std::span<const Effects> now,
                std::vector<bool>& taken_out)
      : ends_(ends), now_(now), taken_out_(taken_out), marks_(ends.size(), Mark::fresh) {}

  void run() {
    for (std::uint32_t start = 0; start < ends_.size(); ++start) {
      while (!taken_out_[start] && marks_[start] == Mark::fresh) break_first_circle(start);
    }
  }

 private:
  enum class Mark : std::uint8_t { fresh, open, done };
  struct Visit {
    std::uint32_t location;
    std::size_t next;  // of its ends
  };

  /// Depth first. What is done lies on no circle, and is not looked at again.
  void break_first_circle(std::uint32_t start) {
    poll_stop();
    std::vector<Visit> path = {{start, 0}};
    marks_[start] = Mark::open;
    while (!path.empty()) {
      Visit& last = path.back();
      if (last.next == ends_[last.location].size()) {
        marks_[last.location] = Mark::done;
        path.pop_back();
        continue;
      }
      const std::uint32_t end = ends_[last.location][last.next++];
      if (end == 0 || taken_out_[end] || marks_[end] == Mark::done) continue;
      if (marks_[end] == Mark::open) {
        take_one_out(path, end);
        for (const Visit& visit : path) marks_[visit.location] = Mark::fresh;
        return;
      }
      marks_[end] = Mark::open;
      path.push_back({end, 0});
    }
  }

  /// Of those from `first` on.
  void take_one_out(const std::vector<Visit>& path, std::uint32_t first) {
    const auto at = std::find_if(path.begin(), path.end(), [first](const Visit& v) { return v.location == first; });
    const auto chosen = std::max_element(at, path.end(), [this](const Visit& a, const Visit& b) {
      return now_[a.location].reads.size() + now_[a.location].writes.size() <
             now_[b.location].reads.size() + now_[b.location].writes.size();
    });
    taken_out_[chosen->location] = true;
  }

  std::span<const std::vector<std::uint32_t>> ends_;
  std::span<const Effects> now_;
  std::vector<bool>& taken_out_;
  std::vector<Mark> marks_;
};

}  // namespace

AnchorFinder::AnchorFinder(const Program& program, const Instance& instance, const EffectFinder& finder)
    : program_(program), instance_(instance), seen_(finder.things().count()) {
  if (program.claim < 0) return;
  for (const ControlLocation& here : program.process_types[u(program.claim)].locations) {
    for (std::uint32_t t = here.first; t < here.last; ++t) {
      const Effects looked = finder.of_claim(program.transitions[t].code, looks_);
      seen_.insert(looked.reads);
      everything_ = everything_ || looked.everything;
    }
  }
}

/// Whether a step from `location` to `end` may change what is said of the state.
bool AnchorFinder::shows(std::uint32_t pid, std::uint32_t location, const Effects& now, std::uint32_t end) const {
  const std::uint32_t type = instance_.types[pid];
  const ControlLocation& from = program_.process_types[type].locations[location];
  const ControlLocation& to = program_.process_types[type].locations[end];
  // Beside a claim only its own states accept.
  if (program_.claim < 0) return from.accept != to.accept || from.progress != to.progress;
  if (now.changes_own && std::find(looks_.types.begin(), looks_.types.end(), type) != looks_.types.end()) return true;
  return std::any_of(looks_.locations.begin(), looks_.locations.end(), [&](const Looks::AtLocation& look) {
    if (look.pid != pid || location == end) return false;
    return look.location == Looks::AtLocation::any || look.location == location || look.location == end;
  });
}

std::vector<bool> AnchorFinder::seen_of(std::uint32_t pid, std::span<const Effects> now,
                                        std::span<const std::vector<std::uint32_t>> ends) const {
  std::vector<bool> anchors(ends.size(), false);
  for (const std::uint32_t location : instance_.locations[pid]) {
    const Effects& here = now[location];
    anchors[location] = here.everything || here.writes.meets(seen_) ||
                        std::any_of(ends[location].begin(), ends[location].end(),
                                    [&](std::uint32_t end) { return shows(pid, location, here, end); });
  }
  return anchors;
}

void AnchorFinder::add_circles(std::span<const Effects> now, std::span<const std::vector<std::uint32_t>> ends,
                               std::vector<bool>& anchors) {
  CircleBreaker(ends, now, anchors).run();
}

}  // namespace quotient
