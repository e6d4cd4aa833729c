#include "dap/recorded_run.hpp"

#include <algorithm>
#include <filesystem>

namespace quotient::dap {

namespace {

/// The values after a step, of those before it. Of several cells of one name it is the one with the old value.
std::vector<CellValue> after(std::vector<CellValue> cells, const ToldStep& step,
                             const std::vector<ToldViolation::Afterwards>& afterwards) {
  const auto set = [&cells](const std::string& name, const std::optional<std::string>& before,
                            const std::optional<std::string>& now) {
    auto at = std::find_if(cells.begin(), cells.end(),
                           [&](const CellValue& c) { return c.cell == name && before && c.value == *before; });
    if (at == cells.end())
      at = std::find_if(cells.begin(), cells.end(), [&](const CellValue& c) { return c.cell == name; });
    if (at == cells.end()) {
      if (now) cells.push_back({name, *now});
    } else if (now) {
      at->value = *now;
    } else {
      cells.erase(at);
    }
  };
  for (const TraceEvent& event : step.events) {
    for (const CellChange& change : event.changes) set(change.cell, change.before, change.after);
  }
  for (const ToldViolation::Afterwards& a : afterwards) set(a.cell, a.before, a.after);
  return cells;
}

std::string whole_path(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::absolute(path, ignored).lexically_normal().string();
}

}  // namespace

RecordedRun::RecordedRun(const ToldViolation& violation) : message_(violation.text.message) {
  const std::vector<ToldStep>& all = violation.run.steps;
  values_.push_back(violation.first_state);
  std::set<std::string> names;
  for (std::size_t i = 1; i < all.size(); ++i) {
    steps_.push_back(all[i]);
    for (const TraceEvent& event : all[i].events) {
      if (!event.process.empty()) names.insert(event.process);
    }
    static const std::vector<ToldViolation::Afterwards> none;
    values_.push_back(after(values_.back(), all[i], i < violation.afterwards.size() ? violation.afterwards[i] : none));
  }
  if (!violation.last_state.empty()) values_.back() = violation.last_state;
  threads_.assign(names.begin(), names.end());
  if (threads_.empty()) threads_.emplace_back("model");
}

std::size_t RecordedRun::thread_at(std::size_t position) const {
  if (steps_.empty()) return 0;
  const ToldStep& step = steps_[std::min(position, steps_.size() - 1)];
  if (step.events.empty()) return 0;
  const auto at = std::find(threads_.begin(), threads_.end(), step.events.front().process);
  return at == threads_.end() ? 0 : static_cast<std::size_t>(at - threads_.begin());
}

const TraceEvent* RecordedRun::statement_of(std::size_t thread, std::size_t position) const {
  const auto own = [&](const ToldStep& step) -> const TraceEvent* {
    for (const TraceEvent& event : step.events) {
      if (event.process.empty() || event.process == threads_[thread]) return &event;
    }
    return nullptr;
  };
  for (std::size_t i = position; i < steps_.size(); ++i) {
    if (const TraceEvent* event = own(steps_[i])) return event;
  }
  for (std::size_t i = std::min(position, steps_.size()); i-- > 0;) {
    if (const TraceEvent* event = own(steps_[i])) return event;
  }
  return nullptr;
}

const std::vector<CellValue>& RecordedRun::values_at(std::size_t position) const {
  static const std::vector<CellValue> none;
  return values_.empty() ? none : values_[std::min(position, values_.size() - 1)];
}

bool RecordedRun::is_at(std::size_t position, const std::map<std::string, std::set<std::uint32_t>>& lines) const {
  if (position >= steps_.size()) return false;
  const std::vector<TraceEvent>& events = steps_[position].events;
  return std::any_of(events.begin(), events.end(), [&](const TraceEvent& event) {
    const auto file = lines.find(whole_path(event.at.file));
    return !event.at.file.empty() && file != lines.end() && file->second.contains(event.at.position.line);
  });
}

std::size_t RecordedRun::next_breakpoint(std::size_t position, bool forward,
                                         const std::map<std::string, std::set<std::uint32_t>>& lines, bool& hit) const {
  hit = true;
  if (forward) {
    for (std::size_t i = position + 1; i < steps_.size(); ++i) {
      if (is_at(i, lines)) return i;
    }
  } else {
    for (std::size_t i = std::min(position, steps_.size()); i-- > 0;) {
      if (is_at(i, lines)) return i;
    }
  }
  hit = false;
  return forward ? steps_.size() : 0;
}

bool RecordedRun::has_step_at(const std::string& file, std::uint32_t line) const {
  const std::map<std::string, std::set<std::uint32_t>> lines = {{whole_path(file), {line}}};
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    if (is_at(i, lines)) return true;
  }
  return false;
}

}  // namespace quotient::dap
