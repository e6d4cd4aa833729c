#include "symmetry/reduce/least_image.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "base/stop_signal.hpp"
#include "model/cell.hpp"
#include "symmetry/action/state_permutation.hpp"
#include "symmetry/group/enumerate.hpp"
#include "symmetry/reduce/orbit_counter.hpp"

namespace quotient {

namespace {

/// What every permutation brings to each place, so that an image can be looked at from its begin on, as far as it takes
/// to see that it is not the least: a few places of most.
class PlaceSources {
 public:
  static constexpr std::size_t most_bytes = std::size_t{64} << 20U;

  PlaceSources(const Symmetry& symmetry, std::span<const StatePermutation> permutations)
      : symmetry_(symmetry), places_(symmetry.places.size()), atoms_(symmetry.atoms.size()) {
    for (const Place& place : symmetry.places)
      longest_ = std::max<std::size_t>(longest_, place.offset + place.type.size());
    if (permutations.size() * (2 * places_ + atoms_) * sizeof(std::uint32_t) > most_bytes) longest_ = SIZE_MAX;
    if (longest_ == SIZE_MAX) return;
    sources_.resize(permutations.size() * places_);
    images_.resize(permutations.size() * places_);
    orbits_.resize(places_);
    std::iota(orbits_.begin(), orbits_.end(), 0U);
    numbers_.resize(permutations.size() * atoms_);
    for (std::size_t k = 0; k < permutations.size(); ++k) {
      poll_stop();
      const Permutation& permutation = permutations[k].permutation();
      const std::vector<std::uint32_t> images = symmetry.place_images(permutation);
      for (std::uint32_t p = 0; p < places_; ++p) {
        sources_[k * places_ + images[p]] = p;
        images_[k * places_ + p] = images[p];
        orbits_[p] = std::min(orbits_[p], images[p]);  // all of the group are there
      }
      for (Point a = 0; a < atoms_; ++a) numbers_[k * atoms_ + a] = symmetry.atoms[permutation[a]].number;
    }
  }

  /// Whether all places are there in a state of this size.
  bool covers(std::size_t size) const { return symmetry_.action == nullptr && places_ > 0 && size >= longest_; }
  std::size_t place_count() const { return places_; }

  /// What a place holds: an atom, or a value.
  struct Content {
    std::int32_t value;
    std::int32_t atom;  // -1: none
  };
  /// On what the places of an orbit hold.
  struct Vote {
    std::int32_t value = 0, count = 0;
    std::int32_t all = 0, for_it = 0;
  };
  void read(StateView state, std::vector<Content>& out) const {
    out.resize(places_);
    for (std::size_t p = 0; p < places_; ++p) {
      const Place& place = symmetry_.places[p];
      out[p] = {load_cell(state.data() + place.offset, place.type.kind), -1};
      if (place.value_class == no_class) continue;
      if (place.slot >= 0) {
        const std::uint8_t* queue = state.data() + place.queue;
        const std::int32_t length = place.length_size == 1 ? queue[0] : queue[0] | queue[1] << 8;
        if (place.slot >= length) continue;
      }
      if (const auto atom = symmetry_.classes[place.value_class].find(out[p].value))
        out[p].atom = static_cast<std::int32_t>(*atom);
    }
  }

  /// Lists the places that are unlike most places that permutations take to one another: what more than half of these
  /// hold, if that is no atom, need not be looked at. All permutations of a state agree on what that is.
  void list_unusual(std::span<const Content> contents, std::vector<Vote>& votes,
                    std::vector<std::uint32_t>& out) const {
    votes.assign(places_, {});
    for (std::size_t p = 0; p < places_; ++p) {  // who has more than half of the votes is left [Boyer & Moore 1991]
      Vote& vote = votes[orbits_[p]];
      ++vote.all;
      if (contents[p].atom >= 0) continue;
      if (vote.count == 0) vote.value = contents[p].value;
      vote.count += vote.value == contents[p].value ? 1 : -1;
    }
    const auto is_for = [&](std::size_t p, const Vote& vote) {
      return contents[p].atom < 0 && contents[p].value == vote.value;
    };
    for (std::size_t p = 0; p < places_; ++p) {
      Vote& vote = votes[orbits_[p]];
      vote.for_it += is_for(p, vote) ? 1 : 0;
    }
    out.clear();
    for (std::uint32_t p = 0; p < places_; ++p) {
      const Vote& vote = votes[orbits_[p]];
      if (2 * vote.for_it <= vote.all || !is_for(p, vote)) out.push_back(p);
    }
  }

