#include "mcrl2/data/evaluator.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

#include "base/ensure.hpp"
#include "mcrl2/data/print.hpp"
#include "mcrl2/data/sets.hpp"

namespace quotient::mcrl2 {

namespace {

constexpr std::size_t memo_size = 1U << 15U;
constexpr int deepest_nesting = 200;

}  // namespace

Evaluator::Evaluator(const Program& program, EvaluationLimits limits)
    : program_(program), limits_(limits), memo_(memo_size) {
  std::vector<bool> maps;
  for (const FuncInfo& function : program.spec->functions) maps.push_back(function.kind == FuncKind::map);
  store_.set_maps(std::move(maps));
  for (const auto& bytes : program.constants) constants_.push_back(deserialise(bytes, store_));
}

bool Evaluator::recycle(std::size_t bytes) {
  if (store_.bytes() <= bytes) return false;
  store_.clear();
  values_.clear();
  memo_.clear();
  constants_.clear();
  for (const auto& constant : program_.constants) constants_.push_back(deserialise(constant, store_));
  return true;
}

void Evaluator::fail(std::string message, SourceRange range) const { throw EvaluationError{std::move(message), range}; }

void Evaluator::give_up(std::string message, SourceRange range) const {
  throw EvaluationError{std::move(message), range, true};
}

std::string Evaluator::text(Value value, SortId sort) const { return value_text(value, sort, program_); }

std::string Evaluator::call_text(std::uint32_t function, std::span<const Value> arguments) const {
  const FuncInfo& info = program_.spec->functions[function];
  std::string out = info.name;
  for (std::size_t i = 0; i < arguments.size() && i < info.domain.size(); ++i) {
    out += (i == 0 ? "(" : ", ") + shortened(text(arguments[i], info.domain[i]));
  }
  return arguments.empty() ? out : out + ")";
}

Value Evaluator::application(FuncId function, std::span<const Value> arguments) {
  const FuncInfo& info = program_.spec->functions[function.value];
  if (arguments.empty() && info.kind == FuncKind::constructor) return Value::small(info.index);
  return store_.make(node_op::first_function + function.value, arguments);
}

/// Makes the top `arguments` values of the stack the first locals of a routine.
void Evaluator::enter(RoutineId id, std::size_t arguments) {
  const Routine& routine = program_.routines[id.value];
  const std::size_t base = stack_.size() - arguments;
  frames_.push_back({&routine, 0, base, no_memo, 0});
  stack_.resize(base + std::max<std::size_t>(routine.locals, arguments));
}

/// The arguments are on the stack; afterwards a frame is open, or the result is on the stack.
void Evaluator::call_function(std::uint32_t function, std::uint32_t count) {
  const RoutineId routine = program_.functions[function].with(count);
  const std::span<const Value> arguments(stack_.data() + stack_.size() - count, count);
  if (!routine) {
    const Value result = application(FuncId{function}, arguments);
    stack_.resize(stack_.size() - count);
    push_result(result);
    return;
  }
  std::uint64_t slot = no_memo;
  if (count <= 4) {
    std::uint64_t hash = function * 0x9E3779B97F4A7C15U;
    for (const Value v : arguments) {
      hash = (hash ^ (v.is_small() ? v.bits() : v.node()->hash)) * 0xFF51AFD7ED558CCDU;
      hash ^= hash >> 29U;
    }
    slot = hash & (memo_size - 1);
    const Memo& memo = memo_[slot];
    if (memo.function_after == function + 1 && memo.count == count &&
        std::memcmp(memo.arguments, arguments.data(), arguments.size_bytes()) == 0) {
      stack_.resize(stack_.size() - count);
      push_result(Value::raw(memo.result));
      return;
    }
  }
  if (++steps_ > limits_.steps || must_end()) {
    give_up(fmt::format("rewriting did not end after {} steps, at {}", steps_ - 1, call_text(function, arguments)),
            program_.routines[routine.value].range);
  }
  enter(routine, count);
  frames_.back().memo = slot;
  frames_.back().function = function;
}

/// A function below its arguments on the stack.
void Evaluator::apply_function(std::uint32_t count, SortId sort) {
  const std::size_t at = stack_.size() - count - 1;
  for (;;) {
    const Value f = stack_[at];
    if (f.is_small()) break;
    const Node* node = f.node();
    if (node->op == node_op::update && count == 1) {
      const Found found = find_sorted(node->arguments().subspan(1), 2, stack_[at + 1], program_.constructor_index);
      if (found.present) {
        stack_.resize(at);
        push_result((*node)[1 + found.at + 1]);
        return;
      }
      stack_[at] = (*node)[0];
      continue;
    }
    if (node->op == node_op::closure) {
      const Lambda& lambda = program_.lambdas[static_cast<std::size_t>((*node)[0].small())];
      if (++steps_ > limits_.steps || must_end()) {
        give_up(fmt::format("rewriting did not end after {} steps, at {}", steps_ - 1, shortened(text(f, sort))),
                program_.routines[lambda.routine.value].range);
      }
      stack_.erase(stack_.begin() + static_cast<std::ptrdiff_t>(at));
      const auto captured = node->arguments().subspan(1);
      stack_.insert(stack_.end(), captured.begin(), captured.end());
      enter(lambda.routine, count + captured.size());
      return;
    }
    if (node->op == node_op::function) {
      const auto function = static_cast<std::uint32_t>((*node)[0].small());
      stack_.erase(stack_.begin() + static_cast<std::ptrdiff_t>(at));
      if (program_.spec->functions[function].kind == FuncKind::constructor &&
          !program_.functions[function].with(count)) {
        const Value made = application(FuncId{function}, std::span(stack_).subspan(at));
        stack_.resize(at);
        push_result(made);
        return;
      }
      call_function(function, count);
      return;
    }
    if (node->op >= node_op::first_function) {  // a function that still waits for arguments: f(a) of f(a)(b)
      const std::uint32_t function = node->op - node_op::first_function;
      const std::uint32_t taken = node->size + count;
      if (taken > program_.functions[function].most()) break;
      const std::vector<Value> rest(stack_.begin() + static_cast<std::ptrdiff_t>(at) + 1, stack_.end());
      stack_.resize(at);
      stack_.insert(stack_.end(), node->arguments().begin(), node->arguments().end());
      stack_.insert(stack_.end(), rest.begin(), rest.end());
      call_function(function, taken);  // where no rule takes so few arguments, it waits for more
      return;
    }
    break;
  }
  stack_.insert(stack_.begin() + static_cast<std::ptrdiff_t>(at), Value::small(sort.value));
  const Value made = store_.make(node_op::stuck_apply, std::span(stack_).subspan(at));
  stack_.resize(at);
  push_result(made);
}

bool Evaluator::match(const Instruction& i, std::size_t base) {
  const Value v = stack_[base + i.a];
  switch (i.op) {
    case OpCode::match_constant:
      return v == constants_[i.b];
    case OpCode::match_equal:
      return v == stack_[base + i.b];
    case OpCode::match_cons:
      if (!is_op(v, node_op::cons)) return false;
      break;
    default:
      if (!is_op(v, node_op::first_function + i.b)) return false;
  }
  const auto arguments = v.node()->arguments();
  std::copy(arguments.begin(), arguments.end(), stack_.begin() + static_cast<std::ptrdiff_t>(base + i.c));
  return true;
}

/// Runs until the frame at depth `floor` has returned.
Value Evaluator::execute(std::size_t floor) {
  while (frames_.size() > floor) {
    Frame& frame = frames_.back();
    const Instruction& i = frame.routine->code[frame.at++];
    const std::size_t base = frame.base;
    switch (i.op) {
      case OpCode::local:
        stack_.push_back(stack_[base + i.a]);
        break;
      case OpCode::constant:
        stack_.push_back(constants_[i.a]);
        break;
      case OpCode::store:
        stack_[base + i.a] = pop();
        break;
      case OpCode::call:
        // A call in the last place takes over the frame: loops written as recursion run in constant space.
        if (frame.routine->code[frame.at].op == OpCode::done) {
          std::copy(stack_.end() - i.b, stack_.end(), stack_.begin() + static_cast<std::ptrdiff_t>(base));
          stack_.resize(base + i.b);
          frames_.pop_back();
        }
        call_function(i.a, i.b);
        break;
      case OpCode::construct: {
        const Value made = application(FuncId{i.a}, std::span(stack_).last(i.b));
        stack_.resize(stack_.size() - i.b);
        push_result(made);
        break;
      }
      case OpCode::builtin: {
        const std::size_t at = stack_.size() - i.b;
        // A copy: the operation may itself evaluate and so move the stack.
        Value arguments[3];
        std::copy(stack_.begin() + static_cast<std::ptrdiff_t>(at), stack_.end(), arguments);
        operand_sorts_ = {SortId{i.c}, SortId{i.d}};
        const Value result = builtin(static_cast<Builtin>(i.a), std::span(arguments, i.b));
        stack_.resize(at);
        push_result(result);
        break;
      }
      case OpCode::apply:
        apply_function(i.b, SortId{i.c});
        break;
      case OpCode::closure: {
        stack_.insert(stack_.end() - i.b, Value::small(i.a));
        const Value made = store_.make(node_op::closure, std::span(stack_).last(i.b + 1));
        stack_.resize(stack_.size() - i.b - 1);
        push_result(made);
        break;
      }
      case OpCode::list: {
        Value list = empty_list();
        for (std::uint32_t n = 0; n < i.b; ++n) list = store_.cons(pop(), list);
        push_result(list);
        break;
      }
      case OpCode::set: {
        std::vector<Value> elements(stack_.end() - i.b, stack_.end());
        stack_.resize(stack_.size() - i.b);
        push_result(make_set(std::move(elements), store_, program_.constructor_index));
        break;
      }
      case OpCode::bag: {
        const std::size_t kept = stack_.size() - 2 * std::size_t{i.b};
        std::vector<Value> parts(stack_.begin() + static_cast<std::ptrdiff_t>(kept), stack_.end());
        stack_.resize(kept);
        push_result(make_bag(std::move(parts), store_, program_.constructor_index));
        break;
      }
      case OpCode::binder: {
        const std::vector<Value> captured(stack_.end() - i.b, stack_.end());
        stack_.resize(stack_.size() - i.b);
        const Value result = binder(program_.binders[i.a], captured);
        push_result(result);
        break;
      }
      case OpCode::jump:
        frame.at = i.d;
        break;
      case OpCode::branch: {
        const Value v = pop();
        if (v.is_false()) {
          frame.at = i.d;
        } else if (!v.is_true()) {
          // if(c, x, x) is x, whatever c is. The first branch ends with a jump behind the second.
          const Routine& routine = *frame.routine;
          const std::uint32_t end = routine.code[i.d - 1].d;
          const Value first = run_part(routine, frame.at, i.d - 1, base);
          if (first != run_part(routine, i.d, end, base)) {
            fail("a condition is neither true nor false: " + shortened(text(v, program_.spec->sorts.boolean())),
                 routine.range);
          }
          frames_.back().at = end;
          push_result(first);
        }
        break;
      }
      case OpCode::branch_and:
        if (stack_.back().is_false()) frame.at = i.d;
        break;
      case OpCode::branch_or:
        if (stack_.back().is_true()) frame.at = i.d;
        break;
      case OpCode::merge_and:
      case OpCode::merge_or: {
        const bool conjunction = i.op == OpCode::merge_and;
        const Value right = pop();
        const Value left = pop();
        const Value neutral = Value::truth(conjunction);
        const Value both[] = {left, right};
        operand_sorts_.fill(program_.spec->sorts.boolean());
        push_result(left == neutral    ? right
                    : right == neutral ? left
                    : right == Value::truth(!conjunction)
                        ? right
                        : stuck(conjunction ? Builtin::logic_and : Builtin::logic_or, both));
        break;
      }
      case OpCode::guard:
        if (!pop().is_true()) frame.at = i.d;
        break;
      case OpCode::match_call:
      case OpCode::match_cons:
      case OpCode::match_constant:
      case OpCode::match_equal:
        if (!match(i, base)) frame.at = i.d;
        break;
      case OpCode::give_up:
      case OpCode::done: {
        const Value result =
            i.op == OpCode::done ? stack_.back() : application(FuncId{i.a}, std::span(stack_).subspan(base, i.b));
        if (frame.memo != no_memo) {
          // The locals still hold the arguments: rules never store into them.
          Memo& memo = memo_[frame.memo];
          memo.function_after = frame.function + 1;
          memo.count = frame.routine->arity;
          for (std::uint32_t a = 0; a < memo.count; ++a) memo.arguments[a] = stack_[base + a].bits();
          memo.result = result.bits();
        }
        stack_.resize(base);
        frames_.pop_back();
        push_result(result);
        break;
      }
    }
  }
  return pop();
}

namespace {

/// Leaves the machine as it was found, also when an error passes through.
template <typename Stack, typename Frames, typename Sorts>
class Restore {
 public:
  Restore(Stack& stack, Frames& frames, Sorts& sorts, int& nesting)
      : stack_(stack),
        frames_(frames),
        sorts_(sorts),
        nesting_(nesting),
        size_(stack.size()),
        depth_(frames.size()),
        sorts_before_(sorts) {
    ++nesting_;
  }
  ~Restore() {
    --nesting_;
    sorts_ = sorts_before_;
    stack_.resize(size_);
    while (frames_.size() > depth_) frames_.pop_back();
  }
  Restore(const Restore&) = delete;
  Restore& operator=(const Restore&) = delete;

