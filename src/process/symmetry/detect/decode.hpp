#pragma once

#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "process/instance.hpp"
#include "process/symmetry/detect/nodes.hpp"
#include "process/symmetry/detect/variables.hpp"

namespace quotient::detect {

/// What all processes share while their code is read.
struct Decoding {
  const Program& program;
  const Instance& instance;
  Classes& classes;
  Variables& variables;
  bool fold;  // variables that no step writes are constants; else what is written is only found out
  std::set<std::uint32_t> unknown;  // but these are not, by their declarations

  std::vector<Node> nodes;
  Class processes = classes.fresh();            // of process numbers
  std::vector<std::vector<Class>> fields = {};  // of messages, by channel (number - 1)
  /// Values of class `value` go through a field of messages, over whatever channels a class of channel numbers holds.
  struct FieldUse {
    Class channel;
    std::size_t field;
    Class value;
  };
  std::vector<FieldUse> field_uses = {};
  /// What kinds of receives there are: equal ones have equal numbers, and only those.
  std::map<std::vector<std::uint32_t>, std::uint32_t> patterns = {};
  bool locations_are_numbers = false;  // some expression looks at the number of a control location
  bool hidden_is_read;
  bool merged = false;  // somewhere both ways of a branch were taken for one, or sends for a broadcast

  // For people: where constants come from.
  /// A constant that was computed from what tells a process apart, in the code of that process.
  struct Folding {
    std::int32_t process;
    Op op;
    NodeId left, right;
  };
  std::unordered_map<NodeId, Folding> foldings = {};
  std::vector<Class> own_numbers = {};                     // of processes: classes with these
  std::unordered_map<NodeId, std::uint32_t> origins = {};  // constants that variables hold: which

  Decoding(const Program& p, const Instance& i, Classes& c, Variables& v, bool fold_constants,
           std::set<std::uint32_t> unknown_constants);

  /// After all code was read: joins what goes through channels that only a run tells.
  void join_fields();
};

/// Reads the code of one process (or of the claim: number -1) with its own constants put in, so that `(_pid + 1) % N`
/// is a number. The code is that of a stack machine: it is run with expressions in place of values.
class Decoder {
 public:
  /// `passed`: see sequences.hpp; null where each statement is read alone, and loops stay loops.
  /// `merges`: see decode_merge.cpp.
  Decoder(Decoding& shared, std::int32_t process, const std::vector<bool>* passed = nullptr, bool merges = false);

  /// The first effect of a step.
  NodeId step(const Transition& t);
  /// The value of an expression.
  NodeId expression(CodeIndex code);
  /// Whether anything was met that is not understood: then nothing is known about this model.
  bool failed() const { return failed_; }
  /// Whether that is because loops were unrolled without coming to an end.
  bool gave_up() const { return gave_up_; }
  /// Locations that were to be passed, and at which perhaps nothing is enabled. Where there are any, all has to be read
  /// again without passing them.
  const std::set<std::uint32_t>& stays() const { return stays_; }
  /// Goes on with other steps behind one that could not be read.
  void begin_again() {
    failed_ = gave_up_ = false;
    stays_.clear();
    first_.reset();
    last_.reset();
    beginnings_.clear();
  }

 private:
  struct IndexStep {
    NodeId index;
    std::uint32_t stride;
    std::uint32_t bound;
  };
  /// A value on the stack: an expression, or an address.
  struct Symbol {
    enum class Kind : std::uint8_t { value, address, remote } kind = Kind::value;
    NodeId node = 0;          // value; remote: the process
    std::int64_t offset = 0;  // address: in the state; remote: in the record
    std::uint32_t type = 0;   // remote: of the process
    std::vector<IndexStep> path;
  };

  // decode.cpp: effects
  void begin_statement(std::uint32_t statement);
  NodeId walk(CodeIndex pc);
  std::optional<CodeIndex> effect(CodeIndex pc);
  void chain(NodeId node);
  NodeId effect_node(Op op, std::vector<NodeId> args, std::uint32_t detail = 0);
  void store(const Symbol& target, NodeId value);
  void store_in_parallel(std::uint32_t cell, NodeId store);
  bool reads_any(NodeId node, const std::set<std::uint32_t>& cells) const;
  void send(const Instruction& in);
  bool holds_at_start(const Cell& cell, std::int32_t value) const;
  void reset(const Instruction& in);

