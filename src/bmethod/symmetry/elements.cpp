#include "bmethod/symmetry/elements.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace quotient::bmethod {
namespace {

// Every key looks at every element; with so many of them no search would get far anyway.
constexpr std::uint32_t largest_family = 256;

}  // namespace

Elements::Elements(const std::vector<GivenSet>& sets, const Program& program) : family_of_set_(sets.size(), -1) {
  for (std::uint32_t i = 0; i < sets.size(); ++i) {
    const GivenSet& set = sets[i];
    if (set.size < 2) continue;
    if (program.told_apart[i]) {
      broken_by_.push_back(
          {fmt::format("the elements of '{}' are told apart by a function that puts them into an order, "
                       "or into text",
                       set.name),
           *program.told_apart[i]});
      continue;
    }
    const std::vector<NamedElement>& named = program.named_elements[i];
    const bool moves = std::ranges::any_of(program.text_symmetries, [i](const auto& each) { return !each[i].empty(); });
    if (!named.empty()) blame(set, i, program);
    if (!named.empty() && !moves) continue;
    if (set.size > largest_family) {
      broken_by_.push_back({fmt::format("'{}' has more than {} elements", set.name, largest_family), set.range});
      continue;
    }
    family_of_set_[i] = static_cast<std::int32_t>(families_.size());
    families_.push_back({i, static_cast<Element>(count_), set.size, named.empty()});
    count_ += set.size;
  }
  for (const ElementPermutation& each : program.text_symmetries) {
    std::vector<Point> images(count_);
    for (Point p = 0; p < count_; ++p) images[p] = p;
    for (const Family& family : families_) {
      const std::vector<std::uint32_t>& moved = each[family.set];
      for (std::uint32_t i = 0; i < moved.size(); ++i) images[family.first + i] = family.first + moved[i];
    }
    generators_.emplace_back(std::move(images));
  }
  blame_numbers(program);
}

/// Numbers that may be no more than names, where there is nothing else to permute.
void Elements::blame_numbers(const Program& program) {
  if (!families_.empty() || !broken_by_.empty()) return;
  for (const NumberedElements& each : program.numbered_elements) {
    broken_by_.push_back({fmt::format("'{}' is a function of numbers, which have an order and are not interchangeable "
                                      "(where they are only names, declare a set of them: SETS ID = {{a, b, c}})",
                                      each.variable),
                          each.at});
  }
}

/// Says which element is to blame where not all of a set are alike: the first that the text names and that no
/// permutation takes to all the others.
void Elements::blame(const GivenSet& set, std::uint32_t index, const Program& program) {
  std::vector<std::uint32_t> orbit(set.size);
  for (std::uint32_t i = 0; i < set.size; ++i) orbit[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (const ElementPermutation& each : program.text_symmetries) {
      for (std::uint32_t i = 0; i < each[index].size(); ++i) {
        const std::uint32_t least = std::min(orbit[i], orbit[each[index][i]]);
        changed = changed || orbit[i] != least || orbit[each[index][i]] != least;
        orbit[i] = orbit[each[index][i]] = least;
      }
    }
  }
  const auto orbit_size = [&](std::uint32_t i) { return std::ranges::count(orbit, orbit[i]); };
  const NamedElement* first = nullptr;
  for (const NamedElement& each : program.named_elements[index]) {
    if (orbit_size(each.index) == static_cast<std::ptrdiff_t>(set.size)) continue;
    if (first == nullptr || orbit_size(each.index) < orbit_size(first->index)) first = &each;
  }
  if (first == nullptr) {  // all are alike, if not in every way
    std::vector<Permutation> moved;
    for (const ElementPermutation& each : program.text_symmetries) {
      if (!each[index].empty()) moved.emplace_back(std::vector<Point>(each[index].begin(), each[index].end()));
    }
    const Group group(set.size, moved);
    if (set.size > largest_family || group.order() == factorial(set.size)) return;
    broken_by_.push_back({fmt::format("the elements of '{}' are named in an order (a ring, or pairs): only the {} "
                                      "permutations that keep it are symmetries, of {}",
                                      set.name, group.order().to_string(), factorial(set.size).to_string()),
                          program.named_elements[index].front().at});
    return;
  }
  broken_by_.push_back({fmt::format("'{}' of '{}' is named, and has a part of its own; a constant in its place "
                                    "('x : {}') would leave all of them alike",
                                    set.elements[first->index], set.name, set.name),
                        first->at});
}

bool Elements::has_whole() const { return std::ranges::any_of(families_, &Family::whole); }

const Elements::Family* Elements::family(std::uint32_t set) const {
  const std::int32_t index = family_of_set_[set];
  return index < 0 ? nullptr : &families_[static_cast<std::size_t>(index)];
}

Symmetry Elements::symmetry(const std::vector<GivenSet>& sets) const {
  Symmetry made;
  std::vector<Permutation> generators;
  for (const Family& family : families_) {
    for (std::uint32_t i = 0; i < family.size; ++i) {
      made.atoms.push_back({Atom::Kind::element, sets[family.set].elements[i], static_cast<std::int32_t>(i)});
    }
    if (!family.whole) continue;
    // A transposition and a cycle generate everything; for reading, neighbours that change places say it better.
    for (std::uint32_t i = 0; i + 1 < family.size; ++i) {
      std::vector<Point> images(count_);
      for (Point p = 0; p < count_; ++p) images[p] = p;
      std::swap(images[family.first + i], images[family.first + i + 1]);
      generators.emplace_back(std::move(images));
    }
  }
  generators.insert(generators.end(), generators_.begin(), generators_.end());
  made.group = Group(count_, generators);
  made.broken_by = broken_by_;
  return made;
}

const Shape* Shapes::of(const Type* type) {
  const auto known = known_.find(type);
  if (known != known_.end()) return known->second;
  Shape made;
  made.type = type;
  if (type->first != nullptr) made.first = of(type->first);
  if (type->second != nullptr) made.second = of(type->second);
  if (type->kind == Type::Kind::given) {
    if (const Elements::Family* family = elements_.family(type->given)) {
      made.moves = true;
      made.free = family->whole;
      made.base = family->first;
    }
  } else {
    made.moves = (made.first != nullptr && made.first->moves) || (made.second != nullptr && made.second->moves);
    made.free = (made.first != nullptr && made.first->free) || (made.second != nullptr && made.second->free);
  }
  all_.push_back(made);
  known_.emplace(type, &all_.back());
  return &all_.back();
}

}  // namespace quotient::bmethod
