#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Golden vectors against designs that should and should not pass.

usage: vectors_test.py CHECK WEIR BLOCK SOURCE.sv...

CHECK is one of
  icarus, verilator  our RTL passes; the last segments, if of over a million cycles, are Verilator's alone
  begin              our RTL passes the first segment, in Icarus
  gates              the netlist that Yosys maps to osu018 cells passes, in Icarus with the cells' own models
  fault              a mutant does not
  resets             our RTL with other reset values passes, in both simulators; one that takes no heed of them does not
  widths             our RTL with other widths passes; segments that these are too narrow for are named, or all refused
  refuses            a changed line of expected.hex fails; bad input is refused in one line, with exit status 2
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[3]
MUTANTS = TOP / "tb/cosim/mutants"
OSU018 = pathlib.Path(os.environ.get("OSU018", "/usr/share/qflow/tech/osu018"))
sys.path.insert(0, str(MUTANTS))
sys.dont_write_bytecode = True
import make_mutants  # noqa: E402


def run(*command, cwd=None):
    result = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, timeout=1500)
    return result.returncode, result.stdout, result.stderr


def must(*command, cwd=None):
    status, out, err = run(*command, cwd=cwd)
    if status != 0:
        sys.exit(f"{' '.join(str(part) for part in command)}: status {status}\n{out}{err}")
    return out


def vectors(weir, block, directory, *options):
    must(weir, "vectors", block, "--out", directory, *options)
    return directory


def bench(block, directory, program, sources, *defines):
    """Compiles the bench with Icarus; what does not parse counts as caught, too."""
    return run("iverilog", "-g2012", *defines, "-s", f"tb_{block}", "-o", program,
               pathlib.Path(directory) / f"tb_{block}.v", *sources)[0] == 0


def last_line(text):
    lines = [line for line in text.splitlines() if "passed" in line]
    return lines[-1] if lines else "no result"


def segments_of(directory):
    return json.loads((directory / "manifest.json").read_text())["segments"]


def check_simulator(simulator, weir, block, sources, work):
    directory = vectors(weir, block, work / "vectors")
    segments = segments_of(directory)
    # Icarus plays 100,000 cycles a second, Verilator four million: those of over a million that come last are Verilator's,
    # and so are all long ones.
    played, options = list(segments), ["--verilator"]
    if simulator == "icarus":
        while played[-1]["long"] or played[-1]["cycles"] >= 1_000_000:
            played.pop()
        options = [f"+to={len(played) - 1}"]
    out = must("sh", directory / "check.sh", *options, block, *sources)
    left_out = sum(segment["long"] for segment in segments)
    says = simulator == "icarus" and len(played) + left_out == len(segments) != len(played)
    if last_line(out) != f"{len(played)} passed, 0 failed" or says != (f"(+long): {left_out}" in out) or "ERROR" in out:
        sys.exit(out)  # ERROR: by Icarus, of an assertion, such as a contract's
    print(last_line(out))


def check_begin(weir, block, sources, work):
    """The short form of `icarus` for the largest blocks."""
    directory = vectors(weir, block, work / "vectors", "--cycles", "0", "--rate", "10Gbps")
    out = must("sh", directory / "check.sh", "+to=0", block, *sources)
    if last_line(out) != "1 passed, 0 failed":
        sys.exit(out)
    print(last_line(out))


def check_gates(weir, block, sources, work):
    directory = vectors(weir, block, work / "vectors", "--cycles", "400", "--rate", "10Gbps")
    library = OSU018 / "osu018_stdcells.lib"
    must("yosys", "-q", "-p",
         f"read_verilog -sv {' '.join(sources)}; synth -flatten -top {block}; dfflibmap -liberty {library}; "
         f"abc -liberty {library}; clean; write_verilog -noattr {work}/gates.v")
    program = work / "gates"
    if not bench(block, directory, program, [work / "gates.v", OSU018 / "osu018_stdcells.v"], "-DNO_PARAMETERS"):
        sys.exit("the netlist does not compile")
    # Gates are slow to simulate: the segments up to the random one, and of a block with modes the mode that uses most of
    # them.
    names = [segment["name"] for segment in segments_of(directory)]
    ends = [n for n, name in enumerate(names) if name.startswith("random")]
    mode = [n for n in range(ends[-1] + 1) if names[n].endswith("_residual_clamp")]
    chosen = range((mode or [0])[0], ends[-1] + 1)
    out = must("vvp", "-n", program, f"+from={chosen[0]}", f"+to={chosen[-1]}", cwd=directory)
    if last_line(out) != f"{len(chosen)} passed, 0 failed":
        sys.exit(out)
    print(last_line(out))


