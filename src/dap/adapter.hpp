#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "dap/recorded_run.hpp"
#include "lsp/message_stream.hpp"

namespace quotient::dap {

/// Serves one debugger until it leaves.
class Adapter {
 public:
  explicit Adapter(lsp::MessageStream& stream) : stream_(stream) {}

  void run();

 private:
  using Json = nlohmann::json;

  void handle(const Json& message);
  /// The body of the answer. Throws std::runtime_error with the message if the request cannot be answered.
  Json answer(const std::string& command, const Json& arguments);
  void launch(const Json& arguments);
  Json set_breakpoints(const Json& arguments);
  Json stack_trace(const Json& arguments) const;
  Json variables() const;
  void go(std::size_t position, const char* reason);
  void stopped(const char* reason);
  void event(const char* name, Json body);

  lsp::MessageStream& stream_;
  std::uint64_t sent_ = 0;
  RecordedRun run_;
  std::size_t position_ = 0;
  std::map<std::string, std::set<std::uint32_t>> lines_;  // with breakpoints, by whole path
  /// What happens once the present request is answered.
  std::vector<std::function<void()>> afterwards_;
  bool launched_ = false, left_ = false;
};

}  // namespace quotient::dap
