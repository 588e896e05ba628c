#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""own_rtl_test.py CHECK WEIR: RTL that somebody else has written (own/), with a planted fault and without, from end to end.

CHECK is cosim, cosim.whole, prove, vectors (of a recording) or refuses."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

OWN = pathlib.Path(__file__).resolve().parent / "own"
RTL = pathlib.Path(__file__).resolve().parents[3] / "rtl"
BLOCKS = {  # the module, a fault in it, and which output shows it
    "rate_limiter_stage": ("own_limiter", "total < T;", "total <= T;", "follow_o"),
    "stage_comparator_leading_zero": ("own_comparator", "rest <= 0", "rest < 0", "stage_o"),
}


PROPERTIES = {  # what is said of those of its ports: that they hold, and which the fault breaks
    "rate_limiter_stage": ("has all 21 properties of its ports for 4 cycles from reset, whatever the inputs; for ever",
                           "breaks l9_follow in cycle 2"),
}


def run(work, *command, path=None):
    environment = {**os.environ, "XDG_CACHE_HOME": str(work / "cache"), **({"PATH": path} if path else {})}
    return subprocess.run([str(part) for part in command], cwd=work, env=environment, capture_output=True, text=True,
                          timeout=900, check=False)


def expect(what, done, status, *texts):
    said = done.stderr if status == 2 else done.stdout
    wrong = done.returncode != status or any(text not in said for text in texts)
    if wrong or (status == 2 and len(done.stderr.splitlines()) != 1):
        sys.exit(f"{what}: status {done.returncode}, wanted {status} with {texts}\n{done.stdout}{done.stderr}")
    print(f"ok  {what}")


def faulty(work, block):
    module, find, replace, _ = BLOCKS[block]
    text = (OWN / f"{module}.sv").read_text(encoding="utf-8")
    assert text.count(find) == 1, find
    (work / "faulty.sv").write_text(text.replace(find, replace), encoding="utf-8")
    return work / "faulty.sv"


def lazy(work, block):
    """A module that equals the block, with a counter that stands at 0 from its reset on and would spoil an output at 15: an
    induction over few cycles may begin with 12."""
    module, *_ = BLOCKS[block]
    text = (OWN / f"{module}.sv").read_text(encoding="utf-8")
    for find, replace in (("  reg [R_C_W-1:0]   r_c;", "  reg [R_C_W-1:0]   r_c;\n  reg [3:0] spoilt;"), ("      r_c <= 0;", "      r_c <= 0;\n      spoilt <= 0;"),
                          ("      r_c <= r_c_d_o;", "      r_c <= r_c_d_o;\n      spoilt <= spoilt == 0 ? 0 : spoilt + (spoilt != 15);"),
                          ("assign idle_o = r_c < T;", "assign idle_o = (r_c < T) ^ &spoilt;")):
        assert text.count(find) == 1, find
        text = text.replace(find, replace)
    (work / "lazy.sv").write_text(text, encoding="utf-8")
    return work / "lazy.sv"


def check_cosim(weir, work, blocks=("rate_limiter_stage",)):
    for block, (module, _, _, output) in BLOCKS.items():
        if block not in blocks:
            continue
        options = ["--top", module, "--cycles", "400000"]
        good = OWN / f"{module}.sv"
        expect(f"{module} agrees", run(work, weir, "cosim", block, "--rtl", good, *options, "--out", "good"), 0,
               "400000 cycles, no difference")
        expect("and again, out of the cache", run(work, weir, "cosim", block, "--rtl", good, *options, "--out", "again",
                                                  path=only(work, "verilator", "c++")), 0, "no difference")
        expect(f"{module} with a fault", run(work, weir, "cosim", block, "--rtl", faulty(work, block), *options, "--out",
                                             "bad"), 1, f"differs in {output}", "waves in")
        told = [json.loads((work / name / "cosim.json").read_text(encoding="utf-8")) for name in ("good", "bad")]
        if [one["agree"] for one in told] != [True, False] or told[0]["rtl"] != {"top": module, "files": [str(good)]}:
            sys.exit(f"cosim.json: {[(one['agree'], one['rtl']) for one in told]}")
        difference = told[1]["difference"]
        if not (work / "bad" / difference["waves"]).stat().st_size or output not in difference["text"]:
            sys.exit(f"cosim.json: {difference}")
        for name in "good", "again", "bad":
            subprocess.run(["rm", "-rf", work / name], check=True)


