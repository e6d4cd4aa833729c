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

/// Columns as those of the other lines.
std::string diagram_text(const DiagramFigures& d) {
  std::string text = fmt::format("  channel diagram  {} process{}, {}, {}\n", d.processes, d.processes == 1 ? "" : "es",
                                 counted(d.channels, "channel"), counted(d.links, "link"));
  text += fmt::format("    automorphisms  {}  ({})\n", d.automorphisms, seconds_in_words(d.automorphism_seconds));
  text += fmt::format("    valid ones     {}, from generators alone {}  ({}, {})\n", d.largest_valid,
                      d.by_valid_generators, seconds_in_words(d.largest_seconds), counted(d.cosets_tried, "coset"));
  if (!d.complete) text += "                   there may be more: the search for cosets ran out of time\n";
  return text;
}

Json diagram_json(const DiagramFigures& d) {
  return {{"processes", d.processes},
          {"channels", d.channels},
          {"links", d.links},
          {"automorphisms", d.automorphisms},
          {"by_valid_generators", d.by_valid_generators},
          {"largest_valid", d.largest_valid},
          {"complete", d.complete},
          {"cosets_tried", d.cosets_tried},
          {"seconds", {{"automorphisms", d.automorphism_seconds}, {"largest_valid", d.largest_seconds}}}};
}

}  // namespace

std::string symmetry_text(std::span<const SymmetrySummary> summaries, const Look& look) {
  std::string text;
  const auto row = [&](std::string_view name, const std::string& value) {
    constexpr std::size_t column = 19;
    text += fmt::format("  {:<17}{}\n", name, look.columns == 0 ? value : wrapped(value, column, look.margin()));
  };
  for (const SymmetrySummary& s : summaries) {
    if (!text.empty()) text += "\n";
    if (!s.claim.empty()) text += fmt::format("with {}:\n", printable(s.claim));
    if (s.order == "1") {
      text += paint("no symmetry", Paint::bold, look.colour) + "\n";
    } else {
      const bool named = s.structure != "group of order " + s.order;
      text += fmt::format("{} {} of order {}\n\n", paint("symmetric:", Paint::green, look.colour),
                          named ? s.structure : "group", with_commas(s.order));
      for (const auto& family : s.families) row("interchangeable", joined(family, ", "));
      for (const std::string& g : s.generators) row("generator", printable(g));
    }
    if (s.diagram) text += diagram_text(*s.diagram);
    for (const std::string& b : s.broken_by) row("broken by", printable(b));
    if (s.order != "1") row("time", seconds_in_words(s.seconds));
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
    if (s.diagram) list.back()["diagram"] = diagram_json(*s.diagram);
  }
  out["symmetry"] = std::move(list);
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace quotient
