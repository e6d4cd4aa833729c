#pragma once

#include "frontend/front_end.hpp"

/// A language of a few lines, to show what it takes to add one: families of counters that go up and come down again.
///
///     counters c 3       a family: c(1), c(2), c(3), all 0
///     up c 2             each member of c may be increased while it is below 2
///     down c 2           each member of c that is 2 may become 0
///     forbid c 2 3       it is wrong that 3 members of c are 2 at once
///
/// `#` begins a comment. The members of a family are interchangeable.
namespace quotient::counters {

const FrontEnd& front_end();

}  // namespace quotient::counters