  // decode_sequence.cpp: loops, and atomic sequences of steps
  using PlaceKey = std::vector<std::int64_t>;
  struct Guard {
    NodeId condition;
    CodeIndex rest;
    bool is_otherwise;
  };
  void store_now(const Cell& cell, NodeId value, bool is_own = false);
  bool has_patience();
  std::optional<Guard> guard_of(CodeIndex pc);
  NodeId walk_option(const Transition* on, CodeIndex pc);
  bool is_complement(NodeId a, NodeId b) const;
  std::optional<CodeIndex> pass(std::uint32_t location);
  std::optional<CodeIndex> end_step();

  // decode_mind.cpp: what is stored only when the step ends
  bool is_kept_in_mind(const Cell& cell) const;
  bool is_kept(NodeId value, CellType type) const;
  bool is_plain(NodeId id) const;
  static constexpr std::uint32_t heaviest_value = 4000;  // that is kept in mind
  std::uint32_t weight_of(NodeId id) const;
  std::uint32_t signature(NodeId id) const;
  PlaceKey key_of(CodeIndex pc) const;
  bool fits_into(NodeId id, CellType type) const;
  NodeId truncated(const Cell& cell, NodeId value);
  NodeId sum(const std::vector<NodeId>& operands);
  void store_together(const std::map<std::uint32_t, NodeId>& entries);
  void store_mind();
  void store_readers_of(std::uint32_t cell);
  void store_expressions();
  bool is_dead(const Cell& cell) const;

  // decode_merge.cpp: branches that only values depend on
  struct Way {
    const Transition* on;
    CodeIndex pc;
  };
  struct Stop {
    CodeIndex pc;
    const Transition* on;
    bool continued;
    std::map<std::uint32_t, NodeId> mind;
  };
  struct Terms {
    std::vector<NodeId> nodes;
    std::uint32_t number = 0;
  };
  std::vector<Stop> try_way(const Way& way);
  std::optional<CodeIndex> merge_ways(NodeId condition, const Way& yes, const Way& no);
  NodeId settled(NodeId condition);
  std::optional<std::map<std::uint32_t, NodeId>> merged_mind(NodeId condition,
                                                             const std::map<std::uint32_t, NodeId>& yes,
                                                             const std::map<std::uint32_t, NodeId>& no);
  Terms terms_of(NodeId id, CellType type) const;
  NodeId either(NodeId condition, NodeId a, NodeId b, CellType type);
  std::optional<NodeId> test_of(NodeId condition, NodeId a, NodeId b);
  NodeId conditional(NodeId condition, NodeId yes, NodeId no);
  std::optional<NodeId> extreme_of(NodeId condition, NodeId a, NodeId b);

  // decode_broadcast.cpp: messages to several channels at once
  void join_sends(NodeId branch);

  // decode_choice.cpp: options whose order makes no difference
  struct Option {
    NodeId condition, then;
  };
  struct Options {
    std::vector<Option> all;
    NodeId otherwise = 0;
  };
  void free_order(NodeId branch);
  std::optional<Options> options_of(NodeId id) const;
  std::optional<Options> independent_loop(NodeId head) const;
  void make_choice(NodeId id, const Options& options);
  bool same(NodeId a, NodeId b, int depth) const;
  bool same(NodeId a, NodeId b, int depth, std::set<std::pair<NodeId, NodeId>>& assumed) const;
  NodeId behind(NodeId id) const;
  bool join_ways(NodeId branch);
  bool contradict(NodeId a, NodeId b) const;
  bool exclude_each_other(NodeId a, NodeId b) const;
  bool only_stores(NodeId effect, NodeId end, std::set<std::uint32_t>& written, std::vector<NodeId>& values) const;

