#pragma once

#include <functional>
#include <string>

#include "every/certificate.hpp"
#include "frontend/parametric.hpp"
#include "model/system.hpp"

namespace quotient {

/// What a certificate was checked with.
struct Certified {
  std::string objection;  // why the certificate shows nothing; empty: it is right
  std::uint64_t views = 0, states = 0, steps = 0;
};

/// Checks a certificate on its own: nothing here is shared with what makes one but the steps of the model, which the
/// reference interpreter computes, and what the front end says of the family. `system` and `family` are the model with
/// as many elements as the certificate says.
Certified certify_views(const System& system, const Family& family, const Certificate& certificate);
/// The same for the model with fewer elements: all of its states, up to the order of elements.
Certified certify_small(const System& system, const Family& family, const Certificate& certificate);

}  // namespace quotient
