#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace quotient::bmethod {

/// An element of a file of Rodin's: <org.eventb.core.event …> has the kind "event", and attributes without their
/// prefix.
struct RodinElement {
  std::string kind;
  std::map<std::string, std::string> attributes;
  std::vector<RodinElement> children;

  /// Empty where there is none.
  const std::string& attribute(const std::string& name) const;
  bool is(const std::string& name) const { return attribute(name) == "true"; }
};

struct RodinFile {
  RodinElement root;
  std::string error;       // empty: it could be read
  std::size_t offset = 0;  // where it is wrong
};

/// Whether a text is a machine or a context of Event-B as Rodin writes it.
bool is_rodin_file(std::string_view text);
RodinFile read_rodin_file(std::string_view text);

}  // namespace quotient::bmethod
