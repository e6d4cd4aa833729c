#pragma once

#include <string>
#include <vector>

#include "frontend/parametric.hpp"
#include "murphi/rule_system.hpp"

namespace quotient::murphi {

/// The scalarsets and ranges of a specification that have a name, as families of which there could be any number.
class ModelFamilies final : public FamilySource {
 public:
  /// `rules` must outlive it.
  explicit ModelFamilies(const RuleSystem& rules) : rules_(rules) {}

  std::vector<std::string> names() const override;
  Family family(const std::string& name) const override;

 private:
  const RuleSystem& rules_;
};

}  // namespace quotient::murphi
