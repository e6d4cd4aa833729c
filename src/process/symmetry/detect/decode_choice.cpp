#include <algorithm>

#include "base/stop_signal.hpp"
#include "process/symmetry/detect/decode.hpp"

/// The options of an `if` or `do` within a d_step are tried in order: a chain of branches. Where it can be seen that
/// the order makes no difference, the chain becomes a choice, whose options may change places:
///
/// * conditions that exclude each other (`x == 1`, `x == 2`);
/// * options that do the same (`a -> x = 0`, `b -> x = 0`): one branch, taken if any of the conditions holds;
/// * a loop whose options have nothing to do with each other (`a[1] -> a[1] = 0`, `a[2] -> a[2] = 0`): in any order,
/// each
///   is repeated until its own condition is false, and the loop ends when all are.
namespace quotient::detect {

namespace {

constexpr int deepest = 400;      // of expressions and effects that are compared
constexpr std::size_t most = 64;  // options that are compared in pairs

}  // namespace

/// What a node comes to that does nothing itself.
NodeId Decoder::behind(NodeId id) const {
  while (at(id).kind == NodeKind::pass && at(id).args.size() == 1) id = at(id).args[0];
  return id;
}

/// Whether two expressions, or effects with all that follows, are the same, read from the same cells. Says no in doubt.
bool Decoder::same(NodeId a, NodeId b, int depth) const {
  std::set<std::pair<NodeId, NodeId>> assumed;
  return same(a, b, depth, assumed);
}

/// Two pieces of code are the same if no difference can be come to: pairs that are met again are assumed to be.
bool Decoder::same(NodeId a, NodeId b, int depth, std::set<std::pair<NodeId, NodeId>>& assumed) const {
  poll_stop();
  a = behind(a);
  b = behind(b);
  if (a == b || !assumed.insert({a, b}).second) return true;
  const Node &x = at(a), &y = at(b);
  if (x.blank != y.blank || x.kind == NodeKind::pass) return false;
  if (depth == 0 || x.kind != y.kind || x.op != y.op || x.detail != y.detail || x.number != y.number) return false;
  if (x.value != y.value || x.args.size() != y.args.size()) return false;
  // Still being read: the head of a loop.
  if (x.kind == NodeKind::branch && (x.args.size() != 3 || y.args.size() != 3)) return false;
  if (x.kind == NodeKind::select && (x.args.empty() || y.args.empty())) return false;
  for (std::size_t k = 0; k < x.args.size(); ++k) {
    if (!same(x.args[k], y.args[k], depth - 1, assumed)) return false;
  }
  return true;
}

/// Whether two conditions without && can never both be true: `e == 1` and `e == 2`, `e == 1` and `e != 1`, `e` and
/// `!e`.
bool Decoder::contradict(NodeId a, NodeId b) const {
  poll_stop();
  const Node &x = at(a), &y = at(b);
  const auto is_negation = [this](const Node& n, NodeId of) {
    return n.kind == NodeKind::operation && n.op == Op::logical_not && same(n.args[0], of, deepest);
  };
  if (is_negation(x, b) || is_negation(y, a)) return true;
  const auto compares_with_constant = [this](const Node& n) {
    const bool compares = n.kind == NodeKind::operation && (n.op == Op::equal || n.op == Op::not_equal);
    return compares && is_constant(n.args[0]) != is_constant(n.args[1]);
  };
  if (!compares_with_constant(x) || !compares_with_constant(y)) return false;
  const auto constant_first = [this](const Node& n) { return is_constant(n.args[0]) ? 0U : 1U; };
  const std::size_t i = constant_first(x), j = constant_first(y);
  if (!same(x.args[1 - i], y.args[1 - j], deepest)) return false;
  const bool equal_constants = at(x.args[i]).value == at(y.args[j]).value;
  if (x.op == Op::equal && y.op == Op::equal) return !equal_constants;
  return x.op != y.op && equal_constants;
}

bool Decoder::exclude_each_other(NodeId a, NodeId b) const {
  const auto operands = [this](NodeId condition) {
    return at(condition).kind == NodeKind::conjunction ? at(condition).args : std::vector<NodeId>{condition};
  };
  const std::vector<NodeId> left = operands(a), right = operands(b);
  return std::any_of(left.begin(), left.end(), [&](NodeId x) {
    return std::any_of(right.begin(), right.end(), [&](NodeId y) { return contradict(x, y); });
  });
}

/// The options of a branch or choice that is complete, and what happens otherwise.
std::optional<Decoder::Options> Decoder::options_of(NodeId id) const {
  const Node& n = at(behind(id));
  Options out;
  if (n.kind == NodeKind::branch && n.args.size() == 3) {
    out.all.push_back({n.args[0], n.args[1]});
    out.otherwise = n.args[2];
  } else if (n.kind == NodeKind::choice && n.args.size() == 2) {
    for (const NodeId option : at(n.args[0]).args) out.all.push_back({at(option).args[0], at(option).args[1]});
    out.otherwise = n.args[1];
  } else {
    return std::nullopt;
  }
  return out;
}

void Decoder::make_choice(NodeId id, const Options& options) {
  Node group;
  group.kind = NodeKind::options;
  group.unordered = true;
  for (const auto& [condition, then] : options.all) {
    Node option;
    option.kind = NodeKind::option;
    option.args = {condition, then};
    group.args.push_back(add(std::move(option)));
  }
  const NodeId all = add(std::move(group));
  at(id).kind = NodeKind::choice;
  at(id).args = {all, options.otherwise};
}

/// Where two of the three ways behind a branch and one that follows it at once are the same, both are one branch: `a ?
/// (b ? T : E) : E` is `a && b ? T : E`, and so on. A scan of a family (`do :: i < N && !flag[i] -> i++ :: else ->
/// break od`) is such a chain, and becomes one test of all flags. A branch both ways of which are the same is none.
/// True where nothing is left to be done.
bool Decoder::join_ways(NodeId branch) {
  if (at(branch).kind != NodeKind::branch || at(branch).args.size() != 3 || !unrolls_) return false;
  NodeId condition = at(branch).args[0], yes = behind(at(branch).args[1]), no = behind(at(branch).args[2]);
  if (at(condition).may_fail) return false;
  if (same(yes, no, deepest)) {
    at(branch).kind = NodeKind::pass;
    at(branch).args = {yes};
    return true;
  }
  // Of an inner branch: the way that is shared with the outer one, and the other one.
  for (const bool inner_is_yes : {true, false}) {
    const Node inner = at(inner_is_yes ? yes : no);
    if (inner.kind != NodeKind::branch || inner.args.size() != 3 || at(inner.args[0]).may_fail) continue;
    const NodeId shared = inner_is_yes ? no : yes;
    for (const std::size_t way : {1U, 2U}) {
      if (!same(inner.args[way], shared, deepest)) continue;
      const NodeId other = inner.args[3 - way];
      // The other way is gone if the outer condition says so, and the inner one.
      const NodeId outer = inner_is_yes ? condition : negation(condition);
      const NodeId then = way == 2 ? inner.args[0] : negation(inner.args[0]);
      const bool as_it_was = !inner_is_yes;
      const NodeId both = junction(NodeKind::conjunction, outer, then);
      at(branch).args =
          as_it_was ? std::vector<NodeId>{negation(both), shared, other} : std::vector<NodeId>{both, other, shared};
      return false;
    }
  }
  return false;
}

/// Frees the options of a branch from their order as far as it can be seen that it makes no difference.
void Decoder::free_order(NodeId branch) {
  if (join_ways(branch)) return;
  join_sends(branch);
  const std::optional<Options> first = options_of(branch);
  if (!first || at(first->all[0].condition).may_fail) return;
  const std::optional<Options> rest = options_of(first->otherwise);
  if (!rest || rest->all.size() > most) return;
  const Option& option = first->all[0];
  const auto can_fail = [this](const Option& o) { return at(o.condition).may_fail; };
  if (std::any_of(rest->all.begin(), rest->all.end(), can_fail)) return;

  if (rest->all.size() == 1 && same(option.then, rest->all[0].then, deepest)) {
    const NodeId either = junction(NodeKind::disjunction, option.condition, rest->all[0].condition);
    at(branch).args = {either, option.then, rest->otherwise};
    return;
  }
  Options joined = *rest;
  joined.all.insert(joined.all.begin(), option);
  if (std::all_of(rest->all.begin(), rest->all.end(),
                  [&](const Option& o) { return exclude_each_other(option.condition, o.condition); })) {
    make_choice(branch, joined);
  } else if (std::optional<Options> loop = independent_loop(branch)) {
    make_choice(branch, *loop);
  }
}

/// The options of a loop that begins at a branch, if none of them reads or writes what another writes.
std::optional<Decoder::Options> Decoder::independent_loop(NodeId head) const {
  Options loop;
  for (std::optional<Options> here = options_of(head); here && loop.all.size() <= most;
       here = options_of(loop.otherwise)) {
    loop.all.insert(loop.all.end(), here->all.begin(), here->all.end());
    loop.otherwise = here->otherwise;
  }
  if (loop.all.size() < 2 || loop.all.size() > most) return std::nullopt;
  std::vector<std::set<std::uint32_t>> written;
  std::vector<std::vector<NodeId>> read;
  for (const Option& option : loop.all) {
    written.emplace_back();
    read.push_back({option.condition});
    if (at(option.condition).may_fail || !only_stores(option.then, head, written.back(), read.back()))
      return std::nullopt;
  }
  for (std::size_t a = 0; a < loop.all.size(); ++a) {
    for (std::size_t b = 0; b < loop.all.size(); ++b) {
      if (a == b) continue;
      for (const std::uint32_t cell : written[a]) {
        if (written[b].count(cell) != 0) return std::nullopt;
      }
      for (const NodeId value : read[b]) {
        if (reads_any(value, written[a])) return std::nullopt;
      }
    }
  }
  return loop;
}

/// Whether nothing but stores to fixed cells lies between an effect and `end`; notes the cells and the values.
bool Decoder::only_stores(NodeId effect, NodeId end, std::set<std::uint32_t>& written,
                          std::vector<NodeId>& values) const {
  for (int steps = deepest; steps > 0 && effect != end; --steps) {
    const Node& n = at(effect);
    if (n.kind != NodeKind::effect || n.op != Op::store || n.args.size() != 2) return false;
    for (const NodeId store : at(n.args[0]).args) {
      const Node& s = at(store);
      if (s.kind != NodeKind::store_cell || at(s.args[0]).may_fail) return false;
      written.insert(s.number);
      values.push_back(s.args[0]);
    }
    effect = n.args[1];
  }
  return effect == end;
}

}  // namespace quotient::detect
