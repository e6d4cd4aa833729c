#!/usr/bin/env python3
"""Installs the built tree into a folder of its own, packs it for Debian, and uses both as someone who has nothing else.

    installed.py --build build/release

Ends with "N passed, M failed".
"""

import argparse
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from checks import expect, summary  # noqa: E402


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **options)


def use(program, examples, home, where):
    """With an empty home, and nothing of ours in the environment."""
    environment = {"PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8"}
    said = run([program, "check", os.path.join(examples, "peterson.pml"), "-D", "N=3", "--quiet"], env=environment)
    expect(f"{where}: the program checks an example", said.returncode == 0 and said.stdout.startswith("verified"),
           said.stdout + said.stderr)
    said = run([program, "check", os.path.join(examples, "missing.pml")], env=environment)
    expect(f"{where}: a missing file is an error", said.returncode == 2, said.stdout + said.stderr)


def check_links(document):
    with open(document, encoding="utf-8") as file:
        links = re.findall(r"\]\(([^)#:]+)\)", file.read())
    missing = [link for link in links if not os.path.exists(os.path.join(os.path.dirname(document), link))]
    expect("what the README refers to is installed", len(links) > 5 and not missing, missing)


def check_manual(page):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    expect("the manual page tells of every command", all(f".SS {c}" in text for c in ("check", "symmetry", "replay")))
    if shutil.which("groff"):
        said = run(["groff", "-man", "-ww", "-z", page])
        expect("the manual page is well formed", said.returncode == 0 and said.stderr == "", said.stderr)


def check_bash(script):
    trials = {"quotient ch": "check", "quotient check x.pml --sym": "--symmetry", "quotient check x.pml --steps pl": "plain",
              "quotient help sym": "symmetry"}
    for line, wanted in trials.items():
        words = line.split(" ")
        code = (f"source {script}; COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}; _quotient; "
                'echo "${COMPREPLY[@]}"')
        said = run(["bash", "--norc", "-c", code])
        expect(f"bash completes '{line}'", said.stdout.strip() == wanted, said.stdout + said.stderr)


def check_explorer(program, prefix, examples, wrong):
    """The example that visits states itself, beside what the program stores."""
    for model, define in (("peterson.pml", "N=3"), ("b/Bank.mch", None), ("mcrl2/lock_server.mcrl2", None)):
        path = os.path.join(examples, model)
        told = run([os.path.join(prefix, "bin/quotient"), "check", path, *(["-D", define] if define else []), "--all",
                    "--skip-sequential=never", "--json", "-"])
        told = json.loads(told.stdout)
        said = run([program, path, *([define] if define else [])])
        expect(f"explore_model: the states and orbits of {model} are those of the program",
               said.returncode == 0 and f"{told['states']} orbits" in said.stdout and
               f"{told['symmetry']['represents']} states" in said.stdout and "not all" not in said.stdout,
               said.stdout + said.stderr)
    said = run([program, os.path.join(examples, "peterson.pml"), "N=2"])
    expect("explore_model: steps have actors", re.search(r"^\w+\(\d+\): \S", said.stdout, re.M), said.stdout + said.stderr)
    said = run([program, wrong])
    expect("explore_model: an error is a value", said.returncode == 2 and said.stdout, said.stdout + said.stderr)


