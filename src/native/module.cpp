#include "native/module.hpp"

#include <dlfcn.h>

namespace quotient::native {

std::unique_ptr<Module> Module::load(std::string_view bytes, std::uint64_t stamp, std::string& error,
                                     const std::filesystem::path& parent) {
  // Where files in memory must not be executed, one on the disk may.
  if (std::optional<Image> image = Image::in_memory(bytes)) {
    if (std::unique_ptr<Module> module = load(std::move(*image), stamp, error)) return module;
  }
  if (std::optional<Image> image = Image::in_folder(bytes, parent)) return load(std::move(*image), stamp, error);
  if (error.empty()) error = "no file can be made to load the module from";
  return nullptr;
}

std::unique_ptr<Module> Module::load(Image image, std::uint64_t stamp, std::string& error) {
  void* const handle = ::dlopen(image.path().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* why = ::dlerror();
    error = why == nullptr ? "the module cannot be loaded" : why;
    return nullptr;
  }
  const auto* table = static_cast<const ModuleTable*>(::dlsym(handle, module_symbol));
  std::unique_ptr<Module> module(new Module(std::move(image), handle, table));
  const auto has_functions = [](const ModuleTable& t) {
    if (t.successors != nullptr) return t.context_size >= sizeof(Context);
    return t.cells.scan != nullptr && t.cells.permute != nullptr && t.cells.is_fixed != nullptr;
  };
  if (table == nullptr || table->version != abi_version || table->stamp != stamp || !has_functions(*table)) {
    error = "what was loaded is not the module that was asked for";
    return nullptr;
  }
  return module;
}

Module::~Module() { ::dlclose(handle_); }

}  // namespace quotient::native
