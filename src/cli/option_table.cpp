#include <algorithm>
#include <array>

#include "cli/options.hpp"
#include "driver/languages.hpp"
#include "driver/settings.hpp"

namespace quotient::cli {

// Named, since `check` and the others are functions elsewhere in this folder.
namespace table {

constexpr std::uint32_t check = check_command, simulate = simulate_command, replay = replay_command, lts = lts_command,
                        lps = lps_command, symmetry = symmetry_command, convert = convert_command,
                        expand = expand_command, compare = compare_command, page = report_command;
constexpr std::uint32_t any = check | simulate | replay | lts | symmetry, exploring = check | lts,
                        every = any | lps | convert | expand | compare | page;

using enum ValueKind;

constexpr std::array commands = {
    CommandSpec{
        check_command, "check", "MODEL", "explore and verify; print the verdict, and a shortest counterexample",
        "Explores every reachable state of MODEL and checks assertions, deadlock (invalid end states), run-time\n"
        "errors and invariants, and every never claim and ltl formula, for finite and for infinite runs. The\n"
        "verdict is in the first line of the output and in the exit code.\n"
        "\n"
        "  quotient check examples/peterson.pml -D N=4\n"
        "  quotient check model.pml --search dfs --memory 4G --time 10m\n"
        "  quotient check model.pml --property deadlock --trace deadlock.json\n"
        "  quotient check model.pml --property progress --fairness weak\n"
        "  quotient check model.pml --all --json -\n"},
    CommandSpec{
        symmetry_command, "symmetry", "MODEL", "find what is interchangeable: group, generators, what breaks it",
        "Finds the symmetries of MODEL in its text, without exploring it: families of interchangeable processes\n"
        "and channels, the group with its order and structure, and its generators. `check` uses them by itself.\n"
        "\n"
        "  quotient symmetry examples/three_tiered.pml\n"
        "  quotient symmetry examples/peterson.pml -D N=12 --json -\n"
        "  quotient symmetry examples/load_balancer.pml --detect scd --svg load_balancer.svg\n"},
    CommandSpec{
        simulate_command, "simulate", "MODEL", "run the model: at random, or as you choose",
        "Takes one step after the other, by chance (repeatable with --seed) or asking for each (--interactive:\n"
        "a number takes that step, s shows the state, u goes back one step, r leaves one choice to chance,\n"
        "q ends). Ends at the first violation, with exit code 1.\n"
        "\n"
        "  quotient simulate model.pml --seed 7 --max-steps 50\n"
        "  quotient simulate model.pml --interactive\n"},
    CommandSpec{
        replay_command, "replay", "MODEL TRACE", "step through a counterexample saved with check --trace",
        "Loads MODEL with the options saved in TRACE, takes the saved steps and prints them. -D, -I and --steps\n"
        "override what was saved. Exit code 0 when the model really takes these steps, 2 when it cannot.\n"
        "\n"
        "  quotient check model.pml --trace bug.json\n"
        "  quotient replay model.pml bug.json\n"
        "  quotient replay model.pml bug.json --interactive\n"},
    CommandSpec{lts_command, "lts", "MODEL -o FILE", "write the state graph, up to symmetry: .aut .dot .json by ending",
                "Explores MODEL and writes its states and steps: one state of every orbit, with --symmetry off all.\n"
                "FILE is written whole or not at all. In an .aut file of an mCRL2 specification labels also tell the\n"
                "renamings by which `quotient expand` undoes the reduction: lock(p1, f2) @ (p1 p2)(f1 f2).\n"
                "\n"
                "  quotient lts model.pml -o model.aut\n"
                "  quotient lts spec.mcrl2 -o reduced.aut\n"
                "  quotient lts spec.mcrl2 --symmetry off -o whole.aut\n"
                "  quotient lts spec.mcrl2 --classes\n"
                "  quotient lts model.pml -o model.dot && dot -Tsvg model.dot > model.svg\n"},
    CommandSpec{convert_command, "convert", "MODEL", "write a Promela-Lite specification in Promela",
                "Prints MODEL, a Promela-Lite specification, in Promela: SPIN reads it, and finds the same states.\n"
                "\n"
                "  quotient convert examples/load_balancer.pml-lite -o load_balancer.pml\n"},
    CommandSpec{
        expand_command, "expand", "FILE -o FILE", "undo the reduction of an annotated .aut file",
        "Reads an .aut file that `quotient lts` has written of an mCRL2 specification, up to symmetry, and writes\n"
        "what it stands for: the states and steps that `quotient lts --symmetry off` finds.\n"
        "\n"
        "  quotient expand reduced.aut -o whole.aut\n"},
    CommandSpec{compare_command, "compare", "FILE FILE", "isomorphic? bisimilar? bisimilar under permutations?",
                "Compares two .aut files. Exit code 0 where they are equivalent, 1 where not; then a line of steps\n"
                "tells them apart.\n"
                "\n"
                "  quotient compare whole.aut expanded.aut --equivalence iso\n"
                "  quotient compare whole.aut reduced.aut --equivalence permutation\n"},
    CommandSpec{
        report_command, "report", "RESULT -o FILE", "a page to look at: counterexample, symmetry, state graph",
        "Writes a result that `quotient check --json` has saved as a page: one HTML file that needs nothing else,\n"
        "neither a network nor a server. `quotient check --html` does both at once. FILE is written whole or not\n"
        "at all.\n"
        "\n"
        "  quotient check model.pml --json result.json --graph\n"
        "  quotient report result.json -o result.html\n"
        "  quotient check model.pml --html result.html\n"},
    CommandSpec{
        lsp_command, "lsp", "", "serve an editor: the Language Server Protocol on standard streams",
        "Errors while one types, definitions, references, renaming, what is interchangeable, checks of formulas:\n"
        "editors start it by themselves once they are told to (editors/README.md).\n"
        "\n"
        "  quotient lsp\n"},
    CommandSpec{
        lps_command, "lps", "SPEC", "print the linear process of an mCRL2 specification",
        "Prints SPEC in mCRL2 syntax as one process, a list of summands over one list of parameters, for other\n"
        "tools to read. Parallel processes are multiplied out, which is refused where it gives too many\n"
        "summands; --network leaves the composition as it was written.\n"
        "\n"
        "  quotient lps examples/mcrl2/abp.mcrl2\n"
        "  quotient lps examples/mcrl2/abp.mcrl2 --network\n"},
};

/// Not a constant: which languages there are is known when the program runs.
const auto& options() {
  static const std::array all = {
      OptionSpec{"-D", define, "NAME[=V]", "", "", "", any | convert, true, "define a name for the preprocessor"},
      OptionSpec{"-I", text, "DIR", "", "", "", any | convert, true, "look for included files here as well"},
      OptionSpec{"--language", choice, "L", driver::language_choices(), "",
                 "by the file's ending, else by what is written in it", any, false, "the language of the model"},
      OptionSpec{"--set", text, "NAME=N", "", "", "", any, true, "cardinality of a deferred set of a B machine"},
      OptionSpec{"--min-int", text, "N", "", "", "", any, false, "least integer of a B machine"},
      OptionSpec{"--max-int", text, "N", "", "", "", any, false, "greatest integer of a B machine"},
      OptionSpec{
          "--steps", choice, "MODE", driver::choices::steps, "", "full; plain to simulate", any, false,
          "how statements become steps: full, every sound merge and reset; spin, as SPIN does by default; plain, "
          "each statement is a step"},
      OptionSpec{
          "--skip-sequential", flag, "", driver::choices::skip_sequential, "", "auto", check, false,
          "pass through states from which exactly one step leads on, without storing them. always, also without a "
          "value; --skip-sequential=never; auto: with --steps full where there are many of them"},
      OptionSpec{
          "--partial-order", choice, "P", driver::choices::partial_order, "", "off", check, false,
          "leave out steps that need not be taken now, since nothing can get into their way (docs/partial-orders.md): "
          "fewer states, the same verdict; with --search bfs, and not for infinite runs"},
      OptionSpec{
          "--symmetry", choice, "S", driver::choices::symmetry, "", "auto", exploring | replay, false,
          "how states that differ only by a renaming are made one (docs/symmetry.md). auto: canonical where there "
          "is symmetry. canonical, segmented, enumerate, flooding: one state of every orbit. exact-markers, "
          "sorted, sorted-main, local-search: now and then several. approx-markers, flattened: some orbits are "
          "lost, and the verdict is never `verified`. rules: as the user says (--rules)"},
      OptionSpec{"--rules", text, "FILE", "", "", "those in the model", check | replay, false,
                 "rewrite rules that say which states are the same (docs/rules.md)"},
      OptionSpec{
          "--check-rules", flag, "", "", "", "", check, false,
          "try each rule on all states that can be reached; without this, rules are trusted, and the verdict is never "
          "`verified`"},
      OptionSpec{"--main-array", text, "NAME", "", "", "chosen by itself", check, false,
                 "what sorted-main sorts by: an array with a plain value for each process, a local (user.k), or where "
                 "it is (user.pc)"},
      OptionSpec{"--audit", flag, "", "", "", "", check, false,
                 "explore a second time with canonical, and tell how many orbits the strategy lost, and which; goes on "
                 "after violations"},
      OptionSpec{
          "--detect", choice, "D", driver::choices::detect, "", "system", exploring | symmetry, false,
          "how the symmetry group is found: system, in all that the processes do; scd, in the channel diagram and "
          "the text; scalarset, as comments /*@ scalarset */ declare it"},
      OptionSpec{"--search", choice, "ORDER", driver::choices::order, "", "bfs", check, false,
                 "breadth-first (shortest counterexample) or depth-first"},
      OptionSpec{"--store", choice, "STORE", driver::choices::store, "", "exact", check, false,
                 "how states are kept: exact; compact, part of a hash of each; bitstate, three bits for each. With the "
                 "last two states may be missed, and the verdict says so"},
      OptionSpec{
          "--property", text, "P", "", "", "all", check | replay, true,
          "check only this: assert, deadlock, invariant, accept, progress, never, never:NAME, never:NUMBER, ltl, "
          "ltl:NAME, "
          "action:NAME (run-time errors are always reported; accept and progress, cycles by the labels of the "
          "program, only if asked for)"},
      OptionSpec{"--all", flag, "", "", "", "", check, false,
                 "go on after a violation: count all, one counterexample for each place"},
      OptionSpec{"--fairness", choice, "F", "none|weak", "", "none", check, false,
                 "fairness assumed of processes where infinite runs are judged; does not go with symmetry"},
      OptionSpec{"--threads", count, "N", "", "", "all cores", exploring, false,
                 "threads of a breadth-first search; the result does not depend on them"},
      OptionSpec{"--memory", size, "SIZE", "", "", "most of what is free", every, false,
                 "limit of the whole command: 8G, 200M"},
      OptionSpec{"--time", duration, "TIME", "", "", "none", every, false, "limit of the whole command: 60s, 5m, 1h"},
      OptionSpec{"--conjugates", choice, "C", "on|off", "", "on", exploring | symmetry, false,
                 "with --detect scd: try conjugates at random before going through all cosets"},
      OptionSpec{"--patience", duration, "TIME", "", "", "10s", exploring | symmetry, false,
                 "with --detect scd: how long to go through cosets"},
      OptionSpec{"--max-states", count, "N", "", "", "none", exploring, false, "limit for the states stored"},
      OptionSpec{"--max-depth", count, "N", "", "", "none", exploring, false, "limit for the steps from the start"},
      OptionSpec{
          "--engine", choice, "E", driver::choices::engine, "", "auto", exploring, false,
          "what computes the steps and renames states: the interpreter, native code (waits for the C compiler), or "
          "one until the other is ready"},
      OptionSpec{"--paranoid", flag, "", "", "", "", check, false, "check the search itself: slower, for doubters"},
      OptionSpec{"--json", text, "FILE", "", "", "", check | symmetry, false,
                 "write the result as JSON; - is standard output"},
      OptionSpec{"--dot", text, "FILE", "", "", "", symmetry, false,
                 "draw who talks over which channel, in Graphviz's language; - is standard output"},
      OptionSpec{"--svg", text, "FILE", "", "", "", symmetry, false, "the same as a picture, drawn by Graphviz's dot"},
      OptionSpec{"--trace", text, "FILE", "", "", "", check, false, "save the counterexample for replay"},
      OptionSpec{"--html", text, "FILE", "", "", "", check, false,
                 "write the result as a page to look at; - is standard output"},
      OptionSpec{"--graph", flag, "", "", "", "", check, false,
                 "put the state graph into the JSON as well, where it has at most 2,000 states; a page has it anyway"},
      OptionSpec{"-o,--output", text, "FILE", "", "", "", lts | lps | convert | expand | page, false,
                 "where to write: for lts a file ending in .aut, .dot or .json; for convert and lps standard output "
                 "otherwise; "
                 "for report the page"},
      OptionSpec{"--plain", flag, "", "", "", "", lts, false, "mCRL2: no renamings in the labels, so no way back"},
      OptionSpec{"--classes", flag, "", "", "", "", lts, false,
                 "print which states of the unreduced graph renamings take to one another"},
      OptionSpec{"--network", flag, "", "", "", "", lps, false,
                 "print sequential processes with their summands, and the parallel composition as it was written"},
      OptionSpec{"--max-summands", count, "N", "", "", "10000", lps, false,
                 "limit for the summands of the one process"},
      OptionSpec{"--equivalence", choice, "E", "strong|iso|permutation", "", "strong", compare, false,
                 "strong: bisimilar; iso: the same but for the numbers of states; permutation: bisimilar once the "
                 "reductions that labels tell of are undone"},
      OptionSpec{"--seed", count, "N", "", "", "by chance", simulate, false, "repeat a random run"},
      OptionSpec{"--interactive", flag, "", "", "", "", simulate | replay, false, "ask before each step"},
      OptionSpec{"--max-steps", count, "N", "", "", "1000", simulate, false, "end a random run after this many"},
      OptionSpec{"--quiet", flag, "", "", "", "", any | expand | compare, false,
                 "print only the verdict, and what it would be misread without"},
      OptionSpec{"--progress", choice, "WHEN", "auto|always|never", "", "auto", exploring, false,
                 "show how far the search has come; auto: on a terminal"},
      OptionSpec{"--color", choice, "WHEN", "auto|always|never", "", "auto", any | lps | convert | expand | compare,
                 false, "colours; auto: on a terminal, unless NO_COLOR is set"},
  };
  return all;
}

}  // namespace table

std::span<const CommandSpec> all_commands() { return table::commands; }
std::span<const OptionSpec> all_options() { return table::options(); }

const CommandSpec* find_command(std::string_view name) {
  const auto commands = all_commands();
  const auto at = std::find_if(commands.begin(), commands.end(), [&](const CommandSpec& c) { return c.name == name; });
  return at == commands.end() ? nullptr : &*at;
}

}  // namespace quotient::cli
