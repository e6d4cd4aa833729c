#pragma once

#include "frontend/front_end.hpp"

namespace quotient::mcrl2 {

const FrontEnd& front_end();

}  // namespace quotient::mcrl2
