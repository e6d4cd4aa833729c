#include "symmetry/reduce/markers.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "symmetry/action/state_permutation.hpp"
#include "symmetry/reduce/arrangement.hpp"
#include "symmetry/reduce/lossy_image.hpp"
#include "symmetry/reduce/scheme_reduction.hpp"

namespace quotient {

void mark(const Scanner& scanner, std::vector<std::uint64_t>& colours) {
  const std::span<const Block> blocks = scanner.scheme().blocks();
  colours.assign(scanner.own().begin(), scanner.own().end());
  // Of an array of references only how often a block is meant; of one with several indices, what is in its rows.
  for (const Scanner::Relation& r : scanner.relations()) {
    const std::span<const BlockId> of = scanner.related(r);
    for (std::size_t k = r.holders == r.count ? 0 : r.holders; k < r.count; ++k) colours[of[k]] += mix(r.salt + k);
  }
  for (const Scanner::SelfReference& self : scanner.self_references()) {
    colours[self.block] += mix(self.salt + 1) - mix(self.salt);
  }
  for (BlockId m = 0; m < colours.size(); ++m) colours[m] = mix(colours[m] + blocks[m].family);
}

void mark_locally(const Scanner& scanner, std::span<const std::uint64_t> colours, std::vector<std::uint64_t>& refined) {
  refined.assign(colours.begin(), colours.end());
  for (const Scanner::Relation& r : scanner.relations()) {
    const std::span<const BlockId> of = scanner.related(r);
    std::uint64_t whole = r.salt;
    for (std::size_t k = 0; k < r.count; ++k) whole += mix(colours[of[k]] + k);
    const std::size_t told = r.holders == 0 ? r.count : r.holders;
    for (std::size_t k = 0; k < told; ++k) refined[of[k]] += mix(whole ^ (std::uint64_t{k} << 56U));
  }
  for (const Scanner::SelfReference& self : scanner.self_references()) {
    const std::uint64_t c = colours[self.block];
    refined[self.block] += mix(self.salt + mix(c) + mix(c + 1));
  }
  if (scanner.nested()) {
    const std::span<const Block> blocks = scanner.scheme().blocks();
    for (BlockId m = 0; m < blocks.size(); ++m) {
      if (blocks[m].outer < 0) continue;
      const auto outer = static_cast<BlockId>(blocks[m].outer);
      refined[outer] += mix(colours[m] + 1);
      refined[m] += mix(colours[outer] + 2);
    }
  }
  for (std::uint64_t& c : refined) c = mix(c);
}

namespace {

class ExactMarkersKeyFunction final : public KeyFunction {
 public:
  explicit ExactMarkersKeyFunction(const Scheme& scheme) : scheme_(scheme), scanner_(scheme), arrangement_(scheme) {}

  Key key(StateView state) override {
    if (!is_permuted(scheme_.symmetry(), state)) return {state};
    scanner_.read(state);
    mark(scanner_, markers_);
    mark_locally(scanner_, markers_, local_);
    arrangement_.by_colour(local_, images_);
    key_.resize(state.size());
    scanner_.permute(images_, key_.data());
    return {key_};
  }
  void count(std::uint32_t) override {}

 private:
  const Scheme& scheme_;
  Scanner scanner_;
  Arrangement arrangement_;
  std::vector<std::uint64_t> markers_, local_;
  std::vector<BlockId> images_;
  std::vector<std::uint8_t> key_;
};

/// Blocks i and j can be tied although what i refers to and what j refers to is not: Algorithm 5.1 then leaves it to
/// chance which of the two comes first, and its first proposition fails. So ties are put in the order of what their
/// references have become, which is a third round. What is still tied after that has the same in all its cells.
class ApproxMarkersKeyFunction final : public KeyFunction {
 public:
  explicit ApproxMarkersKeyFunction(const Scheme& scheme)
      : scheme_(scheme), scanner_(scheme), arrangement_(scheme), image_(scheme) {}

