#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Has tshark decode the captures of capture_sample and compares every field with what was written.

Proof that the comparison can fail: in mutants.pcapng each frame has one flipped bit, and each must be noticed.
usage: capture_test.py CAPTURE_SAMPLE
"""

import json
import pathlib
import subprocess
import sys
import tempfile


def tshark(capture, *options):
    command = ["tshark", "-n", "-r", str(capture), "-o", "ip.check_checksum:TRUE", *options]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        sys.exit(f"capture_test: tshark failed: {run.stderr.strip()}")
    return run.stdout


def decode(capture, fields):
    """Returns one {field: text} a frame, as tshark shows it; a field that a frame lacks is absent. "raw": its bytes."""
    columns = [option for field in fields for option in ("-e", field)]
    lines = tshark(capture, "-T", "fields", "-E", "separator=/t", "-E", "occurrence=a", *columns).splitlines()
    frames = [{f: v for f, v in zip(fields, line.split("\t")) if v} for line in lines]
    for frame, raw in zip(frames, json.loads(tshark(capture, "-T", "json", "-x", "-j", "frame"))):
        frame["raw"] = raw["_source"]["layers"]["frame_raw"][0]
    return frames


def differences(wanted, shown):
    """Fields that differ, those that one side lacks included."""
    wanted = {f: v for f, v in wanted.items() if v}
    shown = dict(shown)
    raw = shown.pop("raw")
    if "padding" in wanted:
        shown["padding"] = raw[-len(wanted["padding"]):]
    return {f: (wanted.get(f), shown.get(f)) for f in sorted(wanted.keys() | shown.keys())
            if wanted.get(f) != shown.get(f)}


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        subprocess.run([sys.argv[1], name], check=True)
        expected = json.loads((folder / "expected.json").read_text())
        fields = sorted({f for frame in expected for f in frame} - {"padding"})
        shown = decode(folder / "sample.pcapng", fields)
        mutants = decode(folder / "mutants.pcapng", fields)
        # pcapng says of our frames that they have no FCS, and pcap says nothing of it; it has no comments either.
        tshark(folder / "fcs.pcapng", "-F", "pcap", "-w", str(folder / "fcs.pcap"))
        sums = tshark(folder / "fcs.pcap", "-o", "eth.fcs:Always", "-o", "eth.check_fcs:TRUE", "-T", "fields",
                      "-e", "eth.fcs.status").split()

    failures = 0
    if len(shown) != len(expected):
        print(f"wrote {len(expected)} frames, tshark shows {len(shown)}")
        failures += 1
    for n, (wanted, got) in enumerate(zip(expected, shown)):
        for field, (want, have) in differences(wanted, got).items():
            print(f"frame {n} ({wanted['frame.comment']}): {field}: wrote {want}, tshark shows {have}")
            failures += 1

    about_capture = [f for f in fields if f.startswith("frame.")]
    for mutant in mutants:
        n, at = map(int, mutant["frame.comment"].split())
        wanted = {f: v for f, v in expected[n].items() if f not in about_capture}
        got = {f: v for f, v in mutant.items() if f not in about_capture}
        if not differences(wanted, got):
            print(f"frame {n} ({expected[n]['frame.comment']}): nobody noticed that byte {at} was changed")
            failures += 1

    good, bad = "1", "0"
    for n, shown in enumerate(sums):
        wanted = good if n % 2 == 0 else bad
        if shown != wanted:
            print(f"frame {n} of fcs.pcapng: the status of its FCS is {shown}, wanted {wanted}")
            failures += 1

    checked = sum(len(frame) for frame in expected)
    print(f"{len(expected)} frames, {checked} fields, {len(mutants)} mutants, {len(sums)} with FCS: "
          f"{failures} failures")
    return 1 if failures or not expected or not mutants or not sums else 0


if __name__ == "__main__":
    sys.exit(main())