def check_library(prefix, folder):
    """The example program, built with nothing but the installed tree, and what it says beside what the program says."""
    examples = os.path.join(prefix, "share/doc/quotient/examples")
    source = os.path.join(examples, "library")
    lib = os.path.join(prefix, "lib")
    said = run(["cmake", "-G", "Ninja", "-S", source, "-B", os.path.join(folder, "by_cmake"),
                f"-DCMAKE_PREFIX_PATH={prefix}"])
    if said.returncode == 0:
        said = run(["cmake", "--build", os.path.join(folder, "by_cmake")])
    expect("find_package(Quotient) builds the example", said.returncode == 0, said.stdout + said.stderr)
    programs = [os.path.join(folder, "by_cmake/check_model")]
    if shutil.which("pkg-config"):
        environment = dict(os.environ, PKG_CONFIG_PATH=os.path.join(lib, "pkgconfig"))
        flags = run(["pkg-config", "--cflags", "--libs", "quotient"], env=environment).stdout.split()
        programs.append(os.path.join(folder, "by_pkg_config"))
        said = run(["c++", "-std=c++20", "-Wall", "-Wextra", "-Werror", os.path.join(source, "check_model.cpp"),
                    *flags, f"-Wl,-rpath,{lib}", "-o", programs[-1]])
        expect("pkg-config builds the example", said.returncode == 0, said.stdout + said.stderr)
    wrong = os.path.join(folder, "wrong.pml")
    with open(wrong, "w", encoding="utf-8") as file:
        file.write("byte x;\nactive proctype p() {\n  y = 1;\n  assert(x == 0)\n}\n")
    violated = os.path.join(folder, "violated.pml")
    with open(violated, "w", encoding="utf-8") as file:
        file.write("byte x;\nactive [2] proctype p() {\n  x++;\n  assert(x == 1)\n}\n")
    for example in programs:
        name = os.path.basename(example)
        said = run([example, os.path.join(examples, "peterson.pml"), "N=3"])
        told = run([os.path.join(prefix, "bin/quotient"), "check", os.path.join(examples, "peterson.pml"), "-D", "N=3",
                    "--json", "-"])
        told = json.loads(told.stdout)
        expect(f"{name}: an example is verified with the same figures",
               said.returncode == 0 and "symmetry of order 6" in said.stdout and
               f"{told['states']} states representing {told['symmetry']['represents']}" in said.stdout,
               said.stdout + said.stderr)
        said = run([example, wrong])
        expect(f"{name}: an error has its place", said.returncode == 2 and f"{wrong}:3:3: error: " in said.stdout,
               said.stdout + said.stderr)
        said = run([example, violated])
        expect(f"{name}: a counterexample is told",
               said.returncode == 1 and "assertion" in said.stdout and "assert(x==1)" in said.stdout.replace(" ", ""),
               said.stdout + said.stderr)
        said = run([example, os.path.join(folder, "missing.pml")])
        expect(f"{name}: a missing file is a diagnostic", said.returncode == 2 and "missing.pml" in said.stdout,
               said.stdout + said.stderr)
    check_explorer(os.path.join(folder, "by_cmake/explore_model"), prefix, examples, wrong)
    shown = run(["nm", "-DC", "--defined-only", os.path.join(lib, "libquotient.so")]).stdout.splitlines()
    other = [line for line in shown if "quotient" in line and "quotient::api::" not in line]
    expect("the library shows nothing but its header", len(shown) > 5 and not other, "\n".join(other))


def check_package(build, folder):
    if not shutil.which("dpkg-shlibdeps"):
        return
    said = run(["cpack", "-B", folder], cwd=build)
    packages = glob.glob(os.path.join(folder, "quotient_*.deb"))
    expect("a package is made", said.returncode == 0 and len(packages) == 1, said.stdout + said.stderr)
    if not packages:
        return
    modules = glob.glob(os.path.join(folder, "quotient-mpi_*.deb"))
    if os.path.exists(os.path.join(build, "src/cli/libquotient_mpi.so")):
        expect("a package for MPI is made", len(modules) == 1, os.listdir(folder))
        fields = run(["dpkg-deb", "-f", modules[0], "Package", "Depends"]).stdout
        files = run(["dpkg-deb", "-c", modules[0]]).stdout
        expect("it needs MPI and the program, and has the module alone",
               "quotient-mpi" in fields and "mpi" in fields.split("Depends:")[1] and "quotient (= " in fields and
               "libquotient_mpi.so" in files and "bin/quotient" not in files, fields + files)
    needs = run(["dpkg-deb", "-f", packages[0], "Depends"]).stdout
    expect("the package names the libraries it needs", "libc6" in needs and "libbliss" in needs, needs)
    expect("the package needs no MPI", "mpi" not in needs, needs)
    unpacked = os.path.join(folder, "unpacked")
    run(["dpkg-deb", "-x", packages[0], unpacked])
    use(os.path.join(unpacked, "usr/bin/quotient"), os.path.join(unpacked, "usr/share/doc/quotient/examples"), folder,
        "unpacked")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True)
    build = os.path.abspath(parser.parse_args().build)
    with tempfile.TemporaryDirectory() as folder:
        prefix = os.path.join(folder, "installed")
        said = run(["cmake", "--install", build, "--prefix", prefix])
        expect("it installs", said.returncode == 0, said.stdout + said.stderr)
        share = os.path.join(prefix, "share")
        for file in ("man/man1/quotient.1", "bash-completion/completions/quotient", "zsh/vendor-completions/_quotient",
                     "fish/vendor_completions.d/quotient.fish", "doc/quotient/README.md", "doc/quotient/docs/README.md",
                     "doc/quotient/LICENSE", "doc/quotient/copyright", "doc/quotient/THIRD_PARTY.md"):
            expect(f"{file} is installed", os.path.getsize(os.path.join(share, file)) > 0)
        check_links(os.path.join(share, "doc/quotient/README.md"))
        use(os.path.join(prefix, "bin/quotient"), os.path.join(share, "doc/quotient/examples"), folder, "installed")
        check_manual(os.path.join(share, "man/man1/quotient.1"))
        check_bash(os.path.join(share, "bash-completion/completions/quotient"))
        check_library(prefix, folder)
        check_package(build, os.path.join(folder, "package"))
    return summary()


sys.exit(main())