  Key key(StateView state) override {
    if (!is_permuted(scheme_.symmetry(), state)) return {state};
    scanner_.read(state);
    mark(scanner_, markers_);
    mark_locally(scanner_, markers_, local_);
    if (scanner_.structured()) return {digest()};
    mark_locally(scanner_, local_, order_);
    const std::span<const Block> blocks = scheme_.blocks();
    // Inner blocks come after those that they are inside of.
    for (std::size_t m = scanner_.nested() ? blocks.size() : 0; m-- > 0;) {
      if (blocks[m].outer >= 0) order_[static_cast<std::size_t>(blocks[m].outer)] += mix(order_[m]);
    }
    arrangement_.by_colour(order_, images_);
    find_meant();
    return {image_.take(scanner_, images_, meant_, local_)};
  }
  void count(std::uint32_t) override {}

 private:
  /// Of a state with structured values: what is left when each block is taken for its marker.
  StateView digest() {
    const std::span<const Block> blocks = scheme_.blocks();
    std::array<std::uint64_t, 2> sums = {scanner_.plain(), mix(scanner_.plain())};
    const auto add = [&](std::uint64_t what) {
      sums[0] += mix(what);
      sums[1] += mix(what ^ 0x5bd1'e995'7b93'6f2dU);
    };
    for (BlockId m = 0; m < blocks.size(); ++m) add(local_[m] + blocks[m].family);
    for (const Scanner::Relation& r : scanner_.relations()) {
      std::uint64_t whole = r.salt;
      std::uint64_t role = 0;
      for (const BlockId m : scanner_.related(r)) whole += mix(local_[m] + role++);
      add(whole);
    }
    key_.resize(sizeof sums);
    std::memcpy(key_.data(), sums.data(), sizeof sums);
    return key_;
  }

  /// `newval` in Algorithm 5.1: the last place of those that are tied.
  void find_meant() {
    const std::span<const Block> blocks = scheme_.blocks();
    meant_ = images_;
    for (BlockId a = 0; a < blocks.size(); ++a) {
      for (BlockId b = a + 1; b < blocks.size(); ++b) {
        if (local_[a] == local_[b] && blocks[a].family == blocks[b].family) {
          meant_[a] = meant_[b] = std::max(meant_[a], meant_[b]);
        }
      }
    }
  }

  const Scheme& scheme_;
  Scanner scanner_;
  Arrangement arrangement_;
  LossyImage image_;
  std::vector<std::uint64_t> markers_, local_, order_;
  std::vector<BlockId> images_, meant_;
  std::vector<std::uint8_t> key_;
};

}  // namespace

std::unique_ptr<Reduction> exact_markers_reduction(std::unique_ptr<Scheme> scheme) {
  return std::make_unique<SchemeReduction>(
      std::move(scheme), true, [](const Scheme& s) { return std::make_unique<ExactMarkersKeyFunction>(s); });
}

bool markers_are_precise(const Scheme& scheme) {
  const Symmetry& symmetry = scheme.symmetry();
  if (symmetry.action != nullptr && symmetry.action->relates_atoms()) return false;
  if (std::ranges::any_of(scheme.blocks(), [](const Block& m) { return m.outer >= 0; })) return false;
  for (std::size_t p = 0; p < symmetry.places.size(); ++p) {
    const std::size_t indices = scheme.place(p).blocks.size();
    if (indices > 1) return false;
    const std::uint32_t held = symmetry.places[p].value_class;
    if (held == no_class) continue;
    for (const auto& [value, atom] : symmetry.classes[held].atoms) {
      if (indices + scheme.atom(atom).blocks.size() > 1) return false;
    }
  }
  return true;
}

std::unique_ptr<Reduction> approx_markers_reduction(std::unique_ptr<Scheme> scheme) {
  if (markers_are_precise(*scheme)) return exact_markers_reduction(std::move(scheme));
  return std::make_unique<SchemeReduction>(
      std::move(scheme), false, [](const Scheme& s) { return std::make_unique<ApproxMarkersKeyFunction>(s); });
}

}  // namespace quotient
