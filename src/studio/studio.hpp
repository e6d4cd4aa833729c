#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "base/stop_signal.hpp"
#include "driver/settings.hpp"

namespace quotient::studio {

struct StudioSettings {
  std::filesystem::path folder;  // must exist
  std::string opened;            // a file of it to begin with; may be empty
  std::uint16_t port = 0;        // 0: any free port
  driver::CheckSettings limits;  // of all checks: time, memory, threads
};

/// Serves the studio until the signal is raised. `ready` is called once with its address. Returns what went wrong;
/// empty: nothing.
std::string serve(const StudioSettings& settings, const StopSignal& stop,
                  const std::function<void(const std::string& address)>& ready);

}  // namespace quotient::studio
