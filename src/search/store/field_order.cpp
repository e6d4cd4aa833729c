#include "search/store/field_order.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <unordered_set>

namespace quotient {

namespace {

constexpr std::size_t most_fields = 160;  // each is compared with all others
constexpr std::size_t fewest_states = 256, enough_states = 8192;

/// How much two bytes tell about one another, in a sample.
class Dependence {
 public:
  Dependence(const StateSample& sample, std::span<const std::uint32_t> fields) : count_(fields.size()) {
    const std::size_t stride = std::max<std::size_t>(1, sample.size() / enough_states);
    const std::size_t states = sample.size() / stride;
    // Byte by byte, and values numbered as they are met.
    std::vector<std::uint8_t> columns(count_ * states);
    std::vector<unsigned> kinds(count_);
    for (std::size_t f = 0; f < count_; ++f) {
      std::array<std::int16_t, 256> number;
      number.fill(-1);
      for (std::size_t s = 0; s < states; ++s) {
        std::int16_t& n = number[sample.state(s * stride)[fields[f]]];
        if (n < 0) n = static_cast<std::int16_t>(kinds[f]++);
        columns[f * states + s] = static_cast<std::uint8_t>(n);
      }
    }
    std::vector<std::uint32_t> together;
    const auto entropy = [&] {
      double sum = 0;
      for (const std::uint32_t n : together) {
        if (n != 0) sum += n * std::log2(n);
      }
      return std::log2(static_cast<double>(states)) - sum / static_cast<double>(states);
    };
    std::vector<double> alone(count_);
    told_.resize(count_ * count_);
    for (std::size_t a = 0; a < count_; ++a) {
      const std::uint8_t* const in_a = columns.data() + a * states;
      together.assign(kinds[a], 0);
      for (std::size_t s = 0; s < states; ++s) ++together[in_a[s]];
      alone[a] = entropy();
      for (std::size_t b = 0; b < a; ++b) {
        const std::uint8_t* const in_b = columns.data() + b * states;
        together.assign(std::size_t{kinds[a]} * kinds[b], 0);
        for (std::size_t s = 0; s < states; ++s) ++together[std::size_t{in_a[s]} * kinds[b] + in_b[s]];
        told_[a * count_ + b] = told_[b * count_ + a] = alone[a] + alone[b] - entropy();
      }
    }
  }

  double between(std::size_t a, std::size_t b) const { return told_[a * count_ + b]; }

 private:
  std::size_t count_;
  std::vector<double> told_;
};

/// Bytes that are to stay together.
struct Cluster {
  std::vector<std::size_t> members;
  unsigned bits = 0;
};

double dependence(const Dependence& told, const Cluster& a, const Cluster& b) {
  double sum = 0;
  for (const std::size_t x : a.members) {
    for (const std::size_t y : b.members) sum += told.between(x, y);
  }
  return sum / static_cast<double>(a.members.size() * b.members.size());
}

/// How many different values the two halves of an order have, in every `stride`th state.
std::size_t different_halves(const StateSample& sample, std::size_t stride, std::span<const std::uint32_t> order,
                             std::span<const std::uint8_t> widths) {
  unsigned bits = 0, half = 0;
  for (const std::uint32_t at : order) half += widths[at];
  half = (half + 1) / 2;
  std::size_t cut = 0;
  while (cut < order.size() && bits < half) bits += widths[order[cut++]];
  std::size_t different = 0;
  const std::array<std::span<const std::uint32_t>, 2> halves{order.first(cut), order.subspan(cut)};
  for (const std::span<const std::uint32_t> fields : halves) {
    std::unordered_set<std::string> met;
    std::string part(fields.size(), 0);
    for (std::size_t s = 0; s < sample.size(); s += stride) {
      for (std::size_t k = 0; k < fields.size(); ++k) part[k] = static_cast<char>(sample.state(s)[fields[k]]);
      met.insert(part);
    }
    different += met.size();
  }
  return different;
}

}  // namespace

std::vector<std::uint32_t> order_by_dependence(const StateSample& sample, std::span<const std::uint8_t> widths) {
  std::vector<std::uint32_t> fields;
  unsigned bits = 0;
  for (std::uint32_t at = 0; at < widths.size(); ++at) {
    if (widths[at] == 0) continue;
    fields.push_back(at);
    bits += widths[at];
  }
  if (fields.size() < 3 || fields.size() > most_fields || sample.size() < fewest_states) return fields;

  const Dependence told(sample, fields);
  std::vector<Cluster> clusters(fields.size());
  for (std::size_t f = 0; f < fields.size(); ++f) clusters[f] = {{f}, widths[fields[f]]};
  // The two that have most to do with one another become one, as long as that is no more than half of the state; then
  // the rest, so that what is left over is not torn apart either.
  while (clusters.size() > 1) {
    std::size_t left = 0, right = 0;
    double most = -1;
    for (const bool any : {false, true}) {
      for (std::size_t a = 1; a < clusters.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
          if (!any && clusters[a].bits + clusters[b].bits > bits / 2 + 1) continue;
          const double d = dependence(told, clusters[a], clusters[b]);
          if (d > most) {
            most = d;
            left = b;
            right = a;
          }
        }
      }
      if (most >= 0) break;
    }
    Cluster& into = clusters[left];
    into.members.insert(into.members.end(), clusters[right].members.begin(), clusters[right].members.end());
    into.bits += clusters[right].bits;
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(right));
  }
  std::vector<std::uint32_t> order;
  for (const std::size_t f : clusters.front().members) order.push_back(fields[f]);
  return different_halves(sample, 1, order, widths) < different_halves(sample, 1, fields, widths) ? order : fields;
}

double expected_parts(const StateSample& sample, std::span<const std::uint32_t> order,
                      std::span<const std::uint8_t> widths) {
  if (sample.size() < 2) return 2.0 * static_cast<double>(sample.of);
  const auto all = static_cast<double>(different_halves(sample, 1, order, widths));
  const auto of_every_second = static_cast<double>(different_halves(sample, 2, order, widths));
  const double power = std::clamp(std::log2(all / of_every_second), 0.0, 1.0);
  return all * std::pow(static_cast<double>(sample.of) / static_cast<double>(sample.size()), power);
}

}  // namespace quotient
