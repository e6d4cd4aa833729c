#include "mcrl2/steps/process_coder.hpp"

#include <cstring>

#include "base/ensure.hpp"
#include "mcrl2/data/print.hpp"
#include "mcrl2/data/typed_value.hpp"

namespace quotient::mcrl2 {

namespace {

void put(std::uint8_t* out, std::uint32_t code, std::uint32_t width) {
  for (std::uint32_t i = 0; i < width; ++i) out[i] = static_cast<std::uint8_t>(code >> (8 * i));
}

std::uint32_t get(const std::uint8_t* in, std::uint32_t width) {
  std::uint32_t code = 0;
  for (std::uint32_t i = 0; i < width; ++i) code |= std::uint32_t{in[i]} << (8 * i);
  return code;
}

}  // namespace

ProcessCoder::ProcessCoder(const Model& model, SharedTables& shared, Evaluator& evaluator)
    : model_(model), shared_(shared), evaluator_(evaluator) {}

void ProcessCoder::clear() {
  codes_.clear();
  values_by_code_.clear();
}

std::uint32_t ProcessCoder::cell_code(Value value, const Cell& cell) {
  if (value.is_small() && value.small() >= 0 && value.small() < std::int64_t{interned}) {
    return static_cast<std::uint32_t>(value.small());
  }
  if (cell.width < 4) {
    throw EvaluationError{"this has no value: " + shortened(evaluator_.text(value, cell.sort)), {}};
  }
  const auto known = codes_.find(value.bits());
  if (known != codes_.end()) return known->second;
  if (model_.renamed && !has_known_sorts(value, cell.sort, model_.program)) {
    throw EvaluationError{"this has no value: " + shortened(evaluator_.text(value, cell.sort)) +
                              " (--symmetry off takes it for a term of its own)",
                          {}};
  }
  std::vector<std::uint8_t> bytes;
  serialise(value, bytes);
  const std::uint32_t code = interned | shared_.values.number_of(std::string(bytes.begin(), bytes.end()));
  codes_[value.bits()] = code;
  values_by_code_[code] = value;
  return code;
}

Value ProcessCoder::cell_value(std::uint32_t code) {
  if (code < interned) return Value::small(code);
  const auto known = values_by_code_.find(code);
  if (known != values_by_code_.end()) return known->second;
  const std::string bytes = shared_.values.at(code & ~interned);
  const Value value =
      deserialise(std::span(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()), evaluator_.store());
  codes_[value.bits()] = code;
  return values_by_code_[code] = value;
}

void ProcessCoder::encode(std::uint32_t type_number, LocationId location, std::span<const Value> values,
                          std::uint8_t* out) {
  const ProcessType& type = model_.types[type_number];
  const std::uint32_t number = type.number[location.value];
  std::memset(out, 0, type.size);
  put(out, number, type.location_width);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Cell& cell = type.cells[type.slots[number][i]];
    put(out + cell.offset, cell_code(values[i], cell), cell.width);
  }
}

LocationId ProcessCoder::decode(std::uint32_t type_number, const std::uint8_t* bytes, std::vector<Value>& values) {
  const ProcessType& type = model_.types[type_number];
  const std::uint32_t number = get(bytes, type.location_width);
  ensure(number < type.locations.size(), "a state has a location that does not exist");
  values.clear();
  for (const std::uint32_t slot : type.slots[number]) {
    const Cell& cell = type.cells[slot];
    values.push_back(cell_value(get(bytes + cell.offset, cell.width)));
  }
  return type.locations[number];
}

}  // namespace quotient::mcrl2
