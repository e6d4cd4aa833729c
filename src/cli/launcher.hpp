#pragma once

#include <cstddef>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <sys/types.h>
#include <utility>
#include <vector>

#include "base/stop_signal.hpp"

namespace quotient::cli {

/// The program that starts ranks: mpirun of Open MPI or of MPICH, whichever the PATH has.
struct Launcher {
  std::string program;
  bool is_open_mpi = false;

  /// Nullopt, with the reason in `error`, where there is none.
  static std::optional<Launcher> find(std::string& error);

  /// The line that starts `ranks` of `command`, on the machines of a file of hosts or on this one.
  std::vector<std::string> line(std::size_t ranks, const std::string& hosts,
                                const std::vector<std::string>& command) const;
};

/// A launcher at work, with its ranks.
class Launch {
 public:
  /// Nullopt, with the reason in `error`, where it cannot be started.
  static std::optional<Launch> start(const std::vector<std::string>& line, std::string& error);

  /// Waits for the end; a raised signal is handed on, once. `local`: all ranks are on this machine, and a launcher that
  /// has had none for some time is ended: mpirun of Open MPI 4.1 that loses a rank while it starts them may wait for
  /// ever. Returns the exit code, 128 and the signal for one that was killed.
  int wait(const StopSignal& stop, bool local) const;

  /// What the ranks have printed, once they have ended. It is held back: of a job that dies nobody wants to read it.
  std::string output() const;

 private:
  using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
  Launch(pid_t process, File output) : process_(process), output_(std::move(output)) {}

  pid_t process_;
  File output_;
};

}  // namespace quotient::cli
