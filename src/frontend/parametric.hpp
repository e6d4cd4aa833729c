#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/source.hpp"
#include "model/cell.hpp"

namespace quotient {

/// A cell of the states of a model, as far as a family of elements is concerned. Its content as a code that is the same
/// for every number of elements: 0 is undefined, values that are no element follow from 1 on, in their order.
struct FamilyCell {
  struct Range {
    std::int32_t lo = 0, hi = 0;
  };
  std::string name;          // without the element: "Cache[NODE].State"
  std::uint32_t offset = 0;  // in the state
  CellType type;
  std::int32_t element = -1;  // whose it is; -1: it is shared by all
  std::uint32_t part = 0;     // which of the cells of an element, or of the shared cells: the same for every element
  bool points = false;        // it can hold an element
  std::int32_t undefined = 0;
  std::vector<Range> values;  // that are no element, ascending
};

/// What keeps a model from being parametric in a family, or from being shown for every number of its elements.
struct FamilyObstacle {
  SourceRange at;
  std::string why;
};

/// A family of elements (a scalarset, say) of which a model can have any number. See docs/every-n.md for what each
/// number is for.
struct Family {
  std::string name;
  std::uint32_t size = 0;                 // with which the model was loaded
  std::int32_t first = 0;                 // value of the first element
  std::vector<FamilyObstacle> obstacles;  // none: the model is parametric, and what follows holds for every size
  std::uint32_t pointers = 0;             // shared cells that can hold an element
  std::uint32_t named = 0;                // the most elements that a step depends on, beside those that cells point to
  std::uint32_t witnesses = 0;            // the most that it takes to see that a property is violated in a state
  std::vector<FamilyCell> cells;
};

/// What a language knows of the families in a model. Lives as long as the system of its subject.
class FamilySource {
 public:
  virtual ~FamilySource() = default;

  /// Of which a model could have any number, by their names in the text.
  virtual std::vector<std::string> names() const = 0;
  virtual Family family(const std::string& name) const = 0;
};

}  // namespace quotient
