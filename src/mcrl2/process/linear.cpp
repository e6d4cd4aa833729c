#include "mcrl2/process/linear.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "base/stop_signal.hpp"

namespace quotient::mcrl2 {

namespace {

constexpr std::size_t longest = 100;  // continuations in a row
constexpr std::size_t most_locations = 200'000;

}  // namespace

Lineariser::Lineariser(Specification& spec, Compiler& compiler, const SourceMap& sources, Diagnostics& diagnostics)
    : spec_(spec), compiler_(compiler), sources_(sources), diagnostics_(diagnostics), endings_(spec) {
  result_.locations.push_back({"done", {}, {}, {}, {}});
  result_.locations.push_back({"ended", {}, {}, {}, {}});
  items_.resize(2);
  has_random_ = spec.has_random();
}

/// The process that is about to begin, or where in the text of one control stands: P:LINE:COLUMN.
std::string Lineariser::text_of(const std::vector<Item>& items) const {
  std::string name;
  for (const Item& item : items) {
    if (!name.empty()) name += ".";
    if (item.kind == Item::Kind::process) {
      name += spec_.processes[item.id].name;
    } else if (item.kind == Item::Kind::entered && entered_[item.id].of.value != UINT32_MAX) {
      name += spec_.processes[entered_[item.id].of.value].name;
    } else if (item.kind == Item::Kind::parallel) {
      std::string inside;
      for (const std::vector<Item>& branch : item.branches) inside += (inside.empty() ? "" : " || ") + text_of(branch);
      name += "(" + inside + ")";
    } else {
      const SourceRange range = range_of(item);
      const LineColumn at = sources_.locate(range).position;
      name += fmt::format("{}:{}:{}", spec_.process_around(range), at.line, at.column);
    }
  }
  return name;
}

std::string Lineariser::name_of(const std::vector<Item>& items) {
  std::string name = text_of(items);
  while (!names_.insert(name).second) name += "'";
  return name;
}

std::optional<ProcId> Lineariser::process_of(const std::vector<Item>& items) const {
  const Item& front = items.front();
  if (front.kind == Item::Kind::expression) return spec_.process_at(range_of(front));
  if (items.size() > 1) return std::nullopt;
  if (front.kind == Item::Kind::process) return ProcId{front.id};
  if (front.kind == Item::Kind::entered && entered_[front.id].of.value != UINT32_MAX) return entered_[front.id].of;
  return std::nullopt;
}

Lineariser::Start Lineariser::locate(std::vector<Continuation> rest) {
  Start start;
  if (rest.empty()) {
    start.location = result_.done;
    return start;
  }
  // Behind delta, and behind a process that never ends, nothing is reached.
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (!can_end(rest[i])) rest.resize(i + 1);
  }
  std::vector<Item> items;
  std::size_t size = 0;
  for (const Continuation& part : rest) {
    items.push_back(item_of(part));
    size += size_of(items.back());
  }
  if (size > longest && !failed_) {
    failed_ = true;
    diagnostics_.error(range_of(items.front()),
                       "this process grows without bound: a process may call itself only as its last step");
  }
  if (failed_) return start;
  if (const auto again = nested_again(items)) {
    refuse_started_again(range_of(*again));
    return start;
  }
  const auto [place, fresh] =
      index_.try_emplace(items, LocationId{static_cast<std::uint32_t>(result_.locations.size())});
  if (fresh) {
    ControlLocation location;
    location.name = name_of(items);
    location.range = range_of(items.front());
    location.process = process_of(items);
    if (items.front().kind == Item::Kind::expression) location.inside = spec_.process_around(location.range);
    std::size_t position = 0;
    for (const Item& item : items) append_variables(item, position, location.variables);
    result_.locations.push_back(std::move(location));
    items_.push_back(items);
  }
  start.location = place->second;
  for (const Continuation& part : rest) append_values(part, start.values);
  return start;
}

