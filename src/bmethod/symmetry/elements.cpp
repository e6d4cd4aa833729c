#include "bmethod/symmetry/elements.hpp"

#include <fmt/format.h>

namespace quotient::bmethod {
namespace {

// Every key looks at every element; with so many of them no search would get far anyway.
constexpr std::uint32_t largest_family = 256;

}  // namespace

Elements::Elements(const std::vector<GivenSet>& sets, const std::vector<std::optional<SourceRange>>& named)
    : family_of_set_(sets.size(), -1) {
  for (std::uint32_t i = 0; i < sets.size(); ++i) {
    const GivenSet& set = sets[i];
    if (set.size < 2) continue;
    if (named[i]) {
      broken_by_.push_back({fmt::format("an element of '{}' is named", set.name), *named[i]});
      continue;
    }
    if (set.size > largest_family) {
      broken_by_.push_back({fmt::format("'{}' has more than {} elements", set.name, largest_family), set.range});
      continue;
    }
    family_of_set_[i] = static_cast<std::int32_t>(families_.size());
    families_.push_back({i, static_cast<Element>(count_), set.size});
    count_ += set.size;
    order_ *= factorial(set.size);
  }
}

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
    // A transposition and a cycle generate everything; for reading, neighbours that change places say it better.
    for (std::uint32_t i = 0; i + 1 < family.size; ++i) {
      std::vector<Point> images(count_);
      for (Point p = 0; p < count_; ++p) images[p] = p;
      std::swap(images[family.first + i], images[family.first + i + 1]);
      generators.emplace_back(std::move(images));
    }
  }
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
      made.base = family->first;
    }
  } else {
    made.moves = (made.first != nullptr && made.first->moves) || (made.second != nullptr && made.second->moves);
  }
  all_.push_back(made);
  known_.emplace(type, &all_.back());
  return &all_.back();
}

}  // namespace quotient::bmethod
