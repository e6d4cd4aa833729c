#include "api/pool.hpp"

#include <algorithm>
#include <utility>

namespace quotient::api {

namespace {

/// What a system could not evaluate is remembered by it, and would count against the next search as well.
bool is_as_loaded(const driver::Model& model) {
  return std::none_of(model.subjects.begin(), model.subjects.end(), [](const Subject& subject) {
    const std::optional<Shortcoming> met = subject.system->shortcoming();
    return met && met->loses_steps;
  });
}

}  // namespace

Pool::Lease::Lease(std::weak_ptr<Pool> pool, ModelSettings settings, std::unique_ptr<driver::Model> model)
    : pool_(std::move(pool)), settings_(std::move(settings)), model_(std::move(model)) {}

Pool::Lease::~Lease() {
  if (model_ == nullptr || !*model_ || !is_as_loaded(*model_)) return;
  const std::shared_ptr<Pool> pool = pool_.lock();
  if (pool == nullptr) return;
  try {
    pool->keep(std::move(settings_), std::move(model_));
  } catch (const std::exception&) {
    // Without memory to keep it, it is loaded again.
  }
}

Pool::Lease Pool::take(const ModelSettings& settings, Deadline* deadline) {
  std::unique_ptr<driver::Model> model = find(settings);
  if (model != nullptr) {
    model->seconds = 0;  // that loading took: this time none
  } else {
    model = std::make_unique<driver::Model>(driver::load_model(settings, deadline));
  }
  return {weak_from_this(), settings, std::move(model)};
}

std::unique_ptr<driver::Model> Pool::find(const ModelSettings& settings) {
  const std::scoped_lock lock(mutex_);
  const auto at = std::find_if(kept_.begin(), kept_.end(), [&](const Kept& kept) { return kept.settings == settings; });
  if (at == kept_.end()) return nullptr;
  std::unique_ptr<driver::Model> model = std::move(at->model);
  kept_.erase(at);
  return model;
}

void Pool::keep(ModelSettings settings, std::unique_ptr<driver::Model> model) {
  std::list<Kept> dropped;  // destroyed without the lock
  const std::scoped_lock lock(mutex_);
  kept_.push_front({std::move(settings), std::move(model)});
  if (kept_.size() > most_kept) dropped.splice(dropped.end(), kept_, std::prev(kept_.end()));
}

}  // namespace quotient::api
