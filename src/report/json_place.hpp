#pragma once

#include <cstddef>
#include <string>

namespace quotient {

/// "result.json:3:14": where in a text a parser of JSON, which counts bytes from 1, gave up.
std::string json_place(std::size_t byte, const std::string& text, const std::string& path);

}  // namespace quotient
