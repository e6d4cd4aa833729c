#include "lts/expand.hpp"

#include <fmt/format.h>
#include <map>
#include <set>

#include "base/stop_signal.hpp"
#include "lts/annotation.hpp"
#include "symmetry/action/label_text.hpp"
#include "symmetry/group/cycle_notation.hpp"
#include "symmetry/group/group.hpp"

namespace quotient {

namespace {

class Expansion {
 public:
  Expansion(const Lts& reduced, const Annotations& annotations)
      : reduced_(reduced), annotations_(annotations), edges_(reduced), stabilisers_(reduced.state_count, trivial) {
    groups_.emplace_back(degree());
    std::map<std::vector<Permutation>, std::uint32_t> known;
    for (std::uint32_t i = 0; i < annotations.labels.size(); ++i) {
      for (const auto* permutations : {&annotations.labels[i].by, &annotations.labels[i].fixing}) {
        for (const Permutation& permutation : *permutations) {
          if (!permutation.is_identity()) all_.try_emplace(permutation, i);
        }
      }
    }
    std::vector<Permutation> all;
    for (const auto& [permutation, label] : all_) all.push_back(permutation);
    for (const Lts::Edge& e : reduced.edges) {
      const std::vector<Permutation>& fixing = annotations.labels[e.label].fixing;
      if (fixing.empty() || stabilisers_[e.target] != trivial) continue;
      const auto [place, fresh] = known.try_emplace(fixing, static_cast<std::uint32_t>(groups_.size()));
      if (fresh) groups_.emplace_back(degree(), fixing);
      stabilisers_[e.target] = place->second;
    }
    stabilisers_[reduced.initial] = static_cast<std::uint32_t>(groups_.size());
    groups_.emplace_back(degree(), all);
    for (Point p = 0; p < degree(); ++p) numbers_[annotations.names[p]] = p;
  }

  /// Whether what leaves a state alone takes its steps to steps of it. All permutations leave the initial state alone.
  bool check(AnnotationProblem& problem) {
    for (const auto& [permutation, label] : all_) {
      if (!keeps(permutation, reduced_.initial, label, problem)) return false;
    }
    for (const Lts::Edge& e : reduced_.edges) {
      poll_stop();
      for (const Permutation& permutation : annotations_.labels[e.label].fixing) {
        if (e.target != reduced_.initial && !keeps(permutation, e.target, e.label, problem)) return false;
      }
    }
    return true;
  }

  bool run(std::uint64_t most_states, Lts& out) {
    visit(reduced_.initial, Permutation::identity(degree()));
    for (std::uint32_t source = 0; source < nodes_.size(); ++source) {
      poll_stop();
      const Node here = nodes_[source];
      for (const Lts::Edge& e : edges_.of(here.state)) {
        poll_stop();
        const Annotation& label = annotations_.labels[e.label];
        if (label.by.empty()) {  // as if () was written
          step(out, source, e, here.by);
        } else {
          for (const Permutation& by : label.by) step(out, source, e, by.inverse().then(here.by));
        }
      }
      if (nodes_.size() > most_states) return false;
    }
    out.initial = 0;
    out.state_count = static_cast<std::uint32_t>(nodes_.size());
    return true;
  }

 private:
  static constexpr std::uint32_t trivial = 0;
  /// The state that `by` makes of a representative; of all permutations that make it, the least.
  struct Node {
    std::uint32_t state;
    Permutation by;
    friend auto operator<=>(const Node&, const Node&) = default;
  };

  std::size_t degree() const { return annotations_.names.size(); }

