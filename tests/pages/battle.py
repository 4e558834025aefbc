"""Opens pages of battles in headless Chromium and checks them.

    battle.py BROWSER [--axe AXE] [--measure] [--pictures DIR] PAGE…

Of every page, in light and in dark, at 380 and 1200 pixels: what `browser.py` checks of any page, and that the film
plays: keys, buttons, slider, links to a step, bookmarks, eyes of a side. At the end the sheet is that of the page with
scripts off. `--axe` names the script of axe-core, whose rules for WCAG 2.1 A and AA are run too. `--measure` prints the
time of a frame at top speed and of a seek; `--pictures` writes a screenshot of each page.
"""

import argparse
import base64
import json
import os
import sys
import tempfile

from browser import CHECK, SIZES, Browser, unwanted

# The film plays: a list of sentences about what does not.
PLAYS = r"""
(async () => {
  const faults = [];
  const is = (what, found, wanted) => { if (found !== wanted) faults.push(`${what}: ${found} for ${wanted}`); };
  const id = (name) => document.getElementById(name);
  const film = JSON.parse(id("film").textContent), last = film.steps.length;
  const place = () => Number(id("slider").value);
  const key = (name) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true }));
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  is("the step at the beginning", place(), 0);
  key("ArrowRight");
  is("a step ahead", place(), 1);
  is("the entry marked", document.querySelector(".log .now")?.id, "s1");
  key("ArrowLeft"); is("a step back", place(), 0);
  key("End"); is("the end", place(), last);
  is("the words of the end", id("place").textContent.startsWith(`step ${last} of ${last}`), true);
  key("Home");
  const firstRoll = film.steps.findIndex((step) => step.faces) + 1;
  if (firstRoll > 0) { key("d"); is("the first dice", place(), firstRoll); }
  const dice = film.steps.findIndex((step) => step.faces?.length) + 1;
  if (dice > 0) {
    id("slider").value = String(dice);
    id("slider").dispatchEvent(new Event("input"));
    const faces = film.steps[dice - 1].faces.reduce((sum, face) => sum + face[1], 0);
    is("dice shown", document.querySelectorAll("#dice .die").length, faces);
    is("rules shown", document.querySelectorAll("#dice .rule").length, (film.steps[dice - 1].rules ?? []).length);
  }
  id("to-start").click();
  id("turn-ahead").click();
  is("the next player-turn", film.steps[place() - 1].turn !== film.steps[0].turn || place() === last, true);
  id("turn-back").click();
  is("back again", film.steps[Math.max(place(), 1) - 1].turn, film.steps[0].turn);
  location.hash = "#step=2";
  await wait(60);
  is("a link to a step", place(), 2);
  is("the command", id("command").textContent.includes("--step 2"), true);
  id("comment").value = "a & b: \u05d0";
  id("bookmark").requestSubmit();
  await wait(300);
  is("a bookmark in the address", new URLSearchParams(location.hash.slice(1)).get("mark"), "2:a & b: \u05d0");
  is("a bookmark on the page", document.querySelectorAll("#bookmarks li").length, 1);
  id("bookmarks").querySelector("button").click();
  is("no bookmark", document.querySelectorAll("#bookmarks li").length, 0);
  if (id("view")) {
    id("view").value = "red";
    id("view").dispatchEvent(new Event("change"));
    const hidden = film.steps.filter((step) => step.hiddenFrom?.includes("red")).length;
    is("entries hidden from red", document.querySelectorAll(".log li.hidden").length, hidden);
    id("view").value = "all";
    id("view").dispatchEvent(new Event("change"));
    is("entries hidden from nobody", document.querySelectorAll(".log li.hidden").length, 0);
  }
  id("speed").value = "60";
  id("speed").dispatchEvent(new Event("change"));
  id("slider").value = String(Math.max(0, last - 3));
  id("slider").dispatchEvent(new Event("input"));
  key(" ");
  for (let turn = 0; turn < 100 && place() < last; turn += 1) await wait(20);
  is("played to the end", place(), last);
  is("it stops", id("play").getAttribute("aria-label"), "Play");
  return faults;
})()
"""

