#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What `weir bench-kit` writes: it compiles in other tools, and its scoreboard stops at the first cycle that a fault changes.

usage: kit_test.py CHECK WEIR [BLOCK]...

CHECK is one of
  lists    file lists parse and compile: Verilator and Icarus silent with all warnings, .core and Bender.yml name the same files
  faults   the kit's RTL passes; an output that differs in one cycle, or from a cycle on, stops the scoreboard at that cycle
  mutants  a fault in the RTL stops the scoreboard at the cycle at which the golden vectors first differ
  bench    the bench of README.md, at most 15 lines, stops at a fault; so does a monitor that is bound to a module
  refuses  what cannot be is refused in one line, with exit status 2, and leaves nothing
"""

import csv
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import yaml

TOP = pathlib.Path(__file__).resolve().parents[3]
sys.dont_write_bytecode = True
sys.path.insert(0, str(TOP / "tb/cosim/mutants"))
import make_mutants  # noqa: E402

MOST_LINES = 15  # of a bench of one's own


def run(*command, cwd=None, **environment):
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, timeout=800,
                          env={**os.environ, **environment})
    return done.returncode, done.stdout, done.stderr


def must(*command, cwd=None):
    status, out, err = run(*command, cwd=cwd)
    if status != 0:
        sys.exit(f"{' '.join(str(part) for part in command)}: status {status}\n{out}{err}")
    return out + err


def want(holds, what, shown=""):
    if not holds:
        sys.exit(f"{what}\n{shown}")


def kit_of(weir, block, folder, *options):
    must(weir, "bench-kit", block, "--out", folder, "--cycles", "300", *options)
    return folder


def ports_of(kit):
    manifest = json.loads((kit / "vectors/manifest.json").read_text(encoding="utf-8"))
    return ([(field["name"], field["bits"]) for field in manifest[part]["fields"]] for part in ("stimulus", "expected"))


def rows_of(kit, name):
    with open(kit / "vectors" / name, encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file)


def outputs_at(kit, cycle, bits):
    """What the golden vectors want in a cycle."""
    for row in rows_of(kit, "expected.csv"):
        n = cycle - int(row["cycle"])
        if n < int(row["cycles"]):
            return {name: (int(row[name]) + n * int(row[f"{name}_step"])) % (1 << width) for name, width in bits.items()}
    sys.exit(f"there is no cycle {cycle}")


def short_cycles(kit):
    segments = json.loads((kit / "vectors/manifest.json").read_text(encoding="utf-8"))["segments"]
    return next((segment["first_cycle"] for segment in segments if segment["long"]), segments[-1]["first_cycle"] + segments[-1]["cycles"])


def declared(direction, ports):
    return [f"  {direction} logic [{bits - 1}:0] {name}" for name, bits in ports]


def joined(ports):
    return "{" + ", ".join(name for name, _ in ports) + "}"


def faulty(block, kit):
    """A module that shows the block's outputs, but +bit= of them turned in cycle +at=, or in all from there with +on."""
    inputs, outputs = ports_of(kit)
    macro = f"WEIR_{block.upper()}"
    return "\n".join((
        f'`include "weir_{block}.svh"', "module faulty (", "  input logic clk_i,",
        ",\n".join(declared("input", inputs) + declared("output", outputs)), ");",
        f"  weir_{block}_pkg::in_t in;", f"  weir_{block}_pkg::out_t out;",
        f"  assign in = {joined(inputs)};",
        f"  {block} #(`{macro}_PARAMETERS) core (.clk_i(clk_i), `{macro}_PINS(in, out));",
        "  int at = -1, place = 0, cycle = 0;", "  logic on;", "  initial begin",
        '    void\'($value$plusargs("at=%d", at));', '    void\'($value$plusargs("bit=%d", place));',
        '    on = $test$plusargs("on") != 0;', "  end", "  always @(posedge clk_i) cycle <= cycle + 1;",
        "  logic wrong;", "  assign wrong = at >= 0 && (cycle == at || (on && cycle > at));",
        f"  assign {joined(outputs)} = out ^ (wrong ? $bits(out)'(1) << place : '0);", "endmodule", ""))


def message(block, cycle, port, bits, wanted, got):
    digits = (bits + 3) // 4
    return f"{block}: cycle {cycle}: {port}: wanted {wanted} ('h{wanted:0{digits}x}), got {got} ('h{got:0{digits}x})"


def compiled(kit, block, folder, *sources, top=None, defines=()):
    """A simulation as README.md says to make one."""
    library = kit / "lib"
    must("verilator", "--binary", "-Wno-fatal", *defines, "-F", kit / "rtl.f", "-F", kit / "scoreboard.f", *sources,
         "--top-module", top or f"weir_{block}_bench", "-Mdir", folder / "obj", "-o", "../sim",
         "-LDFLAGS", f"{library}/libweir_reference.so -Wl,-rpath,{library}")
    return folder / "sim"


