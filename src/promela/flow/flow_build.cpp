#include <algorithm>

#include "base/ensure.hpp"
#include "promela/flow/flow.hpp"

namespace quotient::promela {

namespace {

Expression constant(std::int64_t value, SourceRange range) {
  Expression e;
  e.kind = ExpressionKind::constant;
  e.value = value;
  e.range = range;
  return e;
}

Expression read(const Reference& reference) {
  Expression e;
  e.kind = ExpressionKind::variable;
  e.reference = reference;
  e.range = reference.range;
  return e;
}

Expression binary(Operator op, Expression left, Expression right) {
  Expression e;
  e.kind = ExpressionKind::binary;
  e.op = op;
  e.range = left.range;
  e.operands = {std::move(left), std::move(right)};
  return e;
}

/// Whether SPIN's lexer spells this `select` out by itself: a plain name and plain numbers, outside of inlines.
bool is_spelled_out(const Statement& s) {
  const std::string& name = s.target.parts[0].name.text;
  const auto plain_number = [](const Expression& x) {
    return x.kind == ExpressionKind::constant && x.value >= 0 && x.name.text.empty() && !x.parenthesised;
  };
  return s.inline_call == 0 && s.target.parts.size() == 1 && s.target.parts[0].index.empty() &&
         name.find('_') == std::string::npos && plain_number(s.expressions[0]) && plain_number(s.expressions[1]) &&
         s.expressions[0].value <= s.expressions[1].value;
}

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
  explicit FlowBuilder(Flow& flow) : flow_(flow) {}

  void build() {
    const Proctype& p = *flow_.proctype;
    flow_.body = open();
    initialisers_run_at_start_ = true;
    scopes_.push_back("_");
    add_block(p.body);
    Node end;
    end.kind = ElementKind::end;
    end.range = p.closing;
    place(end);
    close();
    resolve_jumps();
    tie_loose_ends();
  }

 private:
  // --- sequences -----------------------------------------------------------------------------------------------------

  Sequence* open() {
    flow_.sequences.emplace_back();
    open_.push_back(&flow_.sequences.back());
    initialisers_run_at_start_ = false;
    return open_.back();
  }

  Sequence* close() {
    Sequence* s = open_.back();
    open_.pop_back();
    s->extent = s->last;
    return s;
  }

  Element* new_element(ElementKind kind, SourceRange range) {
    flow_.elements.emplace_back();
    Element& e = flow_.elements.back();
    e.kind = kind;
    e.range = range;
    e.number = flow_.location_count++;
    return &e;
  }

  /// A jump that carries a special label needs a control state for it.
  void append(Element* e, Sequence* s) {
    if (e->kind == ElementKind::jump) {
      for (auto label = flow_.labels.rbegin(); label != flow_.labels.rend(); ++label) {
        if (label->element != e || !is_special_label(label->name)) continue;
        Element* skip = new_element(ElementKind::condition, e->range);
        skip->statement = make_skip(e->range);
        // As SPIN does, the newest label of the element moves, whichever of them it is.
        std::find_if(flow_.labels.rbegin(), flow_.labels.rend(), [e](const FlowLabel& l) {
          return l.element == e;
        })->element = skip;
        append(skip, s);
        break;
      }
    }
    if (s->first == nullptr) {
      s->first = e;
    } else {
      s->last->next = e;
    }
    s->last = e;
  }

  // --- statements made here ------------------------------------------------------------------------------------------

  const Statement* keep(Statement s) {
    flow_.statements.push_back(std::move(s));
    return &flow_.statements.back();
  }

  const Statement* make_skip(SourceRange range) {
    Statement s;
    s.kind = StatementKind::expression;
    s.range = range;
    s.expressions = {constant(1, range)};
    return keep(std::move(s));
  }

