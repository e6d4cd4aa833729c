#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

#include "bmethod/check/formulas.hpp"
#include "bmethod/check/infinite.hpp"
#include "bmethod/syntax/relation_kind.hpp"

namespace quotient::bmethod {
namespace {

/// The text of a constant may name others, whose text names others: what would grow without end stays a value.
constexpr std::size_t most_nodes = 200'000;

bool names(const Expr* expr, const Symbol* symbol) {
  return expr->symbol == symbol || std::ranges::any_of(expr->args, [&](const Expr* arg) { return names(arg, symbol); });
}

std::size_t count_nodes(const Expr* expr) {
  std::size_t count = 1;
  for (const Expr* arg : expr->args) count += count_nodes(arg);
  return count;
}

/// The same text; what binds names is not looked into.
bool is_same_text(const Expr* a, const Expr* b) {
  return a->op == b->op && a->symbol == b->symbol && a->number == b->number && a->text == b->text && a->bound.empty() &&
         b->bound.empty() &&
         std::ranges::equal(a->args, b->args, [](const Expr* x, const Expr* y) { return is_same_text(x, y); });
}

class Inliner {
 public:
  explicit Inliner(Model& model) : model_(model), ast_(model.main->machine->ast) {}

  void run() {
    while (inline_one()) {
    }
    if (about_.empty()) return;
    for (const auto& instance : model_.instances) {
      for (Expr* property : instance->machine->properties) settle(property);
    }
  }

