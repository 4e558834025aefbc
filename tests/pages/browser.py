"""Opens pages in headless Chromium by the DevTools protocol over a pipe, and checks them.

    browser.py BROWSER PAGE…

Of every page, in light and in dark, at 380 and 1200 pixels: no message on the console, no request but for the page
itself, no overflow of the window, text of enough contrast (WCAG 2.1, 4.5 to 1), names for everything that is operated or
shown as a picture, tables with captions and headings. On every page headings sort their table; in a heat map the arrow
keys move and the explanation follows. With scripts off the page has the same text. It needs nothing but Python.
"""

import json
import os
import subprocess
import sys
import tempfile

SIZES = [(380, 800), (1200, 900)]

# What is wrong with the labels and the contrast of a page, as a list of sentences.
CHECK = r"""
(() => {
  const faults = [];
  const say = (what, node) => faults.push(what + ": " + node.outerHTML.slice(0, 160));
  const name = (node) => (node.getAttribute("aria-label") || node.textContent ||
    (document.getElementById(node.getAttribute("aria-labelledby")) || {}).textContent || "").trim();
  const labelled = (node) => node.getAttribute("aria-label") || (document.getElementById(node.getAttribute("aria-labelledby")) || {}).textContent || "";
  if (!document.documentElement.lang) faults.push("no language");
  if (!document.title.trim()) faults.push("no title");
  if (document.querySelectorAll("h1").length !== 1) faults.push("not one h1");
  if (document.querySelectorAll("main").length !== 1) faults.push("not one main");
  const ids = Array.from(document.querySelectorAll("[id]"), (node) => node.id);
  if (new Set(ids).size !== ids.length) faults.push("an id occurs twice");
  for (const node of document.querySelectorAll("a, button, summary")) if (!name(node)) say("no name", node);
  for (const node of document.querySelectorAll("section, figure")) if (!labelled(node).trim()) say("no label", node);
  for (const node of document.querySelectorAll("table")) {
    if (!node.caption || !node.caption.textContent.trim()) say("no caption", node);
    const wide = node.tHead.rows[0].cells.length;
    for (const row of node.rows) if (row.cells.length !== wide) say("a row of another width", row);
    for (const head of node.tHead.rows[0].cells) if (head.scope !== "col") say("no scope", head);
  }
  // `#step=41` leads to a moment, not to an element.
  for (const link of document.querySelectorAll("a[href^='#']:not([href*='='])"))
    if (!document.querySelector(link.getAttribute("href"))) say("leads nowhere", link);

  const channel = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const colour = (text) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = "#000"; canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1);
    return Array.from(canvas.getImageData(0, 0, 1, 1).data);
  };
  const behind = (node) => {
    for (; node; node = node.parentElement) {
      const found = colour(getComputedStyle(node).backgroundColor);
      if (found[3] === 255) return found;
    }
    return colour(getComputedStyle(document.documentElement).colorScheme.includes("dark") ? "#000" : "#fff");
  };
  const seen = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || !node || node.closest("script, style, noscript, #sheet") || !node.checkVisibility()) continue;
    const style = getComputedStyle(node);
    const ink = colour(node instanceof SVGElement ? style.fill : style.color), paper = behind(node);
    const key = ink + "|" + paper;
    if (seen.has(key)) continue;
    seen.add(key);
    const [one, other] = [light(ink), light(paper)].sort((a, b) => b - a);
    const contrast = (one + 0.05) / (other + 0.05);
    if (contrast < 4.5) say("contrast " + contrast.toFixed(2), node);
  }
  if (document.documentElement.scrollWidth > innerWidth + 1)
    faults.push("wider than its window: " + document.documentElement.scrollWidth + " of " + innerWidth);
  return faults;
})()
"""

# Sorts every table by every column, both ways.
SORT = r"""
(() => {
  const faults = [];
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  for (const table of document.querySelectorAll("table")) {
    const before = Array.from(table.tBodies[0].rows, (row) => row.textContent).sort().join("\n");
    for (const head of table.tHead.rows[0].cells) {
      for (const way of ["ascending", "descending"]) {
        head.querySelector("button").click();
        if (head.getAttribute("aria-sort") !== way) faults.push("not sorted " + way + ": " + head.textContent);
        const keys = Array.from(table.tBodies[0].rows, (row) => row.cells[head.cellIndex])
          .map((cell) => cell.dataset.key ?? cell.textContent).filter((key) => key !== "").map(Number);
        if (keys.some(Number.isNaN)) continue;
        const rising = way === "ascending" ? 1 : -1;
        if (keys.some((key, at) => at > 0 && rising * (key - keys[at - 1]) < 0)) faults.push("out of order: " + keys);
      }
    }
    const after = Array.from(table.tBodies[0].rows, (row) => row.textContent).sort().join("\n");
    if (before !== after) faults.push("rows were lost in sorting");
  }
  return faults;
})()
"""

