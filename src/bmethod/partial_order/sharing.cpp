#include "bmethod/partial_order/sharing.hpp"

#include <algorithm>
#include <set>

#include "bmethod/check/formulas.hpp"

namespace quotient::bmethod {

namespace {

class SharingFinder {
 public:
  SharingFinder(const Model& model, const Program& program) : model_(model), program_(program) {}

  Sharing run() {
    // What a refinement may do is up to others, and any state may come first where all are initial.
    const auto refines = [](const auto& instance) { return instance->refines != nullptr; };
    if (program_.is_product() || model_.begins_anywhere || std::ranges::any_of(model_.instances, refines)) return {};
    for (std::size_t i = 0; i < program_.operations.size(); ++i) operation(i);
    for (const auto& instance : model_.instances) {
      for (const Expr* predicate : instance->machine->invariant) observe(predicate, made_.invariant);
      for (const Expr* predicate : instance->machine->assertions) observe(predicate, made_.assertions);
    }
    if (model_.goal != nullptr) {
      // It is reported where all of it holds.
      Touched touched;
      TouchFinder(model_).read(model_.goal, touched);
      everything_ = everything_ || touched.everything;
      made_.goal.push_back(std::move(touched.reads));
    }
    made_.is_known = !everything_;
    return std::move(made_);
  }

 private:
  void operation(std::size_t number) {
    const OfferedOperation& offered = model_.operations[number];
    const std::vector<Symbol*>& parameters = offered.operation->parameter_symbols;
    Sharing::Operation& out = made_.operations.emplace_back();
    TouchFinder finder(model_);
    for (std::uint32_t p = 0; p < parameters.size(); ++p)
      finder.locals.emplace(parameters[p], Portion{Portion::Kind::parameter, p, 0});
    finder.run(offered.operation->body, *offered.instance, out.touched);
    everything_ = everything_ || out.touched.everything;
    out.domains.assign(program_.operations[number].parameters.size(), nullptr);
    for (const GuardPart& part : program_.operations[number].guard_parts) {
      Sharing::Conjunct& conjunct = out.guard.emplace_back();
      Touched touched;
      finder.read(part.text, touched);
      everything_ = everything_ || touched.everything;
      conjunct.reads = std::move(touched.reads);
      conjunct.node = names_local(part.text, parameters, conjunct.parameters) ? nullptr : part.node;
      conjunct.may_fail = part.node == nullptr || bmethod::may_fail(part.text);
      if (part.drawn >= 0) out.domains[static_cast<std::size_t>(part.drawn)] = part.drawn_from;
    }
    std::set<std::uint32_t> parts;
    for (const auto* touches : {&out.touched.reads, &out.touched.writes}) {
      for (const Touch& touch : *touches) {
        if (touch.part.kind == Portion::Kind::parameter) parts.insert(touch.part.index);
      }
    }
    out.parts.assign(parts.begin(), parts.end());
  }

  /// Whether a formula names locals other than these parameters; those of them that it names are added to `named`.
  static bool names_local(const Expr* expr, const std::vector<Symbol*>& parameters, std::vector<std::uint32_t>& named) {
    if (expr->op == Op::identifier && expr->symbol->kind == Symbol::Kind::local) {
      const auto at = std::ranges::find(parameters, expr->symbol);
      if (at == parameters.end()) return true;
      named.push_back(static_cast<std::uint32_t>(at - parameters.begin()));
    }
    return std::ranges::any_of(expr->args, [&](const Expr* part) { return names_local(part, parameters, named); });
  }

  void observe(const Expr* predicate, Sharing::Observed& into) {
    std::vector<const Expr*> conjuncts;
    flatten_conjunction(predicate, conjuncts);
    for (const Expr* conjunct : conjuncts) {
      Touched touched;
      // Where an instance may be undefined, which is met first decides what is reported of all of them.
      if (bmethod::may_fail(conjunct)) {
        TouchFinder(model_).read(conjunct, touched);
      } else {
        TouchFinder(model_).observe(conjunct, touched);
      }
      everything_ = everything_ || touched.everything;
      if (!touched.reads.empty()) into.push_back(std::move(touched.reads));
    }
  }

  const Model& model_;
  const Program& program_;
  Sharing made_;
  bool everything_ = false;
};

}  // namespace

Sharing find_sharing(const Model& model, const Program& program) { return SharingFinder(model, program).run(); }

}  // namespace quotient::bmethod
