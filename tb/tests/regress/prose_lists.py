# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Lists, counts, defaults and limits that the pages state are those of the program.

prose_lists.py WEIR          compares pages with `weir keys`, `weir list` and `weir --help`, and README's reasons to trust weir
                             with the pages that they link and the tests of WEIR's build
prose_lists.py --self-test   shows that a word that is missing, one that is too many, a wrong count and a wrong default are found
"""

import json
import pathlib
import re
import subprocess
import sys

TOP = pathlib.Path(__file__).resolve().parents[3]

# What prose calls the words of a key. A word of the program without an entry here is a fault, and so is an entry without a word.
CALLED = {
    "flow_control.scheme": {
        "none": None, "pfc": "PFC", "cbfc": "CBFC", "ib_credits": "CBFC", "ue_cbfc": "Ultra Ethernet", "gfc_conceptual": "conceptual", "gfc_buffer_based": "buffer-based",
        "gfc_time_based": "time-based", "gfc_gradient": "gradient rule", "pause": "PAUSE", "ttl_pfc": "TTL-shifted PFC",
        "egress_pfc": "PFC and PAUSE by", "egress_pause": "PFC and PAUSE by"},
    "congestion.detector": {
        "none": None, "red_ecn": "RED with ECN", "ib_fecn": "FECN", "tcd": "TCD", "tcd_infiniband": "TCD", "fera": "FERA", "bcn": "BCN"},
    "deadlock.unit": {"none": None, "watchdog": "watchdog", "pfcwd": "PFC watchdog", "itsy": "ITSY"},
    "deadlock.itsy.protocol": {"repaired": "repaired", "published": "published"},
    "traffic.control": {
        "none": None, "window": "windows", "dcqcn": "DCQCN", "timely": "TIMELY", "ib_cc": "InfiniBand's congestion control",
        "bcn": "BCN", "fera": "FERA"},
    "traffic.framing": {"udp": "UDP", "rocev2": "RoCEv2", "tcp": "TCP"},
}
# Page, where the passage begins, the keys whose words it names.
PASSAGES = [
    ("README.md", "| flow control |", ["flow_control.scheme"]),
    ("README.md", "| congestion detection |", ["congestion.detector"]),
    ("README.md", "| deadlock |", ["deadlock.unit", "deadlock.itsy.protocol"]),
    ("README.md", "| hosts |", ["traffic.control"]),
    ("docs/overview.md", "The flow-control schemes are", ["flow_control.scheme"]),
    ("docs/overview.md", "The congestion detectors are", ["congestion.detector"]),
    ("docs/overview.md", "looks for deadlocks:", ["deadlock.unit"]),
    ("docs/overview.md", "hosts send", ["traffic.control"]),
    ("docs/overview.md", "generated traffic other than", ["traffic.framing"]),
]
NUMBERS = dict(zip("two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five twenty-six twenty-seven twenty-eight twenty-nine thirty thirty-one thirty-two".split(), range(2, 33)))
# Page, the text with a number word, the words that it counts.
COUNTS = [
    ("README.md", r"([\w-]+) RTL blocks", lambda program: program.blocks),
    ("README.md", r"(\w+) resolutions", lambda program: program.words("deadlock.itsy.resolution") - {"none"}),
    ("docs/overview.md", r"(\w+) forms of GFC", lambda program: {word for word in program.words("flow_control.scheme") if "gfc_" in word}),
    ("docs/user_guide/README.md", r"(\w+) kinds of\s+network", lambda program: program.words("topology.kind")),
]
# Page, the text that states a default or a bound, the key, its field, and how the program writes it.
STATED = [
    ("docs/overview.md", r"`switch\.parser\.clock` \| (.+?) \|", "switch.parser.clock", "default"),
    ("docs/overview.md", r"`switch\.crossbar\.clock` \| (.+?) \|", "switch.crossbar.clock", "default"),
    ("docs/overview.md", r"`limiter\.period` \| (.+?) \|", "limiter.period", "default"),
    ("docs/glossary.md", r"`switch\.mmu\.cell`, (.+?)\)", "switch.mmu.cell", "default"),
    ("docs/glossary.md", r"`switch\.crossbar\.cell`, (.+?)\)", "switch.crossbar.cell", "default"),
    ("docs/glossary.md", r"period of the limiter's clock, (.+?)\.", "limiter.period", "default"),
    ("docs/glossary.md", r"destination MAC to FCS inclusive, (\d+ to \d+ bytes)", "switch.max_frame", "range"),
    ("docs/glossary.md", r"traffic class (\d\.\.\d)", "flow_control.lossless", "type"),
]
# What overview.md says is not in the model: no key may have such a name.
ABSENT = re.compile(r"cut_through|learn|flood|multicast|aggregat")
KINDS = {"flow control": "flow_control.scheme", "congestion": "congestion.detector"}


class Program:
    """What the program says of itself: `keys` by name, `mechanisms`, `blocks`, `commands`; the names of its `tests`."""

    def __init__(self, weir):
        def said(*words):
            return subprocess.run([weir, *words], check=True, capture_output=True, text=True).stdout
        self.keys = {key["key"]: key for key in json.loads(said("keys", "--json"))["keys"]}
        self.mechanisms = {line.split()[0] for line in said("list", "mechanisms").splitlines()}
        self.blocks = {line.split()[0] for line in said("list", "blocks").splitlines()}
        listed = subprocess.run(["ctest", "--test-dir", pathlib.Path(weir).resolve().parent, "-N"], check=True, capture_output=True, text=True)
        self.tests = re.findall(r"^ +Test +#\d+: (.+)$", listed.stdout, re.MULTILINE)
        self.commands = set(re.findall(r"^  ([\w-]+) {2,}\w", said("--help").split("Subcommands:")[-1], re.MULTILINE))

    def words(self, key):
        return set(self.keys[key]["words"])


def passage(text, begin):
    """From `begin` to the end of its row of a table, or of its sentence or the part of it; None where it is not."""
    if begin.startswith("|"):
        found = re.search(re.escape(begin) + ".*", text)
    else:
        found = re.search(re.escape(begin) + r".*?(?:;|\.(?= |$))", re.sub(r"\s+", " ", text))
    return found.group() if found else None


def called_problems(program):
    for key, names in CALLED.items():
        for word in sorted(program.words(key) - set(names)):
            yield f"{key}: prose_lists.py does not say what pages call '{word}'"
        for word in sorted(set(names) - program.words(key)):
            yield f"{key}: the program has no '{word}': take it out of prose_lists.py and of the pages"


def passage_problems(program, pages):
    for page, begin, keys in PASSAGES:
        text = passage(pages[page], begin)
        if text is None:
            yield f"{page}: has no passage '{begin}'"
            continue
        names = {CALLED[key][word]: f"the {key} '{word}'" for key in keys for word in program.words(key) if CALLED[key].get(word)}
        for name in sorted(names, key=len, reverse=True):  # "TTL-shifted PFC" has no "PFC" in it
            text, count = re.subn(rf"\b{re.escape(name)}\b", "", text, flags=re.IGNORECASE)
            if count == 0:
                yield f"{page}: '{begin}...' lacks '{name}', {names[name]}"


def table_problems(program, pages):
    """The words in code of cost.md's table of mechanisms, those in parentheses apart, which are other names."""
    text = pages["docs/user_guide/cost.md"]
    rows = re.findall(r"^\| (flow control|class mapping|congestion|deadlock) \| (.+?) \|$", text, re.MULTILINE)
    named = {word for _, cell in rows for word in re.findall(r"`(\w+)`", re.sub(r"\(or [^)]*\)", "", cell))}
    for word in sorted(program.mechanisms - named):
        yield f"docs/user_guide/cost.md: the table of mechanisms lacks `{word}`"
    for word in sorted(named - program.mechanisms):
        yield f"docs/user_guide/cost.md: the table of mechanisms has `{word}`, which the program has not"
    for kind, key in KINDS.items():
        cell = dict(rows).get(kind, "")
        for word in sorted(program.words(key) - {"none"}):
            if f"`{word}`" not in cell:
                yield f"docs/user_guide/cost.md: the row '{kind}' lacks `{word}`"


