#include "search/segment/segment.hpp"

#include <gtest/gtest.h>
#include <numeric>

#include "saved_file.hpp"

namespace quotient {
namespace {

using Bytes = std::vector<std::uint8_t>;
using toy::SavedFile;

Bytes some_bytes() {
  Bytes bytes(300);
  std::iota(bytes.begin(), bytes.end(), std::uint8_t{7});
  return bytes;
}

void write_some(const SavedFile& file) {
  SegmentWriter out(file.path(), SavedFile::kind);
  out.put(std::uint32_t{17});
  out.put_bytes(some_bytes());
  out.put(std::uint64_t{1} << 60);
  ASSERT_EQ(out.finish(), std::nullopt);
}

TEST(Segment, GivesBackWhatWasWritten) {
  const SavedFile file;
  write_some(file);
  SegmentReader in(file.path(), SavedFile::kind);
  ASSERT_TRUE(in.ok()) << *in.failure();
  EXPECT_EQ(in.get<std::uint32_t>(), 17U);
  EXPECT_EQ(in.get_bytes(300), some_bytes());
  in.expect_end();
  EXPECT_FALSE(in.ok());
  SegmentReader again(file.path(), SavedFile::kind);
  again.get<std::uint32_t>();
  again.get_bytes(1000);
  EXPECT_EQ(again.get<std::uint64_t>(), std::uint64_t{1} << 60);
  again.expect_end();
  EXPECT_TRUE(again.ok());
  EXPECT_EQ(again.get<std::uint64_t>(), 0U);  // beyond the end
  EXPECT_FALSE(again.ok());
}

TEST(Segment, RefusesEveryFlippedBitAndEveryOtherLength) {
  const SavedFile file;
  write_some(file);
  const Bytes whole = file.bytes();
  for (std::size_t at = 0; at < whole.size(); ++at) {
    Bytes flipped = whole;
    flipped[at] ^= static_cast<std::uint8_t>(1U << (at % 8));
    file.write(flipped);
    EXPECT_FALSE(SegmentReader(file.path(), SavedFile::kind).ok()) << at;
    file.write(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(at)));
    EXPECT_FALSE(SegmentReader(file.path(), SavedFile::kind).ok()) << at;
  }
  Bytes longer = whole;
  longer.push_back(0);
  file.write(longer);
  EXPECT_FALSE(SegmentReader(file.path(), SavedFile::kind).ok());
}

TEST(Segment, SaysWhatIsWrong) {
  const SavedFile file;
  SegmentReader missing(file.path(), SavedFile::kind);
  EXPECT_NE(missing.failure()->find("cannot be read"), std::string::npos);
  write_some(file);
  EXPECT_NE(SegmentReader(file.path(), {1, 3}).failure()->find("holds something else"), std::string::npos);
  SegmentReader newer(file.path(), {SavedFile::kind.tag, 4});
  EXPECT_NE(newer.failure()->find("has version 3, and this program reads version 4"), std::string::npos);
  Bytes cut = file.bytes();
  cut.pop_back();
  file.write(cut);
  EXPECT_NE(SegmentReader(file.path(), SavedFile::kind).failure()->find("is too short"), std::string::npos);
  { SegmentWriter unfinished(file.path(), SavedFile::kind); }
  EXPECT_NE(SegmentReader(file.path(), SavedFile::kind).failure()->find("not finished"), std::string::npos);
  SegmentWriter nowhere(file.path() / "there" / "is no such folder", SavedFile::kind);
  nowhere.put(std::uint64_t{1});
  EXPECT_TRUE(nowhere.finish().has_value());
}

TEST(Segment, ADiskThatIsFullIsNoticed) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP();
  SegmentWriter out("/dev/full", SavedFile::kind);
  for (int i = 0; i < 1000; ++i) out.put_bytes(some_bytes());
  EXPECT_TRUE(out.finish().has_value());
}

TEST(Segment, TakesNoMemoryForAPromise) {
  const SavedFile file;
  SegmentWriter out(file.path(), SavedFile::kind);
  out.put(std::uint64_t{1} << 50);  // bytes to come
  ASSERT_EQ(out.finish(), std::nullopt);
  SegmentReader in(file.path(), SavedFile::kind);
  EXPECT_TRUE(in.get_bytes(std::uint64_t{1} << 60).empty());
  EXPECT_FALSE(in.ok());
}

}  // namespace
}  // namespace quotient
