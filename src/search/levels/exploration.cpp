#include "search/levels/exploration.hpp"

#include <algorithm>

#include "base/ensure.hpp"
#include "search/guarded.hpp"
#include "search/run.hpp"

namespace quotient {

Worker::Worker(Exploration& shared, KeyFunction* key_function)
    : e(shared),
      generator(shared.system.generator()),
      session(shared.store, shared.budget, *generator, key_function,
              shared.options.reduction == nullptr || shared.options.reduction->exact()),
      key_function_(key_function) {
  generator->heed(e.watch);
}

void Worker::use(std::unique_ptr<StepGenerator> other) {
  ensure(other != nullptr, "a search for cycles in a system that knows of none");
  session.follow(*other);
  generator = std::move(other);
  generator->heed(e.watch);
}

void Worker::compute_initial(Store::Batch& batch) {
  batch.source = no_state;
  batch.round = 0;
  batch.order = {};
  batch.steps_before = 0;
  generator->initial(batch.steps);
  note_findings(batch, 0);
  session.prepare(batch);
}

void Worker::expand(StateId id, const StateView* state, std::uint64_t depth, Store::Batch& batch) {
  compute_steps(id, state, depth, batch);
  session.prepare(batch);
}

void Worker::compute_steps(StateId id, const StateView* state, std::uint64_t depth, Store::Batch& batch) {
  batch.source = id;
  batch.steps_before = 0;
  if (state == nullptr) session.load(id, batch.open);
  const StateView source = state == nullptr ? batch.open.state() : *state;
  batch.lowers_links = e.orders_parents;
  if (e.orders_parents) batch.order = session.hash_of(source);
  generator->successors(source, batch.steps);
  if (!e.leaves_out) batch.steps.show_all();
  if (sink != nullptr) batch.steps.forget_passed();
  partly_expanded += batch.steps.is_partial() ? 1 : 0;
  if (!batch.steps.is_cut_off()) ++expanded;
  note_findings(batch, depth);
}

void Worker::advance(Store::Batch& batch) {
  batch.steps_before += static_cast<std::uint32_t>(batch.steps.size());
  batch.steps.advance();
  ++provisos;
  if (!batch.steps.has_more()) --partly_expanded;
  session.prepare(batch);
}

bool Worker::arrive_at_depth_limit(Store::Batch& batch) {
  bool stayed = !batch.steps.is_cut_off() && !batch.steps.has_more();
  for (std::size_t i = 0; i < batch.prepared.size(); ++i) {
    if (session.find(batch, i).was_known()) {
      ++transitions;
    } else {
      stayed = false;
    }
  }
  if (sink != nullptr && !batch.steps.is_cut_off() && !sink->stored(batch)) return false;
  return stayed;
}

StopReason Worker::why_cut_off(const Successors& steps) {
  if (!steps.cut_off_reason()) return e.watch.why_raised();
  too_much = steps.cut_off_reason();
  return StopReason::effort;
}

void Worker::note_finding_on_step(const Store::Batch& batch, std::size_t step, std::uint64_t depth) {
  const Occasion moment{batch.round, order_of(batch), batch.steps_before + static_cast<std::uint32_t>(step + 1), 0};
  log.note_step(batch.steps[step].finding, moment, batch.source, batch.steps[step], depth);
}

StopReason Worker::abandon(const Store::Batch& batch, std::size_t notable) {
  for (; notable < batch.notable.size(); ++notable) {
    const Store::Entry& entry = batch.entries[batch.notable[notable]];
    const bool has_order = entry.outcome == Store::Outcome::fresh || entry.outcome == Store::Outcome::lowered;
    if (has_order) e.store.set_parent(entry.id, batch.source);
  }
  return StopReason::memory;
}

bool Worker::flood(StateView state, Link link) {
  return key_function_->flood(state, [&](StateView image) {
    switch (session.insert_seen(image, link)) {
      case Store::Outcome::fresh:
        ++flooded;
        return KeyFunction::Entered::fresh;
      case Store::Outcome::found:
        return KeyFunction::Entered::known;
      default:
        return KeyFunction::Entered::refused;
    }
  });
}

/// Where parents are not put in order it was not computed: violations are, unless a second search is to find them.
KeyHash Worker::order_of(const Store::Batch& batch) {
  const bool is_missing =
      e.in_order_of_length && !e.as_met && !e.orders_parents && !e.any_of_orbit && batch.source != no_state;
  return is_missing ? session.hash_of(batch.open.state()) : batch.order;
}

void Worker::note_findings(const Store::Batch& batch, std::uint64_t depth) {
  std::uint32_t which = 0;
  for (const Finding finding : batch.steps.findings()) {
    if (!e.options.properties.wants(finding)) continue;
    log.note_state(finding, {batch.round, order_of(batch), 0, which++}, batch.source, depth);
  }
}

Exploration::Exploration(const System& explored, const SearchOptions& chosen)
    : system(explored),
      options(chosen),
      watch(chosen.limits),
      budget(chosen.limits.memory),
      owned_store(Store::make(budget, chosen.store, chosen.bitstate_bytes)),
      store(*owned_store) {
  floods = chosen.reduction != nullptr && chosen.reduction->floods();
  store.limit_states(chosen.limits.max_states);
  if (chosen.partial_orders) marks = std::make_unique<ProvisoMarks>(budget, chosen.checkpoints != nullptr);
  add_worker().session.take_part();
}

Worker& Exploration::add_worker() {
  if (options.reduction != nullptr) key_functions.push_back(options.reduction->key_function());
  workers.push_back(
      std::make_unique<Worker>(*this, options.reduction != nullptr ? key_functions.back().get() : nullptr));
  if (equip) equip(*workers.back());
  return *workers.back();
}

Coverage Exploration::coverage() const {
  Coverage joint = earlier.coverage;
  for (const auto& worker : workers) joint.merge(worker->generator->coverage());
  return joint;
}

Progress Exploration::progress(std::uint64_t waiting, std::uint64_t depth) const {
  return {store.size(), waiting, depth, budget.used(), earlier.seconds + watch.seconds()};
}

void Exploration::report_progress(std::uint64_t waiting, std::uint64_t depth) {
  if (options.progress) options.progress(progress(waiting, depth));
}

namespace {

/// From an initial state to `last`.
std::vector<StateId> chain_to(const Exploration& e, StateId last) {
  std::vector<StateId> chain;
  for (StateId id = last; id != no_state;) {
    ensure(chain.size() < e.store.size(), "the parents of a state go round in a circle");
    chain.push_back(id);
    id = e.store.kind() == StoreKind::bitstate ? e.origins[id.value].parent : e.store.parent(id);
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

std::vector<StateBytes> rebuild_path(Exploration& e, StateId last) {
  const std::vector<StateId> chain = chain_to(e, last);
  std::vector<StateBytes> path;
  if (!e.keeps_states()) {
    OpenState open;
    for (const StateId id : chain) {
      poll_stop();
      e.main().session.load(id, open);
      path.emplace_back(open.state().begin(), open.state().end());
    }
    return path;
  }
  // The store has only keys. The state explored for a key was met from its parent, by the first step to this key, or
  // the first of the shortest.
  Run run(e.system);
  for (const StateId id : chain) {
    poll_stop();
    std::optional<std::uint32_t> choice;
    if (e.store.kind() == StoreKind::bitstate) {
      choice = e.origins[id.value].choice;
    } else {
      for (std::uint32_t i = 0; i < run.choice_count(); ++i) {
        if (choice && (!e.in_order_of_length || run.passed(i) >= run.passed(*choice))) continue;
        if (run.choice(i).completed && e.main().session.find(run.choice(i).state) == id) choice = i;
      }
    }
    ensure(choice && run.take(*choice), "no step leads from the parent of a state to it");
    path.emplace_back(run.state().begin(), run.state().end());
  }
  return path;
}

}  // namespace

StateBytes explored_state(Exploration& e, StateId id) { return rebuild_path(e, id).back(); }

std::vector<StateBytes> path_to(Exploration& e, StateId last) {
  std::vector<StateBytes> path;
  const Grace grace(&e.watch);
  guarded(grace, [&] {
    path = rebuild_path(e, last);
    return StopReason::nothing;
  });
  return path;
}

}  // namespace quotient