  void add_assignment(const Reference& target, Expression value, SourceRange range) {
    Statement s;
    s.kind = StatementKind::assign;
    s.range = range;
    s.target = target;
    s.expressions = {std::move(value)};
    place(plain(ElementKind::assign, keep(std::move(s))));
  }

  void add_condition(Expression condition, SourceRange range) {
    Statement s;
    s.kind = StatementKind::expression;
    s.range = range;
    s.expressions = {std::move(condition)};
    place(plain(ElementKind::condition, keep(std::move(s))));
  }

  static Node plain(ElementKind kind, const Statement* statement) {
    Node n;
    n.kind = kind;
    n.statement = statement;
    n.range = statement->range;
    return n;
  }

  static Reference reference_to(const Variable& v) {
    Reference r;
    r.parts.push_back({v.name, {}, 0});
    r.range = v.name.range;
    r.variable = &v;
    return r;
  }

  // --- from the tree -------------------------------------------------------------------------------------------------

  void add_block(const Block& block) {
    for (const Statement& s : block) {
      if (s.kind == StatementKind::declaration) {
        for (const Variable* v : s.declared) add_declaration(*v, s.range);
      } else if (s.kind != StatementKind::exclusive) {
        place(prepare(s));
        initialisers_run_at_start_ = false;
      }
    }
  }

  /// A declaration after the first statement, or in an inner block, is a step that initialises. At the start of the
  /// body the initial values are there when the process starts.
  void add_declaration(const Variable& v, SourceRange range) {
    if (initialisers_run_at_start_) {
      flow_.initialised_at_start.push_back(&v);
      return;
    }
    if (v.type.base == BaseType::structure) {
      Statement s;
      s.kind = StatementKind::assign;
      s.range = range;
      Node n = plain(ElementKind::assign, keep(std::move(s)));
      n.no_effect = true;
      place(n);
      return;
    }
    Reference target = reference_to(v);
    if (v.is_array) target.parts[0].index = {constant(0, range)};  // SPIN clears the first element only
    add_assignment(target, v.initialiser ? *v.initialiser : constant(0, range), range);
  }

  Sequence* build_sequence(const Block& block) {
    open();
    add_block(block);
    return close();
  }

  /// What the braces of `block` enclose, in a scope of its own.
  Sequence* build_scoped(const Block& block) {
    enter_scope();
    Sequence* s = build_sequence(block);
    scopes_.pop_back();
    return s;
  }

  void enter_scope() { scopes_.push_back(scopes_.back() + std::to_string(++scope_count_) + "_"); }

  Node prepare(const Statement& s) {
    Node n = prepare_unlabelled(s);
    for (const Name& label : s.labels) n.labels.push_back(label.text);
    return n;
  }

  Node prepare_unlabelled(const Statement& s) {
    switch (s.kind) {
      case StatementKind::expression:
        return plain(ElementKind::condition, &s);
      case StatementKind::assign:
        return plain(ElementKind::assign, &s);
      case StatementKind::send:
        return plain(ElementKind::send, &s);
      case StatementKind::receive:
        return plain(ElementKind::receive, &s);
      case StatementKind::assertion:
        return plain(ElementKind::assertion, &s);
      case StatementKind::printf:
      case StatementKind::printm:
        return plain(ElementKind::print, &s);
      case StatementKind::set_priority:
        return plain(ElementKind::set_priority, &s);
      case StatementKind::else_:
        return plain(ElementKind::otherwise, &s);
      case StatementKind::goto_: {
        Node n = plain(ElementKind::jump, &s);
        n.goto_label = &s.label;
        return n;
      }
      case StatementKind::break_: {
        Node n = plain(ElementKind::jump, &s);
        ensure(!breaks_.empty(), "a break outside of a loop reached the control flow");
        n.break_target = breaks_.back();
        return n;
      }
      case StatementKind::if_:
        return prepare_options(s, ElementKind::selection);
      case StatementKind::do_:
        return prepare_options(s, ElementKind::repetition);
      case StatementKind::for_range:
      case StatementKind::for_in:
        return prepare_for(s);
      case StatementKind::select:
        return prepare_select(s);
      case StatementKind::atomic:
      case StatementKind::d_step:
      case StatementKind::block: {
        Node n = plain(s.kind == StatementKind::atomic   ? ElementKind::atomic
                       : s.kind == StatementKind::d_step ? ElementKind::d_step
                                                         : ElementKind::block,
                       &s);
        n.body = build_scoped(s.blocks[0]);
        if (n.kind != ElementKind::block) make_atomic(n.body, n.kind == ElementKind::d_step);
        return n;
      }
      case StatementKind::unless:
        return prepare_unless(s);
      case StatementKind::declaration:
      case StatementKind::exclusive:
      case StatementKind::c_code:
        break;
    }
    report_bug("a statement that the checker refuses reached the control flow");
  }

