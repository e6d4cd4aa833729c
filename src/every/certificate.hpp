#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "every/closure.hpp"

namespace quotient {

/// A proof that a model has a property for every number of elements of a family, so that others can check it: the set
/// of views, and for what it was closed.
struct Certificate {
  std::string version;  // of the program that made it
  std::string model, language;
  std::string digest;  // of the text of the model
  std::map<std::string, std::uint32_t> set_sizes;
  std::string family;
  EverySize sizes;
  std::vector<std::string> properties;  // kinds of findings; run-time errors always
  std::vector<std::string> shared_names, element_names;
  std::vector<ViewRows> views;
};

/// As JSON.
std::string certificate_text(const Certificate& certificate);
/// Nothing in the text is trusted. Nullopt where it is no certificate; `error` says why.
std::optional<Certificate> read_certificate(const std::string& text, std::string& error);

}  // namespace quotient
