#pragma once

#include <memory>
#include <string>
#include <vector>

#include "api/pool.hpp"
#include "quotient/quotient.hpp"

namespace quotient::api {

/// What copies of a model share.
struct Model::Loaded {
  Source source;  // with the text of its file
  std::string language;
  bool ok = false;
  std::vector<Diagnostic> diagnostics;
  std::vector<std::string> claims;
  std::shared_ptr<Pool> pool = std::make_shared<Pool>();
};

/// Before what the library has to say of its own mistakes.
inline constexpr const char* please_report = "internal error, please report it: ";

}  // namespace quotient::api