Lineariser::Start Lineariser::start(ProcExprId process, const Substitution& substitution) {
  std::vector<Continuation> rest;
  push_continuation(rest, process, substitution);
  const SourceRange range = spec_[process].range;
  std::vector<Entered> ways = enter(rest, {});
  if (failed_) return {};
  if (ways.size() == 1 && ways.front().variables.empty()) return locate(std::move(ways.front().rest));
  return open(ways, range);
}

/// Of a process that begins with a random choice.
Lineariser::Start Lineariser::open(const std::vector<Entered>& ways, SourceRange range) {
  const LocationId opening{static_cast<std::uint32_t>(result_.locations.size())};
  result_.locations.push_back({"random", {}, {}, range, {}});
  items_.emplace_back();
  result_.openings.push_back(opening);
  current_ = opening;
  FoundStep first;
  first.range = range;
  first.path.choice = ++choices_;
  for (const Entered& way : ways) add_summand(first, way);
  return {opening, {}};
}

void Lineariser::expand_all() {
  for (std::uint32_t i = 2; i < result_.locations.size() && !failed_; ++i) {
    expand(LocationId{i});
    if (result_.locations.size() > most_locations && !failed_) {
      failed_ = true;
      diagnostics_.error(result_.locations[i].range,
                         "more than 200000 control locations: the process grows without bound");
    }
  }
}

void Lineariser::expand(LocationId location) {
  poll_stop();
  current_ = location;
  const std::vector<Item> items = items_[location.value];
  if (items.empty()) return;  // an opening
  const SourceRange range = result_.locations[location.value].range;
  std::vector<Continuation> parts;
  std::size_t position = 0;
  for (const Item& item : items) parts.push_back(own_continuation(item, position, range));
  continue_with(std::move(parts), {});
}

void Lineariser::add_summand(FoundStep found) {
  if (found_ != nullptr) {
    found_->push_back(std::move(found));
    return;
  }
  std::vector<VarId> used = result_.locations[current_.value].variables;
  used.insert(used.end(), found.path.variables.begin(), found.path.variables.end());
  std::vector<Entered> ways = enter(std::move(found.rest), std::move(used));
  if (found.path.choice == 0 && (ways.size() > 1 || (!ways.empty() && !ways.front().variables.empty()))) {
    found.path.choice = ++choices_;
  }
  for (Entered& way : ways) add_summand(found, std::move(way));
}

void Lineariser::add_summand(const FoundStep& found, Entered target) {
  if (failed_) return;
  Summand summand;
  summand.variables = found.path.variables;
  summand.conditions = found.path.conditions;
  summand.actions = found.actions;
  summand.time = found.path.time;
  summand.range = found.range;
  summand.random = found.path.random;
  summand.weights = found.path.weights;
  summand.choice = found.path.choice;
  summand.variables.insert(summand.variables.end(), target.variables.begin(), target.variables.end());
  summand.random.insert(summand.random.end(), target.variables.begin(), target.variables.end());
  summand.conditions.insert(summand.conditions.end(), target.conditions.begin(), target.conditions.end());
  summand.weights.insert(summand.weights.end(), target.weights.begin(), target.weights.end());
  if (summand.choice != 0) result_.random = true;
  Start next = locate(std::move(target.rest));
  summand.next = next.location;
  summand.values = std::move(next.values);
  // Variables that occur nowhere only repeat the summand; but each value of a random one has its probability.
  std::vector<VarId> used = summand.random;
  const auto use = [&](ExprId e) {
    const auto& free = compiler_.free_variables(e);
    used.insert(used.end(), free.begin(), free.end());
  };
  for (const ExprId e : summand.conditions) use(e);
  for (const ActionCall& call : summand.actions) std::for_each(call.arguments.begin(), call.arguments.end(), use);
  if (summand.time) use(summand.time);
  for (const ExprId e : summand.values) use(e);
  for (const ExprId e : summand.weights) use(e);
  std::erase_if(summand.variables, [&](VarId v) { return std::find(used.begin(), used.end(), v) == used.end(); });
  result_.locations[current_.value].summands.push_back(std::move(summand));
}

}  // namespace quotient::mcrl2
