"""What the schemas of SARIF 2.1.0 (OASIS) and of JUnit (as Jenkins reads it, junit-10.xsd) ask of what we write, written down from
the standards: names that exist, those that must be there, kinds of values. Objects and elements that we do not write are unknown
here, so that a new one must be looked up first."""

LEVEL = ("none", "note", "warning", "error")

# For each object its properties: a kind of value, "*" behind what must be there. A list holds at least one where it begins with "+".
SARIF = {
    "log": {"$schema": "uri", "version*": ("2.1.0",), "runs*": ["run"]},
    "run": {"tool*": "tool", "invocations": ["invocation"], "language": "text", "artifacts": ["artifact"], "results": ["result"],
            "columnKind": ("utf16CodeUnits", "unicodeCodePoints"), "properties": "bag", "originalUriBaseIds": "bag"},
    "tool": {"driver*": "component", "properties": "bag"},
    "component": {"name*": "text", "fullName": "text", "version": "text", "semanticVersion": "text", "informationUri": "uri", "organization": "text",
                  "rules": ["descriptor"], "notifications": ["descriptor"], "properties": "bag"},
    "descriptor": {"id*": "text", "name": "text", "shortDescription": "words", "fullDescription": "words", "help": "words", "helpUri": "uri",
                   "defaultConfiguration": "configuration", "properties": "bag"},
    "configuration": {"enabled": "truth", "level": LEVEL, "rank": "number"},
    "words": {"text*": "text", "markdown": "text"},
    "invocation": {"executionSuccessful*": "truth", "commandLine": "text", "arguments": ["text"], "exitCode": "number", "exitCodeDescription": "text",
                   "toolExecutionNotifications": ["notification"], "toolConfigurationNotifications": ["notification"], "properties": "bag"},
    "notification": {"message*": "message", "level": LEVEL, "locations": ["location"], "properties": "bag"},
    "message": {"text": "text", "markdown": "text", "id": "text", "arguments": ["text"]},
    "result": {"ruleId": "text", "ruleIndex": "index", "level": LEVEL, "message*": "message", "locations": ["location"], "relatedLocations": ["location"],
               "kind": ("notApplicable", "pass", "fail", "review", "open", "informational"), "codeFlows": ["flow"], "fixes": ["fix"],
               "occurrenceCount": "positive", "partialFingerprints": "bag", "properties": "bag"},
    "location": {"id": "index", "physicalLocation": "place", "message": "message", "properties": "bag"},
    "place": {"artifactLocation": "artifactLocation", "region": "region", "contextRegion": "region"},
    "artifactLocation": {"uri": "uri", "uriBaseId": "text", "index": "index", "description": "message"},
    "artifact": {"location": "artifactLocation", "mimeType": "text", "sourceLanguage": "text", "length": "index"},
    "region": {"startLine": "positive", "startColumn": "positive", "endLine": "positive", "endColumn": "positive", "message": "message"},
    "flow": {"threadFlows*": ["+", "thread"], "message": "message"},
    "thread": {"locations*": ["+", "threadLocation"], "id": "text", "message": "message"},
    "threadLocation": {"location": "location", "nestingLevel": "index", "executionOrder": "index", "importance": ("important", "essential", "unimportant"),
                       "state": "bag", "kinds": ["text"]},
    "fix": {"description": "message", "artifactChanges*": ["+", "change"]},
    "change": {"artifactLocation*": "artifactLocation", "replacements*": ["+", "replacement"]},
    "replacement": {"deletedRegion*": "region", "insertedContent": "content"},
    "content": {"text": "text"},
}

URI = set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#[]@!$&'()*+,;=%")

PLAIN = {
    "text": lambda v: isinstance(v, str),
    "uri": lambda v: isinstance(v, str) and set(v) <= URI,
    "truth": lambda v: isinstance(v, bool),
    "number": lambda v: isinstance(v, (int, float)) and not isinstance(v, bool),
    "index": lambda v: isinstance(v, int) and not isinstance(v, bool) and v >= -1,
    "positive": lambda v: isinstance(v, int) and not isinstance(v, bool) and v >= 1,
    "bag": lambda v: isinstance(v, dict),
}


def sarif_objections(value, kind="log", where="log"):
    """What a log has that the schema does not allow, in words."""
    if isinstance(kind, tuple):
        return [] if value in kind else [f"{where}: {value!r} is none of {kind}"]
    if isinstance(kind, list):
        if not isinstance(value, list) or (kind[0] == "+" and not value):
            return [f"{where}: a list is wanted"]
        return [o for i, each in enumerate(value) for o in sarif_objections(each, kind[-1], f"{where}[{i}]")]
    if kind in PLAIN:
        return [] if PLAIN[kind](value) else [f"{where}: {value!r} is no {kind}"]
    if not isinstance(value, dict):
        return [f"{where}: an object is wanted"]
    properties = {name.rstrip("*"): of for name, of in SARIF[kind].items()}
    missing = [n.rstrip("*") for n in SARIF[kind] if n.endswith("*") and n.rstrip("*") not in value]
    found = [f"{where}: {name} is missing" for name in missing]
    found += [f"{where}: {name} is no property of a {kind}" for name in value if name not in properties]
    if kind == "message" and not ("text" in value or "id" in value):
        found.append(f"{where}: a message needs text or an id")
    return found + [o for name, each in value.items() if name in properties for o in sarif_objections(each, properties[name], f"{where}.{name}")]


COUNT = str.isdigit
JUNIT = {
    "testsuites": ({"name": None, "time": float, "tests": COUNT, "failures": COUNT, "disabled": COUNT, "errors": COUNT}, (), ("testsuite",)),
    "testsuite": ({"name": None, "tests": COUNT, "failures": COUNT, "errors": COUNT, "time": float, "disabled": COUNT, "skipped": COUNT, "skips": COUNT,
                   "timestamp": None, "hostname": None, "id": None, "package": None, "file": None, "log": None, "url": None, "version": None, "group": None},
                  ("name", "tests"), ("properties", "testcase", "system-out", "system-err", "testsuite")),
    "testcase": ({"name": None, "classname": None, "time": float, "assertions": COUNT, "status": None, "class": None, "file": None, "line": COUNT},
                 ("name",), ("skipped", "error", "failure", "system-out", "system-err", "properties")),
    "failure": ({"type": None, "message": None}, (), ()),
    "error": ({"type": None, "message": None}, (), ()),
    "skipped": ({"type": None, "message": None}, (), ()),
    "system-out": ({}, (), ()),
    "system-err": ({}, (), ()),
    "properties": ({}, (), ("property",)),
    "property": ({"name": None, "value": None}, ("name",), ()),
}


def junit_objections(element):
    if element.tag not in JUNIT:
        return [f"<{element.tag}> does not exist"]
    attributes, needed, children = JUNIT[element.tag]
    found = [f"<{element.tag}> has no {name}" for name in needed if name not in element.attrib]
    for name, value in element.attrib.items():
        if name not in attributes:
            found.append(f"{name} is no attribute of <{element.tag}>")
            continue
        try:
            if attributes[name] is COUNT and not COUNT(value):
                raise ValueError
            if attributes[name] is float:
                float(value)
        except ValueError:
            found.append(f"{name}={value!r} of <{element.tag}> is no number")
    found += [f"<{c.tag}> does not belong into <{element.tag}>" for c in element if c.tag not in children]
    if element.tag == "testcase" and sum(c.tag in ("skipped", "error", "failure") for c in element) > 1:
        found.append("a test case has several outcomes")
    return found + [o for child in element for o in junit_objections(child)]
