# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The driver example: it runs, the switch does as it is told over the bus, and the same happens at the same times whether
devices run in quanta or event by event. Without a driver the same switch loses packets.

    driver_test.py STAR_DRIVER WEIR
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[4]
SCENARIO = TOP / "tb" / "driver" / "star.toml"


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr


def main():
    driver, weir = sys.argv[1:]
    problems = []
    status, text, errors = run(driver, SCENARIO)
    if status != 0 or errors:
        problems.append(f"exit status {status}: {errors}")
    depths = [int(depth) for depth in re.findall(r"VIQ of port 0 holds (\d+) B", text)]
    if len(depths) != 2 or not (150_000 < depths[0] < 200_000 and 20_000 < depths[1] < 60_000):
        problems.append(f"the VIQ does not follow the thresholds: {depths}")
    if "lost: 0\n" not in text:
        problems.append("packets were lost")
    if run(driver, SCENARIO, "scenario.quantum=off")[1] != text:
        problems.append("event by event it is another run")
    if text not in (TOP / "docs" / "user_guide" / "registers.md").read_text(encoding="utf-8"):
        problems.append(f"docs/user_guide/registers.md shows another output than this:\n{text}")
    with tempfile.TemporaryDirectory() as folder:
        run(weir, "run", SCENARIO, "--out", pathlib.Path(folder) / "out")
        summary = json.loads((pathlib.Path(folder) / "out" / "summary.json").read_text())
        if sum(summary["drops"].values()) == 0:
            problems.append("the switch loses nothing without a driver: the example shows nothing")
    for arguments, wanted in ((["nowhere.toml"], 2), ([], 2), ([SCENARIO, "flow_control.pfc.xof=1B"], 2)):
        status, _, errors = run(driver, *arguments)
        if status != wanted or errors.count("\n") != 1:
            problems.append(f"{arguments}: exit status {status}, wanted {wanted} and one line: {errors}")
    print("\n".join(problems) or text)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
