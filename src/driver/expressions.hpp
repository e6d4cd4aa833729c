#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "driver/model.hpp"

namespace quotient::driver {

/// The value of an expression, or in words why it has none.
struct ExpressionValue {
  std::optional<std::string> value;
  std::string problem;
};

/// The value of an expression, in the words of the language, in a state of a model that was loaded with these settings;
/// nullopt: before the beginning. The language must have expressions (FrontEnd::has_expressions). Reads the text that
/// was loaded anew, together with the expression: costs as much as loading.
ExpressionValue value_in(const Model& model, const ModelSettings& settings, const std::string& expression,
                         std::optional<StateView> state);

}  // namespace quotient::driver
