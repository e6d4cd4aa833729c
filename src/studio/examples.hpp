#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace quotient::studio {

/// The folder that examples seem to lie in. They are compiled in.
inline constexpr std::string_view examples_folder = "@examples/";

struct Example {
  std::string file;   // "@examples/b/Bank.mch"
  std::string title;  // the first line of its comment
};
std::vector<Example> examples();
/// The text of an example; nothing where there is none.
std::optional<std::string> example_text(std::string_view file);

/// Other examples that the text of one may refer to, by path; empty for files that are no examples.
std::map<std::string, std::string> example_texts_beside(const std::string& file, const std::string& text);

}  // namespace quotient::studio
