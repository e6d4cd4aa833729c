#!/usr/bin/env python3
"""The extension for Visual Studio Code: packed twice into the same bytes, small, whole, with its licences, and a script that loads.
Ends with "N passed, M failed"."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree
import zipfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import checks  # noqa: E402

MOST_BYTES = 300 * 1000

# Loads the script with an editor that has everything and does nothing.
LOAD = """
const Module = require("module");
const anything = () => new Proxy(function () {}, { get: (_, name) => (name === Symbol.toPrimitive ? () => "" : name === "prototype" ? {} : anything()), apply: () => anything(), construct: () => ({}) });
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? anything() : load(name, ...rest));
const extension = require(process.argv[1]);
console.log(typeof extension.activate, typeof extension.deactivate);
"""


def pack(folder):
    subprocess.run([os.path.join(ROOT, "editors/vscode/package"), folder], check=True, capture_output=True)
    (name,) = [n for n in os.listdir(folder) if n.endswith(".vsix")]
    return os.path.join(folder, name)


def main():
    with tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        path = pack(first)
        digests = [hashlib.sha256(open(p, "rb").read()).hexdigest() for p in (path, pack(second))]
        checks.expect("the same bytes each time", digests[0] == digests[1])
        checks.expect(f"small: {os.path.getsize(path)} bytes", os.path.getsize(path) < MOST_BYTES)
        with zipfile.ZipFile(path) as pack_file:
            names = set(pack_file.namelist())
            package = json.loads(pack_file.read("extension/package.json"))
            manifest = xml.etree.ElementTree.fromstring(pack_file.read("extension.vsixmanifest"))
            pack_file.extractall(second)
        contributed = package["contributes"]
        wanted = [package["main"], *(g["path"] for g in contributed["grammars"]), *(l["configuration"] for l in contributed["languages"])]
        for name in ["LICENSE", "README.md", "library/LICENSE.languageclient", *(w.removeprefix("./") for w in wanted)]:
            checks.expect(f"{name} is packed", "extension/" + name in names)
        identity = manifest.find(".//{*}Identity").attrib
        checks.expect("the manifest names the package", (identity["Id"], identity["Version"]) == (package["name"], package["version"]))
        program = open(os.path.join(ROOT, "CMakeLists.txt"), encoding="utf-8").read()
        checks.expect("the version of the program", f"VERSION {package['version']}" in program)
        script = open(os.path.join(second, "extension/extension.js"), encoding="utf-8").read()
        for command in (c["command"] for c in contributed["commands"]):
            checks.expect(f"{command} is registered", f'registerCommand("{command}"' in script)
        if shutil.which("node"):
            done = subprocess.run(["node", "-e", LOAD, os.path.join(second, "extension/extension.js")], capture_output=True, text=True, timeout=600)
            checks.expect(f"the script loads: {done.stdout} {done.stderr[-300:]}", done.stdout.split() == ["function", "function"])
    return checks.summary()


sys.exit(main())
