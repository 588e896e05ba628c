#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What is added most often, as kept patches of the present tree: each must apply, compile and work, and edit few files.

usage: try.py [NAME...]           each applies, edits no more files than allowed, and grows none beyond 400 lines; new files are as those
                                  of the plugin of the same name, if there is one
       try.py --build [NAME...]   the same, then all of them are compiled, in one copy of the tree, and tried
       try.py --self-test         a patch of too many files, one of a long file and one that does not apply are found

Files of tests, docs and CMake lists are not counted, nor are new files. The copy is build/patches; what does not change in it is not compiled
again. A patch that no longer applies is mended so: `git apply --reject tb/tests/patches/NAME.patch`, put right what it says,
`git add -N` the new files; `git diff` is the new patch, below the old one's head of comment lines.
"""

import filecmp
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[2]
COPY = TOP / "build" / "patches"
LONGEST = 400  # lines
# The patch that a page applies: its commands below that are typed, too.
TYPED = "detector"
CODE = (".h", ".cpp", ".sv", ".py")

FAILED, FAULT = 1, 3  # exit statuses: an expectation does not hold; a fault of ours

BB_CREDIT = ["--set", "flow_control.scheme=bb_credit", "--set", "flow_control.bb_credit.credits=107"]
CODEL = ["--set", "congestion.detector=codel", "--set", "congestion.codel.target=2us"]
STEP_ECN = ["--set", "congestion.detector=step_ecn", "--set", "congestion.step_ecn.k=200KB"]

# A scenario of ITSY that fails without a rule: the words of the failure, the environment that leaves the rule out.
def without(rule, scenario, words, *options):
    return ["run", f"scenarios/itsy/{scenario}.toml", *options, "--out", f"{{out}}/{rule}"], f"FAILED  {words}", {"WEIR_UNDO": rule}, FAILED


def without_drawn(rule, number, *settings):
    """The same of a network that itsy_cases.py draws."""
    sets = [word for setting in (*settings, "expect.declared_false=0") for word in ("--set", setting)]
    return (["run", f"{{out}}/case_{number}.toml", *sets, "--out", f"{{out}}/{rule}"], "FAILED  declared_false = 0",
            {"WEIR_UNDO": rule}, FAILED)


# The gradient rule in a network that holds as it stands: one run by what it is, one with a fault by what the words say. A packet that a lossless
# class loses, or that begins and may not, ends a run.
LOST, MAY_NOT = "a lossless class loses a packet although its headroom is as required", "a packet begins that may not"
LEFT = "FAILED  queue.s*.*.c0.viq_final = 0B"
STOPPED = ["--set", "scenario.duration=10ms", "--set", "traffic.stop=8ms", "--set", "expect.queue.s*.*.c0.viq_final=0B"]
IN_PART_BLOCKS = ["--set", "traffic.frame_length=1497B", "--set", "flow_control.gfc_gradient.block=64B"]


def gradient(fault, scenario, words, *options, status):
    command = ["run", scenario, *options, "--out"]
    return [([*command, f"{{out}}/without_{fault}"], "expectations held"), ([*command, f"{{out}}/{fault}"], words, {"WEIR_UNDO": fault}, status)]


# Most files that there are already; and commands of the built program with what they must print, {weir} and {out} filled in; with an environment and a status: a run that must fail so by it.
PATCHES = {
    "bb_credit": (2, [
        (["list", "mechanisms"], "bb_credit"),
        (["cost", "scenarios/small/pfc_incast.toml", *BB_CREDIT], "MTU ceil(C loop/MTU)"),
        (["check", "scenarios/small/pfc_incast.toml", *BB_CREDIT, "--set", "switch.mmu.headroom=9KB"],
         "107 frames of 1.5KB, = 160.5KB is more than a VIQ may take"),
        (["check", "scenarios/small/pfc_incast.toml", *BB_CREDIT, "--set", "flow_control.bb_credit.credits=8"], "are fewer than the"),
        (["run", "scenarios/small/pfc_incast.toml", *BB_CREDIT, "--out", "{out}/run"], "all 6 expectations held"),
        (["registers", "scenarios/small/pfc_incast.toml", *BB_CREDIT], "bb_credit_cnt"),
    ]),
    "detector": (2, [
        (["list", "mechanisms"], "step_ecn"),
        (["check", "scenarios/small/red_ecn.toml", *STEP_ECN], "congestion.step_ecn.k = 200KB is not below XON"),
        (["run", "scenarios/small/red_ecn.toml", *STEP_ECN, "--out", "{out}/run"], "flow.f1.ce_packets"),
        (["registers", "scenarios/small/red_ecn.toml", *STEP_ECN], "step_k"),
    ]),
    "codel": (2, [
        (["list", "mechanisms"], "codel"),
        (["check", "scenarios/small/red_ecn.toml", *CODEL, "--set", "congestion.codel.interval=3us"], "sources cannot have answered a mark"),
        (["run", "scenarios/small/red_ecn.toml", *CODEL, "--set", "congestion.codel.interval=10us", "--out", "{out}/run"],
         "all 6 expectations held"),
        (["cost", "scenarios/small/red_ecn.toml", *CODEL, "--all"], "codel_stamp"),
        (["registers", "scenarios/small/red_ecn.toml", *CODEL], "codel_interval"),
    ]),
    "key": (3, [
        (["run", "scenarios/ttl/ttl_headroom.toml", "--set", "switch.class_mapper.no_ttl_class=1", "--out", "{out}/run"],
         "held    drops = 0"),
        (["registers", "scenarios/ttl/ttl_headroom.toml"], "no_ttl_class"),
    ]),
    "rtl_variant": (1, [
        (["list", "blocks"], "stage_comparator_threshold_registered"),
        (["cosim", "stage_comparator_threshold_registered", "--cycles", "20000", "--out", "{out}/cosim"], "no difference"),
        (["vectors", "stage_comparator_threshold_registered", "--cycles", "100", "--out", "{out}/vectors"], "segments"),
    ]),
    "rtl_kind": (1, [
        (["list", "blocks"], "pause_timer"),
        (["cosim", "pause_timer", "--cycles", "20000", "--out", "{out}/cosim"], "no difference"),
        (["vectors", "pause_timer", "--cycles", "100", "--out", "{out}/vectors"], "segments"),
    ]),
    "itsy_rules": (4, [
        without("idle", "transmission_repaired", "declared_false = 0"),
        without("xon", "h1_repaired", "declared_false = 0"),
        without("latest", "numbers_repaired", "declaration_delay"),
        without("same", "sum_of_one_check_repaired", "declared_false = 0"),
        without("again", "h7_repaired", "missed = 0"),
        # Messages act when they come, PFC frames t_r later, so that a check overtakes a RESUME and a PAUSE.
        without_drawn("order", 106, "flow_control.processing_delay=3us", "flow_control.pfc.xon=16383B"),
        without_drawn("pause", 40),  # a number of an earlier pause comes home
    ]),
    "gradient_faults": (2, [
        *gradient("reversed", "scenarios/ring/gfc_gradient.toml", LOST, *STOPPED, status=FAULT),
        *gradient("short", "tb/tests/patches/gradient_line.toml", LOST, status=FAULT),
        *gradient("hosts", "scenarios/ring/gfc_gradient.toml", LOST, *STOPPED, status=FAULT),
        *gradient("news", "scenarios/ring/gfc_gradient.toml", LEFT, *STOPPED, status=FAILED),
        *gradient("units", "scenarios/ring/gfc_gradient.toml", LEFT, *STOPPED, *IN_PART_BLOCKS, status=FAILED),
        *gradient("depth", "tb/tests/patches/gradient_fork.toml", MAY_NOT, status=FAULT),
    ]),
}


def counted(path, top):
    """Whether a file is one that the limits are about: what is added has files of its own, what is edited is not ready for it."""
    return (top / path).exists() and not (path.startswith(("tb/tests/", "docs/")) or path.endswith((".md", ".cmake"))
                or path.split("/")[-1] == "CMakeLists.txt")


def files_of(patch):
    return re.findall(r"^diff --git a/\S+ b/(\S+)$", patch, re.MULTILINE)


def unlike_plugin(name, patch):
    """New files that differ from those of the plugin of this name (tb/tests/plugin), but for the folder of their header."""
    found = []
    for path, body in re.findall(r"^\+\+\+ b/(\S+)\n@@ -0,0 [^\n]*\n((?:\+[^\n]*\n)*)", patch, re.MULTILINE):
        kept = TOP / "tb/tests/plugin" / name / path.split("/")[-1]
        here = re.sub(r"^\+", "", body, flags=re.MULTILINE)
        there = re.sub(rf"tb/tests/plugin/{name}/(\w+\.h)", r"\1", kept.read_text(encoding="utf-8")) if kept.exists() else ""
        if sorted(re.sub(rf'"hw_model/mechanisms/\w+/({name}\w*\.h)"', r'"\1"', here).splitlines()) != sorted(there.splitlines()):
            found.append(f"{name}: {path} is not as {kept.relative_to(TOP)}")
    return found


def git_apply(folder, patch, *options):
    """What git says, empty when all is well. Without a repository around the folder."""
    done = subprocess.run(["git", "apply", *options, "-"], cwd=folder, input=patch, text=True, capture_output=True,
                          check=False, env={**os.environ, "GIT_CEILING_DIRECTORIES": str(pathlib.Path(folder).parent)})
    return done.stderr.strip() or ("git apply failed" if done.returncode != 0 else "")


def problems_of(name, patch, most, top):
    """What is wrong with a patch of the tree `top`."""
    files = files_of(patch)
    code = [path for path in files if counted(path, top)]
    found = []
    if not files:
        found.append(f"{name}: changes nothing")
    if len(code) > most:
        found.append(f"{name}: edits {len(code)} files, at most {most}: {' '.join(code)}")
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            if (top / path).exists():
                (pathlib.Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(top / path, pathlib.Path(folder) / path)
        said = git_apply(folder, patch)
        if said:
            return found + [f"{name}: does not apply: {said.splitlines()[0]}"]
        for path in files:
            after = pathlib.Path(folder) / path
            if path.endswith(CODE) and after.exists() and len(after.read_text().splitlines()) > LONGEST:
                found.append(f"{name}: {path} has more than {LONGEST} lines with it")
    return found


def tracked():
    sys.path.insert(0, str(TOP / "tb/tests/regress"))
    sys.dont_write_bytecode = True
    import house
    return house.tracked_paths()


def renew_copy(paths):
    """The tree as it is, with old times where nothing has changed, so that little is compiled."""
    wanted = set(paths)
    for path in paths:
        target = COPY / path
        if not target.exists() or not filecmp.cmp(TOP / path, target, shallow=False):
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(TOP / path, target)
    for folder, below, names in os.walk(COPY):
        below[:] = [name for name in below if pathlib.Path(folder, name) != COPY / "build"]
        for name in names:
            if str(pathlib.Path(folder, name).relative_to(COPY)) not in wanted:
                os.remove(pathlib.Path(folder, name))


def run(command, **options):
    done = subprocess.run([str(part) for part in command], text=True, capture_output=True, check=False, **options)
    return done.returncode, done.stdout + done.stderr


def draw_cases(arguments, out):
    """Writes the networks of itsy_cases.py that the command runs."""
    sys.path.insert(0, str(TOP / "tb/tests/regress"))
    from itsy_networks import scenario
    for number in re.findall(r"{out}/case_(\d+)\.toml", " ".join(arguments)):
        (pathlib.Path(out) / f"case_{number}.toml").write_text(scenario(number), encoding="utf-8")


def build_and_check(names, patches):
    """All of them in one copy: they have nothing to do with each other, and a build is dear."""
    renew_copy(tracked())
    for name in names:
        said = git_apply(COPY, patches[name])
        if said:
            return [f"{name}: does not apply beside the others: {said}"]
    build = COPY / "build" / "test"  # as deep as the tree's own, so that ccache finds what has not changed
    steps = [["cmake", "-S", COPY, "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_TESTING=OFF"],
             ["cmake", "--build", build, "--target", "weir"]]
    for step in steps:
        status, output = run(step)
        if status != 0:
            return [f"{' '.join(names)}: {' '.join(map(str, step[:3]))} failed:\n{output[-4000:]}"]
    problems = []
    for name in names:
        with tempfile.TemporaryDirectory() as out:
            for arguments, wanted, *undone in PATCHES[name][1]:
                environment, wanted_status = undone or ({}, 0)
                draw_cases(arguments, out)
                status, output = run([build / "weir", *(part.replace("{out}", out) for part in arguments)], cwd=COPY,
                                     env={**os.environ, **environment})
                if status != wanted_status or wanted not in output:
                    problems.append(f"{name}: weir {' '.join(arguments)}: status {status}, wanted {wanted!r}:\n{output[-2000:]}")
        if name == TYPED:
            status, output = run([sys.executable, "-B", TOP / "tb/tests/regress/doors.py", build / "weir", sys.executable, "--patched"])
            if status != 0:
                problems.append(f"{name}: {output}")
    return problems


def new_file(path, lines):
    body = "".join(f"+line {n}\n" for n in range(lines))
    return (f"diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n@@ -0,0 +1,{lines} @@\n{body}")


def self_test():
    missing = "diff --git a/no/such.h b/no/such.h\n--- a/no/such.h\n+++ b/no/such.h\n@@ -1 +1 @@\n-a\n+b\n"
    small = new_file("a/a.h", 3) + new_file("docs/a.md", 900) + new_file("tb/tests/a.cpp", 3) + new_file("b/CMakeLists.txt", 3)
    with tempfile.TemporaryDirectory() as folder:
        top = pathlib.Path(folder)
        for name in ("c.h", "d.h"):
            (top / name).write_text("a\n", encoding="utf-8")
        small += missing.replace("no/such.h", "c.h")
        for what, patch, most, words in (("a right one", small, 1, None),
                                         ("too many files", small + missing.replace("no/such.h", "d.h"), 1, "edits 2 files, at most 1"),
                                         ("a long file", new_file("a/a.cpp", 401), 1, "more than 400 lines"),
                                         ("one for another tree", missing, 1, "does not apply"),
                                         ("an empty one", "", 1, "changes nothing")):
            found = problems_of(what, patch, most, top)
            if (words is None and found) or (words is not None and not any(words in problem for problem in found)):
                sys.exit(f"{what}: found {found}")
    print("0 problems")


def main():
    options = sys.argv[1:]
    if options in (["-h"], ["--help"]):
        return print(__doc__)
    if options == ["--self-test"]:
        return self_test()
    build = "--build" in options
    names = [option for option in options if option != "--build"] or list(PATCHES)
    kept = {path.stem for path in HERE.glob("*.patch")}
    if kept != set(PATCHES) or not set(names) <= kept:
        sys.exit(f"try.py: the patches are {' '.join(sorted(kept))}, listed {' '.join(PATCHES)}, asked {' '.join(names)}")
    patches = {name: (HERE / f"{name}.patch").read_text(encoding="utf-8") for name in names}
    problems = []
    for name in names:
        most = PATCHES[name][0]
        problems += problems_of(name, patches[name], most, TOP)
        problems += unlike_plugin(name, patches[name]) if (TOP / "tb/tests/plugin" / name).is_dir() else []
        print(f"{name}: {sum(counted(path, TOP) for path in files_of(patches[name]))} of {most} files edited", flush=True)
    if build and not problems:
        problems += build_and_check(names, patches)
        print("built and tried" if not problems else "built or tried in vain")
    print("\n".join([*problems, f"{len(problems)} problems"]))
    return sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
