#include "driver/certify.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "driver/saved_run.hpp"
#include "every/certify.hpp"

namespace quotient::driver {

namespace {

/// Those that a closure tries have fewer.
constexpr std::uint32_t most_certified = 64;

ModelSettings sized(const ModelSettings& settings, const Certificate& certificate, std::uint32_t size) {
  ModelSettings out = settings;
  out.engine = "interpreter";
  out.language = certificate.language;
  for (const auto& [name, count] : certificate.set_sizes) out.set_sizes[name] = count;
  out.set_sizes[certificate.family] = size;
  return out;
}

/// The certificate for the model with so many elements.
Certified check_size(const Model& model, const Certificate& certificate, std::uint32_t size) {
  Certified out;
  const Subject& subject = model.subjects.front();
  const std::vector<std::string> names =
      subject.families == nullptr ? std::vector<std::string>() : subject.families->names();
  if (digests_of(*model.sources).front().digest != certificate.digest) {
    out.objection = "it was made for another text of the model";
  } else if (std::ranges::find(names, certificate.family) == names.end()) {
    out.objection = "the model has no such family";
  } else {
    const Family family = subject.families->family(certificate.family);
    out = size < certificate.sizes.size ? certify_small(*subject.system, family, certificate)
                                        : certify_views(*subject.system, family, certificate);
  }
  return out;
}

}  // namespace

Certification certify(const ModelSettings& settings, const std::string& text, Deadline* deadline) {
  Certification out;
  const std::optional<Certificate> certificate = read_certificate(text, out.problem);
  if (!certificate) return out;
  out.family = certificate->family;
  out.viewed = certificate->sizes.viewed;
  if (certificate->sizes.size < 1 || certificate->sizes.size > most_certified) {
    out.objection = fmt::format("states with {} elements are not supported", certificate->sizes.size);
  }
  for (std::uint32_t size = 1; size <= certificate->sizes.size && out.objection.empty(); ++size) {
    Model model = load_model(sized(settings, *certificate, size), deadline);
    if (model.stopped != StopCause::none) throw Stopped{model.stopped};
    if (!model) {
      out.problem = model.problem.empty() ? fmt::format("the model with {} {}", size, out.family) : model.problem;
      out.wrong = std::move(model);
      return out;
    }
    const StopScope scope(deadline);
    const Certified checked = check_size(model, *certificate, size);
    if (!checked.objection.empty()) out.objection = fmt::format("with {} {}: {}", size, out.family, checked.objection);
    out.views += checked.views;
    out.states += checked.states;
    out.steps += checked.steps;
  }
  return out;
}

}  // namespace quotient::driver
