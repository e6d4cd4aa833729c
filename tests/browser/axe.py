"""Accessibility by axe-core, https://github.com/dequelabs/axe-core: fetched once with npm into the build folder, and not part of
this repository."""

import glob
import os
import shutil
import subprocess
import tarfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VERSION = "4.10.3"
HOME = os.path.join(ROOT, "build", "axe-core")


def source():
    """The text of axe-core; None, said aloud, where it is not here and cannot be fetched."""
    path = os.path.join(HOME, f"axe-{VERSION}.min.js")
    if not os.path.exists(path):
        os.makedirs(HOME, exist_ok=True)
        if shutil.which("npm") is None:
            print("  (npm is not installed: nothing is checked with axe-core)", flush=True)
            return None
        fetched = subprocess.run(["npm", "pack", "--silent", f"axe-core@{VERSION}"], cwd=HOME, capture_output=True, text=True, timeout=120)
        packs = glob.glob(os.path.join(HOME, "axe-core-*.tgz"))
        if fetched.returncode != 0 or not packs:
            print("  (axe-core could not be fetched: nothing is checked with it)", flush=True)
            return None
        with tarfile.open(packs[0]) as pack, open(path + ".new", "wb") as out:
            out.write(pack.extractfile("package/axe.min.js").read())
        os.rename(path + ".new", path)
    with open(path, encoding="utf-8") as file:
        return file.read()


RUN = """
const done = arguments[arguments.length - 1];
axe.run(document, { resultTypes: ["violations"] }).then(
  (found) => done(found.violations.map((v) => `${v.id} (${v.impact}): ${v.nodes.slice(0, 3).map((n) => n.target.join(" ") + " " + n.html.slice(0, 120)).join("; ")}`)),
  (error) => done([String(error)]));
"""


def violations(browser):
    """What axe-core finds on the page that is open, in words; None where there is no axe-core."""
    text = source()
    if text is None:
        return None
    browser.run(text + "\nwindow.axe = axe;")
    return browser.run_async(RUN)
