#include "native/image.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "native/file_bytes.hpp"

namespace quotient::native {

std::optional<Image> Image::in_memory(std::string_view bytes) {
  Image image;
  image.file_ = ::memfd_create("quotient", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (image.file_ < 0 || !write_all(image.file_, bytes)) return std::nullopt;
  if (::fcntl(image.file_, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    return std::nullopt;
  }
  image.path_ = fmt::format("/proc/self/fd/{}", image.file_);
  if (::access(image.path_.c_str(), R_OK) != 0) return std::nullopt;  // no /proc
  return image;
}

std::optional<Image> Image::in_folder(std::string_view bytes, const std::filesystem::path& parent) {
  Image image;
  image.folder_.emplace(PrivateFolder::make(parent));
  if (!*image.folder_) return std::nullopt;
  image.path_ = image.folder_->path() / "module.so";
  const int file = ::open(image.path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (file < 0) return std::nullopt;
  const bool written = write_all(file, bytes);
  if (::close(file) != 0 || !written) return std::nullopt;
  return image;
}

Image::~Image() {
  if (file_ >= 0) ::close(file_);
}

}  // namespace quotient::native