 private:
  Stack& stack_;
  Frames& frames_;
  Sorts& sorts_;
  int& nesting_;
  std::size_t size_;
  std::size_t depth_;
  Sorts sorts_before_;
};

}  // namespace

/// The value of an expression inside of a routine, given its code, with the locals of the frame at hand. Rare, and
/// slow.
Value Evaluator::run_part(const Routine& routine, std::uint32_t from, std::uint32_t to, std::size_t base) {
  Routine part{{routine.code.begin() + from, routine.code.begin() + to}, routine.locals, routine.locals, routine.range};
  for (Instruction& i : part.code) {
    const bool leads_on = i.op == OpCode::jump || i.op == OpCode::branch || i.op == OpCode::branch_and ||
                          i.op == OpCode::branch_or || i.op == OpCode::guard;
    ensure(i.op < OpCode::match_call, "an expression with a pattern in it");
    if (leads_on) i.d -= from;
  }
  part.code.emplace_back();
  if (nesting_ > deepest_nesting) give_up("conditions without value are nested too deeply", routine.range);
  const Restore restore(stack_, frames_, operand_sorts_, nesting_);
  const std::size_t depth = frames_.size(), own = stack_.size();
  for (std::uint32_t l = 0; l < routine.locals; ++l) {
    const Value local = stack_[base + l];
    stack_.push_back(local);
  }
  frames_.push_back({&part, 0, own, no_memo, 0});
  return execute(depth);
}

Value Evaluator::run(RoutineId routine, std::span<const Value> arguments) {
  if (nesting_ == 0) steps_ = 0;
  const Routine& code = program_.routines[routine.value];
  // Many conditions and arguments are one variable or one constant.
  if (code.code.size() == 2 && code.code[0].op == OpCode::local) return arguments[code.code[0].a];
  if (code.code.size() == 2 && code.code[0].op == OpCode::constant) return constants_[code.code[0].a];
  if (nesting_ > deepest_nesting) give_up("quantifiers and comprehensions are nested too deeply", code.range);
  const Restore restore(stack_, frames_, operand_sorts_, nesting_);
  const std::size_t depth = frames_.size();
  stack_.insert(stack_.end(), arguments.begin(), arguments.end());
  enter(routine, arguments.size());
  return execute(depth);
}

bool Evaluator::test(RoutineId routine, std::span<const Value> arguments) {
  const Value v = run(routine, arguments);
  if (v.is_true()) return true;
  if (v.is_false()) return false;
  fail("this condition is neither true nor false: " + shortened(text(v, program_.spec->sorts.boolean())),
       program_.routines[routine.value].range);
}

bool Evaluator::all_hold(std::span<const RoutineId> conditions, std::span<const Value> arguments) {
  RoutineId neither;
  for (const RoutineId condition : conditions) {
    const Value v = run(condition, arguments);
    if (v.is_false()) return false;
    if (!v.is_true() && !neither) neither = condition;
  }
  return !neither || test(neither, arguments);  // which says what is wrong
}

Value Evaluator::call(FuncId function, std::span<const Value> arguments) {
  if (nesting_ == 0) steps_ = 0;
  if (nesting_ > deepest_nesting) give_up("quantifiers and comprehensions are nested too deeply", {});
  const Restore restore(stack_, frames_, operand_sorts_, nesting_);
  const std::size_t depth = frames_.size();
  stack_.insert(stack_.end(), arguments.begin(), arguments.end());
  call_function(function.value, static_cast<std::uint32_t>(arguments.size()));
  return execute(depth);
}

Value Evaluator::apply(Value function, std::span<const Value> arguments) {
  if (nesting_ == 0) steps_ = 0;
  if (nesting_ > deepest_nesting) give_up("quantifiers and comprehensions are nested too deeply", {});
  const Restore restore(stack_, frames_, operand_sorts_, nesting_);
  const std::size_t depth = frames_.size();
  stack_.push_back(function);
  stack_.insert(stack_.end(), arguments.begin(), arguments.end());
  apply_function(static_cast<std::uint32_t>(arguments.size()), program_.spec->sorts.unknown());
  return execute(depth);
}

}  // namespace quotient::mcrl2
