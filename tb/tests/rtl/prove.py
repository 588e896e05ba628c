#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Proves the properties of an RTL block (proofs.toml) with Yosys and an SMT solver, or shows that each
proof can fail.

usage: prove.py PROOF            all properties: bounded, from reset, and, of a proof that has it, by induction
       prove.py PROOF --mutants  each property alone against designs with a fault: a counterexample is wanted for each
       prove.py PROOF --fifth    the same for the first fault and a drawn fifth of the others
       prove.py --self-test      that proofs in order do fail
       prove.py PROOF --as-built SECONDS  the properties at the widths of the block's RTL, if a solver answers within SECONDS of one
                                 processor for each of both runs
       prove.py BLOCK --beyond-runs  every fault of the block that shows after more than 2^26 cycles: the induction, which begins
                                 anywhere, has to refuse it

docs/reference/proofs.md says what the properties are.
"""

import hashlib
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[2]
sys.path.insert(0, str(TOP / "tb/cosim/mutants"))
sys.dont_write_bytecode = True
import make_mutants  # noqa: E402

SOLVERS = ("z3", "cvc5")


def fail(message, status=1):
    print(f"prove.py: {message}", file=sys.stderr)
    sys.exit(status)


def run(command, folder, seconds=None):
    limit = (lambda: resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))) if seconds else None
    done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, preexec_fn=limit)
    return done.returncode, done.stdout


def compile_design(proof, sources, folder, only=None, given=()):
    """The design as SMT-LIB 2 in folder/design.smt2; with `only`, without the assertions that none of these patterns fits. Those
    that fit one of `given` are assumed."""
    for name, text in sources.items():
        (folder / name).write_text(text, encoding="utf-8")
    top = proof["top"]
    script = flat(proof, sources)
    if given:
        script.append("chformal -assert2assume " + " ".join(f"{top}/c:{pattern}" for pattern in given))
    if only:
        script.append(f"select -set kept {' '.join(f'{top}/c:{pattern}' for pattern in only)}; delete {top}/t:$assert @kept %d")
        script.append(f"select -assert-min 1 {top}/t:$assert")
    run_yosys(proof, script + ["async2sync", "opt -fast", "dffunmap", "write_smt2 -wires design.smt2"], folder)


def flat(proof, sources):
    top = proof["top"]
    values = " ".join(f"-set {name} {value}" for name, value in proof["parameters"].items())
    return [f"read_verilog -sv -formal {' '.join(sources)}", f"chparam {values} {top}", f"hierarchy -check -top {top}",
            f"rename -top {top}", "proc", "flatten", "opt_clean"]


def run_yosys(proof, script, folder):
    status, output = run(["yosys", "-q", "-p", "; ".join(script)], folder)
    if status != 0:
        fail(f"{proof['top']}: yosys: {output.strip()}")


def solve(proof, mode, cycles, folder):
    """(whether it holds, what the solver said); (None, ...) without an answer within the proof's `seconds` of a processor."""
    solver = proof.get("solver", "z3")
    if solver not in SOLVERS:
        fail(f"{proof['name']}: solver {solver}, wanted one of {' '.join(SOLVERS)}", 2)
    whole = ["--noincr"] if proof.get("whole") else []
    status, output = run(["yosys-smtbmc", "-s", solver, "--unroll", "--noprogress", *whole, *mode, "-t", str(cycles),
                          "design.smt2"], folder, proof.get("seconds"))
    if "seconds" in proof and "Status: PASSED" not in output and "Status: FAILED" not in output:
        return None, output
    if "Status: PASSED" not in output and "Status: FAILED" not in output:
        fail(f"yosys-smtbmc gave no answer (status {status}): {output.strip()}")
    return "Status: PASSED" in output, output


def prove(proof, sources, folder):
    whole = "order" not in proof
    if not whole and not prove_in_order(proof, sources, folder):
        return False
    compile_design(proof, sources, folder, [f"*{name}_*" for name in proof.get("only", [])])
    modes = [("bounded", [], proof["bounded"])] if whole else []
    if whole and "induction" in proof:
        modes.append(("induction", ["-i"], proof["induction"]))
    if "cover" in proof:
        modes.append(("cover", ["-c"], proof["cover"]))
    if "seconds" in proof:  # the hardest first
        return all(solved(proof, name, mode, cycles, folder) for name, mode, cycles in reversed(modes))
    return all([solved(proof, name, mode, cycles, folder) for name, mode, cycles in modes])


def solved(proof, name, mode, cycles, folder):
    begin = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    passed, output = solve(proof, mode, cycles, folder)
    used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - begin
    said = {True: "holds", False: "FAILS", None: "no answer"}[passed]
    by = f" ({proof['solver']}{'' if passed is None else f', {used:.0f} s'})" if "seconds" in proof else ""
    print(f"{proof['name']}: {name}, {cycles} cycles: {said}{by}", flush=True)
    if passed is False:
        print(output)
    return passed


