#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "driver/options.hpp"
#include "quotient/quotient.hpp"

namespace quotient::api {

/// An option of the table (driver/options.hpp), and where the library has it.
struct Field {
  std::string_view option;  // its key: "steps"
  /// The values that are given; none: that of the table holds.
  std::vector<driver::OptionValue> (*values)(const Source&, const Options&);
};

/// One for each option of the table that has a setter: tests/api/options_test.cpp sees to that.
std::span<const Field> fields();

/// What the command line makes of its arguments. Empty, with the reason in `error`, where an option is wrong.
std::optional<driver::CheckSettings> settings_of(const Source& source, const Options& options, std::string& error);

}  // namespace quotient::api
