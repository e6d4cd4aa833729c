#include <fmt/format.h>
#include <vector>

#include "driver/languages.hpp"
#include "frontend/rough_tokens.hpp"

namespace quotient::driver {

const FrontEnd* find_front_end(std::string_view name) {
  for (const FrontEnd* one : front_ends()) {
    if (one->name() == name) return one;
  }
  return nullptr;
}

const FrontEnd* front_end_of_path(std::string_view path) {
  for (const FrontEnd* one : front_ends()) {
    for (const std::string_view ending : one->endings()) {
      if (path.ends_with(ending)) return one;
    }
  }
  return nullptr;
}

const FrontEnd* front_end_of_text(std::string_view text) {
  const std::vector<std::string_view> tokens = rough_tokens(text);
  const FrontEnd* best = nullptr;
  int certainty = 0;
  for (const FrontEnd* one : front_ends()) {
    const int how_certain = one->recognises(tokens);
    if (how_certain <= certainty) continue;
    best = one;
    certainty = how_certain;
  }
  return best;
}

const FrontEnd* front_end_for(const ModelSettings& settings, std::string_view text) {
  if (settings.language != "auto") return find_front_end(settings.language);
  const FrontEnd* by_ending = front_end_of_path(settings.path);
  return by_ending != nullptr ? by_ending : front_end_of_text(text);
}

std::string_view language_choices() {
  static const std::string all = [] {
    std::string names = "auto";
    for (const FrontEnd* one : front_ends()) names += fmt::format("|{}", one->name());
    return names;
  }();
  return all;
}

std::string languages_with(LanguageOption option) {
  std::vector<std::string_view> titles;
  for (const FrontEnd* one : front_ends()) {
    if (one->understands(option)) titles.push_back(one->title());
  }
  std::string text;
  for (std::size_t i = 0; i < titles.size(); ++i) {
    text += i == 0 ? "" : i + 1 == titles.size() ? " and " : ", ";
    text += titles[i];
  }
  return text;
}

std::optional<std::string> model_of_formulas(const std::string& path) {
  for (const FrontEnd* each : front_ends()) {
    if (std::optional<std::string> model = each->model_of(path)) return model;
  }
  return std::nullopt;
}

}  // namespace quotient::driver
