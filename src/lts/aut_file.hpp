#pragma once

#include <functional>
#include <optional>
#include <string_view>

#include "base/diagnostics.hpp"
#include "lts/lts.hpp"

namespace quotient {

/// Reads a file in Aldebaran format: des (INITIAL, STEPS, STATES), then (FROM, LABEL, TO) for each step, labels in
/// quotes or not. What is wrong is in `diagnostics`, and nothing is returned. `places`, where it is given, receives
/// where each label was first met: how many bytes of the file come before its text.
std::optional<Lts> read_aut(const SourceMap& sources, FileId file, Diagnostics& diagnostics,
                            std::vector<std::uint32_t>* places = nullptr);

/// Writes piece by piece.
void write_aut(const Lts& lts, const std::function<void(std::string_view)>& write);

}  // namespace quotient
