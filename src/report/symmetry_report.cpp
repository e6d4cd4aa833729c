#include "report/symmetry_report.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "report/words.hpp"

namespace quotient {

namespace {

using Json = nlohmann::ordered_json;

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string out;
  for (const std::string& word : words) out += (out.empty() ? "" : std::string(separator)) + printable(word);
  return out;
}

}  // namespace

std::string symmetry_text(std::span<const SymmetrySummary> summaries) {
  std::string text;
  for (const SymmetrySummary& s : summaries) {
    if (!text.empty()) text += "\n";
    if (!s.claim.empty()) text += fmt::format("with {}:\n", printable(s.claim));
    if (s.order == "1") {
      text += "no symmetry\n";
    } else {
      text += fmt::format("symmetric: {} of order {}\n\n", s.structure, s.order);
      for (const auto& family : s.families) text += fmt::format("  interchangeable  {}\n", joined(family, ", "));
      for (const std::string& g : s.generators) text += fmt::format("  generator        {}\n", printable(g));
    }
    for (const std::string& b : s.broken_by) text += fmt::format("  broken by        {}\n", printable(b));
    if (s.order != "1") text += fmt::format("  time             {}\n", seconds_in_words(s.seconds));
  }
  return text;
}

std::string symmetry_json(const std::string& model, const std::string& detect,
                          std::span<const SymmetrySummary> summaries) {
  Json out = {{"tool", "quotient"}, {"model", model}, {"detect", detect}};
  Json list = Json::array();
  for (const SymmetrySummary& s : summaries) {
    list.push_back({{"claim", s.claim},
                    {"order", s.order},
                    {"structure", s.structure},
                    {"families", s.families},
                    {"generators", s.generators},
                    {"broken_by", s.broken_by},
                    {"seconds", s.seconds}});
  }
  out["symmetry"] = std::move(list);
  return out.dump(2) + "\n";
}

}  // namespace quotient
