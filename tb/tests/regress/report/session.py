# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""One headless Chromium that shows page after page, because a start takes as much CPU time as a page. It is told what to do in
the DevTools protocol: JSON texts, each with a NUL behind it, over two pipes."""

import base64
import dataclasses
import fcntl
import json
import os
import select
import signal
import subprocess
import tempfile
import time

PATIENCE_S = 300


@dataclasses.dataclass
class Shown:
    """What a page was after its scripts had run, and what the browser said of it."""
    dom: str
    console: list


class Session:
    """A browser process and its profile, both gone after `close`."""

    def __init__(self, command):
        self.profile = tempfile.TemporaryDirectory()
        to_browser, self.to = os.pipe()
        self.answers, from_browser = os.pipe()
        # Chromium reads from descriptor 3 and writes to 4.
        high = [fcntl.fcntl(one, fcntl.F_DUPFD, 10) for one in (to_browser, from_browser)]
        shell = 'exec 3<&{0} 4>&{1} {0}<&- {1}>&-; exec "$@"'.format(*high)
        self.process = subprocess.Popen(
            ["bash", "-c", shell, "_", *command, "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}"],
            pass_fds=high, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        for one in (to_browser, from_browser, *high):
            os.close(one)
        self.unread, self.calls, self.events = b"", 0, []

    def close(self):
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        os.close(self.to)
        os.close(self.answers)
        self.profile.cleanup()

    def message(self, deadline):
        """The next one of the browser."""
        while b"\0" not in self.unread:
            if not select.select([self.answers], [], [], max(0, deadline - time.monotonic()))[0]:
                raise SystemExit("chromium does not answer")
            more = os.read(self.answers, 1 << 20)
            if not more:
                raise SystemExit("chromium has ended")
            self.unread += more
        first, _, self.unread = self.unread.partition(b"\0")
        return json.loads(first)

    def call(self, method, session=None, **parameters):
        """The answer; what the browser tells meanwhile is kept in `events`."""
        self.calls += 1
        text = {"id": self.calls, "method": method, "params": parameters, **({"sessionId": session} if session else {})}
        os.write(self.to, json.dumps(text).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE_S
        while True:
            said = self.message(deadline)
            if said.get("id") == self.calls:
                if "error" in said:
                    raise SystemExit(f"chromium: {method}: {said['error']['message']}")
                return said["result"]
            self.events.append(said)

    def event(self, name, session):
        """Waits until the browser tells this of the page."""
        deadline = time.monotonic() + PATIENCE_S
        while not any(said.get("method") == name and said.get("sessionId") == session for said in self.events):
            self.events.append(self.message(deadline))
            if self.events[-1].get("method") in ("Inspector.targetCrashed", "Target.targetCrashed"):
                raise SystemExit("chromium: the page crashed")

    def show(self, address, *, width=1280, height=2400, dark=False, budget_ms=10000, picture=None, pdf=None):
        """The page in a context of its own, without cache and storage of other pages, as it is after `budget_ms` of its own time;
        `picture`, `pdf`: files to write then."""
        self.events.clear()
        context = self.call("Target.createBrowserContext")["browserContextId"]
        target = self.call("Target.createTarget", url="about:blank", browserContextId=context, width=width, height=height)["targetId"]
        page = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Inspector"):
            self.call(f"{domain}.enable", page)
        if dark:
            self.call("Emulation.setEmulatedMedia", page, features=[{"name": "prefers-color-scheme", "value": "dark"}])
        went = self.call("Page.navigate", page, url=address)
        if "errorText" in went:
            raise SystemExit(f"chromium: {address}: {went['errorText']}")
        # As --virtual-time-budget: time passes at once where nothing is left to do.
        self.call("Emulation.setVirtualTimePolicy", page, policy="pauseIfNetworkFetchesPending", budget=budget_ms,
                  maxVirtualTimeTaskStarvationCount=9999)
        self.event("Emulation.virtualTimeBudgetExpired", page)
        dom = self.call("Runtime.evaluate", page, expression="document.documentElement.outerHTML")["result"]["value"]
        if picture:
            picture.write_bytes(base64.b64decode(self.call("Page.captureScreenshot", page)["data"]))
        if pdf:
            pdf.write_bytes(base64.b64decode(self.call("Page.printToPDF", page, printBackground=True, preferCSSPageSize=True)["data"]))
        console = [line for said in self.events if said.get("sessionId") == page for line in console_lines(said)]
        self.call("Target.disposeBrowserContext", browserContextId=context)
        return Shown(dom, console)


def console_lines(said):
    """The line for the console that the browser's message is, if it is one."""
    what = said["params"]
    if said["method"] == "Runtime.exceptionThrown":
        thrown = what["exceptionDetails"]
        return [f"CONSOLE {thrown['text']} {thrown.get('exception', {}).get('description', '')}"]
    if said["method"] == "Runtime.consoleAPICalled":
        return [f"CONSOLE {what['type']} {' '.join(str(one.get('value', one.get('description'))) for one in what['args'])}"]
    if said["method"] == "Log.entryAdded":
        return [f"CONSOLE {what['entry']['level']} {what['entry']['text']} {what['entry'].get('url', '')}"]
    return []
