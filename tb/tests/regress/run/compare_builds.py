# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Whether two builds write the same bytes: the program before and after a change that must not show.

compare_builds.py BEFORE AFTER [--scenarios GLOB] [--blocks GLOB] [--draw N] [--until TIME] [-j N]
compare_builds.py --self-test WEIR    shows that planted differences are found

Runs every scenario of the tree with both programs, with waves: summary.json but for wall time and version, time series,
story, waves, report, what is printed, and the exit status. Then the golden vectors of every block. One line for each
file that differs; exit status 1 where one does.
"""

import argparse
import concurrent.futures
import contextlib
import fnmatch
import hashlib
import json
import os
import pathlib
import re
import shutil
import stat
import subprocess
import sys
import tempfile
import tomllib

import weir_run

PICOSECONDS = {"ps": 1, "ns": 1000, "us": 10**6, "ms": 10**9, "s": 10**12}


def picoseconds(text):
    number, unit = re.fullmatch(r"([\d.]+)([a-z]+)", text).groups()
    return float(number) * PICOSECONDS[unit]


def duration(path):
    """Of the scenario file, or of the first of its bases that has one; None: none has."""
    tables = tomllib.loads(path.read_text(encoding="utf-8"))
    own = tables.get("scenario", {}).get("duration")
    if own is not None or "base" not in tables:
        return own
    base = path.parent / tables["base"]
    return duration(base) if base.exists() else None


def drawn(names, count):
    """So many of the names, the same each time; None: all."""
    if count is None:
        return names
    return sorted(sorted(names, key=lambda name: hashlib.sha256(name.encode()).digest())[:count])


def same_for_all(data, summary):
    """Without the version and commit of the program."""
    for word in (summary.get("commit"), summary.get("version")):
        if word:
            data = data.replace(word.encode(), b"-")
    return data


def files_of(folder):
    """{file: bytes} that two builds must write alike."""
    if not folder.exists():
        return {}
    path = folder / "summary.json"
    summary = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {name: same_for_all(data, summary) for name, data in weir_run.comparable(folder).items()}


def place_of(a, b):
    """Where two files differ: line and words of a text, else the byte."""
    with contextlib.suppress(UnicodeDecodeError):
        found = weir_run.first_difference({"": a.decode()}, {"": b.decode()})
        return found.removeprefix(":")
    at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    return f"from byte {at} on, of {len(a)} and {len(b)}"


def differences(name, before, after):
    """A line for each file, {file: bytes} of either program, that only one has or that differs."""
    for file in sorted(before.keys() | after.keys()):
        if file not in before or file not in after:
            yield f"{name}: {file}: only {'before' if file in before else 'after'}"
        elif before[file] != after[file]:
            yield f"{name}: {file}: {place_of(before[file], after[file])}"


def outcome(command, folder):
    """{file: bytes} of what a program wrote, printed and ended with."""
    done = subprocess.run([*command, "--out", str(folder)], cwd=weir_run.TOP, capture_output=True, check=False)
    printed = done.stderr.replace(str(folder).encode(), b"OUT")
    return {**files_of(folder), "standard error": printed, "exit status": str(done.returncode).encode()}


def compare(programs, name, arguments):
    """The lines of one scenario or block."""
    with tempfile.TemporaryDirectory() as scratch:
        found = [outcome([program, *arguments], pathlib.Path(scratch) / str(number) / "out") for number, program in enumerate(programs)]
    return list(differences(name, *found))


def jobs_of(options, programs):
    """[(name, arguments)] of all that is compared."""
    files = sorted(str(path.relative_to(weir_run.TOP)) for path in (weir_run.TOP / "scenarios").rglob("*.toml"))
    jobs = []
    for name in drawn(fnmatch.filter(files, options.scenarios), options.draw):
        whole = duration(weir_run.TOP / name)
        cut = whole is None or picoseconds(whole) > picoseconds(options.until)
        jobs.append((name, ["run", name, "--quiet", "--waves", "fst", *(["--until", options.until] if cut else [])]))
    listed = subprocess.run([programs[0], "list", "blocks"], cwd=weir_run.TOP, capture_output=True, text=True, check=True).stdout
    blocks = [line.split()[0] for line in listed.splitlines() if line and not line[0].isspace()]
    return jobs + [(f"vectors of {block}", ["vectors", block]) for block in drawn(fnmatch.filter(blocks, options.blocks), options.draw)]


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs=2, metavar=("BEFORE", "AFTER"), type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--scenarios", default="*", metavar="GLOB", help='scenario files, "scenarios/ring/*"; "-": none')
    parser.add_argument("--blocks", default="*", metavar="GLOB", help='blocks whose golden vectors are compared; "-": none')
    parser.add_argument("--draw", type=int, metavar="N", help="so many scenarios and blocks, the same each time")
    parser.add_argument("--until", default="500us", metavar="TIME", help="longer scenarios end there (default: %(default)s)")
    parser.add_argument("-j", dest="threads", type=int, default=os.cpu_count(), metavar="N", help="at a time")
    options = parser.parse_args(arguments)
    jobs = jobs_of(options, options.programs)
    different = 0
    with concurrent.futures.ThreadPoolExecutor(options.threads) as pool:
        for lines in pool.map(lambda job: compare(options.programs, *job), jobs):
            different += bool(lines)
            print("".join(line + "\n" for line in lines), end="", flush=True)
    print(f"{len(jobs)} scenarios and blocks, {different} differ")
    return 1 if different or not jobs else 0


def change_a_number(path):
    """The last digit of a text; the last byte of another file."""
    data = bytearray(path.read_bytes())
    at = next(i for i in range(len(data) - 1, -1, -1) if chr(data[i]).isdigit() or path.suffix == ".fst")
    data[at] ^= 1
    path.write_bytes(bytes(data))


def self_test(weir):
    """Plants a difference in each file of a run, and one in what a program prints and ends with."""
    problems = []
    with tempfile.TemporaryDirectory() as scratch:
        good, bad = pathlib.Path(scratch) / "good", pathlib.Path(scratch) / "bad"
        name, sets = "scenarios/ring/pfc.toml", ("scenario.sample_interval=100us",)
        weir_run.Run(weir, name, good, sets, ("--until", "300us", "--waves", "fst"))
        wanted = {"summary.json", "timeseries.csv", "story.json", "waves.fst", "report.html", "resolved.toml"}
        if missing := wanted - files_of(good).keys():
            problems.append(f"a run has no {', '.join(sorted(missing))}")
        for file in sorted(wanted - missing):
            shutil.copytree(good, bad)
            change_a_number(bad / file)
            lines = list(differences("run", files_of(good), files_of(bad)))
            if len(lines) != 1 or not lines[0].startswith(f"run: {file}: "):
                problems.append(f"a byte of {file} is changed: {lines}")
            (bad / file).unlink()
            if f"run: {file}: only before" not in list(differences("run", files_of(good), files_of(bad))):
                problems.append(f"{file} is missing: not found")
            shutil.rmtree(bad)
        other = pathlib.Path(scratch) / "other"
        other.write_text(f'#!/bin/sh\n"{weir}" "$@"\nstatus=$?\n[ "$1" = list ] || echo more >&2\nexit $((status + 3))\n', encoding="utf-8")
        other.chmod(other.stat().st_mode | stat.S_IXUSR)
        few = ["--scenarios", "scenarios/small/gfc_two_to_one.toml", "--until", "20us"]
        lines = compare([weir, other], name, ["run", name, "--quiet", "--until", "20us"])
        if [line.split(":")[1] for line in lines] != [" exit status", " standard error"]:
            problems.append(f"another exit status and message: {lines}")
        for after, status in ((weir, 0), (str(other), 1)):
            with contextlib.redirect_stdout(None):
                found = main([weir, after, *few, "--blocks", "-"])
            if found != status:
                problems.append(f"{after}: exit status {found}, wanted {status}")
    print("\n".join(problems) or "planted differences are found")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(self_test(str(pathlib.Path(sys.argv[2]).resolve())) if sys.argv[1:2] == ["--self-test"] else main(sys.argv[1:]))