def check_faults(weir, block, work):
    kit = kit_of(weir, block, work / "kit")
    (work / "faulty.sv").write_text(faulty(block, kit), encoding="utf-8")
    program = compiled(kit, block, work, kit / f"weir_{block}_bench.sv", work / "faulty.sv", defines=("-DDUT=faulty", "-DNO_PARAMETERS"))
    cycles = short_cycles(kit)
    status, out, err = run(program, cwd=kit)
    want(status == 0 and f"{block}: {cycles} cycles, no difference" in out, "the RTL does not pass", out + err)
    outputs = list(ports_of(kit))[1]
    bits = dict(outputs)
    above = sum(bits.values())
    draw = random.Random(1)
    for n, (port, width) in enumerate(outputs):
        above -= width
        cycle = draw.randrange(0, min(cycles, 20_000)) if n > 0 else 0
        at = draw.choice((0, width - 1))
        wanted = outputs_at(kit, cycle, bits)[port]
        # The bench begins with an edge in reset.
        status, out, err = run(program, f"+at={cycle + 1}", f"+bit={above + at}", *["+on"][:n % 2], cwd=kit)
        said = [line for line in out.splitlines() if line.startswith(f"{block}: cycle ")]
        want(status != 0 and said == [message(block, cycle, port, width, wanted, wanted ^ 1 << at)] and
             f"stopped at the first difference, cycle {cycle}" in out + err, f"{port}, cycle {cycle}, bit {at}", out + err)
    print(f"{len(outputs)} passed, 0 failed")


def first_difference(kit, block, top, design):
    """By the vectors' own bench, which compares with expected.csv: the cycle, or None."""
    status, out, err = run("sh", kit / "vectors/check.sh", "--verilator", "+to=7", "+stop", top, design)
    want(status in (0, 1), "check.sh", out + err)
    found = re.search(r"^cycle (\d+), segment", out, re.MULTILINE)
    return None if found is None else int(found[1])


