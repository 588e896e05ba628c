#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""islip_second_test.py [--wide | --self-test] SOURCE.sv...: islip in Icarus Verilog (islip_bench.sv) beside a second model, which is
written from the block's page and calls nothing of the first; no output is X while all inputs are known, and an X at an input shows in an
output. With --wide: many ports. With --self-test each of these fails with a fault in the source."""

import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SIZES = [(3, 3, 200), (5, 2, 200), (8, 1, 200)]  # ports, iterations, cycles
WIDE = [(16, 2, 100), (31, 2, 30), (32, 1, 40), (64, 1, 8)]


class Model:
    """Asks, grants and matchings are sets of (input, output)."""

    def __init__(self, ports, iterations):
        self.ports, self.iterations = ports, iterations
        self.reset()

    def reset(self):
        self.grant, self.accept = [0] * self.ports, [0] * self.ports

    def in_turn(self, first):
        return [*range(first, self.ports), *range(first)]

    def cycle(self, rst_n, take, asks):
        """(matching, grant pointers, accept pointers) before the clock edge"""
        if not rst_n:
            self.reset()
        matching, first = set(), set()
        for iteration in range(self.iterations):
            inputs, outputs = {i for i, _ in matching}, {o for _, o in matching}
            grants = set()
            for o in set(range(self.ports)) - outputs:
                asking = [i for i in self.in_turn(self.grant[o]) if (i, o) in asks and i not in inputs]
                grants |= {(i, o) for i in asking[:1]}
            for i in {i for i, _ in grants}:
                matching.add((i, next(o for o in self.in_turn(self.accept[i]) if (i, o) in grants)))
            if iteration == 0:
                first = set(matching)
        shown = matching, list(self.grant), list(self.accept)
        if take and rst_n:
            for i, o in first:
                self.grant[o], self.accept[i] = (i + 1) % self.ports, (o + 1) % self.ports
        return shown


def bits_of_pairs(pairs, ports):
    return "".join("1" if (n % ports, n // ports) in pairs else "0" for n in reversed(range(ports * ports)))


def bits_of_pointers(pointers, ports):
    width = (ports - 1).bit_length()
    return "".join(f"{pointer:0{width}b}" for pointer in reversed(pointers))


def played(ports, iterations, lines, sources, folder):
    program = folder / "bench"
    options = [f"-Pislip_bench.{name}={value}" for name, value in (("INPUTS", ports), ("ITERATIONS", iterations), ("CYCLES", len(lines)))]
    subprocess.run(["iverilog", "-g2012", "-Wall", *options, "-s", "islip_bench", "-o", program, HERE / "islip_bench.sv", *sources],
                   check=True, stderr=subprocess.DEVNULL)
    (folder / "stimulus.txt").write_text("\n".join(lines) + "\n")
    out = subprocess.run(["vvp", "-n", program], cwd=folder, text=True, capture_output=True, check=True).stdout
    rows = [line.split() for line in out.splitlines() if line[:1] in "01x" and line.count(" ") == 2]
    if len(rows) != len(lines):
        sys.exit(f"{ports} ports: {len(rows)} cycles, wanted {len(lines)}\n{out[:2000]}")
    return rows


def wrong_matchings(ports, iterations, cycles, sources, folder):
    draw = random.Random(ports * 100 + iterations)
    model, lines, wanted = Model(ports, iterations), [], []
    standing = set()
    for n in range(cycles):
        density = (0.02, 0.1, 0.3, 0.7, 1.0)[n // 20 % 5]
        asks = standing | {(i, o) for i in range(ports) for o in range(ports) if draw.random() < density}
        rst_n, take = n > 0 and draw.random() > 0.01, draw.random() < 0.8
        lines.append(f"{int(rst_n)}{int(take)}{bits_of_pairs(asks, ports)}")
        matching, grant, accept = model.cycle(rst_n, take, asks)
        wanted.append([bits_of_pairs(matching, ports), bits_of_pointers(grant, ports), bits_of_pointers(accept, ports)])
        standing = asks - matching if draw.random() < 0.5 else set()
    rows = played(ports, iterations, lines, sources, folder)
    return [f"{ports} ports, {iterations} iterations, cycle {n}: {one}, wanted {other}"
            for n, (one, other) in enumerate(zip(rows, wanted)) if one != other][:3]


def wrong_x(sources, folder):
    """An X at take_i while all ask, and at each request while nobody else asks; then all ask, so that pointers show."""
    ports, pairs = 3, 9
    wrong = []
    for at in range(pairs + 1):
        known = ["00" + "0" * pairs, "11" + "1" * pairs]
        line = list("11" + ("0" if at > 0 else "1") * pairs)
        line[1 + at] = "x"
        rows = played(ports, 2, [*known, "".join(line), "11" + "1" * pairs], sources, folder)
        if "x" in "".join(rows[0] + rows[1]):
            wrong.append(f"an output is X though all inputs are known: {rows[:2]}")
        if "x" not in "".join(rows[2] + rows[3]):
            wrong.append(f"input bit {at} is X, and no output is: {rows[2:]}")
    return wrong


def problems_of(sizes, sources, folder):
    return [line for size in sizes for line in wrong_matchings(*size, sources, folder)]


FAULTS = [
    (problems_of, "islip.sv", "take_i ? g_iteration[0].pairs", "take_i ? match_o"),
    (problems_of, "islip.sv", "take_i ? g_iteration[0].pairs", "take_i ? g_iteration[0].grants"),
    (problems_of, "islip.sv", "req_i[o*INPUTS+:INPUTS] & ~busy", "req_i[o*INPUTS+:INPUTS]"),
    (problems_of, "islip_pointer.sv", "W'(i + 1)", "W'(i)"),
    (problems_of, "rr_turn.sv", "behind & (~behind + 1'b1)", "behind"),
    (wrong_x, "islip.sv", "take_i ? g", "take_i === 1'b1 ? g"),
    (wrong_x, "islip_pointer.sv", "if (!rst_ni) pointer_q <= '0;\n    else ", ""),
]


def main(*arguments):
    option = arguments[0] if arguments[0].startswith("--") else ""
    sources = [pathlib.Path(path) for path in arguments[bool(option):]]
    with tempfile.TemporaryDirectory(prefix="weir_islip_") as name:
        folder = pathlib.Path(name)
        wrong = problems_of(WIDE if option == "--wide" else SIZES, sources, folder) + wrong_x(sources, folder)
        for check, file, old, new in FAULTS if option == "--self-test" else []:
            changed = []
            for source in sources:
                text = source.read_text(encoding="utf-8")
                if source.name == file:
                    if old not in text:
                        sys.exit(f"{file} has no {old!r}")
                    text = text.replace(old, new)
                changed.append(folder / source.name)
                changed[-1].write_text(text, encoding="utf-8")
            found = check(SIZES[:2], changed, folder) if check is problems_of else check(changed, folder)
            if not found:
                wrong.append(f"{file} with {new!r}: nothing is wrong")
    print("\n".join(wrong) or "as the second model")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