def command_problems(program, pages):
    text = pages["docs/user_guide/README.md"]
    named = set(re.findall(r"^\| \[?`weir ([\w-]+)", text, re.MULTILINE))
    for word in sorted(program.commands - named):
        yield f"docs/user_guide/README.md: the table of commands lacks 'weir {word}'"
    for word in sorted(named - program.commands):
        yield f"docs/user_guide/README.md: 'weir {word}' is no command"


def count_problems(program, pages):
    for page, pattern, counted in COUNTS:
        found = re.search(pattern, pages[page])
        is_there = len(counted(program))
        if not found or NUMBERS.get(found.group(1)) != is_there:
            yield f"{page}: '{found.group() if found else pattern}': the program has {is_there}"


def as_stated(key, field):
    """`1.2ns` as "1200 ps", `208B` as "208 B", `64B..9216B` as "64 to 9216 bytes", `list of 0..7` as "0..7"."""
    value = key[field]
    if field == "range":
        return value.replace("B..", " to ").replace("B", " bytes")
    if field == "type":
        return value.removeprefix("list of ")
    if value.endswith("ns"):
        return f"{float(value[:-2]) * 1000:.0f} ps"
    return re.sub(r"(?<=\d)(?=[A-Za-z])", " ", value)


def stated_problems(program, pages):
    for page, pattern, key, field in STATED:
        found = re.search(pattern, pages[page])
        wanted = as_stated(program.keys[key], field)
        if not found or found.group(1) != wanted:
            yield f"{page}: {key} is stated as '{found.group(1) if found else None}'; the program has '{wanted}'"


