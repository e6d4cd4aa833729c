#include "base/stop_signal.hpp"
#include "process/symmetry/detect/decode.hpp"
#include "process/symmetry/detect/sequences.hpp"

/// Loops over a family, within one step: `for (i : 0 .. N-1) { … flag[i] … }` in a d_step or atomic sequence is
/// unrolled, with `i` a constant in each round (see decode_mind.cpp).
namespace quotient::detect {

namespace {

constexpr std::size_t most_work = 40'000;  // instructions of a step, all its rounds and ways taken together
constexpr int deepest_way = 300;           // branches one after the other
/// Branches one after the other where nothing is unrolled: each is read by a call of its own, and a `d_step` that a
/// program wrote has thousands.
constexpr int deepest_call = 2'000;

}  // namespace

/// Counts instructions and branches. False where this comes to no end.
bool Decoder::has_patience() {
  poll_stop();
  if (!unrolls_ || (++work_ <= most_work && depth_ <= deepest_way)) return true;
  gave_up_ = failed_ = true;
  return false;
}

/// The condition of a step and where its code goes on; nothing where that is not to be seen.
std::optional<Decoder::Guard> Decoder::guard_of(CodeIndex pc) {
  if (program_.code[pc].op == Op::not_in_handshake) ++pc;
  if (program_.code[pc].op == Op::otherwise) return Guard{0, pc + 1, true};
  while (!failed_ && has_patience()) {
    const Op op = program_.code[pc].op;
    if (op == Op::commit && stack_.empty()) return Guard{constant(1), pc + 1, false};
    if (op == Op::block_zero) return Guard{truth(pop_value()), pc + 1, false};
    const std::optional<CodeIndex> next = pure(pc);
    if (!next) return std::nullopt;
    pc = *next;
  }
  return std::nullopt;
}

/// One way to go on, with what is in mind now.
NodeId Decoder::walk_option(const Transition* on, CodeIndex pc) {
  if (depth_ >= deepest_call) {
    gave_up_ = failed_ = true;
    return constant(0);
  }
  const std::map<std::uint32_t, NodeId> mind = in_mind_;
  const Transition* const outer = on_;
  on_ = on;
  ++depth_;
  const NodeId first = walk(pc);
  --depth_;
  on_ = outer;
  in_mind_ = mind;
  return first;
}

/// Whether exactly one of two conditions holds in every state.
bool Decoder::is_complement(NodeId a, NodeId b) const {
  const auto opposite = [](Op op) -> std::optional<Op> {
    switch (op) {
      case Op::less:
        return Op::greater_equal;
      case Op::less_equal:
        return Op::greater;
      case Op::greater:
        return Op::less_equal;
      case Op::greater_equal:
        return Op::less;
      case Op::equal:
        return Op::not_equal;
      case Op::not_equal:
        return Op::equal;
      default:
        return std::nullopt;
    }
  };
  const auto is_negation = [&](NodeId of, NodeId id) {
    const Node& n = at(id);
    return n.kind == NodeKind::operation && n.op == Op::logical_not && is_plain(of) &&
           signature(n.args[0]) == signature(of);
  };
  if (is_negation(a, b) || is_negation(b, a)) return true;
  const Node &x = at(a), &y = at(b);
  const bool compare = (x.kind == NodeKind::operation || x.kind == NodeKind::table) && x.kind == y.kind;
  if (!compare || !is_plain(a) || !is_plain(b) || opposite(x.op) != y.op || x.detail != y.detail) return false;
  if (x.value != y.value || x.args.size() != y.args.size()) return false;
  for (std::size_t k = 0; k < x.args.size(); ++k) {
    if (signature(x.args[k]) != signature(y.args[k])) return false;
  }
  return true;
}

/// Goes on at a location where the process does not rest. Returns the code that follows; nothing where there are
/// several ways, all of which have then been read.
std::optional<CodeIndex> Decoder::pass(std::uint32_t location) {
  struct Enabled {
    NodeId condition;
    CodeIndex rest;
    const Transition* on;
  };
  const ControlLocation& here = program_.process_types[shared_.instance.types[u(process_)]].locations[location];
  std::vector<Enabled> ways;
  std::optional<Enabled> otherwise;
  bool sure = false;
  for (std::uint32_t t = here.first; t < here.last; ++t) {
    unstamped_ = shared_.nodes.size();
    const std::optional<Guard> guard = guard_of(program_.transitions[t].code);
    begin_statement(program_.transitions[t].statement);
    if (!guard) {
      gave_up_ = failed_ = true;
      return std::nullopt;
    }
    const Enabled way{guard->is_otherwise ? 0 : settled(guard->condition), guard->rest, &program_.transitions[t]};
    if (guard->is_otherwise) {
      otherwise = way;
    } else if (!is_constant(way.condition)) {
      ways.push_back(way);
    } else if (at(way.condition).value != 0) {
      ways.push_back(way);
      sure = true;
    }
  }
  if (sure) otherwise.reset();
  // `c -> …` and `!c -> …` are as good as `c -> …` and `else -> …`.
  if (!sure && !otherwise && ways.size() == 2 && is_complement(ways[0].condition, ways[1].condition)) {
    otherwise = ways[1];
    ways.pop_back();
  }
  if (!sure && !otherwise) {
    // Perhaps nothing is enabled here.
    if (!trying_) stays_.insert(location);
    gave_up_ = failed_ = true;
    return std::nullopt;
  }
  if (ways.empty() || (ways.size() == 1 && sure)) {
    const Enabled& only = ways.empty() ? *otherwise : ways[0];
    on_ = only.on;
    return only.rest;
  }
  const bool either_or = ways.size() == 1 && otherwise;
  if (either_or) {
    const std::optional<CodeIndex> joined =
        merge_ways(ways[0].condition, {ways[0].on, ways[0].rest}, {otherwise->on, otherwise->rest});
    if (joined) return joined;
  }
  if (trying_) {
    trial_failed_ = true;
    return std::nullopt;
  }
  Node n;
  n.kind = either_or ? NodeKind::branch : NodeKind::select;
  if (either_or) n.args = {ways[0].condition};
  const NodeId id = add(std::move(n));
  chain(id);
  if (either_or) {
    const NodeId yes = walk_option(ways[0].on, ways[0].rest), no = walk_option(otherwise->on, otherwise->rest);
    at(id).args.push_back(yes);
    at(id).args.push_back(no);
    if (!failed_) free_order(id);
    return std::nullopt;
  }
  Node all;
  all.kind = NodeKind::options;
  all.unordered = true;
  for (const Enabled& way : ways) {
    Node option;
    option.kind = NodeKind::option;
    const NodeId then = walk_option(way.on, way.rest);
    option.args = {way.condition, then};
    all.args.push_back(add(std::move(option)));
  }
  std::vector<NodeId> args{add(std::move(all))};
  if (otherwise) args.push_back(walk_option(otherwise->on, otherwise->rest));
  at(id).args = std::move(args);  // only now: what is not complete is like nothing else
  return std::nullopt;
}

/// At the end of the code of a step. Returns where an atomic sequence goes on.
std::optional<CodeIndex> Decoder::end_step() {
  if (on_ == nullptr) {
    store_mind();
    chain(effect_node(Op::done, {}));
    return std::nullopt;
  }
  if (goes_on(program_, *on_, *passed_)) {
    continued_ = true;
    return pass(on_->target);
  }
  store_mind();
  Node n;
  n.kind = NodeKind::arrival;
  n.detail = on_->atomic ? 1 : 0;
  n.number = u(process_);
  n.value = static_cast<std::int32_t>(on_->target);
  chain(add(std::move(n)));
  return std::nullopt;
}

}  // namespace quotient::detect
