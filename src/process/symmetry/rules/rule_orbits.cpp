#include "process/symmetry/rules/rule_orbits.hpp"

#include <algorithm>
#include <cstring>
#include <deque>
#include <functional>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace quotient {

namespace {

using Bytes = std::vector<std::uint8_t>;

std::string_view text_of(const Bytes& state) { return {reinterpret_cast<const char*>(state.data()), state.size()}; }

/// All states that rules make of one, and how.
class Images {
 public:
  explicit Images(Rewriter& rewriter) : rewriter_(rewriter) {}

  void of(StateView state) {
    known_.clear();
    count_ = 0;
    add(Bytes(state.begin(), state.end()), 0, 0);
    for (std::size_t next = 0; next < count_; ++next) {
      for (std::size_t g = 0; g < rewriter_.count(); ++g) {
        if (rewriter_.apply(g, all_[next].state, image_) && !known_.contains(text_of(image_))) add(image_, next, g);
      }
    }
  }

  const Bytes& least() {
    std::size_t least = 0;
    for (std::size_t i = 1; i < count_; ++i) {
      if (rewriter_.compare(all_[i].state, all_[least].state) < 0) least = i;
    }
    return all_[least].state;
  }

  /// The instances that make `to` of the state, the first first; nothing where none do.
  std::optional<std::vector<std::size_t>> way_to(StateView to) const {
    const auto found = known_.find({reinterpret_cast<const char*>(to.data()), to.size()});
    if (found == known_.end()) return std::nullopt;
    std::vector<std::size_t> way;
    for (std::size_t i = found->second; i != 0; i = all_[i].from) way.push_back(all_[i].by);
    std::reverse(way.begin(), way.end());
    return way;
  }

 private:
  struct Image {
    Bytes state;
    std::size_t from = 0, by = 0;
  };

  void add(const Bytes& state, std::size_t from, std::size_t by) {
    if (count_ == all_.size()) all_.emplace_back();
    Image& image = all_[count_];
    image.state = state;
    image.from = from;
    image.by = by;
    known_.emplace(text_of(image.state), count_++);
  }

  Rewriter& rewriter_;
  std::deque<Image> all_;  // its members stay where they are, since `known_` refers to them
  std::size_t count_ = 0;
  std::unordered_map<std::string_view, std::size_t> known_;
  Bytes image_;
};

class LeastRewritingKeyFunction final : public KeyFunction {
 public:
  LeastRewritingKeyFunction(const Program& program, const RewriteRules& rules)
      : rewriter_(program, rules), images_(rewriter_) {}
  Key key(StateView state) override {
    images_.of(state);
    return {images_.least()};
  }
  void count(std::uint32_t) override {}

 private:
  Rewriter rewriter_;
  Images images_;
};

class RewritingKeyFunction final : public KeyFunction {
 public:
  RewritingKeyFunction(const Program& program, const RewriteRules& rules) : rewriter_(program, rules) {}
  Key key(StateView state) override {
    state_.assign(state.begin(), state.end());
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t g = 0; g < rewriter_.count(); ++g) {
        if (!rewriter_.apply(g, state_, image_) || rewriter_.compare(image_, state_) >= 0) continue;
        std::swap(state_, image_);
        changed = true;
      }
    }
    return {state_};
  }
  void count(std::uint32_t) override {}

 private:
  Rewriter rewriter_;
  Bytes state_, image_;
};

template <typename RuleKeyFunction>
class RuleReduction final : public Reduction {
 public:
  RuleReduction(const Program& program, const RewriteRules& rules, bool checked)
      : program_(program), rules_(rules), checked_(checked) {}

  std::unique_ptr<KeyFunction> key_function() const override {
    return std::make_unique<RuleKeyFunction>(program_, rules_);
  }
  bool exact() const override { return checked_; }
  /// Not all that rules make of a state need be reachable.

 private:
  const Program& program_;
  const RewriteRules& rules_;
  bool checked_;
};

class RuleOrbits final : public StateOrbits {
 public:
  RuleOrbits(const Program& program, const RewriteRules& rules, bool checked)
      : program_(program), rules_(rules), reduction_(program, rules, checked) {}

  const Reduction& reduction() const override { return reduction_; }

  Permuted permutation(StateView from, StateView to) const override {
    auto rewriter = std::make_shared<Rewriter>(program_, rules_);
    Images images(*rewriter);
    images.of(from);
    const auto way = images.way_to(to);
    if (!way) return {};
    return [rewriter, way = *way](StateView state, std::uint8_t* out) {
      Bytes here(state.begin(), state.end()), next;
      for (const std::size_t g : way) {
        if (rewriter->apply(g, here, next)) std::swap(here, next);
      }
      std::memcpy(out, here.data(), here.size());
    };
  }

 private:
  const Program& program_;
  const RewriteRules& rules_;
  RuleReduction<LeastRewritingKeyFunction> reduction_;
};

}  // namespace

std::unique_ptr<StateOrbits> rule_orbits(const Program& program, const RewriteRules& rules, bool checked) {
  return std::make_unique<RuleOrbits>(program, rules, checked);
}

std::unique_ptr<Reduction> reduction_by_rewriting(const Program& program, const RewriteRules& rules, bool checked) {
  return std::make_unique<RuleReduction<RewritingKeyFunction>>(program, rules, checked);
}

}  // namespace quotient
