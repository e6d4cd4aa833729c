#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "temporal/product.hpp"

namespace quotient::temporal::test {

/// Some like processes, each at one of a few places, and a byte that they share: small, symmetric, and with dead ends.
/// A state is the byte, then the place of each process.
struct Tokens {
  struct Rule {
    std::uint8_t from, to;
    std::int8_t shared;  // that it needs; -1: any
    std::int8_t writes;  // -1: nothing
    std::uint8_t action;
  };
  static constexpr std::uint8_t places = 3, values = 3, actions = 3;
  std::size_t processes = 2;
  std::vector<Rule> rules;

  static Tokens random(std::mt19937_64& source) {
    const auto below = [&](std::uint64_t n) { return static_cast<std::uint8_t>(source() % n); };
    Tokens made;
    made.processes = 1 + below(3);
    const std::size_t count = 2U + below(4);
    for (std::size_t i = 0; i < count; ++i) {
      made.rules.push_back({below(places), below(places), static_cast<std::int8_t>(below(values + 1) - 1),
                            static_cast<std::int8_t>(below(values + 1) - 1), below(actions)});
    }
    return made;
  }
};

/// Labels: process * 256 + action.
class TokenSystem final : public SystemBase, private NarratorBase {
 public:
  explicit TokenSystem(Tokens tokens) : tokens_(std::move(tokens)) {}
  std::unique_ptr<StepGenerator> generator() const override { return std::make_unique<Generator>(tokens_); }
  const Narrator& narrator() const override { return *this; }
  const Tokens& tokens() const { return tokens_; }

 private:
  class Generator final : public StepGeneratorBase {
   public:
    explicit Generator(const Tokens& tokens) : tokens_(tokens) {}
    void initial(Successors& out) override {
      out.clear();
      out.add(std::vector<std::uint8_t>(tokens_.processes + 1, 0), {0});
    }
    void successors(StateView state, Successors& out) override {
      out.clear();
      const std::vector<std::uint8_t> from(state.begin(), state.end());
      for (std::size_t p = 0; p < tokens_.processes; ++p) {
        for (const Tokens::Rule& rule : tokens_.rules) {
          if (from[p + 1] != rule.from || (rule.shared >= 0 && from[0] != rule.shared)) continue;
          std::vector<std::uint8_t> to = from;
          to[p + 1] = rule.to;
          if (rule.writes >= 0) to[0] = static_cast<std::uint8_t>(rule.writes);
          out.add(to, {static_cast<std::uint32_t>(p * 256 + rule.action)});
        }
      }
    }
    std::span<const std::uint8_t> coverage() const override { return {}; }

   private:
    const Tokens& tokens_;
  };
  std::vector<TraceEvent> explain(StateView, StateView, Finding) const override { return {}; }
  std::vector<CellValue> describe(StateView) const override { return {}; }
  FindingText describe(Finding) const override { return {}; }
  std::string label(StepLabel label) const override { return std::to_string(label.value); }
  std::vector<UnreachedPart> unreached(std::span<const std::uint8_t>) const override { return {}; }

  Tokens tokens_;
};

/// What a formula can say: 0 … 2 the byte, 3 … 5 some process is at this place, 6 the first process is at place 1; of
/// steps 7 … 9 the action, 10 the first process moves.
struct TokenPropositions final : Propositions {
  static constexpr std::uint32_t count = 11;
  static std::uint64_t state(StateView state) {
    std::uint64_t holding = std::uint64_t{1} << state[0];
    for (std::size_t p = 1; p < state.size(); ++p) holding |= std::uint64_t{8} << state[p];
    if (state[1] == 1) holding |= 64;
    return holding;
  }
  static std::uint64_t step(StepLabel label) {
    return (std::uint64_t{128} << (label.value % 256)) | (label.value < 256 ? 1024 : 0);
  }
  struct Reader final : PropositionReader {
    std::uint64_t of_state(StateView state, const Successors&) override { return TokenPropositions::state(state); }
    std::uint64_t of_step(const Successor& step) override { return TokenPropositions::step(step.label); }
  };
  std::unique_ptr<PropositionReader> reader() const override { return std::make_unique<Reader>(); }
  std::vector<std::string> texts() const override {
    std::vector<std::string> made;
    for (std::uint32_t i = 0; i < count; ++i) made.push_back("p" + std::to_string(i));
    return made;
  }
  /// Whether it tells the first process apart.
  static bool names_first(std::uint32_t proposition) { return proposition == 6 || proposition == 10; }
};

/// All permutations of the processes.
class TokenSymmetry final : public SymmetrySource {
 public:
  explicit TokenSymmetry(std::size_t processes) : processes_(processes) {}
  DetectedSymmetry find(const DetectOptions&) const override {
    DetectedSymmetry found;
    std::vector<Permutation> generators;
    for (std::size_t p = 0; p < processes_; ++p) {
      found.symmetry.atoms.push_back(
          {quotient::Atom::Kind::element, "P" + std::to_string(p), static_cast<std::int32_t>(p)});
    }
    for (Point p = 0; p + 1 < processes_; ++p) generators.push_back(Permutation::transposition(processes_, p, p + 1));
    found.symmetry.group = Group(processes_, generators);
    found.symmetry.action = std::make_shared<Action>();
    return found;
  }

 private:
  struct Actor final : StateActor {
    void scan(StateView state, AtomTuples& out) override {
      out.clear();
      out.tuples.push_back({1000U + state[0], 0, 0});
      for (Point p = 0; p + 1 < state.size(); ++p) {
        out.tuples.push_back({2000U + state[p + 1], static_cast<std::uint32_t>(out.atoms.size()), 1});
        out.atoms.push_back(p);
      }
    }
    void permute(StateView state, const Permutation& permutation, std::uint8_t* out) override {
      out[0] = state[0];
      for (Point p = 0; p + 1 < state.size(); ++p) out[permutation[p] + 1] = state[p + 1];
    }
    void permute_often(StateView state, const Permutation& permutation, std::uint8_t* out) override {
      permute(state, permutation, out);
    }
    int lessen(StateView state, const Permutation& permutation, std::span<std::uint8_t> least) override {
      std::vector<std::uint8_t> image(state.size());
      permute(state, permutation, image.data());
      if (std::ranges::equal(image, least)) return 0;
      if (!std::ranges::lexicographical_compare(image, least)) return 1;
      std::ranges::copy(image, least.begin());
      return -1;
    }
  };
  struct Action final : StateAction {
    std::unique_ptr<StateActor> actor() const override { return std::make_unique<Actor>(); }
  };
  std::size_t processes_;
};

}  // namespace quotient::temporal::test
