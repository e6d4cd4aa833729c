#pragma once

#include <stdexcept>

namespace quotient::api {

/// One of our own mistakes, on its way to whoever called the library.
struct Bug : std::logic_error {
  using std::logic_error::logic_error;
};

}  // namespace quotient::api
