#include <fmt/format.h>
#include <random>

#include "../symmetry/synthetic.hpp"
#include "agreement.hpp"
#include "models.hpp"
#include "native/cell_engine.hpp"
#include "native/emit_cells.hpp"
#include "process/symmetry/detect/detect.hpp"
#include "symmetry/action/state_permutation.hpp"
#include "symmetry/reduce/arrangement.hpp"
#include "symmetry/reduce/canonical.hpp"
#include "symmetry/reduce/describe_cells.hpp"
#include "symmetry/reduce/scanner.hpp"

/// Native code that reads and permutes the cells of states, beside what it stands for.
namespace quotient::native {
namespace {

using StateBytes = std::vector<std::uint8_t>;

struct CompiledCells {
  PrivateFolder folder = PrivateFolder::make("");
  std::unique_ptr<Module> module;

  explicit CompiledCells(const CellWork& work) {
    const ModuleText text = write_cells(work);
    const std::atomic<bool> stop = false;
    std::string error;
    const auto file = compile(quick_compiler(), text, folder.path(), 1, stop, error);
    if (file) module = Module::load(*file, text.stamp, error);
    if (module == nullptr) ADD_FAILURE() << error;
  }
};

/// Reads and permutes states with native code and without. What is read is compared by the scanner itself.
class Comparison {
 public:
  Comparison(const Symmetry& symmetry, CompiledCells& cells, unsigned seed)
      : symmetry_(symmetry),
        with_(Scheme::build(symmetry)),
        without_(Scheme::build(symmetry)),
        ours_(use(*with_, cells)),
        theirs_(*without_),
        arrangement_(*with_),
        keys_(canonical_reduction(symmetry)),
        expected_keys_(canonical_reduction(symmetry)),
        key_function_(keys_->key_function()),
        expected_key_function_(expected_keys_->key_function()),
        cells_(cells),
        random_(seed) {}

  /// States are met as they are, and permuted. Only after some has the key function native code.
  void compare(const StateBytes& state) {
    if (!is_permuted(symmetry_, state)) return;
    if (++states_ == 20) keys_->cells_to_write()->code->put(&cells_.module->table().cells);
    compare_key(state);
    ours_.read(state);
    theirs_.read(state);
    const std::vector<std::vector<BlockId>> sets(with_->sets().begin(), with_->sets().end());
    for (const std::vector<BlockId>& set : sets) {
      const BlockId a = set[random_() % set.size()], b = set[random_() % set.size()];
      if (a == b) continue;
      ASSERT_EQ(ours_.are_alike(a, b), theirs_.are_alike(a, b));
    }
    std::vector<std::uint64_t> order(with_->blocks().size());
    for (std::uint64_t& o : order) o = random_() % 8;
    std::vector<BlockId> images;
    arrangement_.by_colour(order, images);
    StateBytes image(state.size()), expected(state.size());
    ours_.permute(images, image.data());
    theirs_.permute(images, expected.data());
    ASSERT_EQ(image, expected);
    ASSERT_EQ(ours_.is_fixed_by(images), theirs_.is_fixed_by(images));
    ASSERT_EQ(ours_.is_fixed_by(images), image == state);
    compare_key(image);
  }
  std::size_t states() const { return states_; }

 private:
  static const Scheme& use(const Scheme& scheme, const CompiledCells& cells) {
    scheme.code().paranoid = true;
    scheme.code().put(&cells.module->table().cells);
    return scheme;
  }
  void compare_key(const StateBytes& state) {
    const Key key = key_function_->key(state), expected = expected_key_function_->key(state);
    ASSERT_TRUE(std::ranges::equal(key.bytes, expected.bytes));
    ASSERT_EQ(key.weight, expected.weight);
  }

