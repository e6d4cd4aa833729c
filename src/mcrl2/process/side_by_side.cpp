#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <optional>

#include "base/stop_signal.hpp"
#include "mcrl2/process/linear.hpp"

namespace quotient::mcrl2 {

namespace {

constexpr std::size_t most_side_by_side = 10'000;  // steps of what runs in parallel inside of a sequential process

}  // namespace

/// A part that stands side by side with itself many times: the process around it starts itself again.
std::optional<Lineariser::Item> Lineariser::started_again(const std::vector<Item>& items) {
  constexpr int many = 5;
  std::map<std::pair<Item::Kind, std::uint32_t>, int> times;
  std::optional<Item> found;
  const auto count = [&](const std::vector<Item>& all, const auto& self) -> void {
    for (const Item& item : all) {
      for (const std::vector<Item>& branch : item.branches) self(branch, self);
      if (item.kind != Item::Kind::parallel && ++times[{item.kind, item.id}] == many && !found) found = item;
    }
  };
  count(items, count);
  return found;
}

/// What follows after processes side by side, and again after some that these consist of, and so on: the process around
/// it starts itself again, in P = a . (P || b) . c. Each level doubles the locations, so few are enough.
std::optional<Lineariser::Item> Lineariser::nested_again(const std::vector<Item>& items) {
  constexpr int many = 6;
  std::map<std::pair<Item::Kind, std::uint32_t>, int> around;
  std::optional<Item> found;
  const auto look = [&](const std::vector<Item>& sequence, const auto& self) -> void {
    if (found || sequence.front().kind != Item::Kind::parallel) return;
    for (std::size_t i = 1; i < sequence.size(); ++i) {
      if (++around[{sequence[i].kind, sequence[i].id}] == many && sequence[i].kind != Item::Kind::parallel) {
        found = sequence[i];
      }
    }
    for (const std::vector<Item>& branch : sequence.front().branches) self(branch, self);
    for (std::size_t i = 1; i < sequence.size(); ++i) --around[{sequence[i].kind, sequence[i].id}];
  };
  look(items, look);
  return found;
}

void Lineariser::refuse_started_again(SourceRange range) {
  failed_ = true;
  diagnostics_.error(range, fmt::format("'{}' starts itself again side by side with this: it would create infinitely "
                                        "many processes",
                                        spec_.process_around(range)));
}

/// Sequences side by side, in front of `rest`: each step of one of them, and all that several do at once.
void Lineariser::step_parallel(const std::vector<std::vector<Continuation>>& branches,
                               const std::vector<Continuation>& rest, const Path& path) {
  std::vector<FoundStep>* const around = found_;
  const std::vector<VarId> reserved = reserved_;
  std::vector<std::vector<FoundStep>> steps(branches.size());
  for (std::size_t b = 0; b < branches.size() && !failed_; ++b) {
    found_ = &steps[b];
    continue_with(branches[b], path);
    for (const FoundStep& step : steps[b]) {
      reserved_.insert(reserved_.end(),
                       step.path.variables.begin() + static_cast<std::ptrdiff_t>(path.variables.size()),
                       step.path.variables.end());
    }
  }
  found_ = around;
  reserved_ = reserved;
  // Those that take part so far, and what the others still have to do.
  struct Joint {
    FoundStep step;
    std::vector<std::vector<Continuation>> left;
    bool moves = false;
  };
  std::vector<Joint> all(1);
  for (std::size_t b = 0; b < branches.size(); ++b) {
    std::vector<Joint> next;
    for (const Joint& together : all) {
      poll_stop();
      next.push_back(together);
      next.back().left.push_back(branches[b]);
      for (const FoundStep& own : steps[b]) {
        Joint& more = next.emplace_back(together);
        more.left.push_back(own.rest);
        if (!more.moves) {
          more.moves = true;
          more.step = own;
          continue;
        }
        Path& joint = more.step.path;
        const auto outer = static_cast<std::ptrdiff_t>(path.variables.size());
        joint.variables.insert(joint.variables.end(), own.path.variables.begin() + outer, own.path.variables.end());
        const auto known = static_cast<std::ptrdiff_t>(path.conditions.size());
        joint.conditions.insert(joint.conditions.end(), own.path.conditions.begin() + known, own.path.conditions.end());
        if (joint.time && own.path.time && joint.time != own.path.time) {
          joint.conditions.push_back(equality(joint.time, own.path.time));
        }
        if (own.path.time) joint.time = own.path.time;
        const auto drawn = static_cast<std::ptrdiff_t>(path.weights.size());
        joint.weights.insert(joint.weights.end(), own.path.weights.begin() + drawn, own.path.weights.end());
        const auto random = static_cast<std::ptrdiff_t>(path.random.size());
        joint.random.insert(joint.random.end(), own.path.random.begin() + random, own.path.random.end());
        if (joint.choice == 0) {
          joint.choice = own.path.choice;
        } else if (own.path.choice != 0) {
          const auto [place, fresh] = joint_choices_.try_emplace({joint.choice, own.path.choice}, choices_ + 1);
          if (fresh) ++choices_;
          joint.choice = place->second;
        }
        more.step.actions.insert(more.step.actions.end(), own.actions.begin(), own.actions.end());
      }
    }
    all = std::move(next);
    if (all.size() > most_side_by_side && !failed_) {
      if (const auto again = started_again(items_[current_.value])) {
        refuse_started_again(range_of(*again));
      } else {
        failed_ = true;
        diagnostics_.error(result_.locations[current_.value].range,
                           "too many steps at once: '||' inside of a sequential process is for few steps side by side");
      }
    }
    if (failed_) return;
  }
  for (Joint& together : all) {
    if (!together.moves) continue;
    std::erase_if(together.left, [](const std::vector<Continuation>& branch) { return branch.empty(); });
    std::vector<Continuation> after;
    if (together.left.size() == 1) {
      after = std::move(together.left.front());
    } else if (together.left.size() > 1) {
      after.emplace_back().item.kind = Item::Kind::parallel;
      after.back().branches = std::move(together.left);
    }
    after.insert(after.end(), rest.begin(), rest.end());
    together.step.rest = std::move(after);
    add_summand(std::move(together.step));
  }
}

}  // namespace quotient::mcrl2
