#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "promela/flow/flow.hpp"

namespace quotient::promela {

Expression constant(std::int64_t value, SourceRange range);

/// A statement whose parts are built but which has no place in a sequence yet.
struct Node {
  ElementKind kind = ElementKind::condition;
  const Statement* statement = nullptr;
  SourceRange range;
  bool no_effect = false;
  std::vector<std::string> labels;
  std::vector<Sequence*> options;
  Sequence* body = nullptr;
  std::int64_t break_label = -1;     // repetition
  const Name* goto_label = nullptr;  // jump written as goto
  std::int64_t break_target = -1;    // jump written as break
};

/// Elements are created in the order in which SPIN's parser creates them (inner before outer, an escape before what it
/// guards), so that control locations have the numbers that pc_value() shows there.
class FlowBuilder {
 public:
  FlowBuilder(Flow& flow, bool choices_at_once) : flow_(flow), choices_at_once_(choices_at_once) {}
  void build();

 private:
  // Sequences.
  Sequence* open();
  Sequence* close();
  Element* new_element(ElementKind kind, SourceRange range);
  /// A jump that carries a special label needs a control state for it.
  void append(Element* e, Sequence* s);

  // Statements made here.
  const Statement* keep(Statement s);
  const Statement* make_skip(SourceRange range);
  void add_assignment(const Reference& target, Expression value, SourceRange range);
  void add_condition(Expression condition, SourceRange range);
  static Node plain(ElementKind kind, const Statement* statement);
  static Reference reference_to(const Variable& v);

  // From the tree.
  void add_block(const Block& block);
  /// A declaration after the first statement, or in an inner block, is a step that initialises. At the start of the
  /// body the initial values are there when the process starts.
  void add_declaration(const Variable& v, SourceRange range);
  Sequence* build_sequence(const Block& block);
  /// What the braces of `block` enclose, in a scope of its own.
  Sequence* build_scoped(const Block& block);
  void enter_scope() { scopes_.push_back(scopes_.back() + std::to_string(++scope_count_) + "_"); }
  Node prepare(const Statement& s);
  Node prepare_unlabelled(const Statement& s);
  Node prepare_options(const Statement& s, ElementKind kind);
  /// Of several unlabelled skips in a row, SPIN keeps the first (and the last of the option).
  void drop_repeated_skips(Sequence* s);
  static bool is_skip(const Element& e);
  Node prepare_unless(const Statement& s);

  // Loops and choices, spelled out (flow_loops.cpp).
  Node prepare_for(const Statement& s);
  Node prepare_select(const Statement& s);
  bool is_chosen_at_once(const Statement& s) const;
  /// An option for each value.
  Node prepare_choice(const Statement& s, std::int64_t from, std::int64_t to);
  /// Counts up from the first value, and may stop at any.
  Node prepare_counted_choice(const Statement& s);
  void add_break(const Statement& s);
  const Variable& make_counter(const Variable& channel, SourceRange range);
  /// `for (m in q)` looks at a message by taking it from the front and putting it at the back.
  void rotate(const Statement& s);
  /// Closes the sequence of a loop's body with its increment, and makes the loop of it and of the way out.
  Node finish_loop(const Reference& counter, const Statement& s, bool leave_only_at_end);

  // Into a sequence (flow_place.cpp).
  void place(const Node& n);
  void set_label(const std::string& name, Element* e) {
    flow_.labels.push_back({name, scopes_.back(), e});
    e->labelled = true;
  }
  Element* place_plain(const Node& n);
  Element* place_branching(const Node& n);
  static void move_else_last(std::vector<Sequence*>& options);
  Element* place_unless(const Node& n);
  void attach_escape(Sequence* sequence, Sequence* escape);
  void attach_escape(Element* e, Sequence* escape);

  // Atomicity.
  void make_atomic(Sequence* s, bool d_step);
  void mark_atomic(Element* first, Element* last, bool d_step);

  // At the end.
  void resolve_jumps();
  /// In the same scope, else in the nearest one around it, else anywhere in the proctype.
  static Element* find_goto_target(std::span<const FlowLabel* const> labels, const std::string& scope);
  /// The last element of a block goes on with what follows the block.
  void tie_loose_ends();

  struct PendingGoto {
    Element* element;
    const Name* label;
    std::string scope;
  };
  Flow& flow_;
  bool choices_at_once_;
  int d_steps_ = 0;  // that what is being built lies in
  std::vector<Sequence*> open_;
  std::vector<std::string> scopes_;
  std::vector<std::int64_t> breaks_;
  std::unordered_map<std::int64_t, Element*> leaves_;  // by the loop they leave
  std::vector<std::pair<Element*, std::int64_t>> breaks_to_resolve_;
  std::vector<PendingGoto> gotos_;
  std::int64_t break_count_ = 0;
  int scope_count_ = 0;
  bool initialisers_run_at_start_ = true;
};

}  // namespace quotient::promela
