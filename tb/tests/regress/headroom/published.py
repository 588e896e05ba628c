# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The figures of docs/results/published_headroom.md: `weir headroom --published`, and files that follow from a script.

published.py WEIR              fails where the page does not hold the figures of this program
published.py WEIR --write      puts them there
published.py --self-test       shows that what is wrong is found
"""

import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(TOP / "tb/tests/regress"))
import results_page  # noqa: E402

PAGE = TOP / "docs/results/published_headroom.md"
RATES = (10, 25, 50, 100, 200, 400)
# Cables, and the port MTU by which their rows follow from the script.
SN5610N = ((40, "9216B"), (250, "1024B"), (1000, "1024B"))


def weir(program, *arguments, accepted=(0,)):
    done = subprocess.run([program, "headroom", *map(str, arguments)], capture_output=True, text=True, check=False)
    if done.returncode not in accepted:
        raise SystemExit(f"weir headroom {' '.join(map(str, arguments))}: status {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def number(text):
    return f"{int(text):,}" if text else ""


def published(program):
    rows = []
    within = 0
    all_rows = list(csv.DictReader(io.StringIO(weir(program, "--published", "--format", "csv"))))
    for row in all_rows:
        residue = int(row["xoff_bytes"]) / int(row["rule_bytes"]) - 1 if row["rule_bytes"] else None
        within += residue is not None and abs(residue) <= 0.05
        remark = row["remark"]
        if row["short"] == "true":
            remark += ("; " if remark else "") + "**less than the exact bound**"
        rows.append([f"{row['hardware']}, {row['file']}", f"{int(row['rate_bps']) // 10**9}", row["cable_m"], number(row["xoff_bytes"]),
                     row["rule"], number(row["rule_bytes"]), "" if residue is None else f"{100 * residue:+.2f} %",
                     f"{int(row['own_ps']) / 1000:.0f}" if row["own_ps"] else "", number(row["exact_bytes"]), remark])
    header = ["hardware, file", "Gbps", "m", "published, B", "rule", "by the rule, B", "difference", "own time, ns",
              "exact, own time 0, B", ""]
    return (results_page.table(header, rows) +
            f"\n{within} of {len(all_rows)} rows lie within 5 % of their rule.\n")


def script_profiles(program):
    """The table that follows from the script of Mellanox and the settings of SN5610N-C224O8."""
    lines = ["# speed cable size xon xoff threshold"]
    for metres, port_mtu in SN5610N:
        report = json.loads(weir(program, "--rate", ",".join(f"{gbps}Gbps" for gbps in RATES), "--cable", metres, "--cell", "192B",
                                 "--max-frame", "9216B", "--sonic", "mellanox", "--lossless-mtu", "4096B", "--port-mtu", port_mtu,
                                 "--small", 50, "--mac-phy", 0.8, "--tile", "--format", "json"))
        lines += [f"{link['rate_bps'] // 10**6} {metres}m 20480 20480 {link['vendors']['mellanox']['xoff_bytes']} 0"
                  for link in report["links"]]
    return "\n".join(lines) + "\n"


def judged(program):
    with tempfile.TemporaryDirectory() as scratch:
        file = pathlib.Path(scratch) / "pg_profile_lookup.ini"
        file.write_text(script_profiles(program), encoding="utf-8")
        said = weir(program, "--check", file, "--cell", "192B", "--min-frame", "64B", "--max-frame", "4096B", "--our-frame", "9216B",
                    "--format", "csv", accepted=(0, 1))
    rows = [[str(int(row["rate_bps"]) // 10**9), row["cable_m"], number(row["xoff_bytes"]), number(row["needed_bytes"]),
             "loses" if row["loses"] == "true" else "holds", f"{int(row['covers_ps']) / 1000:.0f}" if row["covers_ps"] else "none",
             "less than the shorter cable" if row["falls_from_line"] else ""] for row in csv.DictReader(io.StringIO(said))]
    return results_page.table(["Gbps", "m", "xoff, B", "needed, B", "verdict", "covers, ns", ""], rows)


def self_test():
    text = f"{results_page.marks('published')[0]}7\n{results_page.marks('published')[1]}"
    right = results_page.stale_tables(PAGE, text, {"published": "7\n"})
    wrong = results_page.stale_tables(PAGE, text, {"published": "8\n"})
    return ["what is right is faulted"] if right else [] if wrong else ["what is wrong is not found"]


def main(arguments):
    if arguments == ["--self-test"]:
        found = self_test()
    else:
        program = str(pathlib.Path(arguments[0]).resolve())
        made = {"published": published(program), "judged": judged(program)}
        if arguments[1:] == ["--write"]:
            results_page.write_tables(PAGE, made)
        found = results_page.stale_tables(PAGE, PAGE.read_text(encoding="utf-8"), made)
    print("\n".join(found) or "the figures of the page are those of the program")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
