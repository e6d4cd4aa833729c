#include "studio/studio.hpp"

#include "studio/folder.hpp"
#include "studio/guard.hpp"
#include "studio/http_server.hpp"
#include "studio/routes.hpp"

namespace quotient::studio {

namespace {

/// Raised with another signal; ends the check that runs, so that the program can exit.
class EndOfChecks final : public StopSignal {
 public:
  EndOfChecks(const StopSignal& signal, Routes& routes) : signal_(signal), routes_(routes) {}
  bool raised() const override {
    if (!signal_.raised()) return false;
    routes_.stop();
    return true;
  }

 private:
  const StopSignal& signal_;
  Routes& routes_;
};

}  // namespace

std::string serve(const StudioSettings& settings, const StopSignal& stop,
                  const std::function<void(const std::string& address)>& ready) {
  HttpServer server(settings.port);
  if (!server.error().empty()) return server.error();
  const Folder folder(settings.folder);
  const Guard guard(server.port(), random_token());
  Routes routes(folder, settings.opened, settings.limits);
  ready(guard.address());
  const EndOfChecks end(stop, routes);
  server.run(
      [&](const HttpRequest& request, HttpReply& reply) {
        if (const auto path = guard.admitted(request)) {
          routes.answer(*path, request, reply);
        } else {
          reply.send(403, "text/plain", "Open the address that `quotient studio` prints.\n");
        }
      },
      end);
  return {};
}

}  // namespace quotient::studio
