"""Chromium without a window, driven over WebDriver with nothing but the standard library."""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

from waiting import PATIENCE, expect_that

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


# Texts that are hard to read on what is behind them: less than 4.5 to 1, by the formula of WCAG 2, or 3 to 1 where they
# are large. What is disabled, hidden or drawn does not count.
CONTRASTS = """
const channels = (text) => { const list = (text.match(/[\\d.]+/g) ?? []).map(Number); return text.startsWith("color(") ? list.map((v, i) => (i < 3 ? v * 255 : v)) : list; };
const over = ([r, g, b, a = 1], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a)];
const light = (c) => { const [r, g, b] = c.map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const behind = (e) => { const list = []; for (let at = e; at; at = at.parentElement) list.push(channels(getComputedStyle(at).backgroundColor)); return list.reverse().reduce((under, c) => c.length < 3 ? under : over(c, under), matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255]); };
const found = new Set();
for (const e of document.querySelectorAll('body *')) {
  if (e.closest('svg, [hidden], :disabled, script, noscript') || !e.checkVisibility() || ![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())) continue;
  const style = getComputedStyle(e), under = behind(e);
  let shown = 1;
  for (let at = e; at; at = at.parentElement) shown *= Number(getComputedStyle(at).opacity);
  const [r, g, b, a = 1] = channels(style.color);
  const [x, y] = [light(over([r, g, b, a * shown], under)), light(under)].sort((p, q) => q - p);
  const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
  const ratio = (x + 0.05) / (y + 0.05);
  if (ratio < (large ? 3 : 4.5)) found.add(`${e.tagName}.${e.className}: ${ratio.toFixed(2)}`);
}
return [...found];
"""


# Why a click has not happened: what is clicked is not there yet, is being laid out, or was just drawn anew.
NOT_YET = ("no such element", "stale element reference", "element not interactable", "element click intercepted")


