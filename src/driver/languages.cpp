#include "driver/languages.hpp"

#include <array>

#include "bmethod/front_end.hpp"
#include "mcrl2/front_end.hpp"
#include "murphi/front_end.hpp"
#include "promela/front_end.hpp"

namespace quotient::driver {

// Alone in its file, so that a program can be linked with a table of its own in its place (tests/toy_language).
std::span<const FrontEnd* const> front_ends() {
  static const std::array<const FrontEnd*, 5> all = {
      &promela::front_end(), &promela::lite_front_end(), &bmethod::front_end(),
      &mcrl2::front_end(),   &murphi::front_end(),
  };
  return all;
}

}  // namespace quotient::driver