  // decode_expression.cpp: values
  std::optional<CodeIndex> pure(CodeIndex pc);
  std::optional<CodeIndex> jump_pattern(CodeIndex pc);
  bool evaluate(CodeIndex begin, CodeIndex end);
  bool unary_or_binary(const Instruction& in);
  void push_process_value(const Instruction& in);
  void index_address(const Instruction& in);
  void match(const Instruction& in);
  bool is_sure_match(Op op, NodeId channel, const ReceivePattern& pattern) const;

  // decode_nodes.cpp: making nodes, with what is constant computed at once
  NodeId add(Node node);
  NodeId constant(std::int32_t value, bool identity = false);
  NodeId constant_of(std::int32_t value, Class type);
  Class computed();
  NodeId binary(Op op, NodeId left, NodeId right);
  NodeId all_of(Op op, NodeId left, NodeId right);
  NodeId table(Op op, NodeId left, NodeId right);
  NodeId truth(NodeId node);
  NodeId negation(NodeId node);
  NodeId junction(NodeKind kind, NodeId left, NodeId right);
  NodeId group(NodeKind kind, std::vector<NodeId> args);
  NodeId operation(Op op, std::vector<NodeId> args, std::uint32_t detail = 0);
  NodeId load(const Symbol& from);
  NodeId load_cell_at(const Cell& cell);
  NodeId cell_node(const Cell& cell);
  bool is_own(const Symbol& s) const;
  const Variable* variable_of(const Symbol& s) const;
  const Cell* fixed_cell(const Symbol& s) const;
  Class field_class(NodeId channel, std::size_t field);
  void use_as_channel(NodeId node);
  void use_as_process(NodeId node);

  Node& at(NodeId id) { return shared_.nodes[id]; }
  const Node& at(NodeId id) const { return shared_.nodes[id]; }
  bool is_constant(NodeId id) const { return at(id).kind == NodeKind::constant; }
  void push(NodeId node) { stack_.push_back({Symbol::Kind::value, node, 0, 0, {}}); }
  Symbol pop();
  NodeId pop_value();

  Decoding& shared_;
  const Program& program_;
  std::int32_t process_;
  std::uint32_t record_;
  std::vector<Symbol> stack_;
  std::optional<NodeId> message_channel_;  // of the receive that the fields belong to
  const std::vector<bool>* passed_;
  bool unrolls_;
  bool merges_;
  std::uint32_t statement_ = 0;              // that is being read
  CodeIndex effect_ = 0;                     // the instruction that does something
  std::size_t unstamped_ = 0;                // nodes that belong to the next one that begins
  bool looks_around_ = false;                // the step asks what else can happen in the state as it is
  std::map<std::uint32_t, NodeId> in_mind_;  // what cells get when the step ends
  mutable std::unordered_map<NodeId, bool> plain_;
  mutable std::unordered_map<NodeId, std::uint32_t> weights_;
  mutable std::unordered_map<NodeId, std::uint32_t> signatures_;
  mutable std::map<std::vector<std::int64_t>, std::uint32_t> signature_numbers_;
  bool trying_ = false, trial_failed_ = false;  // no effects are written; one would have been
  bool nested_ = true;                          // branches within what is tried may be merged
  int trial_depth_ = 0;
  std::size_t tried_ = 0;
  std::map<std::uint32_t, bool> assumed_;  // conditions on the way that is tried, by signature
  const Transition* on_ = nullptr;         // whose code is being read, in a sequence of several
  bool continued_ = false;                 // it is not the first of them
  std::size_t work_ = 0;
  int depth_ = 0;
  bool gave_up_ = false;
  std::set<std::uint32_t> stays_;
  std::map<PlaceKey, NodeId> known_;    // effects by the place where their code begins
  std::set<PlaceKey> met_;              // places where jumps lead, and have led before
  std::vector<PlaceKey> beginnings_;    // places whose effect is still to come
  std::optional<NodeId> first_, last_;  // of the chain being written
  std::set<CodeIndex> jump_targets_;
  std::optional<NodeId> open_stores_;  // the parallel stores at the end of the chain
  std::set<std::uint32_t> stored_;     // and the cells they write
  bool failed_ = false;
};

}  // namespace quotient::detect
