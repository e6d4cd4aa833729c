#include "lts/quotient_lts.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <unordered_map>

#include "base/ensure.hpp"
#include "lts/annotation.hpp"
#include "symmetry/action/label_text.hpp"

namespace quotient {

namespace {

using Bytes = std::vector<std::uint8_t>;

std::string key_text(StateView bytes) { return {bytes.begin(), bytes.end()}; }

class Builder {
 public:
  Builder(const System& system, const Symmetry& symmetry, const Reduction& reduction, const Limits& limits, bool plain)
      : system_(system),
        symmetry_(symmetry),
        limits_(limits),
        plain_(plain),
        watch_(limits),
        generator_(system.generator()),
        key_function_(reduction.key_function()),
        actor_(symmetry.actor()),
        random_(1) {
    for (Point a = 0; a < symmetry.atoms.size(); ++a) {
      if (symmetry.atoms[a].kind == Atom::Kind::value) continue;  // follows the others
      const auto [place, fresh] = points_.try_emplace(symmetry.atoms[a].name, static_cast<Point>(named_.size()));
      if (!fresh) result_.problem = fmt::format("there are two things called '{}'", symmetry.atoms[a].name);
      named_.push_back(a);
      names_.push_back(symmetry.atoms[a].name);
    }
    new_number_.resize(symmetry.atoms.size());
    for (Point p = 0; p < named_.size(); ++p) new_number_[named_[p]] = p;
  }

  QuotientLts run() {
    if (!result_.problem.empty()) return std::move(result_);
    Successors steps;
    generator_->initial(steps);
    note_obstacle(steps);
    if (result_.obstacle) return std::move(result_);
    if (steps.size() != 1) {
      result_.problem = "there is no initial state";
      return std::move(result_);
    }
    Permutation way;
    enter(steps[0].state, way);
    for (std::uint32_t source = 0; source < states_.size(); ++source) {
      result_.stopped = watch_.check();
      if (states_.size() > limits_.max_states) result_.stopped = StopReason::states;
      if (memory_ > limits_.memory) result_.stopped = StopReason::memory;
      if (depths_[source] >= limits_.max_depth) result_.stopped = StopReason::depth;
      if (result_.stopped != StopReason::nothing) return std::move(result_);
      generator_->successors(states_[source].state, steps);
      note_obstacle(steps);
      if (result_.obstacle) return std::move(result_);
      expand(source, steps);
    }
    result_.lts.state_count = static_cast<std::uint32_t>(states_.size());
    return std::move(result_);
  }

 private:
  void note_obstacle(const Successors& steps) {
    if (steps.is_cut_off()) {
      result_.obstacle = steps.cut_off_reason();
      result_.stopped = StopReason::effort;
    }
    for (const Finding finding : steps.findings()) {
      if (finding.kind == FindingKind::runtime) result_.obstacle = finding;
    }
    result_.lts.state_count = static_cast<std::uint32_t>(states_.size());
  }

  struct State {
    Bytes state;  // the first of its orbit
    Permutation to_key;
    bool is_told = false;  // what leaves it alone is in a label
    std::vector<Permutation> fixing;
  };
  struct Merged {
    std::uint32_t target;
    Annotation annotation;
  };

  /// The state that stands for one, and `way`, which takes the one to the other.
  std::uint32_t enter(StateView state, Permutation& way) {
    const auto normal = key_function_->normalise(state, key_);
    ensure(normal.has_value(), "a quotient is written with keys that are no states");
    const auto [place, fresh] = numbers_.try_emplace(key_text(key_), static_cast<std::uint32_t>(states_.size()));
    if (!fresh) {
      way = normal->to_key.then(states_[place->second].to_key.inverse());
      return place->second;
    }
    way = Permutation::identity(symmetry_.group.degree());
    State made{Bytes(state.begin(), state.end()), normal->to_key, false, {}};
    if (!plain_ && !states_.empty()) made.fixing = stabiliser(made, normal->stabiliser);
    memory_ += made.state.size() * 2 + symmetry_.group.degree() * (made.fixing.size() + 1) * sizeof(Point) + 200;
    states_.push_back(std::move(made));
    return place->second;
  }

