#include "lsp/check_job.hpp"

#include <charconv>
#include <chrono>
#include <exception>
#include <fmt/format.h>
#include <optional>
#include <utility>

#include "driver/phase.hpp"

namespace quotient::lsp {

namespace {

/// `p(2).x[3]` as `p.x`.
std::string without_numbers(const std::string& cell) {
  std::string plain;
  int depth = 0;
  for (const char c : cell) {
    if (c == '(' || c == '[') ++depth;
    if (depth == 0) plain.push_back(c);
    if (c == ')' || c == ']') --depth;
  }
  return plain;
}

}  // namespace

bool ReachedValues::Before::operator()(const std::string& a, const std::string& b) const {
  const auto number = [](const std::string& text) {
    std::int64_t n = 0;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), n);
    return wrong == std::errc() && end == text.data() + text.size() ? std::optional(n) : std::nullopt;
  };
  const auto first = number(a), second = number(b);
  if (first && second) return *first < *second;
  return first.has_value() != second.has_value() ? first.has_value() : a < b;
}

void ReachedValues::add(const std::vector<CellValue>& cells) {
  for (const CellValue& c : cells) {
    Values& values = by_cell[without_numbers(c.cell)];
    if (values.size() <= most_values) values.insert(c.value);
  }
}

const ReachedValues::Values* ReachedValues::find(const std::string& name, const std::string& container) const {
  const auto found = by_cell.find(container.empty() ? name : container + "." + name);
  return found == by_cell.end() ? nullptr : &found->second;
}

driver::CheckSettings check_settings(const ModelSettings& model, const std::string& claim, double seconds) {
  driver::CheckSettings settings;
  settings.model = model;
  settings.search.limits.memory = default_memory_limit() / 2;
  settings.search.limits.time = std::chrono::duration<double>(seconds);
  settings.model.only_claim = claim;
  driver::complete(settings);
  if (claim.empty()) settings.model.program = model.program;  // the formulas that are open, and the model itself
  return settings;
}

CheckJob::CheckJob(driver::CheckSettings settings, Done done, Told told) : told_(std::move(told)) {
  thread_ = std::thread([this, s = std::move(settings), d = std::move(done)]() mutable { run(std::move(s), d); });
}

CheckJob::~CheckJob() {
  stop();
  thread_.join();
}

/// An exception that left this thread would end the program.
void CheckJob::run(driver::CheckSettings settings, const Done& done) {
  CheckedModel checked;
  try {
    check(std::move(settings), checked);
  } catch (const std::exception& e) {
    checked.outcome = {};
    checked.outcome.refusal = fmt::format("the check failed: {}", e.what());
  }
  try {
    done(std::move(checked));
  } catch (const std::exception&) {
    // Without memory for the answer there is none.
  }
  ended_.store(true, std::memory_order_release);
}

void CheckJob::check(driver::CheckSettings settings, CheckedModel& checked) {
  Deadline deadline(driver::deadline_options(settings.search.limits, &stopped_));
  checked.model = driver::load_model(settings.model, &deadline);
  if (checked.model.stopped != StopCause::none) checked.outcome = driver::check(checked.model, settings);
  if (checked.model) {
    ReachedValues& reached = checked.reached;
    driver::Hooks hooks;
    hooks.entered = [&](const System& system, StateView state) {
      if (++reached.states <= ReachedValues::most_states) reached.add(system.narrator().describe(state));
    };
    hooks.deadline = &deadline;
    hooks.progress = told_;
    checked.outcome = driver::check(checked.model, settings, hooks);
    if (const auto& report = checked.outcome.report) {
      reached.complete = report->first_complete && reached.states <= ReachedValues::most_states;
      reached.up_to_symmetry = report->symmetry.order != "1";
    }
  }
}

}  // namespace quotient::lsp