class Browser:
    """A session: `with Browser(dark=True) as browser`. With `slower` the processor seems so many times slower to pages."""

    def __init__(self, width=1280, height=900, dark=False, slower=1):
        self.size, self.slower = (width, height), slower
        self.folder = tempfile.mkdtemp()
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        self.log = open(os.path.join(self.folder, "driver.log"), "w", encoding="utf-8")
        self.driver = subprocess.Popen([shutil.which("chromedriver"), f"--port={port}"], stdout=self.log, stderr=self.log)
        self.wait_until_up()
        arguments = ["--headless=new", f"--window-size={width},{height}", "--disable-gpu", "--disable-quic", "--no-first-run",
                     "--disable-background-networking", "--disable-component-update", "--disable-sync",
                     "--disable-extensions", "--force-prefers-reduced-motion", "--disable-dev-shm-usage", f"--user-data-dir={self.folder}/profile"]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")  # Chromium refuses to start as root with it
        if dark:
            arguments.append("--blink-settings=preferredColorScheme=0")
        capabilities = {"browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"},
                        "goog:chromeOptions": {"args": arguments, "binary": shutil.which("chromium")}}
        answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
        self.session = f"/session/{answer['sessionId']}"
        self.call("POST", self.session + "/timeouts", {"script": 3000 * PATIENCE, "pageLoad": 3000 * PATIENCE})
        self.emulate()

    def emulate(self):
        """What a tab must be told once. A headless window has a least width; pages are laid out for what is asked for."""
        width, height = self.size
        self.chrome("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500})
        if self.slower > 1:
            self.chrome("Emulation.setCPUThrottlingRate", {"rate": self.slower})

    def wait_until_up(self):
        def is_ready():
            try:
                return self.call("GET", "/status")["ready"]
            except (urllib.error.URLError, ConnectionError):
                return False
        expect_that(is_ready, bool, "chromedriver answers")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.call("DELETE", self.session)
        except Exception:
            pass
        self.driver.terminate()
        self.driver.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=4 * PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            reported = json.loads(error.read().decode())["value"]
            raise RuntimeError(f"{reported['error']}: {reported['message'].splitlines()[0]}") from None

    def chrome(self, command, parameters):
        return self.call("POST", self.session + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def open(self, path):
        self.visit("file://" + os.path.abspath(path))

    def visit(self, url):
        self.call("POST", self.session + "/url", {"url": url})

    def tab(self):
        return self.call("GET", self.session + "/window")

    def new_tab(self):
        """Opens a tab and goes there; `switch` goes back."""
        handle = self.call("POST", self.session + "/window/new", {"type": "tab"})["handle"]
        self.switch(handle)
        self.emulate()
        return handle

    def switch(self, handle):
        self.call("POST", self.session + "/window", {"handle": handle})

    def close_tab(self, back_to):
        self.call("DELETE", self.session + "/window")
        self.switch(back_to)

    def type(self, text):
        keys = [{"type": kind, "value": c} for c in text for kind in ("keyDown", "keyUp")]
        self.call("POST", self.session + "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": keys}]})

    def run(self, script, *arguments):
        return self.call("POST", self.session + "/execute/sync", {"script": script, "args": list(arguments)})

    def run_async(self, script, *arguments):
        """A script that hands its answer to the last of its arguments, a function."""
        return self.call("POST", self.session + "/execute/async", {"script": script, "args": list(arguments)})

    def find(self, selector):
        found = self.call("POST", self.session + "/element", {"using": "css selector", "value": selector})
        return found[ELEMENT]

    def click(self, selector, seconds=PATIENCE):
        """A real click of the mouse in the middle of an element, as soon as it is there, in sight and not covered."""
        end = time.monotonic() + seconds
        while True:
            try:
                self.call("POST", f"{self.session}/element/{self.find(selector)}/click", {})
                return
            except RuntimeError as error:
                if not str(error).startswith(NOT_YET) or time.monotonic() > end:
                    raise
            time.sleep(0.03)

    def click_at(self, selector, share_x, share_y=0.5):
        """The same at some place of an element."""
        self.pointer(selector, share_x, share_y,
                     [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}])

    def point_at(self, selector):
        self.pointer(selector, 0.5, 0.5, [])

    def pointer(self, selector, share_x, share_y, then):
        at = self.run("const e = document.querySelector(arguments[0]); e.scrollIntoView({block: 'center', behavior: 'instant'});"
                      "const b = e.getBoundingClientRect();"
                      "return {x: Math.round(b.left + b.width * arguments[1]), y: Math.round(b.top + b.height * arguments[2])}",
                      selector, share_x, share_y)
        moves = [{"type": "pointerMove", "duration": 0, "origin": "viewport", **at}]
        self.call("POST", self.session + "/actions",
                  {"actions": [{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves + then}]})

    def press(self, key):
        keys = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.call("POST", self.session + "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": keys}]})

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? null", selector)

    def count(self, selector):
        return self.run("return document.querySelectorAll(arguments[0]).length", selector)

    def wait_for(self, script, *arguments, seconds=PATIENCE):
        return expect_that(lambda: self.run(script, *arguments), bool, f"{script} {arguments}", seconds)

    def shows(self, selector, part):
        """Expects a text within the text of an element."""
        return expect_that(lambda: self.text(selector), lambda text: part in text, f"{selector}: {part!r}")

    def complaints(self):
        """What the browser has written to its console since the last call."""
        entries = self.call("POST", self.session + "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] in ("SEVERE", "WARNING")]

    def hard_to_read(self):
        return self.run(CONTRASTS)

    def screenshot(self, path, whole=True):
        if whole:
            size = self.run("return [document.documentElement.clientWidth, document.documentElement.scrollHeight]")
            clip = {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1}
            shot = self.chrome("Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip})["data"]
        else:
            shot = self.call("GET", self.session + "/screenshot")
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot))
