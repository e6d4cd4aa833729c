#include "native/cache.hpp"

#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "models.hpp"
#include "native/emit.hpp"
#include "native/engine.hpp"
#include "native/module.hpp"

/// Modules of earlier runs were loaded as they lay there. One flipped bit made a violated model `verified` in 5 of 60
/// tries, and a shortened file ended every later run by SIGBUS. Now bytes are checked first, and what is loaded are the
/// bytes that were checked.
namespace quotient::native {
namespace {

namespace fs = std::filesystem;

constexpr const char* small_model = "byte x;\nactive proctype A() { do :: x < 5 -> x++ :: x == 5 -> x = 0 od }\n";

struct CacheFiles {
  CacheFiles() : folder(PrivateFolder::make("")) {}
  fs::path cache() const { return folder.path() / "cache"; }
  std::vector<fs::path> kept() const {
    std::vector<fs::path> files;
    for (const fs::directory_entry& e : fs::directory_iterator(cache())) files.push_back(e.path());
    return files;
  }
  fs::path only() const {
    const std::vector<fs::path> files = kept();
    EXPECT_EQ(files.size(), 1U);
    return files.empty() ? fs::path() : files[0];
  }
  PrivateFolder folder;
};

void write_file(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
}

/// Why there is no native code after a run with this cache; empty where there is.
std::string run_engine(const CacheFiles& files) {
  const Loaded loaded("model.pml", small_model, {}, promela::StepMode::full);
  Diagnostics none;
  EngineOptions options;
  options.compilers = {"tcc", "cc", "gcc", "clang"};
  options.cache_folder = files.cache();
  return Engine(loaded.model->compile("", none), options).wait_until_ready();
}

ModuleText text_of_model() {
  const Loaded loaded("model.pml", small_model, {}, promela::StepMode::full);
  Diagnostics none;
  return write_module(loaded.model->compile("", none)->program());
}

TEST(Cache, GivesWhatItWasGiven) {
  const CacheFiles files;
  const Cache cache(files.cache());
  const std::string module("\0some bytes\n", 12);
  EXPECT_FALSE(cache.find("key"));
  cache.keep("key", module);
  EXPECT_EQ(cache.find("key"), module);
  EXPECT_EQ(Cache(files.cache()).find("key"), module);
  EXPECT_FALSE(cache.find("other"));
}

TEST(Cache, EveryFlippedBitIsSeen) {
  const CacheFiles files;
  const Cache cache(files.cache());
  std::string module;
  for (int k = 0; k < 600; ++k) module += static_cast<char>(k * k % 251);
  cache.keep("key", module);
  const fs::path file = files.only();
  const std::string whole = text_of(file);
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string damaged = whole;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
    write_file(file, damaged);
    ::chmod(file.c_str(), 0600);
    EXPECT_FALSE(cache.find("key")) << "bit " << bit;
    EXPECT_FALSE(fs::exists(file));  // it would be read in vain again and again
  }
}

TEST(Cache, EveryLengthButTheRightOneIsSeen) {
  const CacheFiles files;
  const Cache cache(files.cache());
  cache.keep("key", std::string(300, 'm'));
  const fs::path file = files.only();
  const std::string whole = text_of(file);
  for (std::size_t length = 0; length < whole.size() + 70; ++length) {
    if (length == whole.size()) continue;
    std::string other = whole;
    other.resize(length, 'm');
    write_file(file, other);
    ::chmod(file.c_str(), 0600);
    EXPECT_FALSE(cache.find("key")) << length;
  }
  // Two files in one, and a whole one that ends in another.
  write_file(file, whole + whole);
  ::chmod(file.c_str(), 0600);
  EXPECT_FALSE(cache.find("key"));
}

/// A whole file under the name of another is a module of another text or by another compiler.
TEST(Cache, AModuleIsTiedToItsKey) {
  const CacheFiles files;
  const Cache cache(files.cache());
  cache.keep("key", "module");
  fs::copy(files.only(), files.cache() / "other.so");
  EXPECT_FALSE(cache.find("other"));
  EXPECT_TRUE(cache.find("key"));
}

TEST(Cache, TheKeyCoversTextCompilerAndFlags) {
  const ModuleText text = text_of_model();
  const CacheFiles files;
  const fs::path program = files.folder.path() / "compiler";
  write_file(program, "one");
  const Compiler compiler{program, "-O1"};
  const std::string key = Cache::key(text, compiler);
  EXPECT_EQ(Cache::key(text, compiler), key);
  EXPECT_NE(Cache::key(text, {program, "-O2"}), key);
  ModuleText longer = text, cut = text;
  longer.units.back() += " ";
  EXPECT_NE(Cache::key(longer, compiler), key);
  cut.units = {text.units[0].substr(0, 100), text.units[0].substr(100)};
  EXPECT_NE(Cache::key(cut, compiler), key);
  write_file(program, "another version");
  EXPECT_NE(Cache::key(text, compiler), key);
}

TEST(Cache, DoesNotTakeWhatAnotherCouldHaveWritten) {
  const CacheFiles files;
  const Cache cache(files.cache());
  const fs::path aside = files.folder.path() / "aside";
  for (const mode_t mode : {0666U, 0620U, 0602U}) {
    cache.keep("key", "module");
    ::chmod(files.only().c_str(), mode);
    EXPECT_FALSE(cache.find("key")) << mode;
  }
  cache.keep("key", "module");
  const fs::path file = files.only();
  fs::rename(file, aside);
  fs::create_symlink(aside, file);
  EXPECT_FALSE(cache.find("key"));
  // What is no file at all must not be waited for.
  ASSERT_EQ(::mkfifo(file.c_str(), 0600), 0);
  EXPECT_FALSE(cache.find("key"));
  fs::create_directory(file);
  EXPECT_FALSE(cache.find("key"));
}

TEST(Cache, DoesNotUseAFolderThatOthersCanWriteTo) {
  const CacheFiles files;
  fs::create_directory(files.cache());
  ::chmod(files.cache().c_str(), 0777);
  EXPECT_TRUE(Cache(files.cache()).folder().empty());
  ::chmod(files.cache().c_str(), 0700);
  EXPECT_FALSE(Cache(files.cache()).folder().empty());
}

TEST(Cache, StaysSmall) {
  const CacheFiles files;
  const Cache cache(files.cache(), 2500);
  for (int k = 0; k < 6; ++k) {
    cache.keep(fmt::format("key{}", k), std::string(1000, 'x'));
    const fs::path kept = files.cache() / fmt::format("key{}.so", k);
    fs::last_write_time(kept, fs::file_time_type::clock::now() - std::chrono::minutes(60 - k));
  }
  EXPECT_EQ(files.kept().size(), 2U);
  EXPECT_TRUE(cache.find("key5"));
  EXPECT_FALSE(cache.find("key0"));
}

/// A damaged module is made anew, and the cache has a whole one again.
TEST(Cache, DamageIsMended) {
  const CacheFiles files;
  ASSERT_EQ(run_engine(files), "");
  const fs::path file = files.only();
  const std::string whole = text_of(file);
  for (const std::size_t at :
       {std::size_t{0}, std::size_t{200}, whole.size() / 2, whole.size() - 40, whole.size() - 1}) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    for (const std::string& bytes : {damaged, whole.substr(0, at)}) {
      write_file(file, bytes);
      EXPECT_EQ(run_engine(files), "");
      EXPECT_EQ(text_of(file), whole);
    }
  }
}