# Moves through a heat map by the arrow keys.
KEYS = r"""
(() => {
  const table = document.querySelector("table.heat");
  if (!table) return [];
  const faults = [];
  const cells = (at) => table.tBodies[0].rows[at].cells;
  if (table.querySelectorAll("td[tabindex='0']").length !== 1) faults.push("a heat map is not one stop of the tabulator");
  table.querySelector("td[tabindex='0']").focus();
  const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  cells(0)[1].focus(); press("ArrowRight");
  if (document.activeElement !== cells(0)[2]) faults.push("the right arrow does not move right");
  press("ArrowDown");
  if (document.activeElement !== cells(1)[2]) faults.push("the down arrow does not move down");
  const tip = table.closest("section").querySelector(".tip").textContent;
  const titled = Array.from(table.querySelectorAll("td[title]"));
  titled[0].focus();
  const shown = table.closest("section").querySelector(".tip").textContent;
  if (shown !== titled[0].title || !/games/.test(shown) || !/interval/.test(shown)) faults.push("no explanation: " + shown + tip);
  return faults;
})()
"""


class Browser:
    """A browser and the protocol over its pipe: messages end with a zero byte."""

    def __init__(self, program, profile):
        into, self.out = os.pipe()
        self.into, out = os.pipe()

        def ends():
            # The protocol has its pipe at 3 and 4.
            spare = [os.dup(into), os.dup(out)]
            os.dup2(spare[0], 3)
            os.dup2(spare[1], 4)

        arguments = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe"]
        arguments += ["--disable-background-networking", "--user-data-dir=" + profile, "about:blank"]
        self.process = subprocess.Popen([program] + arguments, preexec_fn=ends, close_fds=False,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(into)
        os.close(out)
        self.rest, self.number, self.events, self.session = b"", 0, [], None

    def message(self):
        while b"\0" not in self.rest:
            more = os.read(self.into, 1 << 16)
            if not more:
                sys.exit("the browser has ended")
            self.rest += more
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        asked = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            asked["sessionId"] = self.session
        os.write(self.out, json.dumps(asked).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.number:
                if "error" in message:
                    sys.exit(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def wait_for(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.message())

    def value(self, expression):
        found = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            return [json.dumps(found["exceptionDetails"])[:400]]
        return found["result"].get("value")

    def open(self, address):
        self.events = []
        self.call("Page.navigate", url=address)
        self.wait_for("Page.loadEventFired")

    def close(self):
        try:
            self.call("Browser.close")
        except SystemExit:
            pass
        self.process.wait(timeout=20)


def unwanted(events, address):
    """Messages on the console, and requests for anything but the page and the images in it."""
    for event in events:
        method, told = event.get("method"), event.get("params", {})
        if method in ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"):
            yield "on the console: " + json.dumps(told)[:300]
        url = told["request"]["url"] if method == "Network.requestWillBeSent" else address
        if url != address and not url.startswith("data:"):
            yield "a request for " + url[:200]


def check(browser, page):
    address = "file://" + os.path.abspath(page).replace("%", "%25").replace("#", "%23")
    faults, texts = [], []
    for scheme in ("light", "dark"):
        for width, height in SIZES:
            browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
            browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            browser.open(address)
            where = f"{scheme}, {width} pixels: "
            faults += [where + fault for fault in browser.value(CHECK)]
            faults += [where + fault for fault in browser.value(SORT)]
            faults += [where + fault for fault in browser.value(KEYS)]
            # Tables that were folded are visible now.
            faults += [where + "unfolded, " + fault for fault in browser.value(CHECK)]
            faults += [where + fault for fault in unwanted(browser.events, address)]
            if browser.value("document.title").startswith("caught"):
                faults.append("a name was executed")
    for off in (False, True):
        browser.call("Emulation.setScriptExecutionDisabled", value=off)
        browser.open(address)
        document = browser.call("DOM.getDocument", depth=1)["root"]
        main = browser.call("DOM.querySelector", nodeId=document["nodeId"], selector="main")["nodeId"]
        texts.append(browser.call("DOM.getOuterHTML", nodeId=main)["outerHTML"].count("<data "))
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    if texts[0] != texts[1]:
        faults.append(f"{texts[0]} numbers with scripts, {texts[1]} without")
    return faults


def main(program, pages):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(program, profile)
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        browser.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            browser.call(domain + ".enable")
        bad = 0
        for page in pages:
            faults = list(dict.fromkeys(check(browser, page)))
            bad += bool(faults)
            for fault in faults[:12]:
                print(f"{page}: {fault}")
        browser.session = None
        browser.close()
    print(f"{len(pages) - bad} pages without a fault, {bad} with faults")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