def only(work, *tools):
    """A PATH with these programs, of which each does no more than to say its version."""
    folder = work / "few"
    folder.mkdir(exist_ok=True)
    for tool in tools:
        real = subprocess.run(["which", tool], capture_output=True, text=True, check=True).stdout.strip()
        script = folder / tool
        script.write_text(f'#!/bin/sh\ncase $1 in --version | --getenv) PATH={os.environ["PATH"]} exec {real} "$@" ;; esac\n'
                          f"echo called with $* >&2\nexit 1\n", encoding="utf-8")
        script.chmod(0o755)
    return str(folder) + ":/bin:/usr/bin/none"


def check_prove(weir, work):
    for block, (module, _, _, output) in BLOCKS.items():
        # What a comparator keeps shows at its ports only in time: no induction over ports decides it.
        options = ["--top", module, "--cycles", "4", "--induction", "2" if block in PROPERTIES else "0"]
        has, breaks = PROPERTIES.get(block, ("properties: those of ", ""))
        equal = "what each register takes next" if block in PROPERTIES else "equal in every output for 4 cycles from reset"
        expect(f"{module} is equal", run(work, weir, "prove", block, "--rtl", OWN / f"{module}.sv", *options, "--out", "good"),
               0, has, equal)
        if block in PROPERTIES:  # from some state that is never reached, one cycle is not enough
            cycles = ["--top", module, "--cycles", "10", "--induction", "2"]  # so that the first answer is the longer one
            expect("not decided", run(work, weir, "prove", block, "--rtl", lazy(work, block), *cycles, "--out", "good"), 1,
                   "for ever: not decided", "not proved: ")
            expect("from reset alone", run(work, weir, "prove", block, "--rtl", lazy(work, block), *options[:-1], "0"), 0,
                   "equal in every output for 4 cycles from reset, whatever the inputs\n")
        expect(f"{module} with a fault", run(work, weir, "prove", block, "--rtl", faulty(work, block), *options, "--out",
                                             "bad"), 1, breaks, "differ in ", output, "waves in")
        if "$enddefinitions" not in (work / "bad/difference.vcd").read_text(encoding="utf-8"):
            sys.exit("difference.vcd is none")
        for name in "good", "bad":
            subprocess.run(["rm", "-rf", work / name], check=True)
    check_by_registers(weir, work)


def check_by_registers(weir, work):
    """A comparator of ours, rewritten: with registers of the same names it is proved for ever."""
    block = "stage_comparator_leading_zero"
    text = "\n".join((RTL / file).read_text(encoding="utf-8") for file in (f"{block}/{block}.sv", "stage_comparator_common/highest_set.sv"))

    def asked(*edit):
        assert edit[0] in text, edit
        (work / "own.sv").write_text(text.replace(*edit), encoding="utf-8")
        return run(work, weir, "prove", block, "--rtl", "own.sv", "--top", block, "--cycles", "4", "--induction", "2", "--out", "bad")

    expect("equal registers", asked("rest == 0;", "!(|rest);"), 0, "equal in every output, whatever the inputs, and so is what each register takes next")
    expect("a register under another name", asked("stages_q", "own_q"), 1, "equal in every output for 4 cycles from reset", "not decided")
    expect("the other edge", asked("posedge clk_i", "negedge clk_i"), 2, "another clock than the rising edge of clk_i")
    expect("equal registers, with a fault", asked(" || rest == 0;", ";"), 1, "differ in stage_o", "waves in")
    subprocess.run(["rm", "-rf", work / "bad"], check=True)


RECORDING = """\
# weir recording 1
# block=rate_limiter_stage
# period_ps=1200
# subticks=60
# rounding=residual
# rate_raise=clamp
# r_l_ticks=14
# r_c=40
# stage=5
cycle,rst_ni,sent_i,r_l_ticks_i,r_l_subticks_i,phase_i,rate_valid_i,r_r_i
10,1,0,0,0,0,1,1
12,1,1,1,0,0,0,0
# cycles=500
"""


