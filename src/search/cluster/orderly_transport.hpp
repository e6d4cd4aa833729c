#pragma once

#include <memory>
#include <optional>

#include "base/stop_signal.hpp"
#include "search/cluster/transport.hpp"

namespace quotient {

/// Ranks that part in order. A rank may have to end before the others: it cannot read a file, or a limit ended it
/// where there is no partial result. It then takes part in one more gathering to say so, and the others meet Stopped
/// there instead of waiting for ever. Not within a round: see Transport::abandon.
class OrderlyTransport final : public Transport {
 public:
  explicit OrderlyTransport(std::unique_ptr<Transport> inner) : inner_(std::move(inner)) {}
  OrderlyTransport(const OrderlyTransport&) = delete;
  OrderlyTransport& operator=(const OrderlyTransport&) = delete;
  ~OrderlyTransport() override { leave(StopCause::none); }

  /// This rank takes part in nothing more. `why`: none where it is done, or where something is wrong with its input.
  void leave(StopCause why);
  /// The rank that ended while this one was to go on, without a limit that ended it.
  std::optional<unsigned> deserter() const { return deserter_; }

  unsigned rank() const override { return inner_->rank(); }
  unsigned size() const override { return inner_->size(); }
  unsigned ranks_on_machine() const override { return inner_->ranks_on_machine(); }
  bool can_send(unsigned to) override { return inner_->can_send(to); }
  void send(unsigned to, Bytes message) override { inner_->send(to, std::move(message)); }
  std::optional<Message> receive() override { return inner_->receive(); }
  bool end_round() override { return inner_->end_round(); }
  /// Throws Stopped where a rank leaves.
  std::vector<Bytes> gather(std::span<const std::uint8_t> own) override;
  void abandon() override { inner_->abandon(); }

 private:
  std::unique_ptr<Transport> inner_;
  bool has_parted_ = false;
  std::optional<unsigned> deserter_;
};

}  // namespace quotient