  bool keeps(const Permutation& permutation, std::uint32_t state, std::uint32_t label, AnnotationProblem& problem) {
    // Steps of the state as they would be expanded: the action, and where it leads.
    using Step = std::pair<std::string, Node>;
    const auto steps = [&](const Permutation& by, const auto& found) {
      for (const Lts::Edge& e : edges_.of(state)) {
        const Annotation& said = annotations_.labels[e.label];
        const auto one = [&](const Permutation& to) {
          return found(Step{action(e.label, to), {e.target, least_of_coset(groups_[stabilisers_[e.target]], to)}});
        };
        if (said.by.empty() && !one(by)) return false;
        for (const Permutation& way : said.by) {
          if (!one(way.inverse().then(by))) return false;
        }
      }
      return true;
    };
    if (own_state_ != state) {
      own_state_ = state;
      own_.clear();
      steps(Permutation::identity(degree()), [&](Step step) { return own_.insert(std::move(step)), true; });
    }
    std::string missing;
    const bool all = steps(permutation, [&](const Step& step) {
      if (!own_.contains(step)) missing = step.first;
      return missing.empty();
    });
    if (all) return true;
    const std::string text = reduced_.labels()[label];
    const std::string cycles = cycle_notation(permutation, annotations_.names);
    problem.message =
        fmt::format("the permutation {} cannot be: it is to leave state {} alone, which has no such step {}", cycles,
                    state, missing);
    problem.label = label;
    problem.at = std::min(text.rfind(cycles), text.size() - 1);
    return false;
  }

  void step(Lts& out, std::uint32_t source, const Lts::Edge& e, const Permutation& by) {
    out.edges.push_back({source, permuted(out, e.label, by), visit(e.target, by)});
  }

  /// All of a coset of the stabiliser make the same state. Images of the base points are made as small as possible, one
  /// after the other, by what leaves those before alone.
  Permutation least_of_coset(const Group& stabiliser, Permutation by) const {
    const StabiliserChain& chain = stabiliser.chain();
    for (std::size_t level = 0; level < chain.depth(); ++level) {
      Point best = chain.base_point(level);
      for (const Point x : chain.orbit(level)) {
        if (by[x] < by[best]) best = x;
      }
      if (best != chain.base_point(level)) by = chain.representative(level, best).then(by);
    }
    return by;
  }

  std::uint32_t visit(std::uint32_t state, Permutation by) {
    Node node{state, least_of_coset(groups_[stabilisers_[state]], std::move(by))};
    const auto [place, fresh] = known_.try_emplace(node, static_cast<std::uint32_t>(nodes_.size()));
    if (fresh) nodes_.push_back(std::move(node));
    return place->second;
  }

  std::uint32_t permuted(Lts& out, std::uint32_t label, const Permutation& by) {
    const auto [place, fresh] = labels_.try_emplace({label, by});
    if (fresh) {
      place->second = out.label(action(label, by));
    }
    return place->second;
  }

  std::string action(std::uint32_t label, const Permutation& by) const {
    return permuted_label(annotations_.labels[label].action, [&](std::string_view name) {
      const auto known = numbers_.find(name);
      return known == numbers_.end() ? name : std::string_view(annotations_.names[by[known->second]]);
    });
  }

  const Lts& reduced_;
  const Annotations& annotations_;
  EdgesBySource edges_;
  std::map<Permutation, std::uint32_t> all_;  // permutations, and the first label that has them
  std::optional<std::uint32_t> own_state_;    // the state that was checked last, and its steps
  std::set<std::pair<std::string, Node>> own_;
  std::vector<Group> groups_;
  std::vector<std::uint32_t> stabilisers_;  // by state: a group
  std::map<std::string, Point, std::less<>> numbers_;
  std::vector<Node> nodes_;
  std::map<Node, std::uint32_t> known_;
  std::map<std::pair<std::uint32_t, Permutation>, std::uint32_t> labels_;
};

}  // namespace

std::optional<Lts> expand(const Lts& quotient, AnnotationProblem& problem, std::uint64_t most_states) {
  const auto annotations = read_annotations(quotient.labels(), problem);
  if (!annotations) return std::nullopt;
  if (!annotations->any) return quotient;
  Lts out;
  Expansion expansion(quotient, *annotations);
  if (!expansion.check(problem)) return std::nullopt;
  if (expansion.run(most_states, out)) return out;
  problem = {fmt::format("there are more than {} states", most_states), {}, 0};
  return std::nullopt;
}

}  // namespace quotient