def prove_in_order(proof, sources, folder):
    """Each assertion apart, given those of the names before its own: what is proved holds in every cycle, so that the next proof may
    rest on it. Names in a list of their own are proved together."""
    (folder / "names").unlink(missing_ok=True)
    for name, text in sources.items():
        (folder / name).write_text(text, encoding="utf-8")
    run_yosys(proof, flat(proof, sources) + [f"tee -q -o names select -list {proof['top']}/t:$assert"], folder)
    assertions = [line.split("/", 1)[1] for line in (folder / "names").read_text(encoding="utf-8").split()]
    names = {assertion.split(".")[-1] for assertion in assertions}
    order = [[each] if isinstance(each, str) else each for each in proof["order"]]
    if sorted(names) != sorted(sum(order, [])):
        fail(f"{proof['name']}: assertions {sorted(names)}, an order of {sorted(sum(order, []))}")
    for place, together in enumerate(order):
        places = sorted(each for each in assertions if each.split(".")[-1] in together)
        given = [pattern for before in sum(order[:place], []) for pattern in (before, "*." + before)]
        for apart in [places] if len(together) > 1 else [[each] for each in places]:
            compile_design(proof, sources, folder, [each.replace("[", "?").replace("]", "?") for each in apart], given)
            if not (solved(proof, f"{' '.join(apart)}: bounded", [], proof["bounded"], folder) and
                    solved(proof, f"{' '.join(apart)}: induction", ["-i"], proof["induction"], folder)):
                return False
    return True


def prove_as_built(proof, folder, seconds):
    """At the widths that the block's RTL has without parameters, and those of `as_built`, which are no parameters of the block."""
    module = (TOP / "rtl" / proof["block"] / f"{proof['block']}.sv").read_text(encoding="utf-8")
    defaults = {name: int(value) for name, value in re.findall(r"^  parameter int (\w+) *= (\d+)", module, re.MULTILINE)}
    built = {**defaults, **proof.get("as_built", {})}
    proof.update({run: built[run] for run in ("bounded", "induction") if run in built}, seconds=seconds)
    unknown = sorted(set(proof["parameters"]) - set(built))
    if unknown:
        fail(f"{proof['name']}: {' '.join(unknown)} is no parameter of {proof['block']}, and not in as_built", 2)
    proof["parameters"] = {name: built[name] for name in proof["parameters"]}
    proof.pop("cover", None)
    print(f"{proof['name']}: {' '.join(f'{name}={value}' for name, value in proof['parameters'].items())}", flush=True)
    return any(prove({**proof, "solver": solver}, sources_of(proof), folder) for solver in SOLVERS)


def refute(proof, sources, folder, fifth):
    rules = make_mutants.rules_of(proof["block"]) + make_mutants.rules_of(proof["block"], other_resets=True)
    mutants_by_name = {mutant.name: mutant for mutant in make_mutants.mutants_of(rules)}
    properties = {word.split("_")[0] for text in sources.values() for word in text.split()
                  if word.endswith(":") and word[1:2].isdigit() and word[0].islower() and "_" in word}
    if not set(proof.get("only", properties)) <= properties:
        fail(f"{proof['name']}: properties {sorted(properties)}, only {sorted(proof['only'])} wanted")
    properties = set(proof.get("only", properties))
    if properties != set(proof["mutants"]):
        fail(f"{proof['name']}: properties {sorted(properties)}, mutants for {sorted(proof['mutants'])}")
    ways = [(proof["mutants"], [], proof.get("within", proof["bounded"])), (proof.get("mutants_by_induction", {}), ["-i"], proof.get("induction"))]
    faults = [(name, mutant, mode, cycles) for by_property, mode, cycles in ways for name, mutants in by_property.items() for mutant in mutants]
    for name, mutant, *_ in faults:
        if mutant not in mutants_by_name:
            fail(f"{proof['name']}: no rule {mutant}", 2)
    if fifth:
        faults = faults[:1] + [fault for fault in faults[1:] if hashlib.sha256(f"{proof['name']} {fault[:2]}".encode()).digest()[0] % 5 == 0]
    for name in sorted({name for name, _, mode, _ in faults if mode}):  # which says nothing where it refuses the block as it is
        compile_design(proof, sources, folder, only=[f"*{name}_*"])
        if not solve(proof, ["-i"], proof["induction"], folder)[0]:
            fail(f"{proof['name']}: {name} alone is not inductive")
    found = True
    for name, mutant, mode, cycles in faults:
        compile_design(proof, make_mutants.mutated(sources, mutants_by_name[mutant]), folder, only=[f"*{name}_*"])
        passed, _ = solve(proof, mode, cycles, folder)
        print(f"{proof['name']}: {name} with {mutant}: {'NOT FOUND' if passed else 'refuted'}"
              f"{' by induction' if mode else ''}", flush=True)
        found = found and not passed
    return found


