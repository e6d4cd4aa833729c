#include "search/cluster/orderly_transport.hpp"

namespace quotient {

namespace {

/// The first byte of what a rank contributes; behind `leaves`, a StopCause.
constexpr std::uint8_t goes_on = 0, leaves = 1;

}  // namespace

void OrderlyTransport::leave(StopCause why) {
  if (has_parted_) return;
  has_parted_ = true;
  const std::uint8_t own[] = {leaves, static_cast<std::uint8_t>(why)};
  inner_->gather(own);
}

std::vector<Transport::Bytes> OrderlyTransport::gather(std::span<const std::uint8_t> own) {
  Bytes bytes;
  bytes.reserve(own.size() + 1);
  bytes.push_back(goes_on);
  bytes.insert(bytes.end(), own.begin(), own.end());
  std::vector<Bytes> parts = inner_->gather(bytes);
  for (unsigned rank = 0; rank < parts.size(); ++rank) {
    if (parts[rank].front() == goes_on) continue;
    has_parted_ = true;
    const auto why = static_cast<StopCause>(parts[rank].back());
    if (why != StopCause::none) throw Stopped{why};
    deserter_ = rank;
    throw Stopped{StopCause::interrupt};
  }
  for (Bytes& part : parts) part.erase(part.begin());
  return parts;
}

}  // namespace quotient
