#include "studio/examples.hpp"

#include <filesystem>

#include "driver/languages.hpp"
#include "studio/assets.hpp"

namespace quotient::studio {

namespace {

constexpr std::string_view embedded_folder = "examples/";

/// What the comment at the beginning of a model says first.
std::string title_of(std::string_view text) {
  const std::size_t begin = text.find_first_not_of("/*%- \t\n");
  if (begin == std::string_view::npos) return {};
  std::string title(text.substr(begin, text.find('\n', begin) - begin));
  const std::size_t end = title.find(". ");
  if (end != std::string::npos) title.resize(end + 1);
  if (title.ends_with("*/")) title.resize(title.size() - 2);
  return title;
}

}  // namespace

std::vector<Example> examples() {
  std::vector<Example> all;
  for (const Asset& asset : all_assets()) {
    if (!asset.path.starts_with(embedded_folder) || driver::front_end_of_path(asset.path) == nullptr) continue;
    all.push_back(
        {std::string(examples_folder) + std::string(asset.path.substr(embedded_folder.size())), title_of(asset.text)});
  }
  return all;
}

std::optional<std::string> example_text(std::string_view file) {
  if (!file.starts_with(examples_folder)) return std::nullopt;
  const Asset* asset = find_asset(std::string(embedded_folder) + std::string(file.substr(examples_folder.size())));
  return asset == nullptr ? std::nullopt : std::optional(std::string(asset->text));
}

std::map<std::string, std::string> example_texts_beside(const std::string& file, const std::string& text) {
  std::map<std::string, std::string> found;
  if (!file.starts_with(examples_folder)) return found;
  // Only what is named: everything that is handed over is part of the model's text.
  std::vector<std::string_view> read = {text};
  while (!read.empty()) {
    const std::string_view here = read.back();
    read.pop_back();
    for (const Asset& asset : all_assets()) {
      if (!asset.path.starts_with(embedded_folder)) continue;
      const std::filesystem::path path(asset.path);
      const bool machine = path.extension() == ".mch";
      if (here.find(machine ? path.stem().string() : path.filename().string()) == std::string_view::npos) continue;
      const std::string name = std::string(examples_folder) + std::string(asset.path.substr(embedded_folder.size()));
      if (name != file && found.emplace(name, asset.text).second) read.push_back(asset.text);
    }
  }
  return found;
}

}  // namespace quotient::studio
