#include <algorithm>

#include "process/symmetry/detect/decode.hpp"

/// Within a d_step a send to a channel that is full is an error. So messages sent to different channels one after the
/// other may be sent in any order: all are sent, or it is an error.
namespace quotient::detect {

/// A branch that sends where there is room, and is an error otherwise, becomes a broadcast, together with the one that
/// follows.
void Decoder::join_sends(NodeId branch) {
  if (!merges_ || at(branch).kind != NodeKind::branch || at(branch).args.size() != 3) return;
  const Node test = at(at(branch).args[0]);
  const Node send = at(behind(at(branch).args[1]));
  const Node failure = at(behind(at(branch).args[2]));
  if (test.kind != NodeKind::operation || test.op != Op::send_ready || !is_constant(test.args[0])) return;
  if (failure.kind != NodeKind::effect || failure.op != Op::fail) return;
  if (send.kind != NodeKind::effect || send.op != Op::send || send.args.size() < 2) return;
  const std::int32_t channel = at(test.args[0]).value;
  if (!is_constant(send.args[0]) || at(send.args[0]).value != channel) return;
  if (channel < 1 || u(channel) > shared_.instance.channels.size()) return;
  // What is sent through a rendezvous channel does not wait in it.
  if (program_.channel_kinds[shared_.instance.channels[u(channel) - 1].kind].capacity == 0) return;
  std::vector<NodeId> message(send.args.begin(), send.args.end() - 1);
  if (!std::all_of(message.begin(), message.end(), [this](NodeId v) { return is_plain(v); })) return;
  NodeId next = behind(send.args.back());
  const bool alone = at(next).kind == NodeKind::effect && at(next).op == Op::no_handshake && at(next).args.size() == 1;
  if (alone) next = behind(at(next).args[0]);

  Node member;
  member.kind = NodeKind::sending;
  member.detail = send.detail;
  member.args = std::move(message);
  std::vector<NodeId> members{add(std::move(member))};
  const std::uint32_t kind = alone ? 1 : 0;
  if (at(next).kind == NodeKind::broadcast && at(next).detail == kind) {
    const std::vector<NodeId> others = at(at(next).args[0]).args;
    const bool distinct =
        std::none_of(others.begin(), others.end(), [&](NodeId m) { return at(at(m).args[0]).value == channel; });
    if (distinct) {
      members.insert(members.end(), others.begin(), others.end());
      next = at(next).args[1];
    }
  }
  Node group;
  group.kind = NodeKind::options;
  group.unordered = true;
  group.args = std::move(members);
  const NodeId all = add(std::move(group));
  at(branch).kind = NodeKind::broadcast;
  at(branch).detail = kind;
  at(branch).args = {all, next};
  shared_.merged = true;
}

}  // namespace quotient::detect
