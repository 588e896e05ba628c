#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""contract_test.py [--self-test] BLOCK NAME=VALUE... SOURCE.sv...: what a block asks of its inputs, and what it does with an X, in
Icarus Verilog (contract_bench.v). Three copies with the ports of the module have the same random inputs after a reset. Then, for one
cycle, one input differs: in some bits between two copies, and by an X at these bits in the third.

  known     while all inputs are known, no output is X
  unseen    an output bit that differs between the first two, then or later, is X in the third, or an assertion of the third has
            fired at the edge of that cycle
  silent    each input is seen so at least once
  unbroken  each assertion fires at least once, by an X or by random inputs that break what it asks; that of a block inside this
            one in the block's own test, because software may be what it asks, and random cycles write no setting

With --self-test a fault is planted for each of these, and found."""

import pathlib
import random
import re
import subprocess
import sys
import tempfile

BENCH = pathlib.Path(__file__).resolve().parent / "contract_bench.v"
ROUNDS, AFTER = (6, 60, 240), 6  # trials of each input, of those not seen so far; cycles behind an X
# The contract is the same at any size, and small blocks are quick.
SMALL = {"itsy_causality": {"PORTS": 2, "PORT_W": 1}, "ue_cbfc_receiver": {"VC_W": 2}, "ue_cbfc_sender": {"VC_W": 2},
         "fera_meter": {"PORTS": 2, "PORT_W": 1}, "fera_meter_dividing": {"PORTS": 2, "PORT_W": 1}, "islip": {"INPUTS": 4},
         "partition_admission": {"PORTS": 2, "PORT_W": 1, "CLASSES": 2}, "partition_admission_memory": {"PORTS": 2, "PORT_W": 1, "CLASSES": 2},
         "llr_tx": {"SEQ_W": 4, "SLOT_W": 3},
         "port_registers": {"PORT": 0}, "lossless_port": {"PORT": 0}, "equipped_port": {"PORT": 0}, "gentle_port": {"PORT": 0},
         "linear_port": {"PORT": 0}, "gradient_port": {"PORT": 0}}
# What some of the cycles hold, where random inputs lead to no place in which others count: a read of a value, and a replay.
HELD = {"port_registers": {"request_i": 1, "write_i": 0, "address_i": 0x200},
        "lossless_port": {"request_i": 1, "write_i": 0, "address_i": 0x200, "mac_ready_i": 1, "credited_i": 0, "waiting_i": 255, "open_i": 255,
                          "port_open_i": 255, "strict_i": 0, "weights_i": 1, "quantum_i": 1, "heard_valid_i": 1, "link_up_i": 1,
                          "heard_credit_i": (0, 1)},
        "llr_tx": {"llr_mode_remote_i": 1, "outstanding_frames_max_i": 15, "outstanding_bytes_max_i": 1 << 20, "pcs_up_i": 1, "offer_i": 1,
                   "echo_check_i": 0, "data_age_timeout_i": 0, "init_llr_frame_action_i": 0, "re_init_on_flush_i": 1}}
HELD["equipped_port"] = HELD["lossless_port"] | {"hard_level_i": (1 << 24) - 1}
HELD["gentle_port"] = HELD["equipped_port"] | {"heard_head_i": 0x0101000F, "stages_i": (0, 31), "strict_i": (0xC0, 0)}
HELD["linear_port"] = HELD["equipped_port"] | {"strict_i": (0xC0, 0, 0x30, 0x0C), "credited_i": (0, 0xFF)}
HELD["gradient_port"] = HELD["equipped_port"] | {"credited_i": (0, 0xFF), "mac_ready_i": (1, 0)}
# Cycles behind an X of an input that an assertion inside sees only after a division, which may have to wait for another one.
LATER = {"linear_port": {"heard_fccl_i": 90}}
ASSERTION = re.compile(r"begin : (\w+) assert \(")


def bits_of(width, values):
    """Of `[3*W-1:0]`, or of nothing."""
    if not width:
        return 1
    high = width.strip("[]").split(":")[0].replace("$clog2", "clog2")
    return eval(high, {"clog2": lambda n: (n - 1).bit_length()}, dict(values)) + 1  # noqa: S307


def ports_of(block, given, sources):
    """([(input, bits)], [(output, bits)]), clock and reset apart"""
    text = "\n".join(source.read_text(encoding="utf-8") for source in sources)
    header = re.search(rf"^module {block} .*?^\);", text, re.MULTILINE | re.DOTALL)[0]
    values = {name: int(value) for name, value in re.findall(r"^ *parameter .*?(\w+) *= *(\d+)", header, re.MULTILINE)} | given
    ports = {"input": [], "output": []}
    for way, width, name in re.findall(r"^  (input|output) +logic *(\[[^\]]*\])? *(\w+)", header, re.MULTILINE):
        if name not in ("clk_i", "rst_ni"):
            ports[way].append((name, bits_of(width, values)))
    return ports["input"], ports["output"]


def pins(ports, vector):
    at, text = 0, []
    for name, bits in reversed(ports):  # the first is leftmost
        text.append(f"    .{name}({vector}[{at}+:{bits}])")
        at += bits
    return ",\n".join(text)


def bench(block, given, inputs, outputs, cycles):
    values = ", ".join(f".{name}({value})" for name, value in given.items())
    copies = "\n".join(f"  {block} #({values}) i_{copy} (\n    .clk_i(clk), .rst_ni(rst_n),\n{pins(inputs, copy + '_in')},\n"
                       f"{pins(outputs, copy + '_out')}\n  );" for copy in ("one", "other", "x"))
    width = sum(bits for _, bits in inputs)
    text = BENCH.read_text(encoding="utf-8")
    for mark, value in (("LINE_BITS", 3 * width + 1), ("IN_BITS", width), ("OUT_BITS", sum(bits for _, bits in outputs)),
                        ("CYCLES", cycles), ("COPIES", copies)):
        text = text.replace(f"@{mark}@", str(value))
    return text


class Stimulus:
    """The cycles of the bench, each with the number of its trial, and whether it is the trial's cycle of the X."""

    def __init__(self, inputs, held, later, numbers, trials):
        self.inputs, self.held, self.later, self.draw = inputs, held, later, random.Random(trials)
        self.lines, self.trials, self.of = [], [], []
        for number in numbers:
            for trial in range(trials):
                self.trial(number, trial)

    def values(self):
        """Each stands, is 0, all ones, one bit, small, or anything."""
        for at, (_, bits) in enumerate(self.inputs):
            most = (1 << bits) - 1
            self.now[at] = self.draw.choice((self.now[at], self.now[at], 0, most, 1 << self.draw.randrange(bits),
                                             self.draw.randrange(8) & most, self.draw.getrandbits(bits)))
        if self.holds:
            held = {name: value[self.holds % len(value)] if isinstance(value, tuple) else value for name, value in self.held.items()}
            self.now = [held.get(name, value) for value, (name, _) in zip(self.now, self.inputs)]

    def cycle(self, trial, place, rst_n=1, number=None, changed=0):
        one = "".join(f"{value:0{bits}b}" for value, (_, bits) in zip(self.now, self.inputs))
        other = x = one
        if number is not None:
            at = sum(bits for _, bits in self.inputs[:number])
            for n in range(self.inputs[number][1]):
                if changed >> n & 1:
                    bit = at + self.inputs[number][1] - 1 - n
                    other = other[:bit] + str(1 - int(other[bit])) + other[bit + 1:]
                    x = x[:bit] + "x" + x[bit + 1:]
        self.lines.append(f"{rst_n}{one}{other}{x}")
        self.of.append((trial, place))

    def trial(self, number, trial):
        self.now, self.holds = [0] * len(self.inputs), trial // 4 * 2 + trial % 4 - 1 if trial % 4 > 1 else 0  # in turn, of several values
        self.trials.append(number)
        name = len(self.trials) - 1
        self.cycle(name, "before", rst_n=0)
        for _ in range(self.draw.randrange(1, 12)):
            self.values()
            self.cycle(name, "before")
        self.values()
        most = (1 << self.inputs[number][1]) - 1
        self.cycle(name, "x", number=number, changed=most if trial % 2 == 0 else self.draw.getrandbits(self.inputs[number][1]) or most)
        for _ in range(self.later.get(self.inputs[number][0], AFTER)):
            self.values()
            self.cycle(name, "after")


