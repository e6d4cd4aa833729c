#include <algorithm>
#include <array>

#include "cli/options.hpp"

namespace quotient::cli {

namespace {

constexpr std::array command_table = {
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
        "  quotient check model.pml --all --json -\n"
        "  quotient check model.pml --checkpoint run/\n"},
    CommandSpec{
        refines_command, "refines", "REFINEMENT", "check that a B refinement keeps what its abstract machine promises",
        "Explores REFINEMENT together with the machine that it refines, that one with what it refines, and so on, and\n"
        "checks that each step of the refinement can be followed: the same parameters and results, a state behind it\n"
        "that the gluing invariant allows; and that it can be called wherever the refined operation can. The same as\n"
        "`check --refinement`. A counterexample shows the steps of all machines side by side.\n"
        "\n"
        "  quotient refines examples/b/QueueRing.ref\n"
        "  quotient refines implementation.imp --set ITEM=3 --json -\n"},
    CommandSpec{
        resume_command, "resume", "DIR", "continue from the checkpoints of `check --checkpoint DIR`",
        "Continues from the last checkpoint in DIR, with the options that the run was started with. The result is\n"
        "as if it had never been interrupted: the same states, counts and counterexample, with any number of\n"
        "threads. Refused if the model, a file that it includes, or the program has changed since. Limits and\n"
        "output files are given again.\n"
        "\n"
        "  quotient check model.pml --checkpoint run/,5m --time 8h\n"
        "  quotient resume run/ --time 8h --json result.json\n"},
    CommandSpec{status_command, "status", "DIR", "show the progress of the run with checkpoints in DIR",
                "Prints the contents of the last checkpoint of each search, also while the search is running.\n"
                "\n"
                "  quotient status run/\n"},
    CommandSpec{cluster_command, "cluster", "-n N --checkpoint DIR -- check MODEL",
                "run a check on N ranks with MPI, and start it again when one dies",
                "Starts mpirun with N ranks of this program. If a rank or its machine dies, the job is started again\n"
                "from the last checkpoint in DIR, with half as many ranks where it dies at once again. What follows\n"
                "-- is a check with its options; --time holds for all attempts together. A folder that already has\n"
                "checkpoints of the run is continued.\n"
                "\n"
                "  quotient cluster -n 16 --hosts hosts --checkpoint run/,5m -- check model.pml --time 8h\n"},
    CommandSpec{
        symmetry_command, "symmetry", "MODEL", "detect symmetry: group, generators, what breaks it",
        "Finds the symmetries of MODEL in its text, without exploring it: families of interchangeable processes\n"
        "and channels, the group with its order and structure, and its generators. `check` uses them automatically.\n"
        "\n"
        "  quotient symmetry examples/three_tiered.pml\n"
        "  quotient symmetry examples/peterson.pml -D N=12 --json -\n"
        "  quotient symmetry examples/load_balancer.pml --detect scd --svg load_balancer.svg\n"},
    CommandSpec{simulate_command, "simulate", "MODEL", "run the model: at random, or as you choose",
                "Takes one step after another, at random (repeatable with --seed) or asking for each (--interactive:\n"
                "a number takes that step, s shows the state, u undoes one step, r takes a random step,\n"
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
    CommandSpec{
        certify_command, "certify", "MODEL FILE", "check a certificate of `check --for-every` again, independently",
        "Checks with a small checker of its own, and the interpreter, that the certificate FILE shows what it says of\n"
        "MODEL: for every number of elements of a family no assertion and no invariant is violated. Exit code 0 where\n"
        "it does, 3 where not.\n"
        "\n"
        "  quotient check examples/murphi/lock.m --for-every Client --certificate lock.json\n"
        "  quotient certify examples/murphi/lock.m lock.json\n"},
    CommandSpec{
        inductive_command, "inductive", "MACHINE", "does every step of a B machine keep its invariant?",
        "Takes each step of MACHINE from every state that satisfies its INVARIANT, whether that can be reached or\n"
        "not. Exit code 0 where all lead to states that satisfy it. Otherwise one is shown that does not, with exit\n"
        "code 3: the invariant is too weak to be proved by this step, which is no violation of it.\n"
        "\n"
        "  quotient inductive examples/b/Lock.mch\n"},
    CommandSpec{
        repl_command, "repl", "MODEL", "evaluate expressions in the states of a model",
        "Reads lines. An expression of the model's language is evaluated in the present state: formulas and\n"
        "expressions of B, expressions of Promela as in an ltl formula, data expressions of mCRL2. A line that\n"
        "begins with a colon moves on: `:` lists the steps, `:3` takes the third, `:u` undoes one, `:s` shows the\n"
        "state, `:q` ends. Where there is only one way to begin, the run has begun already.\n"
        "\n"
        "  quotient repl examples/b/LoginVerySimple.mch\n"
        "  quotient repl machine.mch --eval 'card(users)' --eval '{x | x : 1..10 & x mod 3 = 0}'\n"},
    CommandSpec{lts_command, "lts", "MODEL -o FILE", "write the state graph, up to symmetry: .aut .dot .json by ending",
                "Explores MODEL and writes its states and steps: one state of every orbit, with --symmetry off all.\n"
                "FILE is written whole or not at all. In an .aut file of an mCRL2 specification labels also have the\n"
                "permutations by which `quotient expand` undoes the reduction: lock(p1, f2) @ (p1 p2)(f1 f2).\n"
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
        "what it represents: the states and steps that `quotient lts --symmetry off` finds.\n"
        "\n"
        "  quotient expand reduced.aut -o whole.aut\n"},
    CommandSpec{compare_command, "compare", "FILE FILE", "isomorphic? bisimilar? bisimilar under permutations?",
                "Compares two .aut files. Exit code 0 where they are equivalent, 1 where not; then a sequence of\n"
                "steps is printed that only one of them has.\n"
                "\n"
                "  quotient compare whole.aut expanded.aut --equivalence iso\n"
                "  quotient compare whole.aut reduced.aut --equivalence permutation\n"},
    CommandSpec{
        report_command, "report", "RESULT -o FILE", "write a saved result as an HTML report",
        "Writes a result that `quotient check --json` has saved as a page: one HTML file that needs nothing else,\n"
        "neither a network nor a server. `quotient check --html` does both at once. FILE is written whole or not\n"
        "at all.\n"
        "\n"
        "  quotient check model.pml --json result.json --graph\n"
        "  quotient report result.json -o result.html\n"
        "  quotient check model.pml --html result.html\n"},
    CommandSpec{
        lsp_command, "lsp", "", "serve an editor: the Language Server Protocol on standard streams",
        "Diagnostics as you type, definitions, references, renaming, symmetry, checks of formulas. Editors start it\n"
        "once they are configured to (editors/README.md).\n"
        "\n"
        "  quotient lsp\n"},
    CommandSpec{
        dap_command, "dap", "", "serve a debugger: counterexamples by the Debug Adapter Protocol",
        "Editors start it to step through a counterexample forward and back, in their own debugger: processes as\n"
        "threads, the values of each state as variables, breakpoints on lines (editors/README.md).\n"
        "\n"
        "  quotient dap\n"},
    CommandSpec{
        mcp_command, "mcp", "", "serve an assistant: the Model Context Protocol on standard streams",
        "Tools to check a model within a budget, to find its symmetry, and to replay, simulate and explain runs. Only\n"
        "files in the folder that it is started in are read, and none is written.\n"
        "\n"
        "  quotient mcp\n"},
    CommandSpec{
        studio_command, "studio", "[MODEL or FOLDER]", "edit, check, inspect and simulate in the browser",
        "Serves a web application on this machine, for this machine alone, and opens it in the browser: the models\n"
        "of a folder in an editor, checks with their progress, results as pages, symmetry marked in the text, and\n"
        "simulation. The address that it prints has a token, which is new each time. No file outside the folder is\n"
        "read or written; limits hold for each check.\n"
        "\n"
        "  quotient studio examples/lock.pml\n"
        "  quotient studio --memory 4G --time 5m\n"},
    CommandSpec{
        lps_command, "lps", "SPEC", "print the linear process of an mCRL2 specification",
        "Prints SPEC in mCRL2 syntax as one process, a list of summands over one list of parameters, for other\n"
        "tools to read. Parallel processes are multiplied out, which is refused where it gives too many\n"
        "summands; --network leaves the composition as it was written.\n"
        "\n"
        "  quotient lps examples/mcrl2/abp.mcrl2\n"
        "  quotient lps examples/mcrl2/abp.mcrl2 --network\n"},
};

}  // namespace

std::span<const CommandSpec> all_commands() { return command_table; }

const CommandSpec* find_command(std::string_view name) {
  const auto commands = all_commands();
  const auto at = std::find_if(commands.begin(), commands.end(), [&](const CommandSpec& c) { return c.name == name; });
  return at == commands.end() ? nullptr : &*at;
}

}  // namespace quotient::cli
