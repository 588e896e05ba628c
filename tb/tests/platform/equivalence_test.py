# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""A switch made by the library from a scenario file, and sent the frames that the switch of that name gets in a run of
the file, has the same registers at the end and the same waves: every scenario of scenarios/small, the begin of one of
each scheme of flow control and each system that scenarios/small has not, and every switch of these, but for those
below and those with link-level retry or ue_cbfc towards hosts, whose ordered sets cross a cable only between two
switches of the library. What is excluded must differ, so that no exclusion outlives its reason.

Usage: equivalence_test.py EQUIVALENCE [SCENARIO...]
"""

import itertools
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "regress"))
import house  # noqa: E402

SMALL = house.TOP / "scenarios" / "small"

# Of schemes and systems that scenarios/small has not.
MORE = {"ring/gfc_time_based": "", "ring/gfc_gradient": "", "ttl/ttl_ring": "", "fera/fera_symmetric": "", "tcd/tcd_victim": "",
        "ring/pfc": '[deadlock]\nunit = "itsy"\n[flow_control.pfc]\nrefresh_fraction = 0.33\n'}
BEGIN = "300us"

# Why a scenario, or "scenario:switch", is not the same.
EVENTS = "events of the scenario are left out"
EXCLUDED = {
    "event_link_rate:s1": EVENTS,
    "event_reset:s1": EVENTS,
    "event_write_register:s1": EVENTS,
    "link_damage:s1": "what a link damages is not in the frames that are recorded",
}
ORDERED_SETS = ("weir/settings: ", "speaks by ordered sets")  # how the library refuses such a cable


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)


def waves_differ(of_run, of_library):
    """The first difference between two waveforms, the device's name and the instant of the end apart; None: none."""
    sides = []
    for text in (of_run, of_library):
        head, changes = text.split("$enddefinitions $end\n")
        signals = [line for line in head.splitlines() if line.startswith("$var")]
        until = changes.rfind("\n#")
        sides.append(signals + changes[:max(until, 0)].splitlines())
    if not any(line.startswith("$var") for line in sides[0]):
        return "the run has no signals"
    for number, (a, b) in enumerate(itertools.zip_longest(*sides)):
        if a != b:
            return f"line {number} of the waves is '{b}', in the run '{a}'"
    return None


def difference(program, scenario, switch, folder):
    """What is not the same, in one line; None: all registers are."""
    frames, registers = folder / "frames", folder / "registers"
    recorded = run(program, "record", scenario, switch, frames)
    if recorded.returncode != 0:
        return f"recording fails: {recorded.stderr.strip()}"
    registers.write_text(recorded.stdout, encoding="utf-8")
    replayed = run(program, "replay", scenario, switch, frames, registers)
    if replayed.returncode != 0:
        return f"replay fails: {' '.join((replayed.stderr + replayed.stdout).split())}"
    wanted, got = recorded.stdout.splitlines(), replayed.stdout.splitlines()
    if not wanted or len(wanted) != len(got):
        return f"{len(wanted)} registers, {len(got)} of the library's switch"
    differ = [(a, b) for a, b in zip(wanted, got) if a != b]
    if any("unread" in line for line in got):
        return "registers cannot be read"
    if not differ:
        return waves_differ(*(pathlib.Path(f"{frames}.{side}.vcd").read_text(encoding="utf-8") for side in ("run", "library")))
    return f"{len(differ)} of {len(wanted)} registers differ: '{differ[0][0]}' is '{differ[0][1]}'"


def begins(folder):
    """Files with the begin of MORE."""
    files = []
    for name, more in MORE.items():
        files.append(folder / f"{name.replace('/', '_')}.toml")
        files[-1].write_text(f'base = "{house.TOP}/scenarios/{name}.toml"\n[scenario]\nduration = "{BEGIN}"\n{more}', encoding="utf-8")
    return files


def schemes_without_scenario():
    """The words of flow_control.scheme that no scenario has."""
    row = re.search(r"^\| `scheme` \| (.*?) \|", (house.TOP / "docs/reference/scenario_file.md").read_text(encoding="utf-8"), re.MULTILINE)
    texts = [path.read_text(encoding="utf-8") for path in (*SMALL.glob("*.toml"), *(house.TOP / "scenarios" / f"{name}.toml" for name in MORE))]
    had = {word for text in texts for word in re.findall(r'^scheme = "(\w+)"', text, re.MULTILINE)} | {"ib_credits"}  # the same as cbfc
    return sorted(set(re.findall(r"`(\w+)`", row[1])) - had)


def main():
    program, *names = sys.argv[1:]
    problems, same, quiet, refused = [f"no scenario has the scheme {word}" for word in schemes_without_scenario()], 0, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for scenario in (*sorted(SMALL.glob("*.toml")), *begins(folder)):
            if names and scenario.stem not in names:
                continue
            for switch in run(program, "list", scenario).stdout.split():
                place = f"{scenario.stem}:{switch}"
                found = difference(program, scenario, switch, folder)
                if found and all(words in found for words in ORDERED_SETS):
                    refused += 1
                    continue
                why = EXCLUDED.get(place, EXCLUDED.get(scenario.stem))
                if why is None and found:
                    problems.append(f"{place}: {found}")
                elif why is not None and not found:
                    problems.append(f"{place}: is excluded ({why}), and is the same")
                same += found is None
                quiet += found is None and not (folder / "frames").read_text(encoding="utf-8")
    if same == quiet:
        problems.append("no switch got a frame and was the same")
    for problem in problems:
        print(problem)
    print(f"{same} switches are the same, {quiet} of them without a frame; {refused} have cables with ordered sets")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
