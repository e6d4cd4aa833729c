#include "bmethod/evaluate/evaluator.hpp"

namespace quotient::bmethod {
namespace {

/// Writes a sequence element by element.
class SequenceWriter {
 public:
  SequenceWriter(Arena& arena, const Type* type, std::size_t length) : arena_(arena), type_(type) {
    if (length == 0) return;
    words_ = arena.words(length + 1);
    words_[0] = length;
  }
  void add(Value element) {
    ++count_;
    words_[count_] = make_pair(arena_, type_->first, count_, element);
  }
  Value finish() const { return words_ == nullptr ? 0 : address(words_); }

 private:
  Arena& arena_;
  const Type* type_;
  Value* words_ = nullptr;
  Value count_ = 0;
};

}  // namespace

Value Evaluator::eval_sequence(const Node* node) {
  const auto& args = node->args;
  if (node->op == Op::sequence_extension) {
    SequenceWriter made(arena, node->type, args.size());
    for (const Node* arg : args) made.add(eval(arg));
    return made.finish();
  }
  const Value left = eval(args[0]);
  if (node->op == Op::prepend) {
    const Value sequence = eval(args[1]);
    if (!is_sequence(node->type, sequence)) return failure(node);
    SequenceWriter made(arena, node->type, items(sequence).size() + 1);
    made.add(left);
    for (Value element : items(sequence)) made.add(second_of(node->type->first, element));
    return made.finish();
  }
  const Type* type = args[0]->type;
  if (!is_sequence(type, left)) return failure(node);
  const auto all = items(left);
  const auto element = [&](std::size_t i) { return second_of(type->first, all[i]); };
  switch (node->op) {
    case Op::size:
      return all.size();
    case Op::first:
      return all.empty() ? failure(node) : element(0);
    case Op::last:
      return all.empty() ? failure(node) : element(all.size() - 1);
    case Op::append: {
      const Value last = eval(args[1]);
      SequenceWriter made(arena, node->type, all.size() + 1);
      for (std::size_t i = 0; i < all.size(); ++i) made.add(element(i));
      made.add(last);
      return made.finish();
    }
    case Op::concatenate: {
      const Value right = eval(args[1]);
      if (!is_sequence(node->type, right)) return failure(node);
      const auto rest = items(right);
      SequenceWriter made(arena, node->type, all.size() + rest.size());
      for (std::size_t i = 0; i < all.size(); ++i) made.add(element(i));
      for (Value other : rest) made.add(second_of(type->first, other));
      return made.finish();
    }
    case Op::reverse: {
      SequenceWriter made(arena, node->type, all.size());
      for (std::size_t i = all.size(); i-- > 0;) made.add(element(i));
      return made.finish();
    }
    case Op::tail:
    case Op::front: {
      if (all.empty()) return failure(node);
      const std::size_t skip = node->op == Op::tail ? 1 : 0;
      SequenceWriter made(arena, node->type, all.size() - 1);
      for (std::size_t i = 0; i + 1 < all.size(); ++i) made.add(element(i + skip));
      return made.finish();
    }
    case Op::take:
    case Op::drop: {
      const std::int64_t count = number(args[1]);
      if (count < 0 || count > static_cast<std::int64_t>(all.size())) return failure(node);
      const auto cut = static_cast<std::size_t>(count);
      const std::size_t begin = node->op == Op::take ? 0 : cut;
      const std::size_t end = node->op == Op::take ? cut : all.size();
      SequenceWriter made(arena, node->type, end - begin);
      for (std::size_t i = begin; i < end; ++i) made.add(element(i));
      return made.finish();
    }
    case Op::general_concatenate: {
      std::size_t length = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (!is_sequence(node->type, element(i))) return failure(node);
        length += items(element(i)).size();
      }
      SequenceWriter made(arena, node->type, length);
      for (std::size_t i = 0; i < all.size(); ++i) {
        for (Value inner : items(element(i))) made.add(second_of(node->type->first, inner));
      }
      return made.finish();
    }
    default:
      report_bug("not an operator on sequences");
  }
}

}  // namespace quotient::bmethod
