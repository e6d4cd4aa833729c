#include "search/cluster/thread_transport.hpp"

#include <array>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

#include "base/ensure.hpp"

namespace quotient {

namespace {

/// What the ranks share. A rank is at most one round ahead of another, so that two queues for each suffice.
struct Switchboard {
  explicit Switchboard(unsigned ranks) : queues(ranks), given(ranks) {}

  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::array<std::deque<Transport::Message>, 2>> queues;
  std::array<unsigned, 2> ended = {};  // ranks that send nothing more, by the parity of the round
  std::array<unsigned, 2> left = {};   // ranks that have left the round
  std::vector<Transport::Bytes> given;
  unsigned arrived = 0;  // at the present gathering
  std::uint64_t gathering = 0;
  std::vector<Transport::Bytes> gathered;
};

class ThreadTransport final : public Transport {
 public:
  ThreadTransport(std::shared_ptr<Switchboard> board, unsigned rank) : board_(std::move(board)), rank_(rank) {}

  unsigned rank() const override { return rank_; }
  unsigned size() const override { return static_cast<unsigned>(board_->queues.size()); }
  unsigned ranks_on_machine() const override { return size(); }

  bool can_send(unsigned to) override {
    constexpr std::size_t enough = 4;  // few, so that tests meet the limit
    const std::lock_guard lock(board_->mutex);
    return board_->queues[to][round_ % 2].size() < enough;
  }
  void send(unsigned to, Bytes message) override {
    const std::lock_guard lock(board_->mutex);
    board_->queues[to][round_ % 2].push_back({rank_, std::move(message)});
  }
  std::optional<Message> receive() override {
    const std::lock_guard lock(board_->mutex);
    auto& queue = board_->queues[rank_][round_ % 2];
    if (queue.empty()) return std::nullopt;
    Message message = std::move(queue.front());
    queue.pop_front();
    return message;
  }
  bool end_round() override {
    const std::unique_lock lock(board_->mutex);
    const std::size_t parity = round_ % 2;
    if (!ended_) ++board_->ended[parity];
    ended_ = true;
    if (board_->ended[parity] < size() || !board_->queues[rank_][parity].empty()) return false;
    if (++board_->left[parity] == size()) board_->ended[parity] = board_->left[parity] = 0;
    ended_ = false;
    ++round_;
    return true;
  }

  std::vector<Bytes> gather(std::span<const std::uint8_t> own) override {
    std::unique_lock lock(board_->mutex);
    board_->given[rank_].assign(own.begin(), own.end());
    const std::uint64_t mine = board_->gathering;
    if (++board_->arrived == size()) {
      board_->gathered = board_->given;
      board_->arrived = 0;
      ++board_->gathering;
      board_->changed.notify_all();
    }
    board_->changed.wait(lock, [&] { return board_->gathering != mine; });
    return board_->gathered;  // stays as it is until this rank takes part in the next
  }
  void abandon() override { report_bug("a rank that is a thread cannot go on"); }

 private:
  std::shared_ptr<Switchboard> board_;
  const unsigned rank_;
  std::uint64_t round_ = 0;
  bool ended_ = false;
};

}  // namespace

std::vector<std::unique_ptr<Transport>> make_thread_transports(unsigned ranks) {
  const auto board = std::make_shared<Switchboard>(ranks);
  std::vector<std::unique_ptr<Transport>> transports;
  for (unsigned rank = 0; rank < ranks; ++rank) transports.push_back(std::make_unique<ThreadTransport>(board, rank));
  return transports;
}

}  // namespace quotient
