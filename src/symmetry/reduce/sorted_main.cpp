#include "symmetry/reduce/sorted_main.hpp"

#include <algorithm>
#include <map>

#include "symmetry/action/state_permutation.hpp"
#include "symmetry/reduce/arrangement.hpp"
#include "symmetry/reduce/scanner.hpp"
#include "symmetry/reduce/scheme_reduction.hpp"

namespace quotient {

namespace {

/// Whether a place belongs to one block, and what it holds refers to none: control locations do not.
bool is_plain(const Scheme& scheme, std::size_t p) {
  const Symmetry& symmetry = scheme.symmetry();
  const Place& place = symmetry.places[p];
  if (scheme.place(p).blocks.size() != 1) return false;
  const PatternName& name = symmetry.pattern_names[place.pattern];
  if (name.kind == PatternName::Kind::control) return true;
  return place.value_class == no_class && name.kind != PatternName::Kind::other;
}

/// Of each block, the place of its family's main array; none: it has nothing plain.
std::vector<std::int64_t> main_places(const Scheme& scheme, const std::string& wanted, bool& found) {
  const Symmetry& symmetry = scheme.symmetry();
  struct Choice {
    std::uint32_t preference;
    std::uint32_t offset;
    std::uint32_t pattern;
    auto operator<=>(const Choice&) const = default;
  };
  std::map<std::uint32_t, Choice> best;  // by family
  for (std::size_t p = 0; p < symmetry.places.size(); ++p) {
    if (!is_plain(scheme, p)) continue;
    const Place& place = symmetry.places[p];
    const PatternName& name = symmetry.pattern_names[place.pattern];
    const bool named = !wanted.empty() && name.text == wanted;
    found |= named;
    const std::uint32_t preference = named                                     ? 0
                                     : name.kind == PatternName::Kind::global  ? 1
                                     : name.kind == PatternName::Kind::control ? 2
                                                                               : 3;
    const Choice here{preference, place.offset, scheme.place(p).pattern};
    const auto [at, is_new] = best.try_emplace(scheme.blocks()[scheme.place(p).blocks[0]].family, here);
    if (!is_new) at->second = std::min(at->second, here);
  }
  std::vector<std::int64_t> places(scheme.blocks().size(), -1);
  for (std::size_t p = 0; p < symmetry.places.size(); ++p) {
    if (scheme.place(p).blocks.size() != 1) continue;
    const BlockId m = scheme.place(p).blocks[0];
    const auto choice = best.find(scheme.blocks()[m].family);
    if (choice != best.end() && choice->second.pattern == scheme.place(p).pattern) {
      places[m] = static_cast<std::int64_t>(p);
    }
  }
  return places;
}

class SortedMainKeyFunction final : public KeyFunction {
 public:
  SortedMainKeyFunction(const Scheme& scheme, const std::vector<std::int64_t>& places)
      : scheme_(scheme), scanner_(scheme), arrangement_(scheme), places_(places), colours_(places.size()) {}

  Key key(StateView state) override {
    if (!is_permuted(scheme_.symmetry(), state)) return {state};
    scanner_.read(state);
    for (BlockId m = 0; m < colours_.size(); ++m) {
      if (places_[m] < 0) continue;
      const auto p = static_cast<std::size_t>(places_[m]);
      const Point content = scanner_.content(p);
      // Values in their order as numbers; the same location of two processes by what it is called in both.
      colours_[m] = content == Scanner::no_atom
                        ? static_cast<std::uint64_t>(std::int64_t{scanner_.value(p)} + (std::int64_t{1} << 32U))
                        : scheme_.atom(content).pattern;
    }
    arrangement_.by_colour(colours_, images_);
    key_.resize(state.size());
    scanner_.permute(images_, key_.data());
    return {key_};
  }
  void count(std::uint32_t) override {}

 private:
  const Scheme& scheme_;
  Scanner scanner_;
  Arrangement arrangement_;
  std::vector<std::int64_t> places_;
  std::vector<std::uint64_t> colours_;
  std::vector<BlockId> images_;
  std::vector<std::uint8_t> key_;
};

}  // namespace

std::vector<std::string> main_array_candidates(const Scheme& scheme) {
  const Symmetry& symmetry = scheme.symmetry();
  std::vector<std::string> names;
  for (std::size_t p = 0; p < symmetry.places.size(); ++p) {
    if (!is_plain(scheme, p)) continue;
    const std::string& name = symmetry.pattern_names[symmetry.places[p].pattern].text;
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

std::unique_ptr<Reduction> sorted_main_reduction(std::unique_ptr<Scheme> scheme, const std::string& main_array) {
  bool found = main_array.empty();
  const std::vector<std::int64_t> places = main_places(*scheme, main_array, found);
  if (!found) return nullptr;
  return std::make_unique<SchemeReduction>(std::move(scheme), true, [places](const Scheme& s) {
    return std::make_unique<SortedMainKeyFunction>(s, places);
  });
}

}  // namespace quotient
