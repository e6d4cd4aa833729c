#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "native/variant.hpp"
#include "native/writer.hpp"
#include "process/program.hpp"

namespace quotient::native {

/// Where a piece of code stands in the C around it.
struct Surroundings {
  std::string blocked;  // the statement that leaves a step which cannot be taken
  std::function<std::string(std::uint32_t site, bool after_commit)> failed;  // the statement after a run-time error
  std::string timeout = "0", nonprogress = "1", moved = "0";
  bool in_handshake = false;  // a rendezvous is under way when the code begins; `h` points to it
  bool in_place = false;      // there is no commit: the state is written from the beginning
  std::string label;          // a suffix that makes the labels of this piece unique in its function
};

/// A piece of code as C. `before` reads the state `s` and the record `p`; `after`, which follows the commit, works on
/// their copies `n` and `q`. Both may refer to `c`, `r` (offset of the record) and `pid`.
struct CodeText {
  std::string before, after;
  /// The conditions, where `before` consists of nothing else: then they can be tested any number of times.
  std::optional<std::string> condition;
  std::string marks;        // what `before` marks as reached whether the conditions hold or not
  std::string value;        // of an expression, on top of the stack at the end
  bool impossible = false;  // it always blocks
  bool otherwise = false;   // it begins with `else`
  bool takes_handshake = false;
  bool may_start_handshake = false;  // `hs` holds its channel, `h0` the message
  bool may_fail_after = false;
  bool may_assert = false;
  bool changes_shape = false;
  bool writes_hidden = false;
  std::string unsupported;
};

/// Turns stack code back into expressions and statements.
class CodeEmitter {
 public:
  CodeEmitter(const Variant& variant, const Surroundings& around);

  CodeText emit(CodeIndex code);
  /// Told of every write to global cells: offsets from, up to.
  std::function<void(std::uint32_t, std::uint32_t)> on_global_write;

 private:
  enum class Base : std::uint8_t { none, global, local };
  /// A value on the stack: C that has not been written yet. An address is an offset from its base.
  struct Value {
    std::string text;
    std::optional<std::int32_t> constant;
    Base base = Base::none;
    std::uint32_t low = 0, high = 0;  // of a global address: what it can be
    bool reads = false;               // the state: must be evaluated before it is written
    bool may_be_absent = false;       // an address: negative where there is no such cell
  };
  /// A channel that an operation works on.
  struct Channel {
    std::string number, offset;
    std::optional<std::uint32_t> kind;
    std::string kind_text;
  };

  // emit_code.cpp
  void range(CodeIndex from, CodeIndex to);
  struct Diamond {
    CodeIndex otherwise, end;
  };
  std::optional<Diamond> find_diamond(CodeIndex at, CodeIndex to) const;
  bool diamond(CodeIndex& at, CodeIndex to);
  bool is_pure(CodeIndex from, CodeIndex to) const;
  void instruction(CodeIndex at);
  bool control(CodeIndex at);
  bool memory(const Instruction& in);
  bool arithmetic(const Instruction& in);
  bool process(const Instruction& in);
  void jump_to(CodeIndex from, CodeIndex to, const std::string& condition);
  void commit();
  void run(const Instruction& in);

  void push(std::string text, bool reads = false);
  void push_constant(std::int32_t value);
  Value pop();
  std::string pop_text() { return plain(pop()); }
  std::string plain(const Value& v) const;
  std::string pointer(const Value& address) const;
  std::string temporary(const std::string& value);
  void settle();  // what is on the stack is evaluated now
  void fail_if(const std::string& condition, std::uint32_t site);
  void block_if(const std::string& condition);
  void give_up_as(std::string reason);
  const char* state() const { return committed_ ? "n" : "s"; }
  const char* record() const { return committed_ ? "q" : "p"; }

  // emit_channels.cpp
  bool channel(const Instruction& in);
  Channel resolve(const Value& number, std::uint32_t site);
  void channel_test(const Instruction& in);
  void send(const Instruction& in);
  void send_to_kind(std::uint32_t kind, const Channel& channel, const std::vector<std::string>& fields, bool sorted,
                    std::uint32_t site);
  void match(const Instruction& in);
  void match_kind(std::uint32_t kind, const Channel& c, const ReceivePattern& pattern,
                  const std::vector<std::string>& values, const std::string& found);
  void match_handshake(const Channel& c, const ReceivePattern& pattern, const std::vector<std::string>& values);
  void field(std::uint32_t index);
  void take();
  std::string handshake() const;

  const Variant& variant_;
  const Plan& plan_;
  const Program& program_;
  const Surroundings& around_;
  Writer out_;
  CodeText text_;
  std::vector<Value> stack_;
  std::vector<std::string> conditions_;
  bool only_conditions_ = true;
  bool committed_ = false;
  bool alive_ = true;
  bool took_ = false;
  std::set<CodeIndex> targets_;
  int temporaries_ = 0;
  Channel matched_;         // the message remembered
  std::string slot_ = "0";  // its place
};

}  // namespace quotient::native