  Node prepare_options(const Statement& s, ElementKind kind) {
    Node n = plain(kind, &s);
    if (kind == ElementKind::repetition) {
      n.break_label = break_count_++;
      breaks_.push_back(n.break_label);
    }
    for (const Block& option : s.blocks) n.options.push_back(build_sequence(option));
    if (flow_.proctype->kind != ProctypeKind::never) {
      for (Sequence* option : n.options) drop_repeated_skips(option);
    }
    return n;
  }

  /// Of several unlabelled skips in a row, SPIN keeps the first (and the last of the option).
  void drop_repeated_skips(Sequence* s) {
    int skips = 0;
    Element* before = nullptr;
    for (Element* e = s->first; e != nullptr; before = e, e = e->next) {
      if (!is_skip(*e) || flow_.has_label(e)) {
        skips = 0;
        continue;
      }
      if (++skips > 1 && e->kind != ElementKind::print && e != s->first && e != s->last && e != s->extent) {
        before->next = e->next;
        e = before;
      }
    }
  }

  static bool is_skip(const Element& e) {
    if (e.kind == ElementKind::print) return true;
    return e.kind == ElementKind::condition && e.statement->expressions[0].kind == ExpressionKind::constant &&
           e.statement->expressions[0].value == 1;
  }

  Node prepare_for(const Statement& s) {
    breaks_.push_back(break_count_++);
    Reference counter = s.target;
    const Variable* collection = s.kind == StatementKind::for_in ? s.collection.variable : nullptr;
    if (collection != nullptr && collection->type.base == BaseType::channel && !collection->is_array) {
      counter = reference_to(make_counter(*collection, s.range));
      add_assignment(counter, constant(0, s.range), s.range);
      open();
      Expression length;
      length.kind = ExpressionKind::length;
      length.reference = s.collection;
      length.range = s.collection.range;
      add_condition(binary(Operator::less, read(counter), std::move(length)), s.range);
      rotate(s);
    } else {
      const bool range = s.kind == StatementKind::for_range;
      Expression from = range ? s.expressions[0] : constant(0, s.range);
      Expression to = range ? s.expressions[1] : constant(static_cast<std::int64_t>(collection->length) - 1, s.range);
      add_assignment(counter, std::move(from), s.range);
      open();
      add_condition(binary(Operator::less_equal, read(counter), std::move(to)), s.range);
    }
    enter_scope();
    add_block(s.blocks[0]);
    scopes_.pop_back();
    return finish_loop(counter, s, true);
  }

  Node prepare_select(const Statement& s) {
    if (is_choice_of_numbers(s)) return prepare_choice(s, s.expressions[0].value, s.expressions[1].value);
    if (is_spelled_out(s)) return prepare_counted_choice(s);
    add_assignment(s.target, s.expressions[0], s.range);
    open();
    add_condition(binary(Operator::less, read(s.target), s.expressions[1]), s.range);
    breaks_.push_back(break_count_++);
    return finish_loop(s.target, s, false);
  }

