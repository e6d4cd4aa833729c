#include "every/certify.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "cli/cli.hpp"
#include "cli/messages.hpp"
#include "driver/model.hpp"
#include "driver/saved_run.hpp"
#include "report/words.hpp"

namespace quotient::cli {

namespace {

ExitCode object(const std::string& why) {
  say(fmt::format("not certified: {}\n", printable(why)));
  return ExitCode::incomplete;
}

}  // namespace

ExitCode certify(const Settings& settings) {
  std::string error;
  const std::optional<std::string> text = read_text_file(settings.second_argument, error);
  const std::optional<Certificate> certificate = text ? read_certificate(*text, error) : std::nullopt;
  if (!certificate) {
    complain(error);
    return ExitCode::wrong_input;
  }
  Certified total;
  const std::uint32_t size = certificate->sizes.size;
  if (size < 1 || size > 64) return object(fmt::format("states with {} elements are not supported", size));
  for (std::uint32_t n = 1; n <= size; ++n) {
    ModelSettings sized = settings.model;
    sized.engine = "interpreter";
    sized.language = certificate->language;
    for (const auto& [name, count] : certificate->set_sizes) sized.set_sizes[name] = count;
    sized.set_sizes[certificate->family] = n;
    const driver::Model model = load_and_show(sized, settings);
    if (model.stopped != StopCause::none) throw Stopped{model.stopped};
    if (!model) return ExitCode::wrong_input;
    if (driver::digests_of(*model.sources).front().digest != certificate->digest) {
      return object("it was made for another text of the model");
    }
    const Subject& subject = model.subjects.front();
    const std::vector<std::string> names =
        subject.families == nullptr ? std::vector<std::string>() : subject.families->names();
    if (std::ranges::find(names, certificate->family) == names.end()) return object("the model has no such family");
    const Family family = subject.families->family(certificate->family);
    const StopScope scope(settings.deadline);
    const Certified checked = n < size ? certify_small(*subject.system, family, *certificate)
                                       : certify_views(*subject.system, family, *certificate);
    if (!checked.objection.empty()) return object(fmt::format("with {} {}: {}", n, certificate->family, checked.objection));
    total.views += checked.views;
    total.states += checked.states;
    total.steps += checked.steps;
  }
  say(fmt::format("certified for every number of {} ({}-views: {}; {}, {}); deadlock is not covered\n",
                  printable(certificate->family), certificate->sizes.viewed, with_commas(total.views),
                  counted(total.states, "state"), counted(total.steps, "step")));
  return ExitCode::verified;
}

}  // namespace quotient::cli
