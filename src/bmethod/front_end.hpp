#pragma once

#include "frontend/front_end.hpp"

namespace quotient::bmethod {

const FrontEnd& front_end();

}  // namespace quotient::bmethod
