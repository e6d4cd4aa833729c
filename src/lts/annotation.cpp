#include "lts/annotation.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>

#include "symmetry/group/cycle_notation.hpp"

namespace quotient {

namespace {

constexpr std::string_view mark = " @ ", fixing_mark = " fixing ";
constexpr std::size_t most_names = 65'535;

using Cycles = std::vector<std::vector<Point>>;

std::string listed(std::span<const Permutation> all, std::span<const std::string> names) {
  std::string out;
  for (const Permutation& p : all) out += (out.empty() ? "" : ", ") + cycle_notation(p, names);
  return out;
}

/// "(a b)(c d), ()": one list of cycles for each permutation.
class CycleReader {
 public:
  CycleReader(std::map<std::string, Point, std::less<>>& numbers, std::vector<std::string>& names)
      : numbers_(numbers), names_(names) {}

  bool read(std::string_view text, std::vector<Cycles>& out) {
    for (bool more = true; more;) {
      while (text.starts_with(' ')) text.remove_prefix(1);
      Cycles cycles;
      std::vector<Point> used;
      do {
        if (!text.starts_with('(')) return false;
        const std::size_t end = text.find(')');
        if (end == std::string_view::npos) return false;
        if (!read_cycle(text.substr(1, end - 1), cycles, used)) return false;
        text.remove_prefix(end + 1);
      } while (text.starts_with('('));
      out.push_back(std::move(cycles));
      more = text.starts_with(',');
      if (more) text.remove_prefix(1);
    }
    return text.empty();
  }

 private:
  bool read_cycle(std::string_view text, Cycles& cycles, std::vector<Point>& used) {
    std::vector<Point> cycle;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find(' '), text.size());
      if (end > 0) {
        const auto known = numbers_.find(text.substr(0, end));
        const Point point = known != numbers_.end() ? known->second : static_cast<Point>(names_.size());
        if (known == numbers_.end()) {
          names_.emplace_back(text.substr(0, end));
          numbers_.emplace(names_.back(), point);
        }
        if (std::find(used.begin(), used.end(), point) != used.end() || names_.size() > most_names) return false;
        used.push_back(point);
        cycle.push_back(point);
      }
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (cycle.size() > 1) cycles.push_back(std::move(cycle));
    return true;
  }

  std::map<std::string, Point, std::less<>>& numbers_;
  std::vector<std::string>& names_;
};

}  // namespace

std::string annotated_label(const Annotation& annotation, std::span<const std::string> names) {
  std::string out = annotation.action;
  if (annotation.by.empty()) return out;
  out += std::string(mark) + listed(annotation.by, names);
  if (!annotation.fixing.empty()) out += std::string(fixing_mark) + listed(annotation.fixing, names);
  return out;
}

std::optional<Annotations> read_annotations(std::span<const std::string> labels, AnnotationProblem& problem) {
  Annotations out;
  std::map<std::string, Point, std::less<>> numbers;
  CycleReader reader(numbers, out.names);
  std::vector<std::vector<Cycles>> by(labels.size()), fixing(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::string_view label = labels[i];
    const std::size_t at = label.rfind(mark);
    out.labels.push_back({std::string(label.substr(0, at)), {}, {}});
    if (at == std::string_view::npos) continue;
    out.any = true;
    std::string_view rest = label.substr(at + mark.size());
    const std::size_t second = rest.find(fixing_mark);
    const bool well =
        reader.read(rest.substr(0, second), by[i]) &&
        (second == std::string_view::npos || reader.read(rest.substr(second + fixing_mark.size()), fixing[i]));
    if (well) continue;
    problem = {fmt::format("this is no list of permutations: {}", rest), static_cast<std::uint32_t>(i),
               at + mark.size()};
    return std::nullopt;
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    for (const Cycles& c : by[i]) out.labels[i].by.push_back(Permutation::from_cycles(out.names.size(), c));
    for (const Cycles& c : fixing[i]) out.labels[i].fixing.push_back(Permutation::from_cycles(out.names.size(), c));
  }
  return out;
}

}  // namespace quotient
