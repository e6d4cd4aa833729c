#pragma once

#include "frontend/front_end.hpp"

namespace quotient::murphi {

const FrontEnd& front_end();

}  // namespace quotient::murphi