LONGEST_AGE = 26  # kLongestAge of tb/cosim: what comes after 2^k cycles is left to proofs for each k above


def refute_beyond_runs(block, proofs, folder):
    """Each in the proof with the fewest sources among those with its file."""
    found = True
    mutants = [mutant for mutant in make_mutants.mutants_of(make_mutants.rules_of(block))
               if mutant.rule["kind"] == "age" and mutant.k > LONGEST_AGE]
    for mutant in mutants:
        proof = min((proof for proof in proofs.values() if block in (proof["block"], *proof.get("also_of", [])) and
                     "induction" in proof and any(path.endswith("/" + mutant.rule["file"]) for path in proof["files"])), key=lambda proof: len(proof["files"]))
        compile_design(proof, make_mutants.mutated(sources_of(proof), mutant), folder)
        passed, _ = solve(proof, ["-i"], proof["induction"], folder)
        print(f"{block}: {mutant.name}: {'NOT FOUND' if passed else 'refuted by ' + proof['name']}", flush=True)
        found = found and not passed
    print(f"{block}: {len(mutants)} mutants beyond runs")
    return found and bool(mutants)


def sources_of(proof):
    return {os.path.basename(path): (TOP / "rtl" / path).read_text(encoding="utf-8") for path in proof["files"]}


SELF = """
module self_formal #(parameter int TOP = 5) (input logic clk_i);
  logic [3:0] count = '0, late = '0;
  always_ff @(posedge clk_i) begin
    count <= count == TOP ? '0 : count + 1'b1;
    late  <= count;
  end
  always_comb begin
    e1_small: assert (count <= TOP);
    e2_late: assert (late <= TOP);
  end
endmodule
"""


def self_test():
    """The second holds given the first or with the first, and not alone; one that is left out of an order is found, and so is one
    that does not hold, unless `only` leaves it out."""
    planted = [(["e1_small", "e2_late"], "", True), (["e2_late", "e1_small"], "", False), (["e1_small"], "", None),
               (["e1_small", "e2_late"], "late <= TOP", False), ([["e2_late", "e1_small"]], "", True), ([["e1_small"]], "", None),
               ([["e1_small", "e2_late"]], "late <= TOP", False)]
    planted = [({"order": order}, wrong, wanted) for order, wrong, wanted in planted]
    planted += [({"only": ["e1"]}, "late <= TOP", True), ({"only": ["e2"]}, "", False), ({"only": ["e3"]}, "", None)]
    problems = []
    for chosen, wrong, wanted in planted:
        proof = {"name": "self", "top": "self_formal", "parameters": {"TOP": 5}, "bounded": 8, "induction": 1, **chosen}
        text = SELF.replace(f"assert ({wrong})", "assert (late < TOP)") if wrong else SELF
        with tempfile.TemporaryDirectory(prefix="weir_proof_") as folder:
            try:
                found = prove(proof, {"self_formal.sv": text}, pathlib.Path(folder))
            except SystemExit:
                found = None
        if found != wanted:
            problems.append(f"{chosen} {wrong}: found {found}, wanted {wanted}")
    print("\n".join(problems) or f"{len(planted)} planted cases judged rightly")
    return not problems


def main():
    if sys.argv[1:] == ["--self-test"]:
        sys.exit(0 if self_test() else 1)
    with open(HERE / "proofs.toml", "rb") as file:
        tables = tomllib.load(file)
    proofs = {}
    for proof in tables["proof"]:
        proof.setdefault("name", proof["block"])
        proof.setdefault("top", proof["block"] + "_formal")
        proofs[proof["name"]] = proof
    usage = f"usage: prove.py PROOF [--mutants | --fifth | --as-built SECONDS], prove.py BLOCK --beyond-runs; PROOF one of {' '.join(proofs)}"
    as_built = sys.argv[2:3] == ["--as-built"] and len(sys.argv) == 4 and sys.argv[3].isdigit() and int(sys.argv[3]) > 0
    known = as_built or sys.argv[2:] in ([], ["--mutants"], ["--fifth"], ["--beyond-runs"])
    if not known or len(sys.argv) < 2 or sys.argv[1] not in proofs:
        fail(usage, 2)
    proof = proofs[sys.argv[1]]
    with tempfile.TemporaryDirectory(prefix="weir_proof_") as folder:
        if sys.argv[2:] == ["--beyond-runs"]:
            good = refute_beyond_runs(proof["block"], proofs, pathlib.Path(folder))
        elif as_built:
            good = prove_as_built(proof, pathlib.Path(folder), int(sys.argv[3]))
        elif sys.argv[2:]:
            good = refute(proof, sources_of(proof), pathlib.Path(folder), fifth=sys.argv[2] == "--fifth")
        else:
            good = prove(proof, sources_of(proof), pathlib.Path(folder))
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
