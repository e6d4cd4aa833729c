#pragma once

#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "lsp/analysis.hpp"
#include "lsp/check_job.hpp"
#include "lsp/message_stream.hpp"

namespace quotient::lsp {

/// Serves one editor until it says goodbye. All but reading happens on the thread that calls `run`.
class Server {
 public:
  explicit Server(MessageStream& stream) : stream_(stream) {}
  ~Server();

  /// True where the editor ended it in order: `shutdown`, then `exit`.
  bool run();

 private:
  /// A message that came in, as text: what is no JSON is answered too.
  void read_messages();
  bool read_message();
  void pass_over(const char* why);
  std::optional<std::string> next_message(bool wait);
  void handle(const std::string& text);
  void request(const nlohmann::json& id, const std::string& method, const nlohmann::json& parameters);
  void notification(const std::string& method, const nlohmann::json& parameters);
  void reply(const nlohmann::json& id, nlohmann::json result);
  void refuse(const nlohmann::json& id, int code, const std::string& message);
  void notify(const std::string& method, nlohmann::json parameters);
  bool is_cancelled(const nlohmann::json& id);
  bool take_cancelled(const std::string& key);

  // documents
  void open(const nlohmann::json& parameters);
  void change(const nlohmann::json& parameters);
  void close(const nlohmann::json& parameters);
  void configure(const nlohmann::json& options);
  void analyse_changed();
  void publish();

  /// An analysis in which this document is read, and its file there.
  struct View {
    Analysis* analysis = nullptr;
    FileId file;
    std::size_t offset = 0;
  };
  std::optional<View> view(const nlohmann::json& parameters);

  nlohmann::json initialised(const nlohmann::json& parameters);
  nlohmann::json formatted(const View& view, const nlohmann::json& options) const;
  void answer_rename(const nlohmann::json& id, const View& view, const nlohmann::json& parameters);
  void answer_prepare_rename(const nlohmann::json& id, const View& view);
  void execute(const nlohmann::json& id, const nlohmann::json& parameters);

  // checks
  /// What is to be checked, and how the editor is notified.
  struct CheckRequest;
  void start_check(const Analysis& analysis, CheckRequest request);
  void check_saved(const nlohmann::json& parameters);
  void begin_progress(CheckRequest& request);
  void end_progress(const CheckRequest& request, const std::string& message);
  void stop_by_token(const nlohmann::json& token);
  void checked(const CheckRequest& request, const std::string& uri, CheckedModel model);

  MessageStream& stream_;
  std::mutex mutex_;  // of what the reading thread and checks share with the server:
  std::condition_variable arrived_;
  std::deque<std::string> inbox_;
  std::set<std::string> cancelled_;  // requests, as JSON text
  bool at_end_ = false;
  std::vector<std::function<void()>> finished_;  // what is to be done about checks that have ended

  Workspace workspace_;
  std::map<std::string, Document> documents_;                        // by uri
  std::map<std::string, std::unique_ptr<Analysis>> analyses_;        // by uri
  std::map<std::string, std::map<std::string, std::string>> shown_;  // by document: diagnostics by uri, as JSON text
  /// The same of the last check of each claim, and of everything (""), by document and claim.
  std::map<std::string, std::map<std::string, std::map<std::string, std::string>>> by_check_;
  std::set<std::string> published_;                        // addresses that show something
  std::map<std::string, ReachedValues> reached_;           // by uri
  std::set<std::string> changed_;                          // documents to be read again
  std::map<std::string, std::unique_ptr<CheckJob>> jobs_;  // by request, as JSON text, or saved_check_
  std::string saved_check_;                                // the last one that followed a saved text
  std::uint64_t saved_checks_ = 0;
  std::map<std::string, std::string> job_of_token_;  // of progress, as JSON text
  std::uint64_t tokens_ = 0;                         // that were made here
  bool shows_progress_ = false;                      // the editor lets us begin it
  bool shut_down_ = false;
  bool left_ = false;
};

}  // namespace quotient::lsp