def check_vectors(weir, work):
    block, (module, *_) = next(iter(BLOCKS.items()))
    (work / "own.csv").write_text(RECORDING, encoding="utf-8")
    expect("vectors", run(work, weir, "vectors", block, "--stimulus", "own.csv", "--out", "vectors"), 0, "in 1 segments")
    segments = json.loads((work / "vectors/manifest.json").read_text(encoding="utf-8"))["segments"]
    if [segment["cycles"] for segment in segments] != [501]:  # a reset before them
        sys.exit(f"segments {segments}")
    check = work / "vectors/check.sh"
    expect("module", run(work, "sh", check, module, OWN / f"{module}.sv"), 0, "1 passed, 0 failed")
    expect("module with a fault", run(work, "sh", check, module, faulty(work, block)), 1, "segment recorded: FAILED",
           "0 passed, 1 failed")
    asked = [weir, "vectors", block, "--out", "none", "--stimulus"]
    expect("no recording", run(work, *asked, "none.csv"), 2, "there is no file")
    (work / "own.csv").write_text(RECORDING.replace("block=rate", "block=other"), encoding="utf-8")
    expect("another block", run(work, *asked, "own.csv"), 2, "recorded at a other_limiter_stage")
    (work / "own.csv").write_text(RECORDING.replace("cycles=500", "cycles=2000000000"), encoding="utf-8")
    expect("a long one", run(work, *asked, "own.csv"), 2, "2000000000 cycles, wanted at most")
    expect("with a width", run(work, *asked, "own.csv", "--parameter", "R_C_W=30"), 2, "--parameter")


def check_refuses(weir, work):
    block, module = "rate_limiter_stage", "own_limiter"
    good = OWN / f"{module}.sv"
    text = good.read_text(encoding="utf-8")
    own = work / "own.sv"
    for command in "cosim", "prove":
        asked = [weir, command, block, "--out", "none", "--rtl"]
        done = run(work, *asked, "none.sv")
        expect(f"{command}: no file", done, 2, "there is no file")
        if done.stdout:
            sys.exit(f"{command}: no file: standard output has\n{done.stdout}")
        expect(f"{command}: no tool", run(work, *asked, good, "--top", module, path="/none"), 2, "needs the program",
               "not installed (Debian: apt install ")
        own.write_text(text.replace("endmodule", "endmodul"), encoding="utf-8")
        expect(f"{command}: not parsed", run(work, *asked, own, "--top", module), 2, "own.sv")
        expect(f"{command}: no module", run(work, *asked, good, "--top", "other"), 2, "--rtl: no module other in the files; --top names it")
        own.write_text(text.replace("endmodule", "  left_out i_left_out ();\nendmodule"), encoding="utf-8")
        expect(f"{command}: a part missing", run(work, *asked, own, "--top", module), 2,
               f"weir: --rtl: {module} is made of a module left_out that none of the files has; wanted its file, too")
        own.write_text(text.replace("follow_o", "followed_o"), encoding="utf-8")
        expect(f"{command}: no port", run(work, *asked, own, "--top", module), 2, "follow_o")
        expect(f"{command}: no block", run(work, weir, command, "rate_limiter_stag", "--rtl", good), 2,
               'nearest is "rate_limiter_stage"')
    own.write_text(text.replace("input  wire [STAGE_W-1:0]     r_r_i", "input  wire [STAGE_W-2:0]     r_r_i"), encoding="utf-8")
    expect("port width", run(work, weir, "cosim", block, "--out", "none", "--rtl", own, "--top", module), 2, "another width",
           "r_r_i")
    expect("top alone", run(work, weir, "cosim", block, "--top", module), 2, "--rtl")
    if (work / "none").exists():
        sys.exit("a refused command left a directory")


def main(check, weir):
    with tempfile.TemporaryDirectory(prefix="weir_own_") as folder:
        checks = {"cosim": check_cosim, "cosim.whole": lambda weir, work: check_cosim(weir, work, BLOCKS), "prove": check_prove, "vectors": check_vectors, "refuses": check_refuses}
        checks[check](pathlib.Path(weir).resolve(), pathlib.Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])