 private:
  /// The first constant that an equation says to be infinite; false where there is none.
  bool inline_one() {
    for (const auto& instance : model_.instances) {
      auto& arguments = instance->arguments;
      for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (!replace(arguments[i].first, arguments[i].second)) continue;
        arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i));
        return true;
      }
      for (Expr* property : instance->machine->properties) {
        if (inline_from(property)) return true;
      }
    }
    return false;
  }

  bool inline_from(Expr* predicate) {
    if (predicate->op == Op::conjunction) {
      return std::ranges::any_of(predicate->args, [this](Expr* arg) { return inline_from(arg); });
    }
    if (predicate->op != Op::equal) return false;
    for (const std::size_t side : {0u, 1u}) {
      if (predicate->args[side]->op != Op::identifier) continue;
      Expr* text = predicate->args[1 - side];
      if (!may_replace(predicate->args[side]->symbol, text)) continue;
      Symbol* constant = predicate->args[side]->symbol;
      const Expr equation = *predicate;
      predicate->op = Op::btrue;  // before the constant is replaced here, too
      predicate->args.clear();
      if (replace(constant, text)) return true;
      *predicate = equation;
    }
    return false;
  }

  bool may_replace(const Symbol* constant, const Expr* text) const {
    return std::ranges::find(model_.constants, constant) != model_.constants.end() &&
           model_.types.kind(constant->type) == TypeTable::Kind::set && !names(text, constant) &&
           looks_infinite(model_.types, text);
  }

  bool replace(Symbol* constant, const Expr* text) {
    if (!may_replace(constant, text)) return false;
    std::vector<Expr*> uses;
    for (const auto& instance : model_.instances) {
      for (Expr& expr : instance->machine->ast.exprs()) {
        if (expr.op == Op::identifier && expr.symbol == constant) uses.push_back(&expr);
      }
      for (const Expr* property : instance->machine->properties) remember(property, constant);
    }
    nodes_ += uses.size() * count_nodes(text);
    if (nodes_ > most_nodes) return false;
    for (Expr* use : uses) {
      std::map<const Symbol*, Symbol*> renamed;
      const SourceRange range = use->range;
      *use = *copy(text, renamed);
      use->range = range;
    }
    std::erase(model_.constants, constant);
    return true;
  }

  /// The conjuncts that say something of a constant which is about to be replaced.
  void remember(const Expr* predicate, const Symbol* constant) {
    if (predicate->op == Op::conjunction) {
      for (const Expr* arg : predicate->args) remember(arg, constant);
    } else if (names(predicate, constant)) {
      about_.push_back(predicate);
    }
  }

  /// With bound variables of its own: copies may stand inside of each other.
  Expr* copy(const Expr* from, std::map<const Symbol*, Symbol*>& renamed) {
    Expr* made = ast_.expr(from->op, from->range);
    *made = *from;
    for (Symbol*& symbol : made->bound) {
      model_.symbols.push_back(*symbol);
      renamed[symbol] = &model_.symbols.back();
      symbol = &model_.symbols.back();
    }
    if (const auto found = renamed.find(made->symbol); found != renamed.end()) made->symbol = found->second;
    for (Expr*& arg : made->args) arg = copy(arg, renamed);
    return made;
  }

  void settle(Expr* predicate) {
    if (predicate->op == Op::conjunction) {
      for (Expr* arg : predicate->args) settle(arg);
    } else if (std::ranges::find(about_, predicate) != about_.end()) {
      const bool is_typed =
          predicate->op == Op::member && predicate->args[0]->op == Op::lambda && is_arrow(predicate->args[1]->op);
      const bool is_power = predicate->op == Op::member && predicate->args[1]->op == Op::pow;
      const bool is_part = (is_power || predicate->op == Op::subset) && predicate->args[0]->op == Op::comprehension;
      if (is_typed) spell_out(predicate);
      if (is_part) spell_out_part(predicate, is_power ? predicate->args[1]->args[0] : predicate->args[1]);
      mark(predicate);
    }
  }

  void mark(const Expr* predicate) {
    if (predicate->op == Op::conjunction) {
      for (const Expr* arg : predicate->args) mark(arg);
    } else {
      model_.about_infinite.insert(predicate);
    }
  }

  Expr* formula(Op op, SourceRange range, std::vector<Expr*> args, TypeRef type) {
    Expr* made = ast_.expr(op, range, std::move(args));
    made->type = type;
    return made;
  }

  Expr* couple(const Expr* lambda) {
    Expr* made = nullptr;
    for (Symbol* symbol : lambda->bound) {
      Expr* name = formula(Op::identifier, lambda->range, {}, symbol->type);
      name->symbol = symbol;
      name->text = symbol->name;
      made = made == nullptr
                 ? name
                 : formula(Op::maplet, lambda->range, {made, name}, model_.types.pair(made->type, symbol->type));
    }
    return made;
  }

  /// `%x.(P | e) : A --> B` is said of each x: of a function without end one that contradicts can be found, and the
  /// rest is often seen in the text.
  void spell_out(Expr* member) {
    const RelationKind kind = relation_kind(member->args[1]->op);
    if (kind.injective || kind.surjective) return;
    const Expr* lambda = member->args[0];
    Expr* from = member->args[1]->args[0];
    Expr* to = member->args[1]->args[1];
    const TypeRef predicate = model_.types.predicate();
    std::vector<Expr*> parts;
    const auto for_all = [&](Expr* condition, Expr* consequent) {
      parts.push_back(for_all_of(lambda, member->range, condition, consequent));
    };
    std::vector<const Expr*> conjuncts;
    flatten_conjunction(lambda->args[0], conjuncts);
    Expr* in_domain = formula(Op::member, member->range, {couple(lambda), from}, predicate);
    std::set<const Expr*> used;
    const bool stated = is_stated(conjuncts, in_domain->args[0], from, used);
    if (!stated) for_all(lambda->args[0], in_domain);
    if (kind.total && !(stated && used.size() == conjuncts.size())) for_all(in_domain, lambda->args[0]);
    if (!is_within_text(lambda->args[1], to, conjuncts)) {
      for_all(lambda->args[0], formula(Op::member, member->range, {lambda->args[1], to}, predicate));
    }
    member->args.assign(parts.begin(), parts.end());
    member->op = parts.empty() ? Op::btrue : Op::conjunction;
  }

  /// `{x | P} <: S` in the same way.
  void spell_out_part(Expr* said, Expr* whole) {
    const Expr* set = said->args[0];
    std::vector<const Expr*> conjuncts;
    flatten_conjunction(set->args[0], conjuncts);
    Expr* element = couple(set);
    std::set<const Expr*> used;
    if (is_stated(conjuncts, element, whole, used) || is_within_text(element, whole, conjuncts)) {
      said->args.clear();
      said->op = Op::btrue;
      return;
    }
    Expr* member = formula(Op::member, said->range, {element, whole}, model_.types.predicate());
    *said = *for_all_of(set, said->range, set->args[0], member);
  }

  /// For all values of what `binder` binds, with names of their own.
  Expr* for_all_of(const Expr* binder, SourceRange range, Expr* condition, Expr* consequent) {
    const TypeRef predicate = model_.types.predicate();
    Expr* all =
        formula(Op::for_all, range, {formula(Op::implication, range, {condition, consequent}, predicate)}, predicate);
    all->bound = binder->bound;
    std::map<const Symbol*, Symbol*> renamed;
    return copy(all, renamed);
  }

  /// Whether conjuncts say that it is an element, of a couple perhaps part by part: these are added to `used`.
  static bool is_stated(const std::vector<const Expr*>& conjuncts, const Expr* element, const Expr* set,
                        std::set<const Expr*>& used) {
    const auto said = std::ranges::find_if(conjuncts, [&](const Expr* each) {
      return each->op == Op::member && is_same_text(each->args[0], element) && is_same_text(each->args[1], set);
    });
    if (said != conjuncts.end()) {
      used.insert(*said);
      return true;
    }
    return element->op == Op::maplet && set->op == Op::product &&
           is_stated(conjuncts, element->args[0], set->args[0], used) &&
           is_stated(conjuncts, element->args[1], set->args[1], used);
  }

  static bool is_within_text(const Expr* value, const Expr* set, const std::vector<const Expr*>& conjuncts) {
    switch (set->op) {
      case Op::integers:
      case Op::string_set:
      case Op::bool_set:
        return true;
      case Op::naturals:
        return least(value, conjuncts) >= 0;
      case Op::naturals1:
        return least(value, conjuncts) >= 1;
      default:
        return set->symbol != nullptr && set->symbol->kind == Symbol::Kind::given_set;
    }
  }

  /// What an integer is at least, -1 where that is not seen.
  static std::int64_t least(const Expr* value, const std::vector<const Expr*>& conjuncts) {
    constexpr std::int64_t large = 1'000'000'000;
    const auto arg = [&](std::size_t i) { return least(value->args[i], conjuncts); };
    switch (value->op) {
      case Op::number:
        return std::clamp<std::int64_t>(value->number, -1, large);
      case Op::identifier:
        for (const Expr* each : conjuncts) {
          if (each->op != Op::member || each->args[0]->symbol != value->symbol) continue;
          const Op set = each->args[1]->op;
          if (set == Op::naturals || set == Op::nat_set) return 0;
          if (set == Op::naturals1 || set == Op::nat1_set) return 1;
          if (set == Op::interval) return least(each->args[1]->args[0], {});
        }
        return -1;
      case Op::add:
        return arg(0) < 0 || arg(1) < 0 ? -1 : std::min(arg(0) + arg(1), large);
      case Op::times:
        return arg(0) < 0 || arg(1) < 0 ? -1 : (arg(0) > 0 && arg(1) > 0 ? 1 : 0);
      case Op::divide:
        return arg(0) < 0 || arg(1) < 0 ? -1 : 0;
      case Op::modulo:
      case Op::card:
      case Op::size:
        return 0;
      case Op::if_then_else:
        return std::min(arg(1), arg(2));
      default:
        return -1;
    }
  }

  Model& model_;
  Ast& ast_;
  std::vector<const Expr*> about_;
  std::size_t nodes_ = 0;
};

}  // namespace

void inline_infinite_constants(Model& model) { Inliner(model).run(); }

}  // namespace quotient::bmethod
