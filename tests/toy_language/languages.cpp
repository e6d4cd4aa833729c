// The table of src/driver/languages.cpp with one line more.

#include "driver/languages.hpp"

#include <array>

#include "bmethod/front_end.hpp"
#include "counters.hpp"
#include "mcrl2/front_end.hpp"
#include "promela/front_end.hpp"

namespace quotient::driver {

std::span<const FrontEnd* const> front_ends() {
  static const std::array<const FrontEnd*, 5> all = {
      &promela::front_end(), &promela::lite_front_end(), &bmethod::front_end(),
      &mcrl2::front_end(),   &counters::front_end(),
  };
  return all;
}

}  // namespace quotient::driver
