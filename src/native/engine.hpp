#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "model/system.hpp"
#include "native/cache.hpp"
#include "process/process_system.hpp"

namespace quotient::native {

struct EngineOptions {
  /// How long a search runs before a compiler is started: small models are done by then.
  std::chrono::milliseconds patience{300};
  /// Compilers to look for, by name or path; by default those of find_compiler.
  std::vector<std::string> compilers;
  /// Where compiled modules are kept from one run to the next; empty: nowhere.
  std::filesystem::path cache_folder = Cache::default_folder();
  /// Compute every step with both engines and compare: a difference is a bug of ours and ends the program.
  bool paranoid = false;
  /// Cycle generators are asked who waits and who moves.
  bool fairness = false;
};

class Builder;

/// A system of processes whose steps are computed by native code as soon as that is there, and by the interpreter until
/// then. The results are the same. The code is written, compiled and loaded by a thread of its own, which starts with
/// the first generator and ends with the engine: a compiler that is still running then is ended.
class Engine final : public SystemDecorator {
 public:
  Engine(std::unique_ptr<ProcessSystem> system, EngineOptions options);
  ~Engine() override;

  /// The system without native code.
  const ProcessSystem& system() const { return *system_; }

  /// Waits for the native code. Why there is none, ready to print; empty where it is ready.
  std::string wait_until_ready() const;

  std::unique_ptr<StepGenerator> generator() const override;
  std::unique_ptr<StepGenerator> label_generator() const override;
  /// Where fairness matters and the program has rendezvous, the interpreter's: native code does not know who took part.
  std::unique_ptr<StepGenerator> cycle_generator() const override;
  std::unique_ptr<Independence> independence() const override { return system_->independence(); }

 private:
  std::unique_ptr<ProcessSystem> system_;
  bool paranoid_;
  bool fairness_;
  std::unique_ptr<Builder> builder_;
};

}  // namespace quotient::native
