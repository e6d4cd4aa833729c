#include "bmethod/compile/text_graph.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string>
#include <unordered_map>

#include "bmethod/check/formulas.hpp"
#include "symmetry/graph/named_automorphisms.hpp"

namespace quotient::bmethod {
namespace {

constexpr std::uint32_t most_elements_of_set = 64;
constexpr std::size_t most_vertices = 200'000;  // a text that is larger keeps its elements where they are

bool has_no_order(Op op) {
  switch (op) {
    case Op::conjunction:
    case Op::disjunction:
    case Op::equivalence:
    case Op::equal:
    case Op::not_equal:
    case Op::set_extension:
    case Op::set_union:
    case Op::intersection:
    case Op::add:
    case Op::times:
      return true;
    default:
      return false;
  }
}

/// What is undefined may hide behind what comes before it.
bool has_no_order(const Expr* expr) {
  const bool connects = expr->op == Op::conjunction || expr->op == Op::disjunction;
  return has_no_order(expr->op) && !(connects && std::ranges::any_of(expr->args, may_fail));
}

/// The text as a directed graph: a vertex for each formula and substitution, one for each bound name, one for each
/// element. Names that are not bound, and operations, are what they are: part of the colour.
class TextGraph {
 public:
  TextGraph(const Model& model, const Program& program) : model_(model), first_(model.sets.size(), none) {
    for (std::uint32_t set = 0; set < model.sets.size(); ++set) {
      const GivenSet& given = model.sets[set];
      if (!given.enumerated || program.told_apart[set] || program.named_elements[set].empty()) continue;
      if (given.size < 2 || given.size > most_elements_of_set) continue;
      first_[set] = static_cast<std::uint32_t>(colours_.size());
      for (std::uint32_t i = 0; i < given.size; ++i) elements_.push_back(add(fmt::format("element of {}", set)));
    }
  }

  bool has_elements() const { return !elements_.empty(); }
  bool is_too_large() const { return colours_.size() > most_vertices; }
  const std::set<std::pair<std::uint32_t, std::uint32_t>>& places() const { return places_; }

  void read() {
    std::size_t number = 0;
    for (const auto& instance : model_.instances) {
      const Machine& machine = *instance->machine;
      const std::string at = fmt::format("machine {} ", number++);
      for (const auto& [symbol, value] : instance->arguments) root(at + "argument " + identity(symbol), value);
      for (const Valuation& valuation : machine.values) root(at + "value " + valuation.name.name, valuation.value);
      for (const auto* list : {&machine.constraints, &machine.properties, &machine.invariant, &machine.assertions}) {
        // Clauses are conjunctions: they have no order.
        const std::string kind = list == &machine.constraints  ? "constraint"
                                 : list == &machine.properties ? "property"
                                 : list == &machine.invariant  ? "invariant"
                                                               : "assertion";
        const bool ordered = std::ranges::any_of(*list, may_fail);
        for (std::size_t i = 0; i < list->size(); ++i)
          root(ordered ? fmt::format("{}{} {}", at, kind, i) : at + kind, (*list)[i]);
      }
      if (machine.initialisation != nullptr) {
        const Point made = add(at + "initialisation");
        edge(made, statement(machine.initialisation));
      }
      for (const Operation& operation : machine.operations) {
        const Point made = add(at + "operation " + operation.name.name);
        bind(made, operation.parameter_symbols, "parameter");
        bind(made, operation.result_symbols, "result");
        edge(made, statement(operation.body));
      }
    }
    if (model_.goal != nullptr) root("goal", model_.goal);
    if (model_.scope != nullptr) root("scope", model_.scope);
  }

  /// Elements that must stay where they are.
  void pin(std::uint32_t set, std::uint32_t index) {
    if (first_[set] == none) return;
    const Point made = add(fmt::format("pinned {} {}", set, index));
    edge(made, first_[set] + index);
  }

  std::vector<ElementPermutation> symmetries() const {
    const ColouredGraph graph(EdgeKind::directed, colours_, edges_);
    std::vector<ElementPermutation> made;
    for (const Permutation& generator : named_automorphisms(graph, elements_)) {
      ElementPermutation images(model_.sets.size());
      bool moves = false;
      for (std::uint32_t set = 0; set < images.size(); ++set) {
        if (first_[set] == none) continue;
        bool moved = false;
        std::vector<std::uint32_t> of_set;
        for (std::uint32_t i = 0; i < model_.sets[set].size; ++i) {
          of_set.push_back(generator.images()[first_[set] + i] - first_[set]);
          moved = moved || of_set.back() != i;
        }
        if (moved) images[set] = std::move(of_set);
        moves = moves || moved;
      }
      if (moves) made.push_back(std::move(images));
    }
    return made;
  }

 private:
  static constexpr std::uint32_t none = 0xffff'ffff;

