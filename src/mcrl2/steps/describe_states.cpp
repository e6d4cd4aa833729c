#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mcrl2/process/fixed_variables.hpp"
#include "mcrl2/steps/generator.hpp"

// What a generator says of states to people: where each process is, and what it waits for.

namespace quotient::mcrl2 {

std::string Generator::next_actions(const LocalState& local, std::size_t most) {
  std::vector<std::string> offers;
  const auto offer = [&offers](std::string text) {
    if (std::find(offers.begin(), offers.end(), text) == offers.end()) offers.push_back(std::move(text));
  };
  for (std::uint32_t m = 0; m < local.own_moves && offers.size() <= most; ++m) {
    offer(actions_.text(local.moves[m].multi));
  }
  for (const OpenOffer& open : local.open) {
    if (offers.size() <= most) offer(model_.spec.action_names[open.name.value] + "(…)");
  }
  if (offers.empty()) return "delta";
  const bool more = offers.size() > most;
  if (more) offers.resize(most);
  return fmt::format("{}{}", fmt::join(offers, " or "), more ? " or …" : "");
}

std::vector<TraceEvent> Generator::standing(StateView state, const SourceMap& sources) {
  constexpr std::size_t most_offers = 8;
  std::memcpy(padded_.data(), state.data(), state.size());
  std::vector<TraceEvent> out;
  for (std::size_t p = 0; p < model_.processes.size(); ++p) {
    if (!model_.has_steps(p)) continue;
    const Process& process = model_.processes[p];
    const LocalState& local = locals_.at(process.type, padded_.data() + process.offset);
    if (local.done || local.location == model_.linear.ended) continue;
    TraceEvent event;
    event.process = process.name;
    event.statement = next_actions(local, most_offers);
    event.at = sources.locate(model_.linear.locations[local.location.value].range);
    out.push_back(std::move(event));
  }
  return out;
}

/// The parameters that tell this process from others: "(f1, …)". Nothing where all of them change.
std::string Generator::fixed_parameters(std::uint32_t type, LocationId location, std::span<const Value> values) {
  constexpr std::size_t longest_parameter = 40;  // all values are listed beside the place
  const std::optional<ProcId> process = model_.linear.locations[location.value].process;
  if (!process) return {};
  const ProcessType& of = model_.types[type];
  const auto [fixed, fresh] = fixed_.try_emplace(type);
  if (fresh) fixed->second = fixed_variables(of, model_);
  const std::vector<VarId>& variables = model_.locations[location.value].variables;
  const std::vector<bool>& kept = fixed->second[of.number[location.value]];
  std::vector<std::string> texts;
  bool any = false;
  for (const VarId parameter : model_.spec.processes[process->value].parameters) {
    const auto at = static_cast<std::size_t>(std::ranges::find(variables, parameter) - variables.begin());
    if (at < variables.size() && kept[at]) {
      std::string text = evaluator_.text(values[at], model_.spec.variables[parameter.value].sort);
      if (text.size() <= longest_parameter) {
        texts.push_back(std::move(text));
        any = true;
        continue;
      }
    }
    if (texts.empty() || texts.back() != "…") texts.emplace_back("…");
  }
  return any ? fmt::format("({})", fmt::join(texts, ", ")) : "";
}

std::string Generator::place_text(const Process& process, StateView state, LocationId location,
                                  std::span<const Value> values) {
  constexpr std::size_t most_offers = 2;
  const ControlLocation& at = model_.linear.locations[location.value];
  const std::string parameters = fixed_parameters(process.type, location, values);
  if (at.inside.empty()) return at.name + parameters;
  std::vector<std::uint8_t> bytes(state.begin() + process.offset, state.end());
  bytes.resize(bytes.size() + 8);  // see LocalStates::at
  try {
    return fmt::format("{}{}, before {}", at.inside, parameters,
                       next_actions(locals_.at(process.type, bytes.data()), most_offers));
  } catch (const EvaluationError&) {
    return at.name;  // what is wrong with the data is a finding of its own
  }
}

std::vector<CellValue> Generator::describe(StateView state) {
  std::vector<CellValue> result;
  std::vector<Value> values;
  for (const Process& process : model_.processes) {
    const LocationId id = locals_.coder().decode(process.type, state.data() + process.offset, values);
    const CompiledLocation& location = model_.locations[id.value];
    result.push_back({process.name, place_text(process, state, id, values)});
    for (std::size_t i = 0; i < values.size(); ++i) {
      const VarInfo& variable = model_.spec.variables[location.variables[i].value];
      result.push_back({process.name + "." + variable.name, evaluator_.text(values[i], variable.sort)});
    }
  }
  return result;
}

}  // namespace quotient::mcrl2
