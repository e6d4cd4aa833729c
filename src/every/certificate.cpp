#include "every/certificate.hpp"

#include <nlohmann/json.hpp>

namespace quotient {

namespace {

using Json = nlohmann::ordered_json;
constexpr int certificate_format = 1;

/// Views with one shared part stand together.
Json views_json(const std::vector<ViewRows>& views) {
  Json out = Json::array();
  for (std::size_t i = 0; i < views.size();) {
    Json elements = Json::array();
    std::size_t j = i;
    for (; j < views.size() && views[j].shared == views[i].shared; ++j) elements.push_back(views[j].elements);
    out.push_back({{"shared", views[i].shared}, {"views", std::move(elements)}});
    i = j;
  }
  return out;
}

std::vector<ViewRows> views_of(const Json& json) {
  std::vector<ViewRows> out;
  for (const Json& group : json) {
    const auto shared = group.at("shared").get<std::vector<std::uint32_t>>();
    for (const Json& view : group.at("views")) {
      out.push_back({shared, view.get<std::vector<std::vector<std::uint32_t>>>()});
    }
  }
  return out;
}

}  // namespace

std::string certificate_text(const Certificate& c) {
  const Json json = {{"certificate", "for every"}, {"format", certificate_format}, {"version", c.version},
                     {"model", c.model},           {"language", c.language},       {"digest", c.digest},
                     {"set", c.set_sizes},         {"family", c.family},           {"k", c.sizes.viewed},
                     {"m", c.sizes.needed},        {"size", c.sizes.size},         {"properties", c.properties},
                     {"shared", c.shared_names},   {"element", c.element_names},   {"views", views_json(c.views)}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::optional<Certificate> read_certificate(const std::string& text, std::string& error) {
  try {
    const Json json = Json::parse(text);
    if (json.at("certificate") != "for every" || json.at("format") != certificate_format) {
      error = "this is no certificate of this program";
      return std::nullopt;
    }
    Certificate c;
    c.version = json.at("version");
    c.model = json.at("model");
    c.language = json.at("language");
    c.digest = json.at("digest");
    c.set_sizes = json.at("set").get<std::map<std::string, std::uint32_t>>();
    c.family = json.at("family");
    c.sizes.viewed = json.at("k");
    c.sizes.needed = json.at("m");
    c.sizes.size = json.at("size");
    c.properties = json.at("properties").get<std::vector<std::string>>();
    c.shared_names = json.at("shared").get<std::vector<std::string>>();
    c.element_names = json.at("element").get<std::vector<std::string>>();
    c.views = views_of(json.at("views"));
    return c;
  } catch (const nlohmann::json::exception& e) {
    error = std::string("this is no certificate: ") + e.what();
    return std::nullopt;
  }
}

}  // namespace quotient
