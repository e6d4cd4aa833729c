#include "process/scalarset.hpp"

namespace quotient {

bool is_held_by(const Scalarset::Holder& holder, const std::string& process_type, const std::string& variable) {
  std::string name = variable;
  for (std::size_t at = name.find("[]"); at != std::string::npos; at = name.find("[]")) name.erase(at, 2);
  if (!holder.is_field) return holder.process_type == process_type && name == holder.name;
  const std::string ending = "." + holder.name;
  return name.ends_with(ending);
}

}  // namespace quotient
