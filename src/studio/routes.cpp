#include "studio/routes.hpp"

#include <fmt/format.h>
#include <new>
#include <nlohmann/json.hpp>

#include "base/deadline.hpp"
#include "driver/phase.hpp"
#include "studio/assets.hpp"
#include "studio/examples.hpp"
#include "studio/guard.hpp"
#include "studio/simulation.hpp"

namespace quotient::studio {

using Json = nlohmann::json;

namespace {

constexpr std::string_view json_type = "application/json";
constexpr std::chrono::duration<double> seconds_for_steps(20);

std::string_view type_of(std::string_view path) {
  if (path.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (path.ends_with(".css")) return "text/css; charset=utf-8";
  if (path.ends_with(".html")) return "text/html; charset=utf-8";
  return "text/plain; charset=utf-8";
}

/// Everything comes from here, and nothing is foreign markup. The editor makes style elements, which carry
/// the nonce.
std::string policy(const std::string& nonce) {
  return fmt::format(
      "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{}'; connect-src 'self'; img-src data:; "
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      nonce);
}

lsp::Position position_at(const Json& request) {
  const auto number = [&](const char* key) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(number_at(request, key, 0), UINT32_MAX));
  };
  return {number("line"), number("character")};
}

void send_json(HttpReply& reply, unsigned status, const Json& json) {
  reply.send(status, json_type, json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

Routes::Routes(const Folder& folder, std::string opened, const driver::CheckSettings& limits)
    : folder_(folder),
      opened_(std::move(opened)),
      limits_(limits),
      language_(folder.path(), limits_),
      checks_(folder.path()),
      models_(folder.path()) {}

void Routes::answer_file(const std::string& path, HttpReply& reply) const {
  const std::string name = path.empty() ? "index.html" : path;
  const Asset* asset = find_asset(name);
  if (asset == nullptr) return reply.send(404, "text/plain", "not found\n");
  std::string text(asset->text);
  HttpHeaders headers;
  if (name == "index.html") {
    const std::string nonce = random_token();
    headers.emplace_back("Content-Security-Policy", policy(nonce));
    const std::string mark = "@NONCE@";
    text.replace(text.find(mark), mark.size(), nonce);
  }
  reply.send(200, type_of(name), text, headers);
}

Json Routes::folder_json() const {
  Json list = Json::array();
  for (const Example& e : examples()) list.push_back({{"file", e.file}, {"title", e.title}});
  return {{"folder", folder_.path().filename().string()},
          {"files", folder_.files()},
          {"opened", opened_},
          {"examples", std::move(list)},
          {"version", QUOTIENT_VERSION}};
}

Json Routes::open(const Json& request) const {
  const std::string file = text_at(request, "file");
  if (file.starts_with(examples_folder)) {
    const std::optional<std::string> text = example_text(file);
    if (!text) throw Refusal{404, fmt::format("there is no example '{}'", file)};
    return {{"text", *text}, {"digest", ""}};
  }
  std::string error;
  const std::optional<std::string> text = folder_.read(file, error);
  if (!text) throw Refusal{404, error};
  return {{"text", *text}, {"digest", digest_of(*text)}};
}

Json Routes::save(const Json& request) {
  const std::string text = text_at(request, "text");
  std::string error;
  if (!folder_.write(text_at(request, "file"), text, text_at(request, "digest"), error)) throw Refusal{409, error};
  models_.forget();
  language_.forget();
  return {{"digest", digest_of(text)}};
}

Json Routes::simulate(const Json& request) {
  driver::CheckSettings settings = settings_of(job_text(request), limits_);
  ModelSettings& model = settings.model;
  if (request.value("counterexample", false)) {
    load_as_replay(model, text_at(request, "claim"));
  } else {
    load_as_simulation(model, text_at(request, "options").find("--steps") == std::string::npos);
  }
  const auto loaded = models_.get(model);
  if (!*loaded) throw Refusal{422, loaded->problem.empty() ? "the model has errors" : loaded->problem};
  SimulationRequest asked{choices_at(request, "choices"), number_at(request, "known", 0),
                          number_at(request, "random", 0), number_at(request, "seed", 0)};
  Deadline deadline({.time = seconds_for_steps});
  Json answer;
  const bool done = driver::run_guarded(deadline, deadline, [&] { answer = Json(studio::simulate(*loaded, asked)); });
  if (!done) throw Refusal{422, "these steps take too long"};
  return answer;
}

Json Routes::answer_to(const std::string& name, const Json& request) {
  if (name == "folder") return folder_json();
  if (name == "open") return open(request);
  if (name == "save") return save(request);
  if (name == "analyse") return language_.analyse(job_text(request));
  if (name == "hover") return language_.hover(job_text(request), position_at(request));
  if (name == "complete") return language_.complete(job_text(request), position_at(request));
  if (name == "symmetry") return language_.symmetry(job_text(request));
  if (name == "simulate") return simulate(request);
  if (name == "cancel") return {{"cancelled", checks_.cancel(number_at(request, "check", 0))}};
  throw Refusal{404, fmt::format("there is no request '{}'", name)};
}

void Routes::answer(const std::string& path, const HttpRequest& request, HttpReply& reply) {
  constexpr std::string_view prefix = "api/";
  if (request.method == "GET") {
    return path.starts_with("examples/") ? reply.send(404, "text/plain", "not found\n") : answer_file(path, reply);
  }
  if (!path.starts_with(prefix)) return reply.send(404, "text/plain", "not found\n");
  try {
    const Json json = Json::parse(request.body, nullptr, false);
    if (!json.is_object()) throw Refusal{400, "no JSON object"};
    const std::string name = path.substr(prefix.size());
    if (name == "check") return checks_.check(settings_of(job_text(json), limits_), reply);
    send_json(reply, 200, answer_to(name, json));
  } catch (const Refusal& refusal) {
    send_json(reply, refusal.status, {{"error", refusal.message}});
  } catch (const Stopped&) {
    send_json(reply, 422, {{"error", "this takes too long"}});
  } catch (const std::bad_alloc&) {
    send_json(reply, 422, {{"error", "there is not enough memory for that"}});
  } catch (const std::exception& e) {
    send_json(reply, 500, {{"error", e.what()}});
  }
}

}  // namespace quotient::studio