  /// Where permutation k takes a place, and what it makes of its content.
  std::uint32_t image_of(std::size_t k, std::size_t place) const { return images_[k * places_ + place]; }
  std::int32_t value_under(std::size_t k, const Content& content) const {
    return content.atom < 0 ? content.value : numbers_[k * atoms_ + static_cast<std::size_t>(content.atom)];
  }
  /// Of the image under permutation k, what stands at a place.
  std::int32_t image_at(std::size_t k, std::size_t place, std::span<const Content> contents) const {
    return value_under(k, contents[sources_[k * places_ + place]]);
  }

 private:
  const Symmetry& symmetry_;
  const std::size_t places_, atoms_;
  std::size_t longest_ = 0;
  std::vector<std::uint32_t> sources_;  // of each permutation, by place
  std::vector<std::uint32_t> images_;   // likewise
  std::vector<std::uint32_t> orbits_;   // of each place: the first that permutations take it to
  std::vector<std::int32_t> numbers_;   // of each permutation, by atom
};

class LeastImageKeyFunction final : public KeyFunction {
 public:
  LeastImageKeyFunction(const Symmetry& symmetry, std::span<const StatePermutation> permutations,
                        const PlaceSources& sources)
      : symmetry_(symmetry),
        permutations_(permutations),
        sources_(sources),
        actor_(symmetry.actor()),
        counter_(symmetry.group.order()) {}

  Key key(StateView state) override {
    if (!is_permuted(symmetry_, state)) return {state, counter_.fixed()};
    const std::uint64_t ways = find_least(state);
    return {least_, counter_.weight(ways)};
  }

  std::optional<Normalisation> normalise(StateView state, std::vector<std::uint8_t>& key) override {
    const Permutation identity = Permutation::identity(symmetry_.group.degree());
    if (!is_permuted(symmetry_, state)) {
      key.assign(state.begin(), state.end());
      return Normalisation{identity, symmetry_.group.order()};
    }
    const std::uint64_t ways = find_least(state);
    key = least_;
    return Normalisation{least_by_ == nullptr ? identity : least_by_->permutation(), ways};
  }

  void count(std::uint32_t weight) override { counter_.count(weight); }
  std::optional<BigNumber> represented() const override { return counter_.states(); }
  std::optional<std::uint64_t> passes() const override {
    return applied_ / applied_in_a_pass + compared_ / std::max<std::size_t>(sources_.place_count(), 1);
  }

 private:
  /// Returns in how many ways the least image is reached.
  std::uint64_t find_least(StateView state) {
    least_.assign(state.begin(), state.end());
    least_by_ = nullptr;
    if (sources_.covers(state.size())) return find_least_place_by_place(state);
    image_.resize(state.size());
    std::uint64_t ways = 1;  // the identity, which is not among the permutations
    for (const StatePermutation& permutation : permutations_) {
      poll_stop();
      const int compared = lessen(state, permutation);
      if (compared == 0) ++ways;
      if (compared >= 0) continue;
      ways = 1;
      least_by_ = &permutation;
    }
    return ways;
  }

  /// The least by what stands at the places, one after the other: images that agree in these are the same.
  std::uint64_t find_least_place_by_place(StateView state) {
    sources_.read(state, contents_);
    const std::size_t count = contents_.size();
    sources_.list_unusual(contents_, votes_, unusual_);
    compared_ += 3 * count;
    if (3 * unusual_.size() < count) return find_least_unusual(state);
    values_.resize(count);
    for (std::size_t p = 0; p < count; ++p) values_[p] = contents_[p].value;
    std::uint64_t ways = 1;
    for (std::size_t k = 0; k < permutations_.size(); ++k) {
      std::size_t p = 0;
      std::int32_t here = 0;
      while (p < count && (here = sources_.image_at(k, p, contents_)) == values_[p]) ++p;
      compared_ += p + 1;
      if (p == count) ++ways;
      if (p == count || here > values_[p]) continue;
      for (; p < count; ++p) values_[p] = sources_.image_at(k, p, contents_);
      compared_ += count;
      ways = 1;
      least_by_ = &permutations_[k];
    }
    poll_stop();
    if (least_by_ != nullptr) least_by_->apply(state, least_.data());
    return ways;
  }

