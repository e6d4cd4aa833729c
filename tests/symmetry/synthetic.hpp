#pragma once

#include <rapidcheck.h>
#include <string>
#include <vector>

#include "generators.hpp"
#include "symmetry/action/symmetry.hpp"

namespace quotient {

/// A symmetry without a model: what the papers call scalarsets, with as many variables of each kind as are asked for.
struct ScalarsetShape {
  /// Sizes of the families. Of two numbers in one family the first is how many groups there are: S_b ≀ S_a.
  struct Family {
    std::uint32_t groups = 1;
    std::uint32_t size = 2;
    bool ring = false;  // groups turn, instead of changing places in all ways
  };
  std::vector<Family> families;
  std::uint32_t references = 0;        // of each family: variables that hold one of it (s in Definition 1)
  std::uint32_t plain_arrays = 0;      // indexed by it, with numbers (sn)
  std::uint32_t reference_arrays = 0;  // indexed by it, holding one of a family (ss)
  std::uint32_t tables = 0;            // indexed by it twice, with numbers
};

class Synthetic {
 public:
  explicit Synthetic(const ScalarsetShape& shape) {
    for (const ScalarsetShape::Family& f : shape.families) add_family(f);
    symmetry.group = Group(symmetry.atoms.size(), completed());
    for (std::uint32_t f = 0; f < shape.families.size(); ++f) {
      for (std::uint32_t k = 0; k < shape.references; ++k) add_places(f, 0, f);
      for (std::uint32_t k = 0; k < shape.plain_arrays; ++k) add_places(f, 1, no_class);
      for (std::uint32_t k = 0; k < shape.reference_arrays; ++k) {
        add_places(f, 1, static_cast<std::uint32_t>((f + k) % shape.families.size()));
      }
      for (std::uint32_t k = 0; k < shape.tables; ++k) add_places(f, 2, no_class);
    }
  }

  /// States are bytes, one for each place: a small number, 0 for no reference, or the number of an atom.
  rc::Gen<std::string> state(std::uint32_t numbers = 3) const {
    return rc::gen::map(rc::gen::container<std::vector<std::uint32_t>>(symmetry.places.size(), any_below(1U << 16U)),
                        [this, numbers](const std::vector<std::uint32_t>& dice) {
                          std::string state;
                          for (std::size_t p = 0; p < dice.size(); ++p) {
                            const std::uint32_t c = symmetry.places[p].value_class;
                            if (c == no_class) {
                              state.push_back(static_cast<char>(dice[p] % numbers));
                              continue;
                            }
                            const auto& atoms = symmetry.classes[c].atoms;
                            const std::size_t at = dice[p] % (atoms.size() + 1);
                            state.push_back(static_cast<char>(at == 0 ? 0 : atoms[at - 1].first));
                          }
                          return state;
                        });
  }

  Symmetry symmetry;

 private:
  void add_family(const ScalarsetShape::Family& f) {
    const auto first = static_cast<Point>(symmetry.atoms.size());
    const Point count = f.groups * f.size;
    ValueClass values;
    for (Point i = 0; i < count; ++i) {
      const auto number = static_cast<std::int32_t>(first + i + 1);
      symmetry.atoms.push_back({Atom::Kind::value, std::to_string(number), number});
      values.atoms.push_back({number, first + i});
    }
    symmetry.classes.push_back(std::move(values));
    members_.push_back({first, count});
    for (Point i = 0; i + 1 < f.size; ++i) moves_.push_back({{first + i, first + i + 1}, {first + i + 1, first + i}});
    if (f.ring) {
      moves_.emplace_back();
      for (Point i = 0; i < count; ++i) moves_.back().push_back({first + i, first + (i + f.size) % count});
      return;
    }
    for (Point g = 0; g + 1 < f.groups; ++g) {
      moves_.emplace_back();
      for (Point i = 0; i < f.size; ++i) {
        const Point a = first + g * f.size + i, b = a + f.size;
        moves_.back().push_back({a, b});
        moves_.back().push_back({b, a});
      }
    }
  }

  std::vector<Permutation> completed() const {
    std::vector<Permutation> out;
    for (const auto& move : moves_) {
      std::vector<Point> images;
      for (Point a = 0; a < symmetry.atoms.size(); ++a) images.push_back(a);
      for (const auto& [from, to] : move) images[from] = to;
      out.emplace_back(std::move(images));
    }
    return out;
  }

  void add_places(std::uint32_t family, unsigned indices, std::uint32_t content) {
    const auto [first, count] = members_[family];
    const auto pattern = static_cast<std::uint32_t>(symmetry.pattern_names.size());
    symmetry.pattern_names.push_back({PatternName::Kind::global, "v" + std::to_string(pattern)});
    const auto add = [&](std::vector<Point> atoms) {
      Place place;
      place.offset = static_cast<std::uint32_t>(symmetry.places.size());
      place.pattern = pattern;
      place.atoms = std::move(atoms);
      place.value_class = content;
      symmetry.places.push_back(std::move(place));
    };
    if (indices == 0) add({});
    for (Point i = 0; i < count && indices >= 1; ++i) {
      if (indices == 1) add({first + i});
      for (Point j = 0; j < count && indices == 2; ++j) add({first + i, first + j});
    }
  }

  std::vector<std::pair<Point, Point>> members_;  // of each family: the first, and how many
  std::vector<std::vector<std::pair<Point, Point>>> moves_;
};

/// The same with groups that are no products of symmetric ones: rings, and rings of groups.
inline ScalarsetShape with_rings(ScalarsetShape shape) {
  shape.families[0] = {3 + shape.families[0].size % 3, 1, true};
  if (shape.references == 1) shape.families[0] = {3, 2, true};
  return shape;
}

/// Shapes of few permutations, so that all can be tried.
inline rc::Gen<ScalarsetShape> small_shape(bool nested) {
  return rc::gen::map(rc::gen::container<std::vector<std::uint32_t>>(8, any_below(1U << 16U)),
                      [nested](const std::vector<std::uint32_t>& dice) {
                        ScalarsetShape shape;
                        if (nested && dice[0] % 3 == 0) {
                          shape.families.push_back({2 + dice[1] % 2, 2});
                        } else {
                          shape.families.push_back({1, 2 + dice[1] % 3});
                          if (dice[0] % 2 == 0) shape.families.push_back({1, 2 + dice[2] % 2});
                        }
                        shape.references = dice[3] % 3;
                        shape.plain_arrays = dice[4] % 3;
                        shape.reference_arrays = dice[5] % 3;
                        shape.tables = dice[6] % 4 == 0 ? 1 : 0;
                        // Every family has to show somewhere.
                        if (shape.plain_arrays + shape.reference_arrays + shape.tables == 0) shape.plain_arrays = 1;
                        return shape;
                      });
}

}  // namespace quotient
