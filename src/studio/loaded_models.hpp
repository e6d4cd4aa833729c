#pragma once

#include <filesystem>
#include <list>
#include <memory>
#include <mutex>

#include "driver/model.hpp"
#include "frontend/model_settings.hpp"

namespace quotient::studio {

/// Keeps a few models that were loaded, for requests about the same text that follow each other. A model is immutable:
/// several threads may hold one.
class LoadedModels {
 public:
  /// Files are read within the folder, which must be canonical.
  explicit LoadedModels(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Loads as the settings say, for a few seconds at most.
  std::shared_ptr<const driver::Model> get(const ModelSettings& settings);
  /// A file was written, which others may include.
  void forget();

 private:
  static constexpr std::size_t most = 6;
  struct Entry {
    ModelSettings settings;
    std::shared_ptr<const driver::Model> model;
  };
  std::filesystem::path folder_;
  std::mutex mutex_;
  std::list<Entry> entries_;  // the last used first
};

}  // namespace quotient::studio
