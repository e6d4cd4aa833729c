#include "search/segment/segment.hpp"

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <unistd.h>
#include <utility>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace quotient {

namespace {

static_assert(std::endian::native == std::endian::little, "segments are written as numbers lie in memory");

constexpr std::uint64_t segment_magic = 0x31474553544f5551;  // QUOTSEG1
constexpr std::size_t block_bytes = std::size_t{1} << 20;

struct SegmentHeader {
  std::uint64_t magic;
  std::uint32_t tag, version;
  std::uint64_t length;    // of what follows the header
  std::uint64_t checksum;  // of that
  std::uint64_t own;       // of the header up to here
};
static_assert(sizeof(SegmentHeader) == 40);

std::uint64_t header_checksum(const SegmentHeader& header) {
  return XXH3_64bits(&header, offsetof(SegmentHeader, own));
}

}  // namespace

struct SegmentWriter::Checksum {
  XXH3_state_t state;
};

SegmentWriter::SegmentWriter(const std::filesystem::path& file, SegmentKind kind)
    : name_(file.string()), kind_(kind), checksum_(std::make_unique<Checksum>()) {
  XXH3_64bits_reset(&checksum_->state);
  file_ = std::fopen(name_.c_str(), "wb");
  if (file_ == nullptr) {
    fail("cannot be written");
    return;
  }
  std::setvbuf(file_, nullptr, _IOFBF, block_bytes);
  const SegmentHeader unfinished{};
  if (std::fwrite(&unfinished, sizeof unfinished, 1, file_) != 1) fail("cannot be written");
}

SegmentWriter::SegmentWriter(std::vector<std::uint8_t>& memory) : kind_{}, memory_(&memory) {}

SegmentWriter::~SegmentWriter() {
  if (file_ != nullptr) std::fclose(file_);
}

void SegmentWriter::fail(const char* what) {
  if (!failure_) failure_ = name_ + ": " + what + " (" + std::strerror(errno) + ")";
}

void SegmentWriter::write(std::span<const std::uint8_t> bytes) {
  if (failure_ || bytes.empty()) return;
  summary_.length += bytes.size();
  if (memory_ != nullptr) {
    memory_->insert(memory_->end(), bytes.begin(), bytes.end());
    return;
  }
  XXH3_64bits_update(&checksum_->state, bytes.data(), bytes.size());
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail("cannot be written");
}

std::optional<std::string> SegmentWriter::finish() {
  if (failure_ || memory_ != nullptr) return failure_;
  summary_.checksum = XXH3_64bits_digest(&checksum_->state);
  SegmentHeader header{segment_magic, kind_.tag, kind_.version, summary_.length, summary_.checksum, 0};
  header.own = header_checksum(header);
  const bool written = std::fflush(file_) == 0 && std::fseek(file_, 0, SEEK_SET) == 0 &&
                       std::fwrite(&header, sizeof header, 1, file_) == 1 && std::fflush(file_) == 0 &&
                       fsync(fileno(file_)) == 0;
  if (!written) fail("cannot be written");
  if (std::fclose(std::exchange(file_, nullptr)) != 0 && !failure_) fail("cannot be written");
  return failure_;
}

SegmentReader::SegmentReader(const std::filesystem::path& file, SegmentKind kind) : name_(file.string()) { open(kind); }

SegmentReader::SegmentReader(std::span<const std::uint8_t> memory) : name_("a message"), left_(memory.size()) {
  if (memory.empty()) return;
  file_ = fmemopen(const_cast<std::uint8_t*>(memory.data()), memory.size(), "rb");  // is only read
  if (file_ == nullptr) fail("cannot be read");
}

SegmentReader::~SegmentReader() {
  if (file_ != nullptr) std::fclose(file_);
}

void SegmentReader::fail(const std::string& what) {
  if (!failure_) failure_ = name_ + ": " + what;
  left_ = 0;
}

void SegmentReader::open(SegmentKind kind) {
  file_ = std::fopen(name_.c_str(), "rb");
  if (file_ == nullptr) return fail(std::string("cannot be read (") + std::strerror(errno) + ")");
  std::setvbuf(file_, nullptr, _IOFBF, block_bytes);
  SegmentHeader header;
  if (std::fread(&header, sizeof header, 1, file_) != 1) return fail("is too short");
  if (header.magic != segment_magic) return fail("is not a file of saved tables, or was not finished");
  if (header.own != header_checksum(header)) return fail("has a damaged header");
  if (header.tag != kind.tag) return fail("holds something else");
  if (header.version != kind.version) {
    return fail("has version " + std::to_string(header.version) + ", and this program reads version " +
                std::to_string(kind.version));
  }
  std::vector<std::uint8_t> block(block_bytes);
  XXH3_state_t checksum;
  XXH3_64bits_reset(&checksum);
  std::uint64_t length = 0;
  while (const std::size_t got = std::fread(block.data(), 1, block.size(), file_)) {
    XXH3_64bits_update(&checksum, block.data(), got);
    length += got;
  }
  if (std::ferror(file_) != 0) return fail(std::string("cannot be read (") + std::strerror(errno) + ")");
  if (length != header.length) return fail(length < header.length ? "is too short" : "is too long");
  if (XXH3_64bits_digest(&checksum) != header.checksum) return fail("is damaged: its checksum is wrong");
  if (std::fseek(file_, sizeof header, SEEK_SET) != 0) return fail("cannot be read");
  left_ = length;
  summary_ = {header.length, header.checksum};
}

bool SegmentReader::read(std::span<std::uint8_t> bytes) {
  if (bytes.empty()) return ok();
  if (bytes.size() > left_) {
    fail("ends where something else was to come");
  } else if (std::fread(bytes.data(), 1, bytes.size(), file_) != bytes.size()) {
    fail("has changed while it was read");
  } else {
    left_ -= bytes.size();
    return true;
  }
  std::memset(bytes.data(), 0, bytes.size());
  return false;
}

std::vector<std::uint8_t> SegmentReader::get_bytes(std::uint64_t most) {
  const auto count = get<std::uint64_t>();
  if (count > most || !has(count, 1)) fail("holds a number that cannot be true");
  if (!ok()) return {};
  std::vector<std::uint8_t> bytes(count);
  read(bytes);
  return bytes;
}

void SegmentReader::expect_end() {
  if (ok() && left_ != 0) fail("holds more than it should");
}

}  // namespace quotient
