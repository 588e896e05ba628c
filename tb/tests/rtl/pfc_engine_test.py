#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""pfc_engine_test.py [--self-test] SOURCE.sv...: what Icarus Verilog plays of pfc_engine (pfc_engine_bench.sv). The bodies that the RTL
gives, in frames, say to tshark what they are to say; no output is X while all inputs are known, and an input that is X shows in an
output. With --self-test each of these fails with a fault in the source."""

import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "regress"))
from capture_file import write_pcap  # noqa: E402

FIELDS = ["macc.opcode", "macc.pause_time", "macc.cbfc.enbv"] + [f"macc.cbfc.pause_time.c{c}" for c in range(8)]
INPUTS = 15


def played(sources, folder):
    """([(head, times, pauses, refreshes, resumes)], {input: bits that were X})"""
    program = folder / "bench"
    subprocess.run(["iverilog", "-g2012", "-Wall", "-s", "pfc_engine_bench", "-o", program, HERE / "pfc_engine_bench.sv", *sources], check=True)
    lines = subprocess.run(["vvp", "-n", program], text=True, capture_output=True, check=True).stdout.split("\n")
    words = [line.split() for line in lines if line.startswith(("body ", "x "))]
    return [each[1:] for each in words if each[0] == "body"], [(each[1], int(each[2])) for each in words if each[0] == "x"]


def read_by_tshark(bodies, folder):
    """The fields of each frame, as numbers or None."""
    frames = []
    for head, times, *_ in bodies:
        body = bytes.fromhex(head + times)
        assert len(body) == 20
        frame = bytes.fromhex("0180c2000001" "020000000001" "8808") + body
        frames.append(frame + bytes(60 - len(frame)))
    write_pcap(folder / "bodies.pcap", frames)
    command = ["tshark", "-n", "-r", folder / "bodies.pcap", "-T", "fields", "-E", "separator=;"]
    for field in FIELDS:
        command += ["-e", field]
    done = subprocess.run(command, text=True, capture_output=True, check=True)
    return [[int(value, 0) if value else None for value in line.split(";")] for line in done.stdout.splitlines()]


def wrong_bodies(sources, folder):
    bodies, _ = played(sources, folder)
    pause, later = 0xffff, 0x1234
    # What the bench's three frames are to say, by PFC: classes 7, 5, 4, 2 and 0 pause; two of them resume and 6 pauses, the others
    # are refreshed; all resume. By 802.3x class 0 alone counts.
    pfc = [{7: pause, 5: pause, 4: pause, 2: pause, 0: pause}, {7: later, 6: later, 4: later, 2: later, 5: 0, 0: 0},
           {7: 0, 6: 0, 4: 0, 2: 0}]
    port = [pause, 0]
    wanted = [[0x0101, None, sum(1 << c for c in said)] + [said.get(c, 0) for c in range(8)] for said in pfc]
    wanted += [[0x0001, time, None] + [None] * 8 for time in port]
    found = read_by_tshark(bodies, folder)
    return [f"body {n}: tshark reads {one}, wanted {other}" for n, (one, other) in enumerate(zip(found, wanted)) if one != other] + \
        ([] if len(found) == len(wanted) else [f"{len(found)} bodies, wanted {len(wanted)}: {bodies}"])


def wrong_x(sources, folder):
    _, shown = played(sources, folder)
    wrong = [f"{bits} bits are X though all inputs are known" for name, bits in shown if name == "none"]
    given = {int(name): bits for name, bits in shown if name != "none"}
    return wrong + [f"input {n} is X, and no output is" for n in range(INPUTS) if given.get(n, 0) == 0]


FAULTS = [
    (wrong_bodies, "pfc_engine.sv", "{PFC_OPCODE, 8'h00, due}", "{PFC_OPCODE, due, 8'h00}"),
    (wrong_bodies, "pfc_engine.sv", "16'h0101;", "16'h0102;"),
    (wrong_bodies, "pfc_engine.sv", "{PAUSE_OPCODE, times[127:112]}", "{PAUSE_OPCODE, times[15:0]}"),
    (wrong_x, "pfc_engine.sv", "told_q          <= '0;", "told_q          <= told_q;"),
    (wrong_x, "pfc_engine.sv", "heard_i && heard_head_i", "(heard_i === 1'b1) && heard_head_i"),
]


def main(*arguments):
    self_test = arguments[0] == "--self-test"
    sources = [pathlib.Path(path) for path in arguments[self_test:]]
    failed = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        failed += wrong_bodies(sources, folder) + wrong_x(sources, folder)
        for check, file, old, new in FAULTS if self_test else []:
            text = next(path for path in sources if path.name == file).read_text(encoding="utf-8")
            assert text.count(old) == 1, old
            (folder / file).write_text(text.replace(old, new), encoding="utf-8")
            changed = [folder / file if path.name == file else path for path in sources]
            if not check(changed, folder):
                failed.append(f"not found: {new}")
    print("\n".join(failed) or "ok")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
