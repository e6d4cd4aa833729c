#pragma once

#include <cstdint>
#include <string>

#include "driver/model.hpp"

namespace quotient::driver {

/// What checking a certificate of --for-every came to.
struct Certification {
  std::string problem;    // with the certificate or the model: nothing was checked. Else empty
  Model wrong;            // the model, where it cannot be loaded: its diagnostics say why
  std::string objection;  // why the certificate shows nothing; empty: it is right
  std::string family;
  std::uint32_t viewed = 0;
  std::uint64_t views = 0, states = 0, steps = 0;
};

/// Checks the text of a certificate for a model, by the checker of every/certify and the interpreter. Throws Stopped.
Certification certify(const ModelSettings& settings, const std::string& certificate, Deadline* deadline);

}  // namespace quotient::driver
