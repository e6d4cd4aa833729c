#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/stop_signal.hpp"
#include "model/successors.hpp"
#include "process/program.hpp"
#include "process/shape.hpp"

namespace quotient {

/// A state while steps are taken from it.
struct Configuration {
  std::vector<std::uint8_t> bytes;  // at least shape->size; what follows is not part of the state
  const Shape* shape = nullptr;
  std::vector<std::uint8_t> hidden;  // variables that are no part of the state; they last for one step
  /// A rendezvous under way: the channel (0: none), who sends, and the message. Never part of a stored state.
  std::int32_t handshake = 0;
  std::int32_t sender = -1;
  std::vector<std::int32_t> message;

  StateView view() const { return {bytes.data(), shape->size}; }
};

/// What the steps of one process at one moment depend on besides the configuration.
struct Moment {
  std::int32_t pid = 0;  // -1: the never claim
  bool timeout = false;  // nothing else can move
  bool moved = false;    // another option of this process was taken
  bool nonprogress = true;
};

enum class Outcome : std::uint8_t { blocked, done, failed };

/// What is observed while code runs, one statement after the other: for traces only.
struct Observer {
  struct Message {
    bool received = false;
    std::int32_t channel = 0;
    std::vector<std::int32_t> fields;
  };
  struct Statement {
    std::uint32_t number = 0;
    /// Around what the statement itself does. That variables are reset because nobody will read them is not part of it.
    Configuration before, after;
    bool ended = false;
    std::vector<std::string> output;        // of print
    std::vector<std::uint32_t> violations;  // sites of assertions that failed
    std::vector<Message> messages;
  };
  /// Of a step that goes through more of them, an endless d_step for instance, the first and the last are kept.
  static constexpr std::size_t most_statements = 10'000;
  static constexpr std::size_t first_kept = most_statements / 2;
  std::vector<Statement> statements;  // executed, in order
  std::uint64_t left_out = 0;         // behind the first that are kept

  void begin_statement(std::uint32_t number, const Configuration& before) {
    if (statements.size() == most_statements) {
      poll_stop();
      const auto from = statements.begin() + first_kept, to = from + most_statements / 4;
      left_out += most_statements / 4;
      statements.erase(from, to);
    }
    statements.push_back({number, before, {}, false, {}, {}, {}});
  }
  void end_statement(const Configuration& after) {
    if (statements.empty() || statements.back().ended) return;
    statements.back().after = after;
    statements.back().ended = true;
  }
};

/// Runs the code of a Program: the reference meaning. One for each thread; no allocation once warm.
class Interpreter {
 public:
  explicit Interpreter(const Program& program);

  Shapes& shapes() { return shapes_; }

  /// Runs `code` for a process. Conditions are read from `from`; once they all hold, `to` becomes a copy of `from` and
  /// is written. `failure` tells the site of an error (outcome `failed`); `violation` the first assertion that failed,
  /// if any.
  Outcome run(CodeIndex code, const Configuration& from, Configuration& to, const Moment& moment);

  std::uint32_t failure() const { return failure_; }
  std::span<const std::uint32_t> violations() const { return violations_; }

  /// Whether the conditions of `code` hold in `at`; nothing is written.
  bool can_run(CodeIndex code, const Configuration& at, const Moment& moment);

  /// The value of an expression's code, which ends in `done` with the value on the stack; 0 where that fails.
  std::int32_t evaluate(CodeIndex code, const Configuration& at, const Moment& moment);
  /// Whether the last `evaluate` failed; `failure` tells the site.
  bool is_undefined() const { return undefined_; }

  /// Adds a process to `c`. Returns its pid, or -1 where there are too many processes or channels already.
  std::int32_t create_process(Configuration& c, std::uint32_t type, const std::int32_t* arguments, std::size_t count);

  /// Whether process `pid` could move in `at`, seen by somebody else: SPIN's enabled(). False where it cannot be told.
  bool process_enabled(std::int32_t pid, const Configuration& at, const Moment& moment);

  std::uint32_t location(const Configuration& c, std::size_t pid) const;
  void set_location(Configuration& c, std::size_t pid, std::uint32_t location) const;
  std::uint8_t priority(const Configuration& c, std::size_t pid) const;

  std::span<const std::uint8_t> coverage() const { return coverage_; }
  /// While set, what happens is written down there.
  void observe(Observer* observer) { observer_ = observer; }

 private:
  enum class Mode : std::uint8_t { step, test };
  Outcome execute(CodeIndex code, const Configuration& from, Configuration* to, const Moment& moment, Mode mode,
                  std::size_t stack_base);
  void watch_event(Configuration& c, bool received, std::int32_t number, std::int32_t slot, std::size_t stack_base);
  /// The same for the message that was just sent.
  void watch_send(Configuration& c, std::int32_t number, std::size_t stack_base);
  Outcome enabled(std::int32_t pid, const Configuration& at, const Moment& moment, std::size_t stack_base);
  Outcome ask_enabled(std::int32_t& pid, const Configuration& at, const Moment& moment, std::uint32_t site,
                      std::size_t stack_base);
  void make_room(std::size_t stack_base);
  const ChannelPlace* channel(const Configuration& c, std::int32_t number);
  /// The answer to a question about how full a channel is (len and its kin). Returns nullopt if there is no such
  /// channel.
  std::optional<std::int32_t> measure(const Configuration& c, Op question, std::int32_t number);
  /// Whether a channel has a message that matches, and where: for a poll, and for a receive, which is also part of a
  /// rendezvous. Returns nullopt if that is an error.
  std::optional<bool> poll(const Configuration& c, const ReceivePattern& pattern, std::int32_t number,
                           const std::int32_t* values, std::int32_t& slot);
  std::optional<bool> can_receive(const Configuration& c, const ReceivePattern& pattern, std::int32_t number,
                                  const std::int32_t* values, std::int32_t& slot);
  bool match(const Configuration& c, const ReceivePattern& pattern, std::int32_t number, const std::int32_t* values,
             std::int32_t& slot);
  bool send(Configuration& c, std::int32_t number, const std::int32_t* fields, std::size_t given, bool sorted,
            std::int32_t sender);
  void insert(std::uint8_t* queue, const ChannelKind& kind, const std::int32_t* fields, bool sorted);
  void take(Configuration& c, std::int32_t number, std::int32_t slot);
  std::int32_t field(const Configuration& c, std::int32_t number, std::int32_t slot, std::uint32_t index) const;
  void set_priority(Configuration& c, std::int32_t pid, std::int32_t value);
  void print(const Site& site, const std::int32_t* arguments, std::size_t count);
  void note_message(bool received, const Configuration& c, std::int32_t number, std::int32_t slot);

  const Program& program_;
  const std::uint32_t head_;  // bytes of a state before its global cells
  Shapes shapes_;
  std::vector<std::int32_t> stack_;
  std::vector<std::int32_t> asking_;  // processes whose code asks enabled() just now, one because of the other
  std::vector<std::uint8_t> coverage_;
  struct Event {
    bool received = false;
    std::int32_t channel = 0;
    std::int32_t slot = 0;
  };
  Event event_;
  Observer* observer_ = nullptr;
  std::uint32_t failure_ = 0;
  bool undefined_ = false;
  std::vector<std::uint32_t> violations_;
};

}  // namespace quotient
