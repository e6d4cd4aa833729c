#include "mcrl2/process/network.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace quotient::mcrl2 {

namespace {

constexpr std::size_t most_leaves = 10'000;

class NetworkBuilder {
 public:
  NetworkBuilder(Specification& spec, Compiler& compiler, Lineariser& lineariser, Diagnostics& diagnostics)
      : spec_(spec), compiler_(compiler), lineariser_(lineariser), diagnostics_(diagnostics) {}

  std::optional<Network> run() {
    if (!spec_.init) return std::nullopt;
    const Child root = build(spec_.init, {});
    if (failed_) return std::nullopt;
    if (root.leaf) {
      network_.groups.push_back({{root}, {}});
      network_.root = static_cast<std::uint32_t>(network_.groups.size() - 1);
    } else {
      network_.root = root.index;
    }
    return std::move(network_);
  }

 private:
  using Substitution = Compiler::Substitution;

  static bool is_operator(ProcKind kind) { return kind >= ProcKind::block; }

  /// Whether a process consists of parallel ones, perhaps behind calls.
  bool is_network(ProcExprId process) const {
    std::vector<ProcId> calls;
    for (;;) {
      if (!process) return false;
      const ProcExpr& expr = spec_[process];
      if (expr.kind == ProcKind::parallel || is_operator(expr.kind)) return true;
      if (expr.kind != ProcKind::call) return false;
      if (std::find(calls.begin(), calls.end(), expr.process) != calls.end()) return false;
      calls.push_back(expr.process);
      process = spec_.processes[expr.process.value].body;
    }
  }

  Child leaf(ProcExprId process, const Substitution& substitution) {
    const Lineariser::Start start = lineariser_.start(process, substitution);
    const ProcExpr& expr = spec_[process];
    const std::string name = expr.kind == ProcKind::call ? spec_.processes[expr.process.value].name : "init";
    network_.leaves.push_back({name, start.location, start.values, expr.range});
    if (network_.leaves.size() > most_leaves && !failed_) {
      failed_ = true;
      diagnostics_.error(expr.range, "more than 10000 parallel processes");
    }
    return {true, static_cast<std::uint32_t>(network_.leaves.size() - 1)};
  }

  Child build(ProcExprId process, const Substitution& substitution) {
    const ProcExpr expr = spec_[process];
    if (failed_ || !is_network(process)) return leaf(process, substitution);
    if (expr.kind == ProcKind::call) {
      if (std::find(calls_.begin(), calls_.end(), expr.process) != calls_.end()) {
        failed_ = true;
        diagnostics_.error(
            expr.range,
            fmt::format("process '{}' contains itself in parallel: it would create infinitely many processes",
                        spec_.processes[expr.process.value].name));
        return {};
      }
      calls_.push_back(expr.process);
      const ProcInfo info = spec_.processes[expr.process.value];
      Substitution inner;
      for (std::size_t i = 0; i < info.parameters.size(); ++i) {
        inner[info.parameters[i]] = compiler_.substitute(expr.arguments[i], substitution);
      }
      const Child child = build(info.body, inner);
      calls_.pop_back();
      return child;
    }
    Group group;
    if (expr.kind == ProcKind::parallel) {
      for (const ProcExprId operand : expr.operands) {
        const Child child = build(operand, substitution);
        if (failed_) return {};
        if (!child.leaf && network_.groups[child.index].operators.empty()) {
          const auto& inner = network_.groups[child.index].children;
          group.children.insert(group.children.end(), inner.begin(), inner.end());
        } else {
          group.children.push_back(child);
        }
      }
    } else {
      const Child child = build(expr.operands.front(), substitution);
      if (failed_) return {};
      if (child.leaf) {
        group.children.push_back(child);
      } else {
        group = network_.groups[child.index];
      }
      group.operators.push_back({expr.kind, expr.names});
    }
    network_.groups.push_back(std::move(group));
    return {false, static_cast<std::uint32_t>(network_.groups.size() - 1)};
  }

  Specification& spec_;
  Compiler& compiler_;
  Lineariser& lineariser_;
  Diagnostics& diagnostics_;
  Network network_;
  std::vector<ProcId> calls_;
  bool failed_ = false;
};

}  // namespace

std::optional<Network> build_network(Specification& spec, Compiler& compiler, Lineariser& lineariser,
                                     Diagnostics& diagnostics) {
  return NetworkBuilder(spec, compiler, lineariser, diagnostics).run();
}

}  // namespace quotient::mcrl2
