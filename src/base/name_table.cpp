#include "base/name_table.hpp"

#include <algorithm>
#include <utility>

namespace quotient {

void NameTable::define(NamedThing thing) {
  if (thing.at.begin == thing.at.end) return;  // stands nowhere in the text
  if (thing.extent == SourceRange{}) thing.extent = thing.at;
  if (by_place_.emplace(place_of(thing.at), things_.size()).second) things_.push_back(std::move(thing));
}

void NameTable::use(SourceRange at, SourceRange definition) {
  if (at.begin == at.end) return;
  uses_.emplace(std::pair(place_of(definition), place_of(at)), at);
}

std::vector<NameTable::Occurrence> NameTable::occurrences(const SourceMap& sources) const {
  std::vector<Occurrence> all;
  const auto add = [&](SourceRange at, std::size_t thing) {
    if (at.file.value >= sources.size()) return;
    all.push_back({at, thing, sources.text(at) == things_[thing].name});
  };
  for (std::size_t i = 0; i < things_.size(); ++i) add(things_[i].at, i);
  for (const auto& [places, at] : uses_) {
    const auto thing = by_place_.find(places.first);
    if (thing != by_place_.end() && places.first != places.second) add(at, thing->second);
  }
  // The shortest first where several begin at one place: a name rather than the macro call that it stands in.
  std::stable_sort(all.begin(), all.end(), [](const Occurrence& a, const Occurrence& b) {
    return std::pair(place_of(a.at), a.at.end) < std::pair(place_of(b.at), b.at.end);
  });
  return all;
}

}  // namespace quotient