# What is on the sheet, as text.
SHEET = r"""
Array.from(document.querySelectorAll("#pieces > g")).filter((group) => group.childNodes.length > 0)
  .map((group) => group.getAttribute("transform") + group.textContent + group.querySelectorAll("*").length)
"""

# The times between frames at top speed, and of seeks to each of a hundred steps, in milliseconds.
MEASURE = r"""
(async () => {
  const id = (name) => document.getElementById(name);
  const last = Number(id("slider").max), times = [], seeks = [];
  id("to-start").click();
  id("speed").value = "60";
  id("speed").dispatchEvent(new Event("change"));
  id("play").click();
  let before = await new Promise(requestAnimationFrame);
  while (times.length < 600 && Number(id("slider").value) < last) {
    const now = await new Promise(requestAnimationFrame);
    times.push(now - before);
    before = now;
  }
  for (let turn = 0; turn < 100; turn += 1) {
    const step = Math.round(((turn * 61) % 100) / 99 * last), begun = performance.now();
    id("slider").value = String(step);
    id("slider").dispatchEvent(new Event("input"));
    document.getElementById("sheet").getBoundingClientRect();
    seeks.push(performance.now() - begun);
  }
  const at = (all, share) => all.sort((a, b) => a - b)[Math.min(all.length - 1, Math.floor(share * all.length))] ?? 0;
  return { steps: last, frames: times.length, frame95: at(times, 0.95), seek95: at(seeks, 0.95), seekMost: Math.max(...seeks) };
})()
"""

AXE = """
axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] }).then((found) =>
  found.violations.map((it) => "axe " + it.id + ": " + it.help + " " + it.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(" | ")))
"""


def check(browser, page, axe):
    address = "file://" + os.path.abspath(page).replace("%", "%25").replace("#", "%23")
    faults = []
    for scheme in ("light", "dark"):
        for width, height in SIZES:
            browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
            browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
            browser.open("about:blank")
            browser.open(address)
            where = f"{scheme}, {width} pixels: "
            faults += [where + fault for fault in browser.value(CHECK)]
            faults += [where + fault for fault in browser.value(PLAYS)]
            if axe:
                browser.value(axe + "; 0")
                faults += [where + fault for fault in browser.value(AXE)]
            faults += [where + fault for fault in unwanted(browser.events, address)]
            if browser.value("document.title").startswith("caught"):
                faults.append("a name was executed")
            at_end = browser.value(SHEET)
    browser.call("Emulation.setScriptExecutionDisabled", value=True)
    browser.open("about:blank")
    browser.open(address)
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    if browser.value(SHEET) != at_end:
        faults.append("the last frame is not the position at the end")
    return faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("browser")
    parser.add_argument("pages", nargs="+")
    parser.add_argument("--axe")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--pictures")
    options = parser.parse_args()
    axe = open(options.axe, encoding="utf-8").read() if options.axe else None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(options.browser, profile)
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        browser.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            browser.call(domain + ".enable")
        bad = 0
        for page in options.pages:
            faults = list(dict.fromkeys(check(browser, page, axe)))
            bad += bool(faults)
            for fault in faults[:12]:
                print(f"{page}: {fault}")
            if options.measure or options.pictures:
                browser.call("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)
                browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
                browser.open("about:blank")
                browser.open("file://" + os.path.abspath(page))
            if options.measure:
                print(page, json.dumps(browser.value(MEASURE)))
            if options.pictures:
                for at, share in enumerate((0.0, 0.55, 1.0)):
                    browser.value(f"const s{at} = document.getElementById('slider'); s{at}.value = Math.round(s{at}.max * {share}); "
                                  f"s{at}.dispatchEvent(new Event('input')); 0")
                    shot = browser.call("Page.captureScreenshot", format="png")["data"]
                    name = os.path.splitext(os.path.basename(page))[0] + f"-{at}.png"
                    with open(os.path.join(options.pictures, name), "wb") as file:
                        file.write(base64.b64decode(shot))
        browser.session = None
        browser.close()
    print(f"{len(options.pages) - bad} battles without a fault, {bad} with faults")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
