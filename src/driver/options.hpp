#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "driver/settings.hpp"

namespace quotient::driver {

/// Commands of the program, as bits.
enum Command : std::uint32_t {
  check_command = 1,
  simulate_command = 2,
  replay_command = 4,
  lts_command = 8,
  lps_command = 16,
  symmetry_command = 32,
  convert_command = 4096,
  expand_command = 8192,
  compare_command = 16384,
  report_command = 32768,
  lsp_command = 65536,
  studio_command = 131072,
  mcp_command = 262144,
  dap_command = 524288,
  resume_command = 1048576,
  status_command = 2097152,
  refines_command = 4194304,
  repl_command = 8388608,
  inductive_command = 16777216,
  cluster_command = 33554432,
  certify_command = 67108864
};

/// What kind of value an option has, and which alternative of OptionValue that is.
enum class ValueKind {
  flag,         // monostate; a string where it has choices and is given one of them, as `--flag=choice`
  text,         // a string
  choice,       // a string
  count,        // a number that is not negative
  integer,      // a number that may be negative
  size,         // a count: bytes
  duration,     // a double: seconds
  define,       // a string: NAME or NAME=VALUE
  named_count,  // NAME=N
};

struct NamedCount {
  std::string name;
  std::uint64_t count = 0;
  friend bool operator==(const NamedCount&, const NamedCount&) = default;
};

using OptionValue = std::variant<std::monostate, std::string, std::uint64_t, std::int64_t, double, NamedCount>;

/// Of numbers, both included.
struct Bounds {
  std::int64_t least = 0;
  std::int64_t most = std::numeric_limits<std::int64_t>::max();
};

/// One option. The command line with its help, manual page and completions, the reference and the library all come
/// from this.
struct Option {
  std::string_view name = {};  // "--steps"; "-o,--output" where there is a letter
  ValueKind kind = ValueKind::flag;
  std::string_view value = {};        // what the value is called in help
  std::string_view choices = {};      // "full|spin|plain"
  bool names = false;                 // may follow a choice that is not the fallback: "weak:A,B"
  std::optional<Bounds> bounds = {};  // unset: whatever the kind can hold
  std::string_view fallback = {};     // the value that holds where none is given; empty: there is none
  std::string_view without = {};      // in words what holds without the option, where that is no value of it
  std::uint32_t commands = 0;         // that have it
  bool repeatable = false;            // each value is set in turn
  std::string_view help = {};
  /// Stores a value that `objection` accepts in the settings. Null: only the command line has the option.
  void (*set)(CheckSettings&, const OptionValue&) = nullptr;

  /// "output" of "-o,--output", "D" of "-D".
  std::string_view key() const;
  /// "--output", "-D".
  std::string_view shown_name() const;
};

/// In the order of the help.
std::span<const Option> options();
/// By `key`; there must be such an option.
const Option& option(std::string_view key);

/// The parts of a text like "full|spin|plain".
std::vector<std::string> split(std::string_view text, char separator);

/// Why an option cannot have a value, which must be of its kind; empty if it can.
std::string objection(const Option& option, const OptionValue& value);
/// The value that a text stands for; nullopt, with the reason in `error`, if the option cannot have it.
std::optional<OptionValue> parse_value(const Option& option, const std::string& text, std::string& error);

/// What holds where no option is given.
CheckSettings default_settings();

}  // namespace quotient::driver
