#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "native/abi.hpp"

namespace quotient::native {

/// A shared object that was loaded, and is unloaded with this.
class Module {
 public:
  /// Loads a module and checks that it is one of ours, made from the text with this stamp. Runs code of the file: it
  /// must belong to the user and be writable by nobody else, which is checked first. Null, and why in `error`.
  static std::unique_ptr<Module> load(const std::filesystem::path& file, std::uint64_t stamp, std::string& error);
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;
  ~Module();

  const ModuleTable& table() const { return *table_; }

 private:
  Module(void* handle, const ModuleTable* table) : handle_(handle), table_(table) {}
  void* handle_;
  const ModuleTable* table_;
};

}  // namespace quotient::native
