#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

namespace quotient {

/// How a result differs from one that was saved before, a line for each difference: verdict, states, transitions, the
/// group, and the verdicts of claims. Counts of searches that a limit ended are not compared. `baseline` is the text
/// of a file, which may hold anything: nothing, with what is wrong in `error`, where it is no result; `path` is only
/// for that message.
std::optional<std::vector<std::string>> differences(const nlohmann::ordered_json& result, const std::string& baseline,
                                                    const std::string& path, std::string& error);

}  // namespace quotient