  Point add(const std::string& colour) {
    const auto [found, fresh] = known_.emplace(colour, static_cast<std::uint32_t>(known_.size()));
    colours_.push_back(found->second);
    return static_cast<Point>(colours_.size() - 1);
  }
  void edge(Point from, Point to) { edges_.push_back({from, to}); }
  /// To a part that has a place of its own.
  void part(Point from, const std::string& place, Point to) {
    const Point between = add("place " + place);
    edge(from, between);
    edge(between, to);
  }
  void root(const std::string& colour, const Expr* expr) { edge(add(colour), formula(expr)); }

  std::string identity(const Symbol* symbol) {
    return std::to_string(identities_.emplace(symbol, identities_.size()).first->second);
  }

  void bind(Point at, const std::vector<Symbol*>& symbols, const std::string& what) {
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      const auto known = locals_.find(symbols[i]);
      const Point local =
          known != locals_.end() ? known->second : locals_.emplace(symbols[i], add("local")).first->second;
      part(at, fmt::format("{} {}", what, i), local);
    }
  }

  Point formula(const Expr* expr) {
    if (is_too_large()) return 0;
    std::string colour = fmt::format("formula {} {} '{}'", static_cast<int>(expr->op), expr->number,
                                     expr->op == Op::identifier ? "" : expr->text);
    if (expr->bound.empty()) {
      for (const Identifier& name : expr->names) colour += " " + name.name;  // fields
    }
    const Symbol* symbol = expr->symbol;
    if (symbol != nullptr && symbol->kind == Symbol::Kind::element) {
      const bool may_move = first_[symbol->set] != none;
      const Point made = add(colour + (may_move ? " element" : " " + identity(symbol)));
      if (may_move) edge(made, first_[symbol->set] + symbol->index);
      places_.insert({expr->range.file.value, expr->range.begin});
      return made;
    }
    const bool is_local = symbol != nullptr && symbol->kind == Symbol::Kind::local;
    if (symbol != nullptr && !is_local) colour += " " + identity(symbol);
    const Point made = add(colour);
    if (is_local) {
      const auto known = locals_.find(symbol);
      edge(made, known != locals_.end() ? known->second : locals_.emplace(symbol, add("local")).first->second);
    }
    bind(made, expr->bound, "bound");
    for (std::size_t i = 0; i < expr->args.size(); ++i) {
      const Point arg = formula(expr->args[i]);
      if (has_no_order(expr)) {
        edge(made, arg);
      } else {
        part(made, std::to_string(i), arg);
      }
    }
    return made;
  }

  Point statement(const Stmt* stmt) {
    if (is_too_large()) return 0;
    const Point made = add(fmt::format("statement {} {}", static_cast<int>(stmt->kind), stmt->callee.name));
    bind(made, stmt->bound, "bound");
    for (std::size_t i = 0; i < stmt->targets.size(); ++i)
      part(made, fmt::format("target {}", i), formula(stmt->targets[i]));
    for (std::size_t i = 0; i < stmt->exprs.size(); ++i) {
      if (stmt->exprs[i] != nullptr) part(made, fmt::format("formula {}", i), formula(stmt->exprs[i]));
    }
    for (std::size_t i = 0; i < stmt->labels.size(); ++i) {
      for (const Expr* label : stmt->labels[i]) part(made, fmt::format("label {}", i), formula(label));
    }
    const bool unordered = stmt->kind == Stmt::Kind::parallel || stmt->kind == Stmt::Kind::choice;
    for (std::size_t i = 0; i < stmt->parts.size(); ++i) {
      const Point each = statement(stmt->parts[i]);
      if (unordered) {
        edge(made, each);
      } else {
        part(made, fmt::format("part {}", i), each);
      }
    }
    return made;
  }

  const Model& model_;
  std::vector<std::uint32_t> first_;  // vertex of the first element of each set
  std::vector<Point> elements_;
  std::vector<std::uint32_t> colours_;
  std::vector<Edge> edges_;
  std::unordered_map<std::string, std::uint32_t> known_;  // colours
  std::unordered_map<const Symbol*, std::size_t> identities_;
  std::unordered_map<const Symbol*, Point> locals_;
  std::set<std::pair<std::uint32_t, std::uint32_t>> places_;  // where elements are named: file and offset
};

}  // namespace

std::vector<ElementPermutation> text_symmetries(const Model& model, const Program& program) {
  TextGraph graph(model, program);
  if (!graph.has_elements()) return {};
  graph.read();
  if (graph.is_too_large()) return {};
  for (std::uint32_t set = 0; set < program.named_elements.size(); ++set) {
    for (const NamedElement& each : program.named_elements[set]) {
      if (!graph.places().contains({each.at.file.value, each.at.begin})) graph.pin(set, each.index);
    }
  }
  return graph.symmetries();
}

}  // namespace quotient::bmethod
