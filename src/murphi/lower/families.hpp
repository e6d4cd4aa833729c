#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "murphi/check/model.hpp"
#include "murphi/lower/layout.hpp"
#include "process/program.hpp"

namespace quotient::murphi {

/// Which types have values that mean the same: a scalarset and the unions that it is a member of; a range that has a
/// name; ranges without a name that have the same bounds. Elements of enumerations alone tell nothing apart that could
/// change places.
class Families {
 public:
  explicit Families(const Model& model);
  NamedCell cell(std::string name, const Leaf& leaf, std::uint32_t offset) const;

 private:
  std::int32_t of(const Type& type) const;

  std::map<const Type*, std::int32_t> families_;
};

}  // namespace quotient::murphi