def absent_problems(program):
    for key in filter(ABSENT.search, program.keys):
        yield f"docs/overview.md: says that this is not in the model, and there is a key {key}"


def numbers_of(page, text):
    """The numbers in a page's text; of mutants.md also the sums of its tables of all mutants."""
    rows = re.findall(r"^\| all \| (\d+) \| \d+ \| \d+ \| \d+ \| (\d+) \|$", text, re.MULTILINE) if page.endswith("/mutants.md") else []
    return set(re.findall(r"\d[\d,]*\d", text)) | {f"{sum(map(int, column)):,}" for column in zip(*rows)}


def trust_problems(program, pages):
    """Of README's table of what was tried: a number that is not on the page that the row links, a test that there is not."""
    rows = re.findall(r"^\| .*?\]\((docs/[\w/]+\.md)\).*\| `(\./weir .*)` \|$", pages["README.md"], re.MULTILINE)
    if len(rows) != 6:
        yield f"README.md: {len(rows)} reasons to trust weir, wanted six"
    for page, command in rows:
        row = next(line for line in pages["README.md"].splitlines() if page in line and command in line)
        for number in re.findall(r"\d[\d,]*\d", row.replace(page, "").replace(command, "")):
            if number not in numbers_of(page, pages[page]):
                yield f"README.md: {number} is not on {page}"
        chosen = re.search(r"test -R (\S+)", command)
        if chosen and not any(re.search(chosen.group(1), test) for test in program.tests):
            yield f"README.md: '{command}' chooses no test"


def problems(program, pages):
    found = [*called_problems(program), *absent_problems(program)]
    for check in (passage_problems, table_problems, command_problems, count_problems, stated_problems, trust_problems):
        found += check(program, pages)
    return found


def read_pages():
    named = {row[0] for row in (*PASSAGES, *COUNTS, *STATED)} | {"docs/user_guide/cost.md", "docs/user_guide/README.md"}
    named |= set(re.findall(r"\]\((docs/[\w/]+\.md)", (TOP / "README.md").read_text(encoding="utf-8")))
    return {page: (TOP / page).read_text(encoding="utf-8") for page in named}


class Made(Program):
    """A program that says what the pages say now, without being run."""

    def __init__(self):
        self.keys = {key: {"words": list(names)} for key, names in CALLED.items()}
        self.keys["deadlock.itsy.resolution"] = {"words": ["none", "a", "b", "c"]}
        self.keys["topology.kind"] = {"words": list("abcdefghi")}
        for key in ("switch.parser.clock", "switch.crossbar.clock", "limiter.period"):
            self.keys[key] = {"default": "1.2ns"}
        self.keys["switch.mmu.cell"] = {"default": "208B"}
        self.keys["switch.crossbar.cell"] = {"default": "64B"}
        self.keys["switch.max_frame"] = {"range": "64B..9216B"}
        self.keys["flow_control.lossless"] = {"type": "list of 0..7"}
        self.mechanisms = {"pfc", "red_ecn", "itsy"}
        self.commands = {"run", "check"}
        self.blocks, self.tests = {"a", "b"}, ["mutants.a"]
        for key, left in (("flow_control.scheme", "pfc"), ("congestion.detector", "red_ecn")):
            self.mechanisms |= set(CALLED[key]) - {"none"} | {left}


