#include "mcrl2/symmetry/kept_numbers.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>

namespace quotient::mcrl2 {

namespace {

/// The calls that run in parallel, by process.
std::map<ProcId, std::vector<ProcExprId>> parallel_calls(const Specification& spec) {
  std::map<ProcId, std::vector<ProcExprId>> out;
  std::set<ProcId> opened;
  std::vector<ProcExprId> waiting{spec.init};
  while (!waiting.empty()) {
    const ProcExprId id = waiting.back();
    waiting.pop_back();
    if (!id) continue;
    const ProcExpr& expr = spec[id];
    if (expr.kind == ProcKind::call) {
      out[expr.process].push_back(id);
      // One that runs others in parallel is not met again.
      if (opened.insert(expr.process).second) waiting.push_back(spec.processes[expr.process.value].body);
    } else if (expr.kind == ProcKind::parallel || expr.kind >= ProcKind::block) {
      waiting.insert(waiting.end(), expr.operands.begin(), expr.operands.end());
    }
  }
  return out;
}

std::string what_computes(const Specification& spec, ExprId cause) {
  const Expr& expr = spec[cause];
  if (expr.kind == ExprKind::set_of || expr.kind == ExprKind::bag_of)
    return "a comprehension goes over all numbers here";
  if (expr.kind != ExprKind::builtin) return "they are computed with here";
  switch (static_cast<Builtin>(expr.symbol)) {
    case Builtin::list_at:
      return "they are the places of a list here (a function from numbers in its place can be permuted)";
    case Builtin::less:
    case Builtin::less_equal:
      return "they are put in order here (compare them by == and != only, or by < with a fixed number)";
    default:
      return "they are computed with here (where they are names, a 'struct' is not)";
  }
}

std::string listed(const std::set<std::int64_t>& numbers) {
  constexpr std::size_t most = 4;
  std::string out;
  std::size_t count = 0;
  for (const std::int64_t n : numbers) {
    if (count == most) return out + " and more";
    out += (count == 0 ? "" : count + 1 == numbers.size() ? " and " : ", ") + std::to_string(n);
    ++count;
  }
  return out;
}

}  // namespace

std::vector<KeptNumbers> kept_numbers(const Specification& spec, const NumberFlow& flow,
                                      const std::set<NumberFlow::Place>& are_names) {
  std::vector<KeptNumbers> out;
  std::set<NumberFlow::Place> known;
  for (const auto& [process, calls] : parallel_calls(spec)) {
    const ProcInfo& info = spec.processes[process.value];
    for (std::size_t i = 0; i < info.parameters.size(); ++i) {
      std::set<std::int64_t> numbers;
      std::set<std::uint32_t> truths;
      bool all = true;
      for (const ProcExprId call : calls) {
        const ExprId given = spec[call].arguments[i];
        const auto number = flow.fixed(given);
        const bool is_truth = spec[given].kind == ExprKind::truth;
        if (number) numbers.insert(*number);
        if (is_truth) truths.insert(spec[given].symbol);
        all = all && (number || is_truth);
      }
      if (!all) continue;
      // Each has one of its own.
      if (truths.size() == 2 && calls.size() == 2) {
        out.push_back({fmt::format("{} is called 'true' and 'false', which are values and no names (declare "
                                   "'sort Id = struct a | b' instead)",
                                   info.name),
                       spec[calls.front()].range});
      }
      if (numbers.size() < 2 || numbers.size() < calls.size()) continue;
      const NumberFlow::Shape& shape = flow.variable(info.parameters[i], flow.of_process(process));
      if (shape.size() != 1 || !known.insert(flow.representative(shape.front())).second) continue;
      const NumberFlow::Class& kept = flow.class_of(shape.front());
      if (are_names.count(flow.representative(shape.front())) != 0) continue;
      const bool is_known = kept.computed && kept.cause;
      const std::string why = is_known ? what_computes(spec, kept.cause)
                                       : "they meet numbers of another sort, or that others compute "
                                         "with (where they are names, a 'struct' is not)";
      out.push_back({fmt::format("{} are numbers and no names: {}", listed(numbers), why),
                     is_known ? spec[kept.cause].range : spec[calls.front()].range});
    }
  }
  return out;
}

}  // namespace quotient::mcrl2