  /// The least by where what is unusual comes to stand, and what that is.
  std::uint64_t find_least_unusual(StateView state) {
    best_.clear();
    for (const std::uint32_t p : unusual_) best_.push_back({p, contents_[p].value});
    std::sort(best_.begin(), best_.end());
    std::uint64_t ways = 1;
    for (std::size_t k = 0; k < permutations_.size() && !best_.empty(); ++k) {
      std::uint32_t first = UINT32_MAX;
      for (const std::uint32_t p : unusual_) first = std::min(first, sources_.image_of(k, p));
      compared_ += unusual_.size();
      if (first > best_.front().first) continue;
      image_of_unusual_.clear();
      for (const std::uint32_t p : unusual_)
        image_of_unusual_.push_back({sources_.image_of(k, p), sources_.value_under(k, contents_[p])});
      std::sort(image_of_unusual_.begin(), image_of_unusual_.end());
      compared_ += 2 * unusual_.size();
      if (image_of_unusual_ == best_) ++ways;
      if (image_of_unusual_ >= best_) continue;
      std::swap(best_, image_of_unusual_);
      ways = 1;
      least_by_ = &permutations_[k];
    }
    if (best_.empty()) ways = permutations_.size() + 1;
    poll_stop();
    if (least_by_ != nullptr) least_by_->apply(state, least_.data());
    return ways;
  }

  /// As StateActor::lessen.
  int lessen(StateView state, const StatePermutation& permutation) {
    ++applied_;
    if (actor_ != nullptr) return actor_->lessen(state, permutation.permutation(), least_);
    permutation.apply(state, image_.data());
    const int compared = std::memcmp(image_.data(), least_.data(), state.size());
    if (compared < 0) std::swap(image_, least_);
    return compared;
  }

  /// Permuting moves cells and does not look at them.
  static constexpr std::uint64_t applied_in_a_pass = 2;

  const Symmetry& symmetry_;
  std::span<const StatePermutation> permutations_;
  const PlaceSources& sources_;
  std::unique_ptr<StateActor> actor_;
  OrbitCounter counter_;
  std::vector<std::uint8_t> least_, image_;
  std::vector<PlaceSources::Content> contents_;  // of the state
  std::vector<std::int32_t> values_;             // of the least image so far, by place
  std::vector<PlaceSources::Vote> votes_;
  std::vector<std::uint32_t> unusual_;
  std::vector<std::pair<std::uint32_t, std::int32_t>> best_, image_of_unusual_;
  const StatePermutation* least_by_ = nullptr;  // none: the identity
  std::uint64_t applied_ = 0;
  std::uint64_t compared_ = 0;  // places
};

class LeastImageReduction final : public Reduction {
 public:
  explicit LeastImageReduction(const Symmetry& symmetry)
      : symmetry_(symmetry), permutations_(all_but_identity(symmetry)), sources_(symmetry, permutations_) {}

  std::unique_ptr<KeyFunction> key_function() const override {
    return std::make_unique<LeastImageKeyFunction>(symmetry_, permutations_, sources_);
  }
  bool exact() const override { return true; }

 private:
  static std::vector<StatePermutation> all_but_identity(const Symmetry& symmetry) {
    std::vector<StatePermutation> out;
    for_each_element(symmetry.group, [&](const Permutation& element) {
      if (!element.is_identity()) out.emplace_back(symmetry, element);
      return true;
    });
    return out;
  }

  const Symmetry& symmetry_;
  const std::vector<StatePermutation> permutations_;
  const PlaceSources sources_;
};

}  // namespace

std::unique_ptr<Reduction> least_image_reduction(const Symmetry& symmetry, std::uint64_t most) {
  const std::optional<std::uint64_t> order = symmetry.group.order().to_word();
  if (!order || *order > most) return nullptr;
  return std::make_unique<LeastImageReduction>(symmetry);
}

}  // namespace quotient
