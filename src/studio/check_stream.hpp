#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>

#include "studio/http_server.hpp"
#include "studio/job_text.hpp"

namespace quotient::studio {

/// Checks models, one at a time, and streams what happens as lines of JSON: {"check": NUMBER} first, {"progress": …} a
/// few times a second, and at the end {"result": …, "choices": […]} or {"error": …}. `result` is by the schema of
/// results; `choices` has for each violation the run that leads there, as the simulation takes it.
class CheckStream {
 public:
  explicit CheckStream(std::filesystem::path folder) : folder_(std::move(folder)) {}

  /// Throws Refusal where another check runs. Ends early if the stream is no longer read.
  void check(driver::CheckSettings settings, HttpReply& reply);
  /// Ends the check of this number; false where it does not run.
  bool cancel(std::uint64_t number);
  /// Ends whatever runs.
  void stop();

 private:
  struct Turn;

  std::filesystem::path folder_;
  std::mutex mutex_;
  std::uint64_t last_ = 0;             // number
  std::shared_ptr<StopFlag> running_;  // null: none
};

}  // namespace quotient::studio