  /// An option for each value.
  Node prepare_choice(const Statement& s, std::int64_t from, std::int64_t to) {
    Node n = plain(ElementKind::selection, &s);
    for (std::int64_t value = from; value <= to; ++value) {
      open();
      add_assignment(s.target, constant(value, s.range), s.range);
      n.options.push_back(close());
    }
    return n;
  }

  /// Counts up from the first value, and may stop at any.
  Node prepare_counted_choice(const Statement& s) {
    add_assignment(s.target, s.expressions[0], s.range);
    Node loop = plain(ElementKind::repetition, &s);
    loop.break_label = break_count_++;
    breaks_.push_back(loop.break_label);
    open();
    add_condition(binary(Operator::less, read(s.target), s.expressions[1]), s.range);
    add_assignment(s.target, binary(Operator::add, read(s.target), constant(1, s.range)), s.range);
    loop.options.push_back(close());
    open();
    add_break(s);
    loop.options.push_back(close());
    return loop;
  }

  void add_break(const Statement& s) {
    Statement leave;
    leave.kind = StatementKind::break_;
    leave.range = s.range;
    Node jump = plain(ElementKind::jump, keep(std::move(leave)));
    jump.break_target = breaks_.back();
    place(jump);
  }

  const Variable& make_counter(const Variable& channel, SourceRange range) {
    Variable v;
    v.name = {"_for_" + std::to_string(flow_.variables.size()), range};
    v.type.base = channel.channel && channel.channel->capacity > 255 ? BaseType::short_integer : BaseType::byte;
    v.owner = flow_.proctype;
    flow_.variables.push_back(std::move(v));
    return flow_.variables.back();
  }

  /// `for (m in q)` looks at a message by taking it from the front and putting it at the back.
  void rotate(const Statement& s) {
    Statement take;
    take.kind = StatementKind::receive;
    take.range = s.range;
    take.target = s.collection;
    take.expressions = {read(s.target)};
    Statement put = take;
    put.kind = StatementKind::send;
    place(plain(ElementKind::receive, keep(std::move(take))));
    place(plain(ElementKind::send, keep(std::move(put))));
  }

  /// Closes the sequence of a loop's body with its increment, and makes the loop of it and of the way out.
  Node finish_loop(const Reference& counter, const Statement& s, bool leave_only_at_end) {
    add_assignment(counter, binary(Operator::add, read(counter), constant(1, s.range)), s.range);
    Sequence* body = close();
    open();
    if (leave_only_at_end) {
      Statement otherwise;
      otherwise.kind = StatementKind::else_;
      otherwise.range = s.range;
      place(plain(ElementKind::otherwise, keep(std::move(otherwise))));
    }
    add_break(s);
    Sequence* way_out = close();
    Node loop = plain(ElementKind::repetition, &s);
    loop.options = {way_out, body};
    loop.break_label = breaks_.back();
    return loop;
  }

  Node prepare_unless(const Statement& s) {
    const Statement& normal = s.blocks[0].at(0);
    const Statement& escape = s.blocks[1].at(0);
    Node main = prepare(normal);
    // The break of a loop does not reach into its own escape.
    const bool hide_break = main.kind == ElementKind::repetition;
    if (hide_break) breaks_.pop_back();
    Node way_out = prepare(escape);
    if (hide_break) breaks_.push_back(main.break_label);

    Sequence* escape_sequence = nullptr;
    if (way_out.kind == ElementKind::block && way_out.labels.empty()) {
      escape_sequence = way_out.body;
    } else {
      open();
      place(way_out);
      escape_sequence = close();
    }
    Node unless = plain(ElementKind::unless, &s);
    const bool has_body = main.body != nullptr;
    if (main.kind == ElementKind::block && main.labels.empty()) {
      unless.options = {main.body, escape_sequence};
    } else if (!main.labels.empty() && has_body) {
      // A label before the unless stays outside of it.
      unless.options = {main.body, escape_sequence};
      open();
      place(unless);
      Node wrapper = plain(main.kind, main.statement);
      wrapper.body = close();
      wrapper.labels = main.labels;
      return wrapper;
    } else {
      open();
      place(main);
      unless.options = {close(), escape_sequence};
    }
    return unless;
  }

