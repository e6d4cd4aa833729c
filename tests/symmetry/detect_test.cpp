#include "symmetry/detect/detect.hpp"

#include "model.hpp"
#include "symmetry/automorphism.hpp"
#include "symmetry/detect/system_graph.hpp"
#include "symmetry/rename.hpp"
#include "symmetry/structure.hpp"

namespace quotient {
namespace {

/// Every generator takes reachable states to reachable states, and steps to steps.
void expect_automorphisms(const TestModel& model, const Symmetry& symmetry, std::size_t most = 100'000) {
  const auto graph = state_graph(*model.system, most);
  ASSERT_FALSE(graph.empty());
  for (const Permutation& g : symmetry.group.generators()) {
    const Renaming renaming(symmetry, g);
    for (const auto& [state, targets] : graph) {
      if (!is_renamed(symmetry, view_of(state))) continue;
      const auto image = [&](const Bytes& s) {
        Bytes out(s.size(), 0);
        if (!s.empty()) renaming.apply(view_of(s), reinterpret_cast<std::uint8_t*>(out.data()));
        return out;
      };
      const auto found = graph.find(image(state));
      ASSERT_NE(found, graph.end());
      std::vector<Bytes> moved;
      for (const Bytes& t : targets) moved.push_back(image(t));
      std::sort(moved.begin(), moved.end());
      ASSERT_EQ(moved, found->second);
    }
  }
}

struct Expected {
  const char* file;
  std::vector<std::string> defines;
  const char* order;
  bool small = true;  // enough to look at all states
};

TEST(Detect, Dump) {
  const std::vector<Expected> rows = {
      {"simple_mutex.pml", {"N=5"}, ""},
      {"peterson.pml", {"N=3"}, ""},
      {"peterson.pml", {"N=12"}, "", false},
      {"peterson_no_atomicity.pml", {"N=3"}, "", false},
      {"email.pml", {"N=3"}, ""},
      {"load_balancer.pml", {}, "", false},
      {"resource_allocator_1_2.pml", {}, ""},
      {"resource_allocator_3_4.pml", {}, "", false},
      {"resource_allocator_alternating_16.pml", {}, "", false},
      {"three_tiered.pml", {}, "", false},
      {"three_tiered.pml", {"S1=5", "S2=5", "S3=5", "S4=5"}, "", false},
      {"hypercube.pml", {"DIM=3"}, "", false},
      {"hypercube.pml", {"DIM=5"}, "", false},
      {"locking_protocol.pml", {}, "", false},
      {"rollback_chip.pml", {}, "", false},
      {"philosophers.pml", {}, ""},
      {"german.pml", {"N=2"}, "", false},
      {"msi.pml", {}, "", false},
      {"bakery.pml", {}, "", false},
      {"producer_consumer.pml", {}, "", false},
      {"readers_writers.pml", {}, "", false},
      {"two_phase_commit.pml", {}, "", false},
      {"leader_election.pml", {}, "", false},
  };
  for (const Expected& e : rows) {
    const TestModel model = compile_example(e.file, e.defines);
    const auto t0 = std::chrono::steady_clock::now();
    const Symmetry s = detect_symmetry(model.program());
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - t0).count();
    std::string why;
    for (const auto& b : s.broken_by) why += b.reason + "; ";
    std::printf("%-40s order %s  %s  atoms %zu places %zu %.1f ms  %s\n", e.file, s.group.order().to_string().c_str(),
                s.group.is_trivial() ? "" : recognise_structure(s.group).text.c_str(), s.atoms.size(), s.places.size(),
                ms, why.c_str());
    std::fflush(stdout);
    if (getenv("EXPLAIN")) {
      detect::Obstacle o;
      const auto inst = detect::set_up(model.program(), o);
      for (std::uint32_t k = 0; inst && k < model.program().statements.size(); ++k) {
        const auto g = detect::SystemGraph::build(model.program(), *inst, k);
        if (!g) continue;
        std::vector<Permutation> gens = automorphism_generators(g->graph());
        std::vector<Permutation> small;
        for (auto& q : gens) {
          std::vector<Point> im;
          std::map<Point, Point> idx;
          for (auto v : g->processes) idx[v] = Point(idx.size());
          im.resize(idx.size());
          for (auto& [v, i] : idx) im[i] = idx.at(q[v]);
          small.push_back(Permutation(im));
        }
        Group grp(g->processes.size(), small);
        std::printf("   without %-40s %s\n", model.program().statements[k].text.substr(0, 40).c_str(),
                    grp.order().to_string().c_str());
      }
    }
    if (e.small) expect_automorphisms(model, s);
  }
}

}  // namespace
}  // namespace quotient
