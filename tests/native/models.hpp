#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include "promela/promela.hpp"

/// The models that the two engines are compared on: all that tests/oracle and examples have.
namespace quotient::native {

struct ModelCase {
  std::filesystem::path path;
  std::vector<std::string> defines;
  std::string name;  // for messages
};

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

inline std::vector<ModelCase> all_cases() {
  namespace fs = std::filesystem;
  std::vector<ModelCase> cases;
  const fs::path root = QUOTIENT_ROOT;
  for (const char* folder : {"examples", "tests/oracle/models", "tests/oracle/cycle_models"}) {
    for (const fs::directory_entry& entry : fs::directory_iterator(root / folder)) {
      if (entry.path().extension() != ".pml") continue;
      // The definitions that a model is compared with SPIN under: `oracle: -D N=2 ; -D N=3`.
      const std::string text = text_of(entry.path());
      std::smatch found;
      static const std::regex oracle("oracle:([^\n*]*)"), define("-D *([^ ;]+)");
      std::vector<std::string> parts{""};
      if (std::regex_search(text, found, oracle)) {
        parts.clear();
        std::istringstream line(found[1].str());
        for (std::string part; std::getline(line, part, ';');) parts.push_back(part);
      }
      for (const std::string& part : parts) {
        ModelCase c{entry.path(), {}, entry.path().filename().string()};
        for (std::sregex_iterator d(part.begin(), part.end(), define), end; d != end; ++d) {
          c.defines.push_back((*d)[1].str());
          c.name += " -D" + c.defines.back();
        }
        cases.push_back(std::move(c));
      }
    }
  }
  std::sort(cases.begin(), cases.end(), [](const ModelCase& a, const ModelCase& b) { return a.name < b.name; });
  return cases;
}

/// A model and what it needs to live.
struct Loaded {
  SourceMap sources;
  Diagnostics diagnostics;
  std::unique_ptr<promela::Model> model;

  Loaded(const std::string& path, std::string text, std::vector<std::string> defines, promela::StepMode steps) {
    promela::Options options;
    options.steps = steps;
    options.defines = std::move(defines);
    model = promela::load(sources, sources.add(path, std::move(text)), options, diagnostics);
  }
  std::vector<std::string> claims() const {
    std::vector<std::string> all{""};
    for (const auto& names : {model->never_claims(), model->formulas()})
      all.insert(all.end(), names.begin(), names.end());
    return all;
  }
};

}  // namespace quotient::native