  const Symmetry& symmetry_;
  std::unique_ptr<Scheme> with_, without_;
  Scanner ours_, theirs_;
  Arrangement arrangement_;
  std::unique_ptr<Reduction> keys_, expected_keys_;
  std::unique_ptr<KeyFunction> key_function_, expected_key_function_;
  CompiledCells& cells_;
  std::mt19937 random_;
  std::size_t states_ = 0;
};

/// Reachable states, some of them.
std::vector<StateBytes> some_states(const System& system, std::size_t most) {
  const auto generator = system.generator();
  std::set<StateBytes> seen;
  std::vector<StateBytes> states;
  Successors steps;
  const auto arrive = [&] {
    for (std::size_t k = 0; k < steps.size(); ++k) {
      StateBytes state(steps[k].state.begin(), steps[k].state.end());
      if (steps[k].completed && states.size() < most && seen.insert(state).second) states.push_back(std::move(state));
    }
  };
  generator->initial(steps);
  arrive();
  for (std::size_t k = 0; k < states.size(); ++k) {
    const StateBytes state = states[k];
    generator->successors(state, steps);
    arrive();
  }
  return states;
}

TEST(Cells, EveryModel) {
  std::size_t symmetric = 0, written = 0, states = 0;
  for (const ModelCase& c : all_cases()) {
    SCOPED_TRACE(c.name);
    Loaded loaded(c.path.string(), text_of(c.path), c.defines, promela::StepMode::full);
    if (!loaded.model) continue;
    for (const std::string& claim : loaded.claims()) {
      const auto system = loaded.model->compile(claim, loaded.diagnostics);
      if (system == nullptr) continue;
      const Symmetry symmetry = detect_symmetry(system->program(), {});
      const std::unique_ptr<Scheme> scheme = Scheme::build(symmetry);
      if (symmetry.group.is_trivial() || scheme == nullptr) continue;
      ++symmetric;
      const std::optional<CellWork> work = describe_cells(*scheme);
      if (!work) continue;
      ++written;
      CompiledCells cells(*work);
      ASSERT_NE(cells.module, nullptr);
      Comparison comparison(symmetry, cells, 1);
      for (const StateBytes& state : some_states(*system, 400)) {
        ASSERT_NO_FATAL_FAILURE(comparison.compare(state));
      }
      states += comparison.states();
    }
  }
  std::printf("%zu systems with blocks, %zu with native code, %zu states\n", symmetric, written, states);
  EXPECT_GT(symmetric, 20U);
  EXPECT_EQ(written, symmetric);
  EXPECT_GT(states, 5'000U);
}

/// Families inside of others, tables with two indices, values that are no atoms: whatever models do not have.
TEST(Cells, EveryShape) {
  std::mt19937 dice(3);
  const auto below = [&dice](std::uint32_t end) { return static_cast<std::uint32_t>(dice() % end); };
  for (std::size_t round = 0; round < 40; ++round) {
    ScalarsetShape shape;
    if (below(3) == 0) {
      shape.families.push_back({2 + below(2), 2});
    } else {
      shape.families.push_back({1, 2 + below(4)});
      if (below(2) == 0) shape.families.push_back({1, 2 + below(2)});
    }
    shape.references = below(3);
    shape.plain_arrays = 1 + below(10);
    shape.reference_arrays = below(3);
    shape.tables = below(2);
    const Synthetic synthetic(shape);
    const std::unique_ptr<Scheme> scheme = Scheme::build(synthetic.symmetry);
    ASSERT_NE(scheme, nullptr);
    const std::optional<CellWork> work = describe_cells(*scheme);
    ASSERT_TRUE(work);
    CompiledCells cells(*work);
    ASSERT_NE(cells.module, nullptr);
    Comparison comparison(synthetic.symmetry, cells, 1);
    for (std::size_t k = 0; k < 200; ++k) {
      // Longer than what is permuted, now and then.
      StateBytes state(synthetic.symmetry.places.size() + (below(4) == 0 ? 3 : 0), 7);
      const std::uint32_t most = below(8) == 0 ? 256 : 1 + below(8);
      for (std::size_t p = 0; p < synthetic.symmetry.places.size(); ++p) {
        state[p] = static_cast<std::uint8_t>(below(most));
      }
      ASSERT_NO_FATAL_FAILURE(comparison.compare(state)) << "shape " << round;
    }
  }
}

TEST(Cells, NotForValuesThatAreNoSmallNumbers) {
  ScalarsetShape shape;
  shape.families = {{1, 3}};
  shape.references = shape.plain_arrays = 1;
  Synthetic synthetic(shape);
  synthetic.symmetry.classes[0].atoms.back().first = 300;
  synthetic.symmetry.atoms.back().number = 300;
  const std::unique_ptr<Scheme> scheme = Scheme::build(synthetic.symmetry);
  ASSERT_NE(scheme, nullptr);
  EXPECT_FALSE(describe_cells(*scheme));
}

/// From the reduction to the key function, which does not know it until it is there.
TEST(Cells, AreTakenOver) {
  const std::filesystem::path path = std::filesystem::path(QUOTIENT_ROOT) / "examples" / "peterson.pml";
  Loaded loaded(path.string(), text_of(path), {"N=3"}, promela::StepMode::full);
  const auto system = loaded.model->compile("", loaded.diagnostics);
  const Symmetry symmetry = detect_symmetry(system->program(), {});
  const std::unique_ptr<Reduction> reduction = canonical_reduction(symmetry), other = canonical_reduction(symmetry);
  const auto key_function = reduction->key_function(), expected = other->key_function();
  const std::vector<StateBytes> states = some_states(*system, 500);
  const auto all_the_same = [&] {
    return std::all_of(states.begin(), states.end(), [&](const StateBytes& state) {
      return std::ranges::equal(key_function->key(state).bytes, expected->key(state).bytes);
    });
  };
  std::optional<CellsToWrite> cells = reduction->cells_to_write();
  ASSERT_TRUE(cells);
  const CellCode& code = *cells->code;
  EXPECT_TRUE(all_the_same());
  EXPECT_EQ(code.get(), nullptr);
  EngineOptions options;
  const PrivateFolder folder = PrivateFolder::make("");
  options.compilers = {"tcc", "cc", "gcc", "clang"};
  options.cache_folder = folder.path() / "cache";
  for (const bool cached : {false, true}) {
    SCOPED_TRACE(cached);
    options.patience = std::chrono::milliseconds(cached ? 3'600'000 : 0);  // a compiler would not be started
    CellEngine engine(*reduction->cells_to_write(), options);
    if (!cached) {
      EXPECT_EQ(engine.wait_until_ready(), "");
    }
    for (int wait = 0; wait < 1000 && code.get() == nullptr; ++wait) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    EXPECT_NE(code.get(), nullptr);
    EXPECT_TRUE(all_the_same());
  }
  EXPECT_EQ(code.get(), nullptr);
  EXPECT_TRUE(all_the_same());
}

}  // namespace
}  // namespace quotient::native
