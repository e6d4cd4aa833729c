#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quotient::mcrl2 {

/// What a project of mCRL2's editor (.mcrl2proj) names: a specification, and properties in files of their own.
struct Project {
  std::string specification;            // a path
  std::vector<std::string> properties;  // paths of formulas
  std::string problem;                  // why it cannot be read; else empty
};

/// `path` is where the text of the project was read: what it names lies beside it.
Project read_project(std::string_view path, std::string_view text);

/// The specification that a file of formulas (.mcf) belongs to: of those in its folder the one whose name it begins
/// with (the longest), or the only one; of a folder `properties` also those in the folder around. Nullopt where none is
/// it.
std::optional<std::string> specification_of(const std::string& formula_path);

}  // namespace quotient::mcrl2
