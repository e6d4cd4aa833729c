#include "mcrl2/steps/combine.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

namespace quotient::mcrl2 {

Combiner::Combiner(const Model& model, std::uint32_t group, ActionTable& actions, LocalStates& locals,
                   const OpenSums* around)
    : model_(model),
      group_(model.network.groups[group]),
      actions_(actions),
      locals_(locals),
      rules_(model, group_),
      offers_(model, group_),
      open_sums_(model, group_, rules_, offers_, actions, locals, around),
      matcher_(model, group, rules_, offers_, actions, locals) {
  for (std::uint32_t c = 0; c < group_.children.size(); ++c) {
    const Child& child = group_.children[c];
    auto& nested = nested_.emplace_back();
    auto& own_view = own_views_.emplace_back();
    std::uint32_t size = 0;
    if (child.leaf) {
      size = model.types[model.processes[child.index].type].size;
    } else {
      has_groups_ = true;
      group_order_.push_back(c);
      nested = std::make_unique<Combiner>(model, child.index, actions, locals, &open_sums_);
      own_view = std::make_unique<LocalState>();
      offers_.set_group(c, nested->steps_);
    }
    seen_.push_back({size == 0 || size > 8 ? 0 : ~std::uint64_t{0} >> (64 - 8 * size)});
  }
}

void Combiner::clear() {
  matcher_.clear();
  offers_.clear();
  for (Seen& seen : seen_) seen.valid = false;
  for (auto& child : nested_) {
    if (child) child->clear();
  }
}

bool Combiner::done() const {
  for (std::uint32_t c = 0; c < nested_.size(); ++c) {
    if (nested_[c] ? !nested_[c]->done() : !offers_.view(c).done) return false;
  }
  return true;
}

void Combiner::look_at_group(std::uint32_t child, const std::uint8_t* state) {
  nested_[child]->run(state);
  LocalState& view = *own_views_[child];
  view = {};
  const auto results = nested_[child]->results();
  for (std::uint32_t r = 0; r < results.size(); ++r) view.moves.push_back({results[r].multi, r, 0});
  index_offers(view, actions_);
  offers_.set_base(child, view);
}

/// Groups that need to know what other groups offer are asked after these; one after which nothing is known any more is
/// to blame. Those that could not answer are asked last from now on: in which order makes no difference to what they
/// say.
void Combiner::look_at_groups(const std::uint8_t* state) {
  std::vector<std::uint32_t> todo = group_order_;
  while (!todo.empty()) {
    std::vector<std::uint32_t> later;
    std::optional<EvaluationError> problem;
    for (const std::uint32_t c : todo) {
      try {
        look_at_group(c, state);
      } catch (const EvaluationError& error) {
        if (!error.limit) throw;
        if (!problem || c < later.front()) problem = error;
        later.insert(std::lower_bound(later.begin(), later.end(), c), c);
        continue;
      }
      offers_.show_group(c);
      offers_.index();
    }
    if (later.size() == todo.size()) throw EvaluationError(*problem);
    for (const std::uint32_t c : later) {
      std::erase(group_order_, c);
      group_order_.push_back(c);
    }
    todo = std::move(later);
  }
}

void Combiner::look_at_process(std::uint32_t child, const std::uint8_t* state) {
  const Process& process = model_.processes[group_.children[child].index];
  Seen& seen = seen_[child];
  if (seen.mask == 0) return offers_.set_base(child, locals_.at(process.type, state + process.offset));
  std::uint64_t word = 0;
  std::memcpy(&word, state + process.offset, 8);
  word &= seen.mask;
  if (seen.valid && seen.word == word) return;
  seen.valid = false;  // unless it can be looked up
  offers_.set_base(child, locals_.at(process.type, state + process.offset));
  seen.word = word;
  seen.valid = true;
}

/// Finds out what every child can do now.
void Combiner::look(const std::uint8_t* state) {
  open_children_.clear();
  for (std::uint32_t c = 0; c < nested_.size(); ++c) {
    if (nested_[c]) continue;
    look_at_process(c, state);
    if (!offers_.base(c).open.empty()) open_children_.push_back(c);
  }
  if (has_groups_) {
    // Groups are asked last: their sums may need to know what is offered around them.
    offers_.show_bases(false);
    offers_.index();
    look_at_groups(state);
  }
  offers_.show_bases(true);
  if (!open_children_.empty()) {
    offers_.index();
    open_sums_.close(open_children_);
  }
  offers_.index();
}

void Combiner::run(const std::uint8_t* state) {
  steps_.clear();
  look(state);
  may_repeat_ = rules_.overlapping;
  bool all_plain = true;
  for (std::uint32_t c = 0; c < nested_.size(); ++c) {
    may_repeat_ = may_repeat_ || offers_.view(c).ambiguous || nested_[c] != nullptr;
    all_plain = all_plain && offers_.view(c).all_plain;
  }
  if (!all_plain) {
    give_terms(state);
    matcher_.check_arguments();
  }
  matcher_.run(steps_);
}

}  // namespace quotient::mcrl2