def check_mutants(weir, block, work):
    kit = kit_of(weir, block, work / "kit")
    texts = {path.name: path.read_text(encoding="utf-8") for path in (kit / "rtl").glob("*.sv")}
    faults = [mutant for mutant in make_mutants.mutants_of(make_mutants.rules_of(block)) if mutant.k is None]
    some = faults[::len(faults) // 5]  # of several sites; some show only in later segments
    for fault in some:
        (work / "mutant.sv").write_text("\n".join(make_mutants.mutated(texts, fault).values()), encoding="utf-8")
        cycle = first_difference(kit, block, block, work / "mutant.sv")
        if cycle is None:
            continue
        status, out, err = run("sh", kit / "run.sh", block, work / "mutant.sv")
        want(status == 1 and out.startswith(f"{block}: cycle {cycle}: "), f"{fault.name}: wanted cycle {cycle}", out + err)
        print("1 passed, 0 failed")
        return
    sys.exit(f"the first segments find none of {', '.join(fault.name for fault in some)}")


def listed_in(text, name):
    """The RTL and the rest that a list names, and that all of it is there."""
    if name.endswith(".core"):
        want(text.startswith("CAPI=2:\n"), "a core begins with CAPI=2")
        sets = yaml.safe_load(text)["filesets"]
        rtl, bench = sets["rtl"]["files"], sets["scoreboard"]["files"] + sets["bench"]["files"]
        want(all(kind["file_type"] == "systemVerilogSource" for kind in sets.values()), "a type of each file set")
        return rtl, [file for file in bench if isinstance(file, str)]
    bender = yaml.safe_load(text)
    want(re.fullmatch(r"[a-z_0-9]+", bender["package"]["name"]), "a name of the package")
    rtl, bench = bender["sources"]
    return rtl["files"], bench["files"]


def check_lists(weir, block, work):
    kit = kit_of(weir, block, work / "kit")
    lists = {name: listed_in((kit / name).read_text(encoding="utf-8"), name) for name in (f"weir_{block}.core", "Bender.yml")}
    rtl, bench = lists["Bender.yml"]
    want(lists[f"weir_{block}.core"] == (rtl, bench), "the lists differ", str(lists))
    words = (kit / "rtl.f").read_text(encoding="utf-8").split(), (kit / "scoreboard.f").read_text(encoding="utf-8").split()
    want(words == (rtl, ["+incdir+.", *bench[:-1]]), "the .f files differ", str(words))
    want({*rtl, *bench} == {str(path.relative_to(kit)) for path in kit.rglob("*.sv")}, "a file is not listed")
    ports = f"weir_{block}_pkg.sv"
    silent = (("verilator", "--lint-only", "-Wall", *rtl, "--top-module", block),
              ("verilator", "--lint-only", "-Wall", "-F", "scoreboard.f", "--top-module", f"weir_{block}_monitor"),
              ("verilator", "--lint-only", "-Wno-TIMESCALEMOD", "-I.", *rtl, *bench, "--timing", "--top-module", f"weir_{block}_bench"),
              ("iverilog", "-g2012", "-Wall", "-o", "/dev/null", "-s", block, "-c", "rtl.f", ports))
    for command in silent:
        shown = must(*command, cwd=kit)
        want(not shown, " ".join(command), shown)
    status, _, _ = run("verilator", "--lint-only", "-Wall", "-I.", *bench, "--top-module", f"weir_{block}_bench", cwd=kit)
    want(status != 0, "wanted an error without the RTL")
    print("1 passed, 0 failed")


def check_bench(weir, block, work):
    """The bench of README.md with the block as it is, then with a module that turns the last bit of the outputs."""
    kit = kit_of(weir, block, work / "kit")
    own = re.search(r"```systemverilog\n(`include.*?)```", (kit / "README.md").read_text(encoding="utf-8"), re.DOTALL)[1]
    want(len(own.splitlines()) <= MOST_LINES, "the bench of README.md is too long", own)
    bound = re.search(r"```systemverilog\n(bind .*?)```", (kit / "README.md").read_text(encoding="utf-8"), re.DOTALL)[1]
    (work / "faulty.sv").write_text(faulty(block, kit), encoding="utf-8")
    benches = {"own": own, "wrong": re.sub(rf"^  {block} #\(.*?\) dut", "  faulty dut", own, flags=re.MULTILINE)}
    benches["bound"] = bound.replace(f"bind {block}", "bind faulty") + \
        re.sub(r"^  weir_\w+_monitor .*\n", "", benches["wrong"], flags=re.MULTILINE)
    for name, text in benches.items():
        folder = work / name
        folder.mkdir()
        (folder / "my_bench.sv").write_text(text, encoding="utf-8")
        program = compiled(kit, block, folder, folder / "my_bench.sv", work / "faulty.sv", top="my_bench")
        status, out, err = run(program, "+at=20", "+bit=0", cwd=kit)
        stops = f"{block}: cycle 20: " in out
        want(stops == (name != "own") and (status != 0) == stops, name, out + err)
    print(f"{len(benches)} passed, 0 failed")


def check_refuses(weir, block, work):
    full = kit_of(weir, block, work / "kit")
    for words, asked in (
            (f'bench-kit: there is no block "{block[:-1]}"; the nearest is "{block}"', (block[:-1], "--out", work / "none")),
            ("holds files already", (block, "--out", full)),
            ("has no parameter M that can be set; wanted one of", (block, "--out", work / "none", "--parameter", "M=3")),
            ("wanted NAME=NUMBER", (block, "--out", work / "none", "--parameter", "M")),
            ("cannot make the directory", (block, "--out", "/proc/none/kit")),
            ("--out", (block,))):
        status, out, err = run(weir, "bench-kit", *asked)
        want((status, out, len(err.splitlines())) == (2, "", 1) and words in err, f"{asked}: status {status}", out + err)
        want(not (work / "none").exists(), "a refused command left a directory")
    # A disk that is full in the middle: nothing stays.
    status, out, err = run("bash", "-c", f"ulimit -f 4096; trap '' XFSZ; exec '{weir}' bench-kit {block} --out '{work}/half'")
    want(status == 2 and "cannot write" in err and not (work / "half").exists(), "a full disk", out + err)
    # Without the library.
    alone = work / "alone"
    alone.mkdir()
    (alone / "weir").write_bytes(pathlib.Path(weir).read_bytes())
    (alone / "weir").chmod(0o755)
    status, out, err = run(alone / "weir", "bench-kit", block, "--out", work / "none")
    want(status == 2 and "there is no libweir_reference.so" in err and not (work / "none").exists(), "no library", out + err)
    run_sh = full / "run.sh"
    for words, asked in (("wanted MODULE FILE", ("one",)), ("no such file", ("one", "none.sv")), ("unknown option", ("--one",)),
                         ("rror", ("one", full / "rtl" / f"{block}.sv"))):
        status, out, err = run("sh", run_sh, *asked)
        want((status, out, len(err.splitlines())) == (2, "", 1) and words in err, f"{asked}: status {status}", out + err)
    print("1 passed, 0 failed")


CHECKS = {"faults": check_faults, "mutants": check_mutants, "lists": check_lists, "bench": check_bench, "refuses": check_refuses}


def main():
    if len(sys.argv) < 3 or sys.argv[1] not in CHECKS:
        sys.exit(__doc__)
    check, weir, *blocks = sys.argv[1:]
    for block in blocks:
        with tempfile.TemporaryDirectory() as name:
            CHECKS[check](weir, block, pathlib.Path(name))


if __name__ == "__main__":
    main()
