// The module libquotient_mpi.so: ranks on MPI 3.1, through its C interface. The program loads it when it finds itself
// started by a launcher of MPI, so that it runs where there is no MPI as well.

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <chrono>
#include <cstdlib>
#include <deque>
#include <memory>
#include <mpi.h>
#include <string_view>
#include <thread>
#include <utility>

#include "search/cluster/transport.hpp"

namespace quotient {

namespace {

/// Messages are sent synchronously without blocking (MPI_Issend): a send is complete when its receiver has begun to
/// take it. So the end of a round is known without counting: a rank whose sends are complete enters a barrier that does
/// not block, and goes on receiving until all have (Hoefler, Siebert and Lumsdaine, "Scalable communication protocols
/// for dynamic sparse data exchange", 2010). Rounds take turns with two tags, since a rank may learn before another
/// that a round has ended, and send in the next.
class MpiTransport final : public Transport {
 public:
  MpiTransport() : sending_(0) {
    MPI_Comm_dup(MPI_COMM_WORLD, &messages_);
    MPI_Comm_dup(MPI_COMM_WORLD, &control_);
    int rank = 0, size = 1, near = 1;
    MPI_Comm_rank(messages_, &rank);
    MPI_Comm_size(messages_, &size);
    MPI_Comm machine = MPI_COMM_NULL;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &near);
    MPI_Comm_free(&machine);
    rank_ = static_cast<unsigned>(rank);
    size_ = static_cast<unsigned>(size);
    near_ = static_cast<unsigned>(near);
    sending_.resize(size_);
  }
  MpiTransport(const MpiTransport&) = delete;
  MpiTransport& operator=(const MpiTransport&) = delete;
  ~MpiTransport() override {
    MPI_Comm_free(&messages_);
    MPI_Comm_free(&control_);
    MPI_Finalize();
  }

  unsigned rank() const override { return rank_; }
  unsigned size() const override { return size_; }
  unsigned ranks_on_machine() const override { return near_; }

  bool can_send(unsigned to) override {
    forget_complete(to);
    return sending_[to].size() < most_under_way;
  }
  void send(unsigned to, Bytes message) override {
    auto& sends = sending_[to];
    sends.push_back({std::move(message), MPI_REQUEST_NULL});
    Sending& sent = sends.back();
    MPI_Issend(sent.bytes.data(), static_cast<int>(sent.bytes.size()), MPI_BYTE, static_cast<int>(to), tag(), messages_,
               &sent.request);
  }
  std::optional<Message> receive() override {
    int there = 0;
    MPI_Message handle;
    MPI_Status status;
    MPI_Improbe(MPI_ANY_SOURCE, tag(), messages_, &there, &handle, &status);
    if (there == 0) return std::nullopt;
    int length = 0;
    MPI_Get_count(&status, MPI_BYTE, &length);
    Message message{static_cast<unsigned>(status.MPI_SOURCE), Bytes(static_cast<std::size_t>(length))};
    MPI_Mrecv(message.bytes.data(), length, MPI_BYTE, &handle, MPI_STATUS_IGNORE);
    idle_ = 0;
    return message;
  }
  bool end_round() override {
    if (barrier_ == MPI_REQUEST_NULL) {
      bool complete = true;
      for (unsigned to = 0; to < size_; ++to) {
        forget_complete(to);
        complete &= sending_[to].empty();
      }
      if (!complete) {
        rest();
        return false;
      }
      MPI_Ibarrier(control_, &barrier_);
    }
    int ended = 0;
    MPI_Test(&barrier_, &ended, MPI_STATUS_IGNORE);
    if (ended == 0) {
      rest();
      return false;
    }
    ++round_;
    idle_ = 0;
    return true;
  }

  std::vector<Bytes> gather(std::span<const std::uint8_t> own) override {
    const int length = static_cast<int>(own.size());
    std::vector<int> lengths(size_), begins(size_);
    wait_for([&](MPI_Request* request) {
      MPI_Iallgather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, control_, request);
    });
    int all = 0;
    for (unsigned rank = 0; rank < size_; ++rank) {
      begins[rank] = all;
      all += lengths[rank];
    }
    Bytes bytes(static_cast<std::size_t>(all) + 1);
    wait_for([&](MPI_Request* request) {
      MPI_Iallgatherv(own.data(), length, MPI_BYTE, bytes.data(), lengths.data(), begins.data(), MPI_BYTE, control_,
                      request);
    });
    std::vector<Bytes> parts(size_);
    for (unsigned rank = 0; rank < size_; ++rank) {
      const auto begin = bytes.begin() + begins[rank];
      parts[rank].assign(begin, begin + lengths[rank]);
    }
    return parts;
  }

  void abandon() override {
    constexpr int incomplete = 3;
    MPI_Abort(MPI_COMM_WORLD, incomplete);
    std::_Exit(incomplete);
  }

 private:
  static constexpr std::size_t most_under_way = 8;  // to one rank: half a megabyte

  struct Sending {
    Bytes bytes;
    MPI_Request request;
  };

  int tag() const { return static_cast<int>(round_ % 2); }

  void forget_complete(unsigned to) {
    auto& sends = sending_[to];
    while (!sends.empty()) {
      int complete = 0;
      MPI_Test(&sends.front().request, &complete, MPI_STATUS_IGNORE);
      if (complete == 0) return;
      sends.pop_front();
    }
  }

  /// Waiting must not take the processor from ranks that work: a few tries at once, then less and less often.
  void rest() {
    if (++idle_ < 64) return;
    if (idle_ < 256) return std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::microseconds(idle_ < 4096 ? 20 : 1000));
  }
  template <typename Begin>
  void wait_for(Begin begin) {
    MPI_Request request = MPI_REQUEST_NULL;
    begin(&request);
    idle_ = 0;
    for (int done = 0; done == 0;) {
      MPI_Test(&request, &done, MPI_STATUS_IGNORE);
      if (done == 0) rest();
    }
    idle_ = 0;
  }

  MPI_Comm messages_ = MPI_COMM_NULL, control_ = MPI_COMM_NULL;
  unsigned rank_ = 0, size_ = 1, near_ = 1;
  std::vector<std::deque<Sending>> sending_;
  MPI_Request barrier_ = MPI_REQUEST_NULL;
  std::uint64_t round_ = 0;
  std::uint64_t idle_ = 0;
};

}  // namespace

}  // namespace quotient

/// The only thing that the program looks for. Null where `version` is not that of the program that this module was
/// built with. The ranks part when the transport is deleted; it must be the only one.
extern "C" __attribute__((visibility("default"))) quotient::Transport* quotient_mpi_join(const char* version) {
  if (std::string_view(version) != QUOTIENT_VERSION) return nullptr;
  int given = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given);
  return new quotient::MpiTransport;
}
