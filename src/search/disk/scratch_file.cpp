#include "search/disk/scratch_file.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <unistd.h>

namespace quotient {

namespace {

/// Some file systems know no files without a name: then it has one for a moment.
int open_nameless(const std::string& folder) {
  const int nameless = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (nameless >= 0 || (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)) return nameless;
  std::string name = folder + "/quotient-spill-XXXXXX";
  const int named = mkostemp(name.data(), O_CLOEXEC);
  if (named >= 0) unlink(name.c_str());
  return named;
}

}  // namespace

ScratchFile::ScratchFile(const std::string& folder, MemoryBudget& budget)
    : budget_(budget), descriptor_(open_nameless(folder)) {
  if (descriptor_ < 0) {
    fail(errno);
    return;
  }
  if (!budget_.reserve(block)) throw std::bad_alloc();
  reserved_ = block;
  buffer_.reserve(block);
}

ScratchFile::~ScratchFile() {
  if (descriptor_ >= 0) close(descriptor_);
  budget_.release(reserved_);
}

std::string ScratchFile::failure() const { return ok() ? "" : std::strerror(failure_.load(std::memory_order_relaxed)); }

void ScratchFile::append(std::span<const std::uint8_t> bytes) {
  while (!bytes.empty() && ok()) {
    const std::size_t part = std::min(bytes.size(), block - buffer_.size());
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(part));
    bytes = bytes.subspan(part);
    if (buffer_.size() == block) flush();
  }
}

void ScratchFile::flush() {
  for (std::span<const std::uint8_t> rest(buffer_); !rest.empty() && ok();) {
    const ssize_t done = pwrite(descriptor_, rest.data(), rest.size(), static_cast<off_t>(written_));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      fail(done < 0 ? errno : ENOSPC);
      return;
    }
    written_ += static_cast<std::uint64_t>(done);
    rest = rest.subspan(static_cast<std::size_t>(done));
  }
  buffer_.clear();
}

void ScratchFile::read(std::uint64_t offset, std::span<std::uint8_t> into) {
  if (ok() && offset < written_ && into.size() > written_ - offset) flush();
  if (ok() && offset >= written_ && offset - written_ <= buffer_.size() &&
      into.size() <= buffer_.size() - (offset - written_)) {
    std::copy_n(buffer_.begin() + static_cast<std::ptrdiff_t>(offset - written_), into.size(), into.begin());
    return;
  }
  while (!into.empty() && ok()) {
    const ssize_t done = pread(descriptor_, into.data(), into.size(), static_cast<off_t>(offset));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      fail(done < 0 ? errno : EIO);  // what was written is there
      break;
    }
    offset += static_cast<std::uint64_t>(done);
    into = into.subspan(static_cast<std::size_t>(done));
  }
  std::fill(into.begin(), into.end(), std::uint8_t{0});
}

void ScratchFile::clear() {
  buffer_.clear();
  written_ = 0;
  if (ok() && ftruncate(descriptor_, 0) != 0) fail(errno);
}

void ScratchFile::forget(std::uint64_t offset, std::uint64_t length) {
  // Where the file system cannot, the room stays taken: no harm but that.
  if (ok() && length > 0)
    (void)fallocate(descriptor_, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                    static_cast<off_t>(length));
}

bool ScratchReader::refill() {
  if (next_ == end_) return false;
  block_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(at_once, end_ - next_)));
  file_.read(next_, block_);
  next_ += block_.size();
  at_ = 0;
  return true;
}

void ScratchReader::read(std::span<std::uint8_t> into) {
  while (!into.empty()) {
    if (at_ == block_.size() && !refill()) {
      std::fill(into.begin(), into.end(), std::uint8_t{0});
      return;
    }
    const std::size_t part = std::min(into.size(), block_.size() - at_);
    std::copy_n(block_.begin() + static_cast<std::ptrdiff_t>(at_), part, into.begin());
    at_ += part;
    into = into.subspan(part);
  }
}

}  // namespace quotient
