#pragma once

#include <optional>

#include "bmethod/evaluate/program.hpp"

namespace quotient::bmethod {

/// A set that certainly has no end, whatever its parts are.
bool is_surely_infinite(const Node* set);

/// Whether the first of two infinite sets is within the second, or equal to it; nothing where their structure does not
/// tell.
std::optional<bool> is_within(const Node* set, const Node* other);
std::optional<bool> is_same(const Node* set, const Node* other);

}  // namespace quotient::bmethod
