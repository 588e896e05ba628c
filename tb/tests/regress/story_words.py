# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The sentences of docs/reference/story.md as expressions, and what their amounts say."""

import re

UNITS = {"B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "ps": 1, "ns": 10**3, "us": 10**6, "ms": 10**9, "s": 10**12, "bps": 1, "Kbps": 10**3, "Mbps": 10**6,
         "Gbps": 10**9}
QUEUE = r"\S+\.p\d+\.c\d"
PORT = r"\S+\.p\d+"
AMOUNT = r"[\d.,]+ \w+"
LATER = rf"(?:at once|after {AMOUNT})"
THEN = rf"(?:; then ({QUEUE} {LATER}(?:, {QUEUE} {LATER})*)(?: and ([\d,]+) more, the last ({LATER}))?)?"
FORMS = {name: re.compile(form) for name, form in {
    "closing": rf"({QUEUE}) pauses ([^\s,:]+)(?: at ({AMOUNT})(?: \(XOFF ({AMOUNT})\))?)?(, for good)?: (.*) of what cannot leave",
    "first_pause": rf"({QUEUE}) pauses (\S+?)(?: at ({AMOUNT})(?: \(XOFF ({AMOUNT})\))?)?: the first of ([\d,]+) pauses? by ([\d,]+) (?:queue|port)s?",
    "closing_more": rf"({QUEUE}) and (\d+) more in the same way",
    "closing_hold": rf"({QUEUE}) may send nothing from here on: ({QUEUE}) holds ({AMOUNT}), of which (.*) cannot leave",
    "first_hold": rf"flow control holds ({QUEUE}) for (\S+), for the first time in the run",
    "rate": rf"({QUEUE}) may send at ({AMOUNT}) of ({AMOUNT}), the smallest part in any sample",
    "stage": rf"({QUEUE}) is slowed to stage (\d+), the highest stage in any sample",
    "last_edge": rf"(?:({QUEUE})(, beside the circle,)? is held|(\S+) takes no packets any more): the circle (.*) is closed(, and stays closed to the end)?",
    "again": rf"the circle (.*) is closed; a queue of the circle can send again at ({AMOUNT})",
    "behind": r"(.*)",
    "declared": rf"(\w+) declares ({QUEUE}) deadlocked: (?:its check came home over (\S+\.p\d+)(?: after (\d+) hops?)?|"
                rf"what it pauses at (\S+\.p\d+) can never go on)(?:; the first to pause was (\S+?(?:, a host)?))?{THEN}",
    "itsy_acts": rf"itsy acts on ({QUEUE}) by (\w+) \(.*\): the first of ([\d,]+) acts? of switches(?:; ([\d,]+) packets? dropped)?",
    "storm": rf"pfcwd finds a storm at ({QUEUE}): PFC frames of (\S+) hold the queue{THEN}",
    "storm_over": rf"pfcwd sees the storm at ({QUEUE}) end: (\S+) holds the queue no longer{THEN}",
    "watchdog_acts": rf"(watchdog|pfcwd) drops a packet of ({QUEUE}): the first of ([\d,]+) packets?",
    "replays": rf"({PORT}) sends ({AMOUNT}) again to (\S+): the first of ([\d,]+) replays? at ([\d,]+) ports?",
    "flushes": rf"({PORT}) gives up ({AMOUNT}) that (\S+) has not acknowledged: the first of ([\d,]+) flush(?:es)? at ([\d,]+) ports?",
    "initialised": rf"({PORT}) and (\S+) begin link-level retry again: the first of ([\d,]+) initialisations? at ([\d,]+) ports?",
    "dissolved": r"a queue of the circle can send again(?:; (\d+) more deadlocks? after it)?.*",
    "starved": r"(.*) delivers? nothing from here to the end(?:: held by (.*))?",
    "lost": rf"({QUEUE}) loses ([\d,]+) packets? of a lossless class, the first here: ([a-z ]+)(?:; ({AMOUNT}) of headroom would have held "
            r"what came in one pause)?",
    "lost_more": r"([\d,]+) more queues? loses? ([\d,]+) packets? of lossless classes",
    "longest_wait": rf"({QUEUE}) waits longest for (\S+): ({AMOUNT}) of ({AMOUNT})(?:; the longest of ([\d,]+) pauses?, ({AMOUNT}), begins here)?",
    "nearest": rf"(?:no flow control held anybody|flow control held nobody); (.*)",
}.items()}


def form_of(sentence):
    """(name, groups) of a sentence, or None."""
    for name, form in FORMS.items():
        match = form.fullmatch(sentence["text"])
        if match and (name != "behind" or sentence["rule"] == "behind"):
            return name, match.groups()
    return None


def close(text, value):
    """Whether a number of four digits with a unit says a value."""
    number, unit = text.replace(",", "").split(" ")
    digits = len(number.partition(".")[2])
    scale = UNITS[unit]
    step = scale / 10**digits
    return abs(float(number) * scale - value) <= 0.51 * max(step, 10 ** (len(str(int(value))) - 4))


def count(text):
    return int(text.replace(",", ""))


def amount(text):
    number, unit = re.fullmatch(r"([\d.,]+) ?(\w+)", text).groups()
    return round(float(number.replace(",", "")) * UNITS.get(unit, {"Tbps": 10**12, "KiB": 1024, "MiB": 1024**2, "GiB": 1024**3}.get(unit)))