def built(block, given, sources, ports, cycles, folder):
    (folder / "bench.v").write_text(bench(block, given, *ports, cycles), encoding="utf-8")
    subprocess.run(["iverilog", "-g2012", "-s", "contract_bench", "-o", folder / "bench", folder / "bench.v", *sources], check=True)


def played(block, lines, folder):
    """[((one, other, x), {(copy, assertion)} at its edge)] of each cycle"""
    (folder / "stimulus.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    said = subprocess.run(["vvp", "-n", "bench"], cwd=folder, text=True, capture_output=True, check=True).stdout.splitlines()
    cycles = []
    for line in said:
        words = line.split()
        if len(words) == 3 and set(line) <= set("01xz "):
            cycles.append((words, set()))
        elif words[:1] == ["Time:"] and cycles:
            scope = words[3].split(".")
            cycles[-1][1].add((scope[1], scope[-1]))
    if len(cycles) != len(lines):
        sys.exit(f"{block}: {len(cycles)} cycles, wanted {len(lines)}:\n" + "\n".join(said[-5:]))
    return cycles


def name_of(bit, ports):
    return next(name for n, (name, _) in enumerate(ports) if bit < sum(bits for _, bits in ports[:n + 1]))


class Judge:
    """What was found of a block, over all rounds."""

    def __init__(self, inputs, outputs):
        self.inputs, self.outputs, self.wrong, self.seen, self.fired = inputs, outputs, set(), set(), set()

    def take(self, stimulus, cycles):
        asserted = False
        for (trial, place), ((one, other, x), fires) in zip(stimulus.of, cycles):
            number = stimulus.trials[trial]
            self.fired |= {name for _, name in fires}
            if place == "x":
                by_copy = [{name for copy, name in fires if copy == which} for which in ("i_one", "i_other", "i_x")]
                asserted = bool(by_copy[2] - by_copy[0] - by_copy[1])
            self.wrong |= {f"known: {name_of(bit, self.outputs)} is X though all inputs are known"
                           for bit, now in enumerate(one) if now not in "01"}
            if place == "before":
                continue
            if asserted or "x" in x:
                self.seen.add(number)
            if one != other and not asserted:
                self.wrong |= {f"unseen: by an X of {self.inputs[number][0]} {name_of(bit, self.outputs)} is none, and no assertion "
                               "fires" for bit, (a, b, c) in enumerate(zip(one, other, x)) if a != b and c != "x"}


def is_of_another(block, source):
    """Whether a folder of rtl/ is that of another block, which has a contract_test of its own."""
    return source.parent.name != block and (source.parent / f"{source.parent.name}.sv").exists()


def problems_of(block, given, sources, folder):
    given = given | SMALL.get(block, {})
    ports = ports_of(block, given, sources)
    names = [name for source in sources if not is_of_another(block, source) for name in ASSERTION.findall(source.read_text(encoding="utf-8"))]
    judge, later = Judge(*ports), LATER.get(block, {})
    for trials in ROUNDS:
        numbers = [n for n, (name, _) in enumerate(ports[0])
                   if n not in judge.seen or (set(names) - judge.fired and (not later or name in later))]
        if not numbers or judge.wrong:
            break
        stimulus = Stimulus(ports[0], HELD.get(block, {}), later, numbers, trials)
        built(block, given, sources, ports, len(stimulus.lines), folder)
        judge.take(stimulus, played(block, stimulus.lines, folder))
    return sorted(judge.wrong | {f"silent: no X of {name} is seen" for number, (name, _) in enumerate(ports[0]) if number not in judge.seen}
                  | {f"unbroken: {name} never fires" for name in names if name not in judge.fired})


# Of rr_arbiter: a register without its reset; an X of which nothing tells; an input that nothing asks for; a contract that nothing
# breaks.
NO_CONTRACT = (r" *begin : \w+ assert .*?; end\n", "")
FAULTS = [("known", [(r"(pointer_q <= )'0;", r"\1'x;")]), ("unseen", [NO_CONTRACT]),
          ("silent", [NO_CONTRACT, (r"= lock_i && grant_valid_o", "= grant_valid_o")]),
          ("unbroken", [(r"(begin : \w+ assert )\(.*?\); end", r"\1(1'b1); end")])]


def changed(sources, block, edits, folder):
    """The first such places of the block's own file."""
    made = []
    for source in sources:
        text = source.read_text(encoding="utf-8")
        for old, new in edits if source.stem == block else []:
            text, times = re.subn(old, new, text, count=1, flags=re.DOTALL)
            if times != 1:
                sys.exit(f"{block} has no {old}")
        made.append(folder / source.name)
        made[-1].write_text(text, encoding="utf-8")
    return made


def main(*arguments):
    self_test = arguments[0] == "--self-test"
    block, *rest = arguments[self_test:]
    given = {name: int(value) for name, value in (word.split("=") for word in rest if "=" in word)}
    sources = [pathlib.Path(word) for word in rest if "=" not in word]
    with tempfile.TemporaryDirectory(prefix="weir_contract_") as name:
        folder = pathlib.Path(name)
        wrong = problems_of(block, given, sources, folder)
        for kind, edits in FAULTS if self_test else []:
            found = problems_of(block, given, changed(sources, block, edits, folder), folder)
            if not any(line.startswith(kind + ":") for line in found):
                wrong.append(f"with {edits} nothing is {kind}: {found}")
    print("\n".join(wrong) or "ok")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
