#pragma once

#include <string>
#include <string_view>

namespace quotient::cli {

/// What a shell needs to complete command lines of quotient: "bash", "zsh" or "fish". Empty for any other.
std::string completions_for(std::string_view shell);

}  // namespace quotient::cli
