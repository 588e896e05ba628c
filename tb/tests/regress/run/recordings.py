# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""A recording from a running switch, played on the block's RTL in Icarus Verilog.

recordings.py WEIR BLOCK SOURCE.sv...   records the block for a short run, and plays the recording
recordings.py WEIR --self-test ISLIP.sv...  shows that a wrong parameter is found, and that one that is not known is refused

Two benches play a recording: that of replays.py, with the rows and the header of the file, and the one that `weir vectors --stimulus`
writes, with the outputs of the cycle model. Scenarios and settings are those of port_cycles.py, which has every block of [fidelity];
`--record` has no ports as a whole.
"""

import pathlib
import subprocess
import sys
import tempfile

import port_cycles
import replays

UNTIL = "60us"
LEAST_ROWS = 5
# block: (instance, end of the run), where the first instance sees little of the first 60 us
OTHERS = {
    "tcd_detector": ("t2.p17.c0", "400us"), "ue_cbfc_receiver": ("s1.p0", UNTIL), "pfc_engine": ("s1.p0", "2ms"),
    "egress_scheduler": ("s1.p4", "400us"), "fera_meter": ("", "6ms"), "fera_meter_dividing": ("", "6ms"),
    "linear_rate": ("s1.p0", "1ms"),
}


def record(weir, block, folder):
    key, scenario, _, sets = port_cycles.CASES[block]
    instance, until = OTHERS.get(block, ("", UNTIL))
    options = [word for one in [*sets, f"fidelity.{key}=lockstep"] for word in ("--set", one)]
    done = subprocess.run([weir, "run", f"scenarios/{scenario}.toml", "--until", until, *options, "--out", folder / "run", "--record",
                           f"{block}={instance}" if instance else block], cwd=port_cycles.TOP, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # 1: an expectation of the whole run
        sys.exit(f"{block}: status {done.returncode}: {done.stderr}")
    return folder / "run/recording.csv"


def vectors_say(weir, block, recording, folder, sources):
    """What the bench of the vectors of a recording prints."""
    subprocess.run([weir, "vectors", block, "--stimulus", recording, "--out", folder], check=True, capture_output=True)
    done = subprocess.run(["sh", folder / "check.sh", block, *sources], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def play(weir, block, sources, folder):
    recording = record(weir, block, folder)
    rows = len(replays.read_recording(recording)[2])
    if rows < LEAST_ROWS:
        sys.exit(f"{block}: a recording of {rows} rows, wanted {LEAST_ROWS} or more")
    for said, wanted in ((replays.icarus(recording, folder / "rows", sources), f"{rows} passed, 0 failed"),
                         (vectors_say(weir, block, recording, folder / "vectors", sources), "1 passed, 0 failed")):
        if wanted not in said.splitlines() or "ERROR" in said or "WARNING" in said:  # by Icarus, of an assertion
            sys.exit(f"{block}: wanted {wanted}\n{said}")
    print(f"{block}: {rows} rows passed")


def self_test(weir, sources, folder):
    recording = record(weir, "islip", folder)
    text = recording.read_text(encoding="utf-8")
    changed = folder / "changed.csv"
    for line, said in (("# iterations=2", ", 20 failed"), ("# iterations=1\n# turns=1", "islip: turns: no parameter")):
        changed.write_text(text.replace("# iterations=1", line), encoding="utf-8")
        try:
            printed = replays.icarus(changed, folder / f"rows{len(line)}", sources)
        except ValueError as refused:
            printed = str(refused)
        if said not in printed:
            sys.exit(f"{line}: wanted {said}\n{printed}")
    print("2 passed, 0 failed")


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    weir, what, *sources = (str(pathlib.Path(word).resolve()) if "/" in word else word for word in sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="weir_recordings_") as name:
        if what == "--self-test":
            self_test(weir, sources, pathlib.Path(name))
        else:
            play(weir, what, sources, pathlib.Path(name))


if __name__ == "__main__":
    main()
