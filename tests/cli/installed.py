#!/usr/bin/env python3
"""Installs the built tree into a folder of its own, packs it for Debian, and uses both as someone who has nothing else.

    installed.py --build build/release

Ends with "N passed, M failed".
"""

import argparse
import glob
import os
import shutil
import subprocess
import sys
import tempfile

failures = []
passed = 0


def expect(what, holds, detail=""):
    global passed
    if holds:
        passed += 1
    else:
        failures.append(what)
        print(f"FAIL {what}\n{detail}")


def run(command, **options):
    """With an empty home, and nothing of ours in the environment."""
    return subprocess.run(command, capture_output=True, text=True, timeout=300, **options)


def use(program, examples, home, where):
    environment = {"PATH": "/usr/bin:/bin", "HOME": home, "LANG": "C.UTF-8"}
    said = run([program, "check", os.path.join(examples, "peterson.pml"), "-D", "N=3", "--quiet"], env=environment)
    expect(f"{where}: the program checks an example", said.returncode == 0 and said.stdout.startswith("verified"),
           said.stdout + said.stderr)
    said = run([program, "check", os.path.join(examples, "missing.pml")], env=environment)
    expect(f"{where}: a missing file is an error", said.returncode == 2, said.stdout + said.stderr)


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


def check_package(build, folder):
    if not shutil.which("dpkg-shlibdeps"):
        return
    said = run(["cpack", "-B", folder], cwd=build)
    packages = glob.glob(os.path.join(folder, "*.deb"))
    expect("a package is made", said.returncode == 0 and len(packages) == 1, said.stdout + said.stderr)
    if not packages:
        return
    needs = run(["dpkg-deb", "-f", packages[0], "Depends"]).stdout
    expect("the package names the libraries it needs", "libc6" in needs and "libbliss" in needs, needs)
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
                     "fish/vendor_completions.d/quotient.fish", "doc/quotient/README.md"):
            expect(f"{file} is installed", os.path.getsize(os.path.join(share, file)) > 0)
        use(os.path.join(prefix, "bin/quotient"), os.path.join(share, "doc/quotient/examples"), folder, "installed")
        check_manual(os.path.join(share, "man/man1/quotient.1"))
        check_bash(os.path.join(share, "bash-completion/completions/quotient"))
        check_package(build, os.path.join(folder, "package"))
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


sys.exit(main())