  /// What leaves a state alone. A permutation that is drawn at random, then the way to the key, then back to the state
  /// is such, and each of them is as likely as any other: those that come by another permutation to the same state take
  /// the same way back. So a few generate all, and their number is known.
  std::vector<Permutation> stabiliser(const State& state, const BigNumber& order) {
    Group group(symmetry_.group.degree());
    std::vector<Permutation> generators;
    Bytes image(state.state.size()), key;
    while (group.order() != order) {
      const Permutation any = symmetry_.group.random_element(random_);
      actor_->permute(state.state, any, image.data());
      const Permutation back = key_function_->normalise(image, key)->to_key.then(state.to_key.inverse());
      const Permutation found = any.then(back);
      if (group.contains(found)) continue;
      group = group.extended_by(found);
      generators.push_back(found);
    }
    return generators;
  }

  /// As the labels name it.
  Permutation in_names(const Permutation& permutation) const {
    std::vector<Point> images;
    for (const Point a : named_) images.push_back(new_number_[permutation[a]]);
    return Permutation(std::move(images));
  }

  const std::string& permuted(StepLabel label, const Permutation& by) {
    const auto [place, fresh] = labels_.try_emplace({label.value, by});
    if (fresh) {
      place->second = permuted_label(system_.narrator().label(label), [&](std::string_view name) {
        const auto known = points_.find(name);
        return known == points_.end() ? name : std::string_view(names_[by[known->second]]);
      });
    }
    return place->second;
  }

  void expand(std::uint32_t source, const Successors& steps) {
    std::map<std::pair<std::string, std::uint32_t>, std::size_t> index;
    std::vector<Merged> merged;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      const Successor step = steps[i];
      if (!step.completed) {
        ++result_.broken_steps;
        continue;
      }
      Permutation way;
      const std::uint32_t target = enter(step.state, way);
      if (depths_.size() < states_.size()) depths_.push_back(depths_[source] + 1);
      const Permutation by = in_names(way);
      const std::string& text = permuted(step.label, by);
      const auto [place, fresh] = index.try_emplace({text, target}, merged.size());
      if (fresh) merged.push_back({target, {text, {}, {}}});
      std::vector<Permutation>& known = merged[place->second].annotation.by;
      if (std::find(known.begin(), known.end(), by) == known.end()) known.push_back(by);
    }
    for (Merged& each : merged) {
      State& target = states_[each.target];
      if (plain_) {
        each.annotation.by.clear();
      } else if (!target.is_told) {
        for (const Permutation& g : target.fixing) each.annotation.fixing.push_back(in_names(g));
        target.is_told = true;
      }
      const std::uint32_t label = result_.lts.label(annotated_label(each.annotation, names_));
      result_.lts.edges.push_back({source, label, each.target});
      memory_ += 2 * sizeof(Lts::Edge);
    }
  }

  const System& system_;
  const Symmetry& symmetry_;
  const Limits& limits_;
  bool plain_;
  Watch watch_;
  std::unique_ptr<StepGenerator> generator_;
  std::unique_ptr<KeyFunction> key_function_;
  std::unique_ptr<StateActor> actor_;
  Random random_;
  std::vector<Point> named_;       // atoms that labels name
  std::vector<Point> new_number_;  // by atom, of those
  std::vector<std::string> names_;
  std::map<std::string, Point, std::less<>> points_;
  std::vector<State> states_;
  std::vector<std::uint64_t> depths_{0};
  std::unordered_map<std::string, std::uint32_t> numbers_;
  std::map<std::pair<std::uint32_t, Permutation>, std::string> labels_;
  Bytes key_;
  std::uint64_t memory_ = 0;
  QuotientLts result_;
};

}  // namespace

QuotientLts quotient_lts(const System& system, const Symmetry& symmetry, const Reduction& reduction,
                         const Limits& limits, bool plain) {
  return Builder(system, symmetry, reduction, limits, plain).run();
}

std::vector<std::vector<std::uint32_t>> state_classes(std::uint32_t count, const Reduction& reduction,
                                                      const std::function<StateView(std::uint32_t)>& state) {
  const auto key_function = reduction.key_function();
  std::unordered_map<std::string, std::size_t> index;
  std::vector<std::vector<std::uint32_t>> classes;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto [place, fresh] = index.try_emplace(key_text(key_function->key(state(i)).bytes), classes.size());
    if (fresh) classes.emplace_back();
    classes[place->second].push_back(i);
  }
  return classes;
}

}  // namespace quotient
