#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/cell.hpp"
#include "murphi/check/model.hpp"

/// Where the parts of a variable are in a state.
namespace quotient::murphi {

CellType cell_of(const Type& type);
/// In bytes.
std::int64_t size_of(const Type& type);
/// The value of an index whose element comes first: 0, so that no index needs to be computed with, unless that would
/// waste too much room.
std::int64_t first_index(const Type& index);
std::int64_t slot_count(const Type& index);
/// Leaves that differ in more than indices: how many there are in a variable of this type.
std::uint32_t leaf_count(const Type& type);
/// Of a field of a record.
std::int64_t field_offset(const Type& record, std::size_t field);
std::uint32_t field_leaf(const Type& record, std::size_t field);

struct Leaf {
  std::int64_t offset = 0;
  std::uint32_t leaf = 0;
  const Type* type = nullptr;
  std::string path;  // by the numbers of slots: "[2].x"
  std::vector<const Type*> indices;
  std::string words;  // for people: "[Proc_1].x"; empty where no index leads there
};

/// All simple cells of a variable, in their order. `with_gaps`: also those that no index leads to.
std::vector<Leaf> leaves_of(const Type& type, bool with_gaps);

}  // namespace quotient::murphi