def check_fault(weir, block, sources, work):
    """The bench finds a planted fault, and names the segment and the output; mutants_test hunts for all of them."""
    directory = vectors(weir, block, work / "vectors", "--cycles", "0", "--rate", "10Gbps")
    texts = {pathlib.Path(source).name: pathlib.Path(source).read_text(encoding="utf-8") for source in sources}
    if not plays(block, directory, work, sources, "as it is"):
        sys.exit("as it is: the bench does not pass")
    faults = [mutant for mutant in make_mutants.mutants_of(make_mutants.rules_of(block)) if mutant.k is None]
    for fault in faults[:5]:  # some show only in later segments
        (work / "mutant.sv").write_text("\n".join(make_mutants.mutated(texts, fault).values()), encoding="utf-8")
        if not plays(block, directory, work, [work / "mutant.sv"], fault.name):
            print("1 passed, 0 failed")
            return
    sys.exit(f"the first segments find none of {', '.join(fault.name for fault in faults[:5])}")


def plays(block, directory, work, design, what):
    """Whether the first segments pass; the report says so of each."""
    if not bench(block, directory, work / "sim", design):
        sys.exit(f"{what}: does not compile")
    out = must("vvp", "-n", work / "sim", "+to=3", cwd=directory)
    passes = last_line(out).endswith(", 0 failed")
    check_report(what, out, passes)
    return passes


def check_report(what, out, passes):
    """Of each segment that failed the first ten differing cycles are shown, each with its inputs and what was expected."""
    failed = re.findall(r"^segment (\w+): FAILED, (\d+) of ", out, re.MULTILINE)
    for segment, cycles in failed:
        shown = re.findall(rf"^cycle \d+, segment {segment}, .*\n(?:  \w+ = .*, expected .*\n)+  with rst_ni = \d+, .*", out, re.MULTILINE)
        if len(shown) != min(int(cycles), 10):
            sys.exit(f"{what}: {len(shown)} of {cycles} differences of {segment} are shown\n{out}")
    if passes == bool(failed):
        sys.exit(f"{what}: {len(failed)} segments failed\n{out}")


def expect(what, result, status, text):
    got, out, err = result
    if got != status or text not in (out if status == 1 else err) or (status == 2 and len(err.splitlines()) != 1):
        sys.exit(f"{what}: status {got}, wanted {status} with {text!r}\n{out}{err}")


def stub(manifest, block, narrow=None, body=""):
    """A module with the block's ports; one of them may be a bit too narrow."""
    ports = ["input clk_i"]
    for direction, part in ("input", "stimulus"), ("output", "expected"):
        for field in manifest[part]["fields"]:
            bits = field["bits"] - (field["name"] == narrow)
            ports.append(f"{direction} [{bits - 1}:0] {field['name']}")
    return f"module {block}({', '.join(ports)});\n{body}\nendmodule\n"


def change(directory, line, bit):
    """Turns one bit of a line of expected.hex, comments not counted."""
    text = (directory / "expected.hex").read_text().splitlines()
    at = [n for n, row in enumerate(text) if not row.startswith("//")][line]
    text[at] = f"{int(text[at], 16) ^ 1 << bit:0{len(text[at])}x}"
    (directory / "expected.hex").write_text("\n".join(text) + "\n")


def check_steps(block, directory, manifest, sources, work):
    """How the outputs go on in a line of many cycles is compared, too: of the first segment of ages."""
    number = next(n for n, segment in enumerate(manifest["segments"]) if segment["name"].startswith("ages"))
    segment = manifest["segments"][number]
    stimulus = [line for line in (directory / "stimulus.hex").read_text().splitlines() if not line.startswith("//")]
    lines = range(segment["first_line"], segment["first_line"] + segment["lines"])
    longest = max(lines, key=lambda line: int(stimulus[line], 16) >> manifest["stimulus"]["cycles"]["lsb"])
    program = work / "steps"
    bench(block, directory, program, sources)
    for wanted in "1 passed, 0 failed", "0 passed, 1 failed":
        out = must("vvp", "-n", program, f"+from={number}", f"+to={number}", "+stop", cwd=directory)
        if last_line(out) != wanted:
            sys.exit(f"steps: wanted {wanted}\n{out}")
        change(directory, longest, manifest["expected"]["steps"][-1]["lsb"])