  // --- into a sequence -----------------------------------------------------------------------------------------------

  void place(const Node& n) {
    const bool branching = n.kind == ElementKind::selection || n.kind == ElementKind::repetition;
    Element* e = branching ? place_branching(n) : n.kind == ElementKind::unless ? place_unless(n) : place_plain(n);
    if (branching || n.kind == ElementKind::unless) {
      for (auto label = n.labels.rbegin(); label != n.labels.rend(); ++label) set_label(*label, e);
    }
  }

  void set_label(const std::string& name, Element* e) { flow_.labels.push_back({name, scopes_.back(), e}); }

  Element* place_plain(const Node& n) {
    Element* e = new_element(n.kind, n.range);
    e->statement = n.statement;
    e->body = n.body;
    e->no_effect = n.no_effect;
    if (n.goto_label != nullptr) gotos_.push_back({e, n.goto_label, scopes_.back()});
    if (n.break_target >= 0) breaks_to_resolve_.push_back({e, n.break_target});
    for (auto label = n.labels.rbegin(); label != n.labels.rend(); ++label) set_label(*label, e);
    append(e, open_.back());
    return e;
  }

  Element* place_branching(const Node& n) {
    Element* e = new_element(n.kind, n.range);
    Element* join = new_element(ElementKind::join, n.range);
    e->statement = n.statement;
    e->options = n.options;
    move_else_last(e->options);
    for (Sequence* option : e->options) append(join, option);
    Element* after = join;
    if (n.kind == ElementKind::repetition) {
      append(join, open_.back());
      after = new_element(ElementKind::leave, n.range);
      leaves_.push_back({n.break_label, after});
      breaks_.pop_back();
    }
    append(e, open_.back());
    append(after, open_.back());
    return e;
  }

  static void move_else_last(std::vector<Sequence*>& options) {
    const auto other = std::find_if(options.begin(), options.end(), [](const Sequence* s) {
      return s->first != nullptr && s->first->kind == ElementKind::otherwise;
    });
    if (other != options.end()) std::rotate(other, other + 1, options.end());
  }

  Element* place_unless(const Node& n) {
    Element* e = new_element(ElementKind::unless, n.range);
    Element* join = new_element(ElementKind::join, n.range);
    e->statement = n.statement;
    e->options = n.options;
    for (Sequence* s : e->options) append(join, s);
    attach_escape(e->options[0], e->options[1]);
    append(e, open_.back());
    append(join, open_.back());
    return e;
  }

  void attach_escape(Sequence* sequence, Sequence* escape) {
    for (Element* e = sequence->first; e != nullptr; e = e->next) {
      attach_escape(e, escape);
      if (e == sequence->extent) break;
    }
  }

  void attach_escape(Element* e, Sequence* escape) {
    if (std::find(e->escapes.begin(), e->escapes.end(), escape) != e->escapes.end()) return;
    const std::vector<Sequence*> inner = e->escapes;
    for (Sequence* s : inner) attach_escape(s, escape);
    e->escapes.insert(e->escapes.begin(), escape);
    switch (e->kind) {
      case ElementKind::unless:
        attach_escape(e->options[0], escape);
        break;
      case ElementKind::selection:
      case ElementKind::repetition:
        for (Sequence* option : e->options) attach_escape(option, escape);
        break;
      case ElementKind::d_step:
        attach_escape(e->body->first, escape);
        break;
      case ElementKind::atomic:
      case ElementKind::block:
        attach_escape(e->body, escape);
        break;
      default:
        break;
    }
  }

  // --- atomicity -----------------------------------------------------------------------------------------------------

