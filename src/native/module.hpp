#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "native/abi.hpp"
#include "native/image.hpp"

namespace quotient::native {

/// A shared object that was loaded, and is unloaded with this.
class Module {
 public:
  /// Loads a shared object and checks that it is one of ours, made from the text with this stamp. Loading runs code of
  /// it: the bytes must be those that a compiler wrote for us (`compile`), or that it wrote earlier (`Cache::find`).
  /// Null, and why in `error`. Private files are made in `parent` where they are needed.
  static std::unique_ptr<Module> load(std::string_view bytes, std::uint64_t stamp, std::string& error,
                                      const std::filesystem::path& parent = {});
  static std::unique_ptr<Module> load(Image image, std::uint64_t stamp, std::string& error);
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  ~Module();

  const ModuleTable& table() const { return *table_; }

 private:
  Module(Image image, void* handle, const ModuleTable* table)
      : image_(std::move(image)), handle_(handle), table_(table) {}
  Image image_;  // lives as long as it is loaded: its path must stay its own
  void* handle_;
  const ModuleTable* table_;
};

}  // namespace quotient::native