def made_pages():
    def named(key):
        return ", ".join(name for name in CALLED[key].values() if name)
    schemes, detectors, controls = named("flow_control.scheme"), named("congestion.detector"), named("traffic.control")
    codes = {key: ", ".join(f"`{word}`" for word in CALLED[key] if word != "none") for key in KINDS.values()}
    return {
        "README.md": f"| flow control | {schemes} |\n| congestion detection | {detectors} |\n"
                     "| deadlock | ITSY, as published and repaired, with its three resolutions; a watchdog; the PFC watchdog |\n"
                     f"| hosts | {controls} |\ntwo RTL blocks\n"
                     + "| [50 networks](docs/a.md) | none | `./weir test -R mutants` |\n" * 5
                     + "| [faults](docs/mutants.md) | 75, but 12 | `./weir run a.toml` |\n",
        "docs/a.md": "50 networks", "docs/mutants.md": "| all | 70 | 0 | 0 | 0 | 12 |\n| all | 5 | 0 | 0 | 0 | 0 |\n",
        "docs/overview.md": f"The flow-control schemes are {schemes}, four forms of GFC.\n\nThe congestion detectors are {detectors}; looks for deadlocks: "
                            f"ITSY, a watchdog, the PFC watchdog; hosts send by {controls}.\n\ngenerated traffic other than {named('traffic.framing')}.\n\n"
                            "`switch.parser.clock` | 1200 ps |\n`switch.crossbar.clock` | 1200 ps |\n`limiter.period` | 1200 ps |\n",
        "docs/glossary.md": "`switch.mmu.cell`, 208 B) `switch.crossbar.cell`, 64 B) period of the limiter's clock, 1200 ps. "
                            "destination MAC to FCS inclusive, 64 to 9216 bytes traffic class 0..7",
        "docs/user_guide/README.md": "| `weir run SCENARIO` | x |\n| [`weir check`](a) | x |\nnine kinds of\nnetwork",
        "docs/user_guide/cost.md": f"| flow control | {codes['flow_control.scheme']} (or `gfc`) |\n"
                                   f"| congestion | {codes['congestion.detector']} |\n| deadlock | `itsy` |\n",
    }


PLANTED = [
    ("README.md", "TTL-shifted PFC, ", "", "lacks 'TTL-shifted PFC'"),
    ("README.md", "control | PFC, ", "control | ", "lacks 'PFC'"),
    ("README.md", "three resolutions", "four resolutions", "the program has 3"),
    ("README.md", "repaired", "mended", "lacks 'repaired'"),
    ("README.md", "two RTL", "three RTL", "the program has 2"),
    ("README.md", "[50 ", "[51 ", "51 is not on docs/a.md"),
    ("README.md", "| 75", "| 76", "76 is not on docs/mutants.md"),
    ("README.md", "-R mutants", "-R mutant_s", "chooses no test"),
    ("README.md", "`./weir run a.toml`", "-", "5 reasons"),
    ("docs/overview.md", "gradient rule", "gradient", "lacks 'gradient rule'"),
    ("docs/overview.md", "four forms", "three forms", "the program has 4"),
    ("docs/overview.md", ", TCP", "", "lacks 'TCP'"),
    ("docs/overview.md", "BCN; looks", "BCM; looks", "lacks 'BCN', the congestion.detector"),
    ("docs/overview.md", "hosts send by windows,", "hosts send by", "lacks 'windows'"),
    ("docs/overview.md", "`limiter.period` | 1200 ps", "`limiter.period` | 1000 ps", "limiter.period is stated as '1000 ps'"),
    ("docs/glossary.md", "64 to 9216", "64 to 1518", "switch.max_frame is stated"),
    ("docs/user_guide/README.md", "`weir check`", "`weir czech`", "lacks 'weir check'"),
    ("docs/user_guide/README.md", "nine", "eight", "the program has 9"),
    ("docs/user_guide/cost.md", "`gfc_gradient`, ", "", "the table of mechanisms lacks `gfc_gradient`"),
    ("docs/user_guide/cost.md", "`itsy`", "`itsy`, `isty`", "has `isty`"),
]


def self_test():
    program, pages = Made(), made_pages()
    found = problems(program, pages)
    if found:
        sys.exit(f"faults what is right: {found}")
    for page, old, new, words in PLANTED:
        text = pages[page].replace(old, new)
        found = problems(program, {**pages, page: text})
        if text == pages[page] or not any(words in problem for problem in found):
            sys.exit(f"{page} with '{new}' for '{old}': found {found}")
    program.keys["flow_control.scheme"]["words"].append("mine")
    program.keys["deadlock.unit"]["words"].remove("watchdog")
    program.keys["switch.cut_through"] = {}
    found = problems(program, pages)
    for words in ("does not say what pages call 'mine'", "the program has no 'watchdog'", "a key switch.cut_through"):
        if not any(words in problem for problem in found):
            sys.exit(f"does not find '{words}': {found}")
    print("0 problems")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    found = problems(Program(sys.argv[1]), read_pages())
    print("\n".join([*found, f"{len(found)} problems"]))
    return sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