  void make_atomic(Sequence* s, bool d_step) {
    mark_atomic(s->first, s->last, d_step);
    Element* last = s->last;
    if (last->kind == ElementKind::block || last->kind == ElementKind::atomic) {
      make_atomic(last->body, d_step);
    } else if (last->kind == ElementKind::unless) {
      make_atomic(last->options[0], d_step);
    } else {
      last->in_atomic = false;
      last->ends_atomic = true;
    }
  }

  void mark_atomic(Element* first, Element* last, bool d_step) {
    for (Element* e = first; e != nullptr; e = e->next) {
      e->in_atomic = true;
      if (d_step) e->in_d_step = true;
      // An atomic inside is part of the outer one; so is a d_step inside a d_step.
      if (e->kind == ElementKind::atomic || (e->kind == ElementKind::d_step && d_step)) e->kind = ElementKind::block;
      if (e->kind == ElementKind::block) mark_atomic(e->body->first, e->body->last, d_step);
      for (Sequence* s : e->options) mark_atomic(s->first, s->last, d_step);
      if (e == last) break;
    }
  }

  // --- at the end ----------------------------------------------------------------------------------------------------

  void resolve_jumps() {
    for (const auto& [element, break_label] : breaks_to_resolve_) {
      const auto leave =
          std::find_if(leaves_.begin(), leaves_.end(), [b = break_label](const auto& l) { return l.first == b; });
      ensure(leave != leaves_.end(), "a break without its loop");
      element->target = leave->second;
    }
    for (const PendingGoto& g : gotos_) {
      g.element->target = find_goto_target(*g.label, g.scope);
      ensure(g.element->target != nullptr, "a goto to an unknown label reached the control flow");
    }
  }

  /// In the same scope, else in the nearest one around it, else anywhere in the proctype.
  Element* find_goto_target(const Name& label, const std::string& scope) const {
    const FlowLabel* around = nullptr;
    const FlowLabel* anywhere = nullptr;
    for (auto l = flow_.labels.rbegin(); l != flow_.labels.rend(); ++l) {
      if (l->name != label.text) continue;
      if (l->scope == scope) return l->element;
      if (scope.starts_with(l->scope)) {
        if (around == nullptr || l->scope.size() > around->scope.size()) around = &*l;
      } else if (anywhere == nullptr) {
        anywhere = &*l;
      }
    }
    const FlowLabel* best = around != nullptr ? around : anywhere;
    return best != nullptr ? best->element : nullptr;
  }

  /// The last element of a block goes on with what follows the block.
  void tie_loose_ends() {
    for (auto e = flow_.elements.rbegin(); e != flow_.elements.rend(); ++e) {
      if (e->body == nullptr || e->next == nullptr) continue;
      Element* after = e->next;
      while (after != nullptr && after->kind == ElementKind::join) after = after->next;
      if (e->body->last->next == nullptr) e->body->last->next = after;
    }
  }

  struct PendingGoto {
    Element* element;
    const Name* label;
    std::string scope;
  };

  Flow& flow_;
  std::vector<Sequence*> open_;
  std::vector<std::string> scopes_;
  std::vector<std::int64_t> breaks_;
  std::vector<std::pair<std::int64_t, Element*>> leaves_;
  std::vector<std::pair<Element*, std::int64_t>> breaks_to_resolve_;
  std::vector<PendingGoto> gotos_;
  std::int64_t break_count_ = 0;
  int scope_count_ = 0;
  bool initialisers_run_at_start_ = true;
};

}  // namespace

bool is_choice_of_numbers(const Statement& select) {
  constexpr std::int64_t widest_range = 32;
  return is_spelled_out(select) && select.expressions[1].value - select.expressions[0].value <= widest_range;
}

std::unique_ptr<Flow> build_flow(const Proctype& proctype) {
  auto flow = std::make_unique<Flow>();
  flow->proctype = &proctype;
  FlowBuilder(*flow).build();
  return flow;
}

}  // namespace quotient::promela
