#pragma once

#include "frontend/front_end.hpp"

namespace quotient::promela {

const FrontEnd& front_end();
const FrontEnd& lite_front_end();

}  // namespace quotient::promela
