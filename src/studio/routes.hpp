#pragma once

#include <string>

#include "studio/check_stream.hpp"
#include "studio/folder.hpp"
#include "studio/language.hpp"
#include "studio/loaded_models.hpp"

namespace quotient::studio {

/// The requests of the studio, behind its token: files of the application, and "api/…", which take and give JSON.
/// For several threads.
class Routes {
 public:
  /// `opened`: the file to begin with; may be empty. `limits`: of all jobs.
  Routes(const Folder& folder, std::string opened, const driver::CheckSettings& limits);

  void answer(const std::string& path, const HttpRequest& request, HttpReply& reply);
  /// Ends a check that runs.
  void stop() { checks_.stop(); }

 private:
  void answer_file(const std::string& path, HttpReply& reply) const;
  nlohmann::json answer_to(const std::string& name, const nlohmann::json& request);
  nlohmann::json folder_json() const;
  nlohmann::json open(const nlohmann::json& request) const;
  nlohmann::json save(const nlohmann::json& request);
  nlohmann::json simulate(const nlohmann::json& request);

  const Folder& folder_;
  std::string opened_;
  driver::CheckSettings limits_;
  Language language_;
  CheckStream checks_;
  LoadedModels models_;
};

}  // namespace quotient::studio
