#include "studio/loaded_models.hpp"

#include <algorithm>
#include <chrono>

#include "base/reading_scope.hpp"

namespace quotient::studio {

namespace {

constexpr std::chrono::duration<double> seconds_to_wait(20);

}  // namespace

std::shared_ptr<const driver::Model> LoadedModels::get(const ModelSettings& settings) {
  {
    const std::lock_guard lock(mutex_);
    const auto at =
        std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.settings == settings; });
    if (at != entries_.end()) {
      entries_.splice(entries_.begin(), entries_, at);
      return at->model;
    }
  }
  const ReadingScope scope(folder_);
  Deadline deadline({.time = seconds_to_wait});
  auto model = std::make_shared<const driver::Model>(driver::load_model(settings, &deadline));
  if (!*model) return model;  // what it includes may be mended meanwhile
  const std::lock_guard lock(mutex_);
  entries_.push_front({settings, model});
  if (entries_.size() > most) entries_.pop_back();
  return model;
}

void LoadedModels::forget() {
  const std::lock_guard lock(mutex_);
  entries_.clear();
}

}  // namespace quotient::studio
