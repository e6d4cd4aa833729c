"""A client of the Language Server Protocol, as small as the tests need it."""

import json
import os
import select
import subprocess
import time


class Client:
    """Starts the server and talks to it. Every wait has an end."""

    def __init__(self, program, options=None, initialise=True):
        self.server = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.buffer = b""
        self.number = 0
        self.diagnostics = {}
        self.answers = {}
        self.messages = []
        self.capabilities = None
        if initialise:
            self.capabilities = self.request("initialize", {"processId": None, "rootUri": None, "capabilities": {},
                                                            "initializationOptions": options or {}})["capabilities"]
            self.notify("initialized", {})

    def raw(self, data):
        self.server.stdin.write(data)
        self.server.stdin.flush()

    def send(self, message):
        text = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(text) + text)

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method, params):
        """Sends a request without waiting, and returns its number."""
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.number

    def receive(self, seconds=120):
        """The next message of the server; None where it ended, or said nothing."""
        end = time.monotonic() + seconds
        while True:
            head, mark, rest = self.buffer.partition(b"\r\n\r\n")
            if mark:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.buffer = rest[length:]
                    message = json.loads(rest[:length])
                    if message.get("method") == "textDocument/publishDiagnostics":
                        self.diagnostics[message["params"]["uri"]] = message["params"]["diagnostics"]
                    elif message.get("method") == "window/showMessage":
                        self.messages.append(message["params"]["message"])
                    return message
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.server.stdout], [], [], left)[0]:
                return None
            data = os.read(self.server.stdout.fileno(), 65536)
            if not data:
                return None
            self.buffer += data

    def answer(self, number, seconds=120):
        """The whole answer to a request: with a result, or with an error."""
        while number not in self.answers:
            message = self.receive(seconds)
            if message is None:
                raise RuntimeError(f"no answer to request {number}")
            if "method" not in message:
                self.answers[message.get("id")] = message
        return self.answers.pop(number)

    def request(self, method, params):
        message = self.answer(self.ask(method, params))
        if "error" in message:
            raise RuntimeError(message["error"]["message"])
        return message["result"]

    def error(self, method, params):
        """The error that a request is answered with; empty where there is none."""
        return self.answer(self.ask(method, params)).get("error", {}).get("message", "")

    def open(self, uri, text, language="promela"):
        self.notify("textDocument/didOpen",
                    {"textDocument": {"uri": uri, "languageId": language, "version": 1, "text": text}})

    def settle(self):
        """Waits until the server has read all texts: it shows what it found before it answers about any of them."""
        self.request("textDocument/hover", {"textDocument": {"uri": "file:///none"}, "position": place(0, 0)})

    def leave(self):
        """Ends in order, and returns the exit code."""
        self.request("shutdown", None)
        self.notify("exit", None)
        self.server.stdin.close()
        return self.server.wait(120)


def place(line, character):
    return {"line": line, "character": character}


def at(uri, text, needle, skip=0, inside=0):
    """The parameters of a request about an occurrence of `needle` in `text`."""
    offset = -1
    for _ in range(skip + 1):
        offset = text.index(needle, offset + 1)
    return {"textDocument": {"uri": uri}, "position": position(text, offset + inside)}


def position(text, offset):
    """In UTF-16 units."""
    line = text.count("\n", 0, offset)
    begin = text.rfind("\n", 0, offset) + 1
    return place(line, len(text[begin:offset].encode("utf-16-le")) // 2)


def offset_of(text, where):
    begin = 0
    for _ in range(where["line"]):
        begin = text.index("\n", begin) + 1
    units = text[begin:].encode("utf-16-le")[: 2 * where["character"]]
    return begin + len(units.decode("utf-16-le"))


def part(text, span):
    return text[offset_of(text, span["start"]):offset_of(text, span["end"])]


def edited(text, edits):
    for edit in sorted(edits, key=lambda e: -offset_of(text, e["range"]["start"])):
        text = (text[:offset_of(text, edit["range"]["start"])] + edit["newText"] +
                text[offset_of(text, edit["range"]["end"]):])
    return text
