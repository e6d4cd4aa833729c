#include "studio/http_server.hpp"

#include <algorithm>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <list>
#include <mutex>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <thread>

namespace quotient::studio {

namespace beast = boost::beast;
namespace http = beast::http;
namespace asio = boost::asio;
using Tcp = asio::ip::tcp;
using Code = boost::system::error_code;

namespace {

constexpr std::size_t largest_body = std::size_t{16} << 20U;
constexpr std::uint32_t largest_header = 64U << 10U;
constexpr std::size_t most_connections = 64;
constexpr int idle_seconds = 60;
constexpr int milliseconds_to_look = 100;  // for the signal

/// The headers of every answer; a page has its policy besides.
void protect(auto& response) {
  response.set("X-Content-Type-Options", "nosniff");
  response.set("X-Frame-Options", "DENY");
  response.set("Referrer-Policy", "no-referrer");
  response.set("Cross-Origin-Resource-Policy", "same-origin");
  response.set("Cross-Origin-Opener-Policy", "same-origin");
  response.set("Cache-Control", "no-store");
}

class Reply final : public HttpReply {
 public:
  Reply(Tcp::socket& socket, bool keep_alive) : socket_(socket), keep_alive_(keep_alive) {}

  void send(unsigned status, std::string_view type, std::string_view body, const HttpHeaders& headers) override {
    http::response<http::string_body> response{static_cast<http::status>(status), 11};
    response.set(http::field::content_type, beast::string_view(type.data(), type.size()));
    for (const auto& [name, value] : headers) response.set(name, value);
    protect(response);
    response.keep_alive(keep_alive_);
    response.body().assign(body);
    response.prepare_payload();
    http::write(socket_, response, code_);
    answered_ = true;
  }

  void begin(std::string_view type) override {
    http::response<http::empty_body> response{http::status::ok, 11};
    response.set(http::field::content_type, beast::string_view(type.data(), type.size()));
    protect(response);
    response.keep_alive(keep_alive_);
    response.chunked(true);
    http::response_serializer<http::empty_body> serializer(response);
    http::write_header(socket_, serializer, code_);
    answered_ = streaming_ = true;
  }

  bool write(std::string_view piece) override {
    if (code_ || !streaming_ || gone()) return false;
    if (!piece.empty()) asio::write(socket_, http::make_chunk(asio::buffer(piece.data(), piece.size())), code_);
    return !code_;
  }

  /// Whether the connection can be used again.
  bool finish() {
    if (streaming_ && !code_) asio::write(socket_, http::make_chunk_last(), code_);
    return answered_ && !code_ && keep_alive_;
  }
  bool answered() const { return answered_; }

 private:
  /// The other side has closed: what is written next might still seem to work.
  bool gone() {
    char byte = 0;
    return ::recv(socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
  }

  Tcp::socket& socket_;
  Code code_;
  bool keep_alive_, answered_ = false, streaming_ = false;
};

std::string field(const http::request<http::string_body>& request, http::field name) {
  const auto value = request[name];
  return {value.data(), value.size()};
}

HttpRequest request_of(http::request<http::string_body>& read) {
  HttpRequest request;
  request.method.assign(read.method_string().data(), read.method_string().size());
  request.target.assign(read.target().data(), read.target().size());
  request.host = field(read, http::field::host);
  request.origin = field(read, http::field::origin);
  request.content_type = field(read, http::field::content_type);
  const auto site = read["Sec-Fetch-Site"];
  request.fetch_site.assign(site.data(), site.size());
  request.body = std::move(read.body());
  return request;
}

/// Requests of one connection, one after the other.
void serve(Tcp::socket& socket, const HttpServer::Handler& handler) {
  const timeval idle{idle_seconds, 0};
  ::setsockopt(socket.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &idle, sizeof idle);
  ::setsockopt(socket.native_handle(), SOL_SOCKET, SO_SNDTIMEO, &idle, sizeof idle);
  beast::flat_buffer buffer;
  for (;;) {
    http::request_parser<http::string_body> parser;
    parser.body_limit(largest_body);
    parser.header_limit(largest_header);
    Code code;
    http::read(socket, buffer, parser, code);
    if (code == http::error::body_limit) Reply(socket, false).send(413, "text/plain", "too large\n", {});
    if (code) return;
    http::request<http::string_body> read = parser.release();
    Reply reply(socket, read.keep_alive());
    handler(request_of(read), reply);
    if (!reply.answered()) reply.send(500, "text/plain", "no answer\n", {});
    if (!reply.finish()) return;
  }
}

struct Connection {
  explicit Connection(Tcp::socket s) : socket(std::move(s)) {}
  Tcp::socket socket;
  std::thread thread;
  std::atomic<bool> ended = false;
};

}  // namespace

struct HttpServer::Listener {
  asio::io_context context;
  Tcp::acceptor acceptor{context};
};

HttpServer::HttpServer(std::uint16_t port) : listener_(std::make_unique<Listener>()) {
  Code code;
  Tcp::acceptor& acceptor = listener_->acceptor;
  const Tcp::endpoint here(asio::ip::address_v4::loopback(), port);
  acceptor.open(here.protocol(), code);
  if (!code) acceptor.set_option(Tcp::acceptor::reuse_address(true), code);
  if (!code) acceptor.bind(here, code);
  if (!code) acceptor.listen(asio::socket_base::max_listen_connections, code);
  if (!code) acceptor.non_blocking(true, code);
  if (code) {
    error_ = "cannot listen on 127.0.0.1: " + code.message();
    return;
  }
  port_ = acceptor.local_endpoint(code).port();
}

HttpServer::~HttpServer() = default;

void HttpServer::run(const Handler& handler, const StopSignal& stop) {
  std::list<Connection> connections;
  const auto drop_ended = [&connections] {
    connections.remove_if([](Connection& c) {
      // Acquire: what the thread did is seen before it is joined and its socket closed.
      if (!c.ended.load(std::memory_order_acquire)) return false;
      c.thread.join();
      return true;
    });
  };
  while (!stop.raised()) {
    pollfd waiting{listener_->acceptor.native_handle(), POLLIN, 0};
    const bool knocked = ::poll(&waiting, 1, milliseconds_to_look) > 0;
    drop_ended();
    if (!knocked || connections.size() >= most_connections) continue;
    Code code;
    Tcp::socket socket = listener_->acceptor.accept(code);
    if (code) continue;
    socket.non_blocking(false, code);
    socket.set_option(Tcp::no_delay(true), code);
    Connection& connection = connections.emplace_back(std::move(socket));
    connection.thread = std::thread([&connection, &handler] {
      try {
        serve(connection.socket, handler);
      } catch (const std::exception&) {
        // Without memory for an answer there is none.
      }
      // Here, not where the thread is joined: the client that waits for the end of the connection must see it.
      ::shutdown(connection.socket.native_handle(), SHUT_RDWR);
      connection.ended.store(true, std::memory_order_release);
    });
  }
  for (Connection& c : connections) ::shutdown(c.socket.native_handle(), SHUT_RDWR);
  for (Connection& c : connections) c.thread.join();
}

}  // namespace quotient::studio
