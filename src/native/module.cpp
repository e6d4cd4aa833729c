#include "native/module.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace quotient::native {

std::unique_ptr<Module> Module::load(const std::filesystem::path& file, std::uint64_t stamp, std::string& error) {
  struct stat about = {};
  if (::lstat(file.c_str(), &about) != 0) {
    error = fmt::format("'{}' cannot be found", file.string());
    return nullptr;
  }
  if (!S_ISREG(about.st_mode) || about.st_uid != ::geteuid() || (about.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    error = fmt::format("'{}' is not a file of yours alone", file.string());
    return nullptr;
  }
  void* const handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* why = ::dlerror();
    error = why == nullptr ? "the module cannot be loaded" : why;
    return nullptr;
  }
  const auto* table = static_cast<const ModuleTable*>(::dlsym(handle, module_symbol));
  std::unique_ptr<Module> module(new Module(handle, table));
  const auto has_functions = [](const ModuleTable& t) {
    if (t.successors != nullptr) return t.context_size >= sizeof(Context);
    return t.cells.scan != nullptr && t.cells.permute != nullptr && t.cells.is_fixed != nullptr;
  };
  if (table == nullptr || table->version != abi_version || table->stamp != stamp || !has_functions(*table)) {
    error = fmt::format("'{}' is not the module that was asked for", file.string());
    return nullptr;
  }
  return module;
}

Module::~Module() { ::dlclose(handle_); }

}  // namespace quotient::native
