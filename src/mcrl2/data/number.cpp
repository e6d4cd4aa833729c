#include "mcrl2/data/number.hpp"

#include <gmpxx.h>

#include "base/ensure.hpp"

namespace quotient::mcrl2 {

namespace {

mpz_class integer_of(Value value) {
  mpz_class z;
  if (value.is_small()) {
    static_assert(sizeof(long) == sizeof(std::int64_t));
    z = static_cast<long>(value.small());
    return z;
  }
  const auto words = value.node()->arguments();
  mpz_import(z.get_mpz_t(), words.size() - 1, -1, sizeof(std::uint64_t), 0, 0, words.data() + 1);
  if (words[0].bits() != 0) z = -z;
  return z;
}

mpq_class fraction_of(Value value) {
  if (is_op(value, node_op::rational)) {
    return {integer_of((*value.node())[0]), integer_of((*value.node())[1])};
  }
  return {integer_of(value)};
}

Value store_integer(const mpz_class& z, TermStore& store) {
  if (z.fits_slong_p() && Value::fits(z.get_si())) return Value::small(z.get_si());
  std::vector<std::uint64_t> limbs((mpz_sizeinbase(z.get_mpz_t(), 2) + 63) / 64);
  std::size_t count = 0;
  mpz_export(limbs.data(), &count, -1, sizeof(std::uint64_t), 0, 0, z.get_mpz_t());
  std::vector<Value> words{Value::raw(sgn(z) < 0 ? 1 : 0)};
  for (std::size_t i = 0; i < count; ++i) words.push_back(Value::raw(limbs[i]));
  return store.make(node_op::big, words);
}

Value store_fraction(mpq_class q, TermStore& store) {
  q.canonicalize();
  const Value numerator = store_integer(q.get_num(), store);
  if (q.get_den() == 1) return numerator;
  const Value both[] = {numerator, store_integer(q.get_den(), store)};
  return store.make(node_op::rational, both);
}

bool both_small(Value a, Value b) { return a.is_small() && b.is_small(); }
bool both_integer(Value a, Value b) { return is_integer(a) && is_integer(b); }

}  // namespace

bool is_number(Value value) { return is_integer(value) || is_op(value, node_op::rational); }
bool is_integer(Value value) { return value.is_small() || value.node()->op == node_op::big; }

int sign(Value value) {
  if (value.is_small()) return value.small() < 0 ? -1 : value.small() > 0 ? 1 : 0;
  if (value.node()->op == node_op::rational) return sign((*value.node())[0]);
  return (*value.node())[0].bits() != 0 ? -1 : 1;
}

int compare_numbers(Value a, Value b) {
  if (both_small(a, b)) return a.small() < b.small() ? -1 : a.small() > b.small() ? 1 : 0;
  if (!is_number(a) || !is_number(b)) return is_number(a) ? -1 : 1;
  const int order = cmp(fraction_of(a), fraction_of(b));
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

Value add(Value a, Value b, TermStore& store) {
  if (both_small(a, b) && Value::fits(a.small() + b.small())) return Value::small(a.small() + b.small());
  if (both_integer(a, b)) return store_integer(integer_of(a) + integer_of(b), store);
  return store_fraction(fraction_of(a) + fraction_of(b), store);
}

Value subtract(Value a, Value b, TermStore& store) {
  if (both_small(a, b) && Value::fits(a.small() - b.small())) return Value::small(a.small() - b.small());
  if (both_integer(a, b)) return store_integer(integer_of(a) - integer_of(b), store);
  return store_fraction(fraction_of(a) - fraction_of(b), store);
}

Value multiply(Value a, Value b, TermStore& store) {
  std::int64_t product = 0;
  if (both_small(a, b) && !__builtin_mul_overflow(a.small(), b.small(), &product) && Value::fits(product)) {
    return Value::small(product);
  }
  if (both_integer(a, b)) return store_integer(integer_of(a) * integer_of(b), store);
  return store_fraction(fraction_of(a) * fraction_of(b), store);
}

Value divide(Value a, Value b, TermStore& store) {
  ensure(sign(b) > 0, "division by a number that is not positive");
  if (both_small(a, b)) {
    const std::int64_t quotient = a.small() / b.small();
    return Value::small(a.small() % b.small() < 0 ? quotient - 1 : quotient);
  }
  mpz_class q;
  mpz_fdiv_q(q.get_mpz_t(), integer_of(a).get_mpz_t(), integer_of(b).get_mpz_t());
  return store_integer(q, store);
}

Value modulo(Value a, Value b, TermStore& store) { return subtract(a, multiply(divide(a, b, store), b, store), store); }

Value divide_real(Value a, Value b, TermStore& store) {
  ensure(sign(b) != 0, "division by zero");
  return store_fraction(fraction_of(a) / fraction_of(b), store);
}

std::optional<Value> power(Value base, Value exponent, TermStore& store) {
  const int direction = sign(exponent);
  if (base == Value::small(1) || direction == 0) return Value::small(1);
  if (sign(base) == 0) return direction < 0 ? std::nullopt : std::optional(base);
  constexpr std::int64_t most_bits = 1'000'000;
  if (!exponent.is_small()) return std::nullopt;
  const std::int64_t n = exponent.small() < 0 ? -exponent.small() : exponent.small();
  const mpq_class q = fraction_of(base);
  const auto bits =
      static_cast<std::int64_t>(std::max(mpz_sizeinbase(q.get_num_mpz_t(), 2), mpz_sizeinbase(q.get_den_mpz_t(), 2)));
  if (n > most_bits || bits * n > most_bits) return std::nullopt;
  mpz_class numerator;
  mpz_class denominator;
  mpz_pow_ui(numerator.get_mpz_t(), q.get_num_mpz_t(), static_cast<unsigned long>(n));
  mpz_pow_ui(denominator.get_mpz_t(), q.get_den_mpz_t(), static_cast<unsigned long>(n));
  return store_fraction(direction > 0 ? mpq_class(numerator, denominator) : mpq_class(denominator, numerator), store);
}

Value floor(Value a, TermStore& store) {
  if (is_integer(a)) return a;
  return divide((*a.node())[0], (*a.node())[1], store);
}

Value square_root(Value a, TermStore& store) {
  mpz_class root;
  mpz_sqrt(root.get_mpz_t(), integer_of(a).get_mpz_t());
  return store_integer(root, store);
}

Value parse_number(std::string_view digits, TermStore& store) {
  return store_integer(mpz_class(std::string(digits), 10), store);
}

std::string number_text(Value value) {
  if (value.is_small()) return std::to_string(value.small());
  return is_integer(value) ? integer_of(value).get_str() : fraction_of(value).get_str();
}

}  // namespace quotient::mcrl2
