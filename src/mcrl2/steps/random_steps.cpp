#include <algorithm>
#include <fmt/format.h>

#include "mcrl2/data/number.hpp"
#include "mcrl2/steps/generator.hpp"

// Steps of specifications with `dist`. What a step leads to is drawn from a distribution over states: one random choice
// for each process that takes part and is to make one, independent of each other. The step is listed once for each
// state that can be drawn; its label says how probable that one is.

namespace quotient::mcrl2 {

namespace {

/// A step with all that it may lead to, in the order in which that was found.
struct Drawn {
  StepLabel label;
  Finding finding;
  SourceRange range;
  std::vector<std::pair<std::vector<std::uint8_t>, Value>> shares;
};

/// Ways that lead to one state are one, with the sum of their probabilities.
void add_share(Drawn& drawn, const std::vector<std::uint8_t>& target, Value probability, TermStore& store) {
  for (auto& [state, share] : drawn.shares) {
    if (state != target) continue;
    share = add(share, probability, store);
    return;
  }
  drawn.shares.emplace_back(target, probability);
}

void check_total(const Drawn& drawn, TermStore& store) {
  Value total = parse_number("0", store);
  for (const auto& [state, share] : drawn.shares) total = add(total, share, store);
  if (compare_numbers(total, parse_number("1", store)) == 0) return;
  throw EvaluationError{"the probabilities of a random choice add up to " + number_text(total) + ", not to 1",
                        drawn.range};
}

}  // namespace

StepLabel Generator::label_with_share(StepLabel base, std::uint32_t way, Value probability) {
  RandomSteps::Share share{shared_.labels.at(base.value), number_text(probability), way};
  const StepLabel label{
      shared_.labels.number_of(way == 1 ? fmt::format("{} [{}]", share.label, share.probability)
                                        : fmt::format("{} [{}, way {}]", share.label, share.probability, way))};
  if (base_labels_.try_emplace(label.value, base).second) shared_.shares.put(label.value, std::move(share));
  return label;
}

void Generator::combine_random(StateView state, Successors& out) {
  TermStore& store = evaluator_.store();
  std::vector<Drawn> all;
  std::map<std::vector<std::uint32_t>, std::size_t> index;
  std::vector<std::uint32_t> key;
  std::vector<Part> parts;
  for (const Combined& result : root_.results()) {
    evaluator_.heed_stop();
    if (!time_of(state, result)) continue;
    set_target(state, result);
    const StepLabel base = label_of(result);
    parts.assign(root_.parts(result).begin(), root_.parts(result).end());
    std::ranges::sort(parts, {}, &Part::process);
    key.assign({base.value});
    Value probability = parse_number("1", store);
    SourceRange range;
    for (const Part& part : parts) {
      coverage_[part.place] = 1;
      const bool random = part.outcome != none;
      key.insert(key.end(),
                 {part.process, random ? 1U : 0U, random ? locals_.outcome(part.outcome).choice : part.next});
      if (!random) continue;
      probability = multiply(probability, locals_.outcome(part.outcome).weight, store);
      range = locals_.outcome(part.outcome).range;
    }
    const auto [place, fresh] = index.try_emplace(key, all.size());
    if (fresh) all.push_back({base, label_of(result.multi).finding, range, {}});
    // The same way to make the same choice may be found twice, by communications that come to the same.
    key.clear();
    for (const Part& part : parts) key.insert(key.end(), {part.process, part.next, part.outcome});
    key.insert(key.begin(), static_cast<std::uint32_t>(place->second));
    if (!ways_met_.insert(key).second) continue;
    add_share(all[place->second], target_, probability, store);
  }
  ways_met_.clear();
  std::map<std::uint32_t, std::uint32_t> ways;  // by label
  std::set<std::vector<std::uint64_t>> met;     // equal distributions are one
  for (const Drawn& drawn : all) {
    check_total(drawn, store);
    std::vector<std::vector<std::uint64_t>> sorted;
    for (const auto& [target, share] : drawn.shares) {
      std::vector<std::uint64_t>& row = sorted.emplace_back(target.begin(), target.end());
      row.push_back(share.bits());
    }
    std::ranges::sort(sorted);
    std::vector<std::uint64_t> whole{drawn.label.value};
    for (const std::vector<std::uint64_t>& row : sorted) whole.insert(whole.end(), row.begin(), row.end());
    if (!met.insert(std::move(whole)).second) continue;
    if (drawn.shares.size() == 1) {
      out.add(drawn.shares.front().first, drawn.label, drawn.finding);
      continue;
    }
    const std::uint32_t way = ++ways[drawn.label.value];
    for (const auto& [target, share] : drawn.shares) {
      out.add(target, label_with_share(drawn.label, way, share), drawn.finding);
    }
  }
}

/// The states that a specification may begin in, where processes begin with random choices.
void Generator::initial_random(Successors& out) {
  TermStore& store = evaluator_.store();
  std::vector<Drawn> all(1);
  all.front().label = StepLabel{shared_.labels.number_of("init")};
  all.front().shares.emplace_back(target_, parse_number("1", store));
  for (const Process& process : model_.processes) {
    const std::vector<LocationId>& openings = model_.linear.openings;
    if (std::find(openings.begin(), openings.end(), process.start) == openings.end()) continue;
    Drawn next;
    next.label = all.front().label;
    for (const auto& [state, share] : all.front().shares) {
      std::copy(state.begin(), state.end(), padded_.begin());
      const LocalState& local = locals_.at(process.type, padded_.data() + process.offset);
      for (const Move& move : local.moves) {
        std::vector<std::uint8_t> target = state;
        std::copy_n(locals_.bytes(move.next), model_.types[process.type].size,
                    target.begin() + static_cast<std::ptrdiff_t>(process.offset));
        const Outcome outcome = move.outcome == none ? Outcome{} : locals_.outcome(move.outcome);
        next.range = outcome.range;
        add_share(next, target, move.outcome == none ? share : multiply(share, outcome.weight, store), store);
      }
    }
    check_total(next, store);
    all.front() = std::move(next);
  }
  const Drawn& drawn = all.front();
  for (const auto& [target, share] : drawn.shares) {
    out.add(target, drawn.shares.size() == 1 ? drawn.label : label_with_share(drawn.label, 1, share));
  }
}

}  // namespace quotient::mcrl2