/// Two modules at a time, each by both ways: the loader takes files of one name for the same, and must not here.
TEST(Module, LoadsFromMemoryAndFromAFolder) {
  ModuleText text = text_of_model(), other = text;
  other.stamp ^= 1;
  const std::optional<Compiler> compiler = find_compiler({"tcc", "cc", "gcc", "clang"});
  ASSERT_TRUE(compiler);
  const CacheFiles files;
  const std::atomic<bool> stop = false;
  std::string error;
  const auto first = compile(*compiler, text, files.folder.path(), 1, stop, error);
  const auto second = compile(*compiler, other, files.folder.path(), 1, stop, error);
  ASSERT_TRUE(first && second) << error;
  for (const bool memory : {true, false}) {
    const auto image = [&](const std::string& bytes) {
      return memory ? Image::in_memory(bytes) : Image::in_folder(bytes, files.folder.path());
    };
    const auto a = Module::load(*image(*first), text.stamp, error);
    const auto b = Module::load(*image(*second), other.stamp, error);
    ASSERT_TRUE(a && b) << error;
    EXPECT_EQ(a->table().stamp, text.stamp);
    EXPECT_EQ(b->table().stamp, other.stamp);
  }
  EXPECT_EQ(Module::load(*first, other.stamp, error), nullptr);
  EXPECT_EQ(Module::load("no module at all", text.stamp, error), nullptr);
}

}  // namespace
}  // namespace quotient::native