def check_rates(weir, block, sources, work):
    """--rate is said to change nothing if and only if it changes nothing."""
    said = ["--rate changes nothing" in must(weir, "vectors", block, "--out", work / rate, "--cycles", "0", "--rate", rate)
            for rate in ("10Gbps", "40Gbps")]
    same = (work / "10Gbps/stimulus.hex").read_bytes() == (work / "40Gbps/stimulus.hex").read_bytes()
    if said != [same] * 2:
        sys.exit(f"--rate changes {'nothing' if same else 'the stimulus'}, and is said to change nothing: {said}")
    print("1 passed, 0 failed")


def check_resets(weir, block, sources, work):
    options = [word for name, numbers in make_mutants.other_resets_of(block).items()
               for word in ("--parameter", f"{name}={','.join(map(str, numbers))}")]
    directory = vectors(weir, block, work / "vectors", "--cycles", "400", "--rate", "10Gbps", *options)
    names = [segment["name"] for segment in segments_of(directory)]
    last = names.index("reset_values")
    for simulator in [], ["--verilator"]:
        out = must("sh", directory / "check.sh", *simulator, f"+to={last}", block, *sources)
        if last_line(out) != f"{last + 1} passed, 0 failed":
            sys.exit(out)
    texts = {pathlib.Path(source).name: pathlib.Path(source).read_text(encoding="utf-8") for source in sources}
    mutants = make_mutants.mutants_of(make_mutants.rules_of(block, other_resets=True))
    for fault in (mutant for mutant in mutants if mutant.k in (None, 3)):
        (work / "mutant.sv").write_text("\n".join(make_mutants.mutated(texts, fault).values()), encoding="utf-8")
        if not bench(block, directory, work / "sim", [work / "mutant.sv"]):
            sys.exit(f"{fault.name}: does not compile")
        out = must("vvp", "-n", work / "sim", f"+from={last}", f"+to={last}", cwd=directory)
        if last_line(out) != "0 passed, 1 failed":
            sys.exit(f"{fault.name}:\n{out}")
    print(f"{last + 1} passed, 0 failed")


# Widths to play and segments that they leave out; widths that are only written, with the same; widths that are refused.
LONG = ["long_wait_residual_clamp"]
OTHER_WIDTHS = {
    "rate_limiter_stage": (
        [("R_L_TICKS_W=12 R_C_W=36 STAGE_W=4", LONG)],
        [("SUBTICKS=5 R_C_W=24", LONG), ("SUBTICKS=4", []), ("R_C_W=7", LONG), ("R_L_TICKS_W=2 STAGE_W=2", LONG)], ["R_C_W=6"]),
    "rate_limiter_fixed_point": (
        [("SUBTICKS=15 R_L_TICKS_W=10 R_C_W=24 FACTOR_INT_W=8 FACTOR_FRAC_W=8", LONG)],
        [("FACTOR_INT_W=4", LONG), ("FACTOR_FRAC_W=1", []), ("R_C_W=46", [])], ["R_C_W=47", "R_C_W=6"]),
    "stage_comparator_threshold": (
        [("THRESHOLDS=10 Q_W=20", []), ("THRESHOLDS=1 Q_W=14", [])], [("THRESHOLDS=2 Q_W=13", []), ("THRESHOLDS=31 Q_W=30", [])],
        ["Q_W=12", "THRESHOLDS=0"]),
    "stage_comparator_threshold_pipelined": ([("THRESHOLDS=1 Q_W=14", [])], [], ["THRESHOLDS=0"]),
    "equipped_port": ([("TCD=58", []), ("TCD=0", [])], [("TCD=255 STAMP_W=6 Q_W=14", [])], ["TCD=256"]),
    "gentle_port": ([("GENTLE=58 TCD=33", []), ("GENTLE=0 TCD=0", [])], [("GENTLE=140 STAMP_W=6 Q_W=14", [])], ["GENTLE=256"]),
    "linear_port": ([("LINEAR=58 TCD=33 COUNTER_W=24 BLOCK_SHIFT=12", []), ("LINEAR=0 TCD=0", [])],
                    [("LINEAR=140 STAMP_W=6 Q_W=14", [])], ["LINEAR=256"]),
    "gradient_port": ([("GRADIENT=58 TCD=33 COUNTER_W=24", []), ("GRADIENT=0 TCD=0", [])],
                      [("GRADIENT=140 COUNTER_W=16 STAMP_W=6 Q_W=14", [])], ["GRADIENT=256"]),
}


