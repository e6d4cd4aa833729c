#include "bmethod/labels.hpp"

#include <fmt/format.h>

namespace quotient::bmethod {

Labels::Labels(const Program& program) : program_(program) {
  // A quarter of the numbers for computed labels leaves plenty for the table.
  constexpr std::uint64_t most = std::uint64_t{1} << 30;
  for (const CompiledOperation& operation : program.operations) {
    Range range;
    range.types = operation.parameter_types;
    range.types.insert(range.types.end(), operation.result_types.begin(), operation.result_types.end());
    std::uint64_t count = 1;
    range.computed = true;
    for (const Type* type : range.types) {
      if (!type->flat() || type->cardinality > most / count) {
        range.computed = false;
        break;
      }
      count *= type->cardinality;
    }
    if (range.computed && table_begin_ + count < most) {
      range.begin = table_begin_;
      table_begin_ += static_cast<std::uint32_t>(count);
    } else {
      range.computed = false;
    }
    ranges_.push_back(std::move(range));
  }
}

StepLabel Labels::label(std::size_t operation, const Value* values, Cache& cache) const {
  const Range& range = ranges_[operation];
  if (range.computed) {
    std::uint64_t index = 0;
    for (std::size_t i = 0; i < range.types.size(); ++i) index = index * range.types[i]->cardinality + values[i];
    return {range.begin + static_cast<std::uint32_t>(index)};
  }
  cache.bytes.clear();
  for (std::size_t i = 0; i < range.types.size(); ++i) encode(range.types[i], values[i], cache.bytes);
  std::string key = fmt::format("{}:", operation);
  key.append(cache.bytes.begin(), cache.bytes.end());
  const auto known = cache.known.find(key);
  if (known != cache.known.end()) return {known->second};
  std::uint32_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    const auto [entry, inserted] = numbers_.emplace(key, table_begin_ + static_cast<std::uint32_t>(entries_.size()));
    if (inserted) entries_.push_back({operation, cache.bytes});
    number = entry->second;
  }
  cache.known.emplace(std::move(key), number);
  return {number};
}

Labels::Entry Labels::entry(StepLabel label) const {
  const std::lock_guard lock(mutex_);
  return entries_.at(label.value - table_begin_);
}

std::size_t Labels::operation(StepLabel label) const {
  if (label.value >= table_begin_) return entry(label).operation;
  for (std::size_t i = ranges_.size(); i-- > 0;) {
    if (ranges_[i].computed && label.value >= ranges_[i].begin) return i;
  }
  report_bug("a label of no operation");
}

void Labels::values(StepLabel label, Arena& arena, std::vector<Value>& out) const {
  const Range& range = ranges_[operation(label)];
  out.resize(range.types.size());
  if (range.computed) {
    std::uint64_t rest = label.value - range.begin;
    for (std::size_t i = range.types.size(); i-- > 0;) {
      out[i] = rest % range.types[i]->cardinality;
      rest /= range.types[i]->cardinality;
    }
    return;
  }
  const Entry stored = entry(label);
  const std::uint8_t* bytes = stored.values.data();
  const std::uint8_t* const end = bytes + stored.values.size();
  for (std::size_t i = 0; i < range.types.size(); ++i) out[i] = decode(arena, range.types[i], bytes, end);
}

std::string Labels::text(StepLabel label, const Types& types, bool has_results) const {
  if (label == initialisation) return "INITIALISATION";
  if (label == setup) return "SETUP_CONSTANTS";
  const std::size_t index = operation(label);
  const Range& range = ranges_[index];
  Arena arena;
  std::vector<Value> parts;
  this->values(label, arena, parts);
  std::vector<std::string> values(range.types.size());
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = types.text(range.types[i], parts[i]);
  const CompiledOperation& compiled = program_.operations[index];
  std::string text = compiled.name;
  const auto list = [&](std::size_t begin, std::size_t end) {
    std::string joined;
    for (std::size_t i = begin; i < end; ++i) joined += (i == begin ? "" : ",") + values[i];
    return joined;
  };
  const std::size_t parameters = compiled.parameters.size();
  if (parameters > 0) text += "(" + list(0, parameters) + ")";
  if (has_results && values.size() > parameters) text += " --> " + list(parameters, values.size());
  return text;
}

}  // namespace quotient::bmethod
