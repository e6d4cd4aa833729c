#pragma once

#include <list>
#include <memory>
#include <mutex>

#include "base/deadline.hpp"
#include "driver/model.hpp"

namespace quotient::api {

/// Loaded models that nobody uses, for calls that need one loaded in the same way. A model is lent to one call at a
/// time: what finds its symmetry is for one thread. May be used by several threads at once.
class Pool : public std::enable_shared_from_this<Pool> {
 public:
  /// A model for the time that this lives; then it goes back.
  class Lease {
   public:
    Lease(std::weak_ptr<Pool> pool, ModelSettings settings, std::unique_ptr<driver::Model> model);
    Lease(Lease&&) = default;
    Lease& operator=(Lease&&) = delete;
    ~Lease();
    const driver::Model& model() const { return *model_; }

   private:
    std::weak_ptr<Pool> pool_;
    ModelSettings settings_;
    std::unique_ptr<driver::Model> model_;
  };

  /// One of those that are kept, else one that is loaded now, within the deadline, which may be null.
  Lease take(const ModelSettings& settings, Deadline* deadline);

 private:
  struct Kept {
    ModelSettings settings;
    std::unique_ptr<driver::Model> model;
  };
  static constexpr std::size_t most_kept = 4;

  std::unique_ptr<driver::Model> find(const ModelSettings& settings);
  void keep(ModelSettings settings, std::unique_ptr<driver::Model> model);

  std::mutex mutex_;
  std::list<Kept> kept_;  // guarded by the mutex; the latest first
};

}  // namespace quotient::api