def check_widths(weir, block, sources, work):
    played, written, refused = OTHER_WIDTHS[block]

    def write(name, widths, left_out):
        options = [word for width in widths.split() for word in ("--parameter", width)]
        directory = vectors(weir, block, work / name, "--cycles", "2000", *options)
        named = [segment.split(":")[0] for segment in json.loads((directory / "manifest.json").read_text()).get("left_out", [])]
        if named != left_out:
            sys.exit(f"{widths}: left out {named}, wanted {left_out}")
        return directory

    for n, (widths, left_out) in enumerate(written):
        write(f"written{n}", widths, left_out)
    for n, (widths, left_out) in enumerate(played):
        print(last_line(must("sh", write(f"played{n}", widths, left_out) / "check.sh", "--verilator", block, *sources)))
    for widths in refused:
        options = [word for width in widths.split() for word in ("--parameter", width)]
        status, out, err = run(weir, "vectors", block, "--out", work / "none", *options)
        expect(widths, (status, out, err.lower()), 2, widths.split("=")[0].removesuffix("_W").lower())
        if (work / "none").exists():
            sys.exit(f"{widths}: left a directory")


def check_refuses(weir, block, sources, work):
    directory = vectors(weir, block, work / "vectors", "--cycles", "0")
    check = directory / "check.sh"
    if not must("sh", check, "--help").startswith("check.sh [--verilator] "):
        sys.exit("check.sh --help does not say how it is called")
    expect("unknown block", run(weir, "vectors", block[:-1], "--out", work / "none"), 2, f'nearest is "{block}"')
    expect("directory", run(weir, "vectors", block, "--out", directory), 2, "vectors")
    expect("width", run(weir, "vectors", block, "--out", work / "none", "--parameter", "NO_W=3"), 2, "NO_W")
    expect("rate", run(weir, "vectors", block, "--out", work / "none", "--rate", "10"), 2, "--rate")
    if (work / "none").exists():
        sys.exit("a refused command left a directory")
    own = work / "own.sv"
    text = "\n".join(pathlib.Path(source).read_text() for source in sources)
    manifest = json.loads((directory / "manifest.json").read_text())
    port = manifest["expected"]["fields"][0]["name"]
    for option in [], ["--verilator"]:
        own.write_text(text.replace("endmodule", "endmodul", 1))
        expect("not parsed", run("sh", check, *option, block, own), 2, "own.sv")
        own.write_text(text)
        expect("no module", run("sh", check, *option, "no_such_module", own), 2, "no_such_module")
        expect("no file", run("sh", check, *option, block, work / "none.v"), 2, "no such file")
        top = text.index(f"module {block} ")
        own.write_text(text[:top] + text[top:].replace(port, port + "_2"))
        expect("no port", run("sh", check, *option, block, own), 2, f"{block} has no port {port}; wanted clk_i, ")
        narrow = next(field["name"] for field in manifest["stimulus"]["fields"] if field["bits"] > 2)
        own.write_text(stub(manifest, block, narrow))
        expect("port width", run("sh", check, *option, "--no-parameters", block, own), 2, narrow)
    # A module with which time stands still; Verilator stops by itself.
    own.write_text(stub(manifest, block, body="reg a = 0; initial forever #0 a = !a;"))
    hurried = run("env", "WEIR_CHECK_SECONDS=2", "sh", check, "--no-parameters", block, own)
    expect("no end", hurried, 2, "did not end within 2 s")
    expect("no seconds", run("env", "WEIR_CHECK_SECONDS=2s", "sh", check, block, own), 2, "wanted a number of seconds")
    third = manifest["segments"][2]
    changed = third["first_line"] + third["lines"] - 1
    change(directory, changed, 0)
    expect("a changed line", run("sh", check, "+to=4", block, *sources), 1, "4 passed, 1 failed")
    expect("up to the last", run("sh", check, "+from=2", "+to=999", "+stop", block, *sources), 1, "0 passed, 1 failed")
    for chosen in ("+from=2", "+to=1"), ("+from=999",), ("+to=-1",):
        expect(" ".join(chosen), run("sh", check, *chosen, block, *sources), 2, "no segment is played; there are segments 0 to ")
    change(directory, changed, 0)
    check_steps(block, directory, manifest, sources, work)
    print("1 passed, 0 failed")


def main():
    if len(sys.argv) < 5:
        sys.exit(__doc__)
    check, weir, block, *sources = sys.argv[1:]
    checks = {"begin": check_begin, "gates": check_gates, "fault": check_fault, "rates": check_rates, "refuses": check_refuses,
              "resets": check_resets, "widths": check_widths}
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        if check in checks:
            checks[check](weir, block, sources, work)
        else:
            check_simulator(check, weir, block, sources, work)


if __name__ == "__main__":
    main()
