#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace quotient {

/// What a name is called; the same where it stays.
using NameImage = std::function<std::string_view(std::string_view)>;

/// The label of a step with the names in its arguments replaced: lock(p1, f2) becomes lock(p2, f1). Names of actions
/// and of functions stay, and so does the probability of a random step. Parts that have no order are put in one:
/// actions of a multi-action, elements of sets and bags, updates of functions. Thus the label of a permuted step is the
/// permuted label.
std::string permuted_label(std::string_view label, const NameImage& image);

/// A label with its unordered parts in order.
std::string normal_label(std::string_view label);

/// As people sort: p2 before p10, numbers by their size.
bool natural_less(std::string_view a, std::string_view b);

}  // namespace quotient
