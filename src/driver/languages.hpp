#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "frontend/front_end.hpp"

namespace quotient::driver {

/// All languages, in the order in which they are listed to people. To add one, add its line to languages.cpp.
std::span<const FrontEnd* const> front_ends();

/// The language of this name (--language); null: there is none.
const FrontEnd* find_front_end(std::string_view name);
/// The language of a file, by its ending; null where it is unknown.
const FrontEnd* front_end_of_path(std::string_view path);
/// The same by what is written in it; null where that is not certain.
const FrontEnd* front_end_of_text(std::string_view text);

/// The model that a file of formulas belongs to, for people who open only that; nullopt if it is none.
std::optional<std::string> model_of_formulas(const std::string& path);

/// As the settings say, or else by ending and text; null if neither decides.
const FrontEnd* front_end_for(const ModelSettings& settings, std::string_view text);

/// "auto|promela|promela-lite|b|mcrl2|murphi": what --language takes, its default first.
std::string_view language_choices();
/// Which languages understand an option, for people: "Promela and Promela-Lite". Empty: none does.
std::string languages_with(LanguageOption option);

}  // namespace quotient::driver
