# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Switches from C, SystemVerilog, Verilog with VPI and Python, by the installed libraries alone.

Orders of all kinds, to registers, frames, pins and time, right and wrong ones: all languages get the same answers. The shared object shows the functions of weir.h, the classes of its C++ headers, and nothing else. A scoreboard
in SystemVerilog finds what a design does otherwise.

Usage: c_interface_test.py CMAKE BUILD_DIRECTORY C_COMPILER CXX_COMPILER
"""

import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[3]
HERE = TOP / "tb" / "tests" / "c_interface"
SCENARIO = TOP / "tb" / "tests" / "platform" / "hello" / "two_switches.toml"
WARNINGS = ["-Wall", "-Wextra", "-Werror"]
ORDERS = 3000
FEWEST = 10  # answers and refusals of each kind of order
REFUSED_BY_VPI = ("argument 4 of $weir_send is x, z or wider than 64 bits", "a frame of 64 bytes in a vector of 2",
                  "argument 1 of $weir_ports is no switch")
FAULTS = ["100 compared, 0 differences", *5 * ["has other bytes"], "does not send a frame", "sends a frame that the switch does not send"]


def run(*command, cwd=None, **environment):
    done = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False, timeout=600,
                          env={**os.environ, **environment})
    return done.returncode, done.stdout, done.stderr


def must(*command, **options):
    status, out, err = run(*command, **options)
    if status != 0:
        sys.exit(f"{' '.join(str(word) for word in command)}: status {status}\n{out}{err}")
    return out


def orders_of(registers):
    """Random orders: kind, switch, register, two numbers."""
    draw = random.Random(1)
    counters = [one for one in registers if re.search(r"frames|admitted|pauses|interrupt|in_use", one[1])]
    settings = [one for one in registers if re.search(r"interrupt.mask|xoff|xon|viq_limit|max_frame|mac_address", one[1])]
    reached, orders = 0, []
    for _ in range(ORDERS):
        kind = draw.choice(["take", "read", "peek", "write", "next", "next", "next", "send", "until", "until", "reset", "link"])
        which, name = draw.choice(counters if draw.random() < 0.5 else registers)
        a, b = draw.randrange(3), 60 + draw.randrange(1440) if draw.random() < 0.9 else draw.choice([0, 1, 13, 63, 9212, 9213, 9216, 65536])
        if kind in ("read", "peek", "write") and draw.random() < 0.2:
            name = draw.choice([name + "[0]", name[:-1], "mmu", "port.frames_sent", "port.frames_sent[9]", "port.frames_sent[]", "."])
        if kind == "write":
            which, name = draw.choice(settings) if draw.random() < 0.7 else (which, name)
            a = draw.getrandbits(draw.randrange(65))
        if kind in ("send", "until"):
            reached += draw.randrange(2_000_000)
            a = reached + (3_000_000 if kind == "send" else 0) if draw.random() < 0.8 else draw.getrandbits(63)
            if kind == "until" and a > reached:
                a = draw.randrange(reached + 1)
        if kind in ("reset", "link"):
            b = int(draw.random() < 0.8)
            a = int(draw.random() < 0.2) if kind == "reset" else a
        orders.append(f"{kind} {which} {name} {a} {b}\n")
    return orders


def judge(orders, answers):
    """Whether each kind of order was answered and refused often enough to say something."""
    problems = []
    for kind in ("take", "read", "peek", "write", "next", "send", "until", "link", "reset"):
        said = [answer for order, answer in zip(orders, answers) if order.split()[0] == kind]
        refused = sum(answer.startswith("-1 ") for answer in said)
        if len(said) - refused < FEWEST or (refused < FEWEST and kind != "reset"):
            problems.append(f"{kind}: {len(said) - refused} answers and {refused} refusals; wanted {FEWEST} of each")
        if any(re.fullmatch(r"-1 *", answer) for answer in said):
            problems.append(f"{kind}: refused without a reason")
    if not any(re.match(r"[1-9]\d+ \d+ \d+$", answer) for order, answer in zip(orders, answers) if order.startswith("take")):
        problems.append("no frame was taken")
    return problems


def check_names(prefix, cxx, folder):
    """What the shared object shows, against the header of C; and C++ takes the header."""
    header = (prefix / "include" / "weir" / "weir.h").read_text(encoding="utf-8")
    declared = set(re.findall(r"^[^/*\n ][^(\n]*?\b(weir_\w+)\(", header, re.MULTILINE))
    library = next(prefix.rglob("libweir.so.0"))
    shown = [line.split(maxsplit=2)[2] for line in must("nm", "-DC", "--defined-only", library).splitlines()]
    ours = {name for name in shown if name.startswith("weir_")}
    problems = [f"{name}: in one of weir.h and libweir.so alone" for name in sorted(ours ^ declared)]
    words = {word for path in (prefix / "include/weir").glob("*.h") for word in re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    allowed = re.compile(r"(?:(?:non-virtual |virtual )?thunk to |vtable for |typeinfo (?:name )?for |VTT for )?weir::(?!platform)(\w+)")
    problems += [f"libweir.so shows {name}" for name in shown if name not in ours and name != "sc_main"
                 and not ((of := allowed.match(name)) and of[1] in words)]
    (folder / "only.cpp").write_text('#include <weir/weir.h>\nint main() { return weir_error()[0]; }\n', encoding="utf-8")
    must(cxx, "-std=c++17", *WARNINGS, "-pedantic", f"-I{prefix / 'include'}", "-fsyntax-only", folder / "only.cpp")
    return problems


def verilated(prefix, top, folder):
    """The bench TOP.sv, as a program."""
    library = next(prefix.rglob("libweir.so"))
    must("verilator", "--binary", "-O3", "-Wall", "-Wno-DECLFILENAME", next(prefix.rglob("weir_switch_pkg.sv")), HERE / f"{top}.sv",
         "--top-module", top, "-Mdir", folder / f"{top}_obj", "-o", folder / f"{top}_sv",
         "-LDFLAGS", f"{library} -Wl,-rpath,{library.parent}")
    return folder / f"{top}_sv"


def with_icarus(prefix, compiler, folder, *plusargs):
    """What walk_icarus.sv says, with the VPI module of the library."""
    library = next(prefix.rglob("libweir.so"))
    must(compiler, "-std=c11", *WARNINGS, "-shared", "-fPIC", "-I/usr/include/iverilog", f"-I{prefix / 'include'}",
         next(prefix.rglob("weir_vpi.c")), library, f"-Wl,-rpath,{library.parent}", "-o", folder / "weir.vpi")
    must("iverilog", "-g2012", "-Wall", f"-L{folder}", "-mweir", "-o", folder / "walk.vvp", HERE / "walk_icarus.sv")
    return must("vvp", f"-M{folder}", "-mweir", folder / "walk.vvp", *plusargs)


def check_walks(prefix, compiler, folder):
    library = next(prefix.rglob("libweir.so"))
    python = {"PYTHONPATH": str(prefix / "lib/python3/dist-packages")}
    scenario = shutil.copy(SCENARIO, folder)
    listed = must(sys.executable, HERE / "walk.py", scenario, **python)
    registers = [line.split(maxsplit=1) for line in listed.splitlines()]
    orders = orders_of(registers)
    (folder / "orders").write_text("".join(orders), encoding="utf-8")
    must(compiler, "-std=c11", "-pedantic", *WARNINGS, f"-I{prefix / 'include'}", HERE / "walk.c", "-o", folder / "walk_c",
         library, f"-Wl,-rpath,{library.parent}")
    plusargs = (f"+scenario={scenario}", f"+orders={folder / 'orders'}")
    answers = {"C": must(folder / "walk_c", scenario, folder / "orders"),
               "Python": must(sys.executable, HERE / "walk.py", scenario, folder / "orders", **python),
               "SystemVerilog": must(verilated(prefix, "walk", folder), *plusargs),
               "Verilog": with_icarus(prefix, compiler, folder, *plusargs)}
    lines = {language: [line for line in text.splitlines() if re.match(r"-?\d|none", line)] for language, text in answers.items()}
    problems = judge(orders, lines["C"])
    problems += [f"Icarus does not say '{words}'" for words in REFUSED_BY_VPI if words not in answers["Verilog"]]
    if len(lines["C"]) != len(orders) + 1 or "elaborates once" not in lines["C"][-1]:
        problems.append(f"{len(lines['C'])} answers to {len(orders)} orders, and at last {lines['C'][-1]}")
    for language, said in lines.items():
        apart = [(order, one, other) for order, one, other in zip([*orders, "make"], lines["C"], said) if one != other]
        if apart or len(said) != len(lines["C"]):
            problems.append(f"C and {language} differ: {apart[:3]}, {len(said)} answers")
    return problems


def check_scoreboard(prefix, folder):
    program = verilated(prefix, "scoreboard", folder)
    problems = []
    for fault, wanted in enumerate(FAULTS):
        status, said, err = run(program, f"+fault={fault}")
        if wanted not in said or (status != 0) != (fault != 0):
            problems.append(f"the scoreboard, fault {fault}: wanted '{wanted}':\n{said}{err}")
    return problems


def check_threads(prefix, folder):
    """A call from another thread is refused; recordings are complete at the end of the process."""
    program = ("import threading\nfrom weir.switch import *\n"
               f"s1 = Switch('s1', file={str(SCENARIO)!r})\nrecord('all.vcd')\nrecord('all.pcapng')\n"
               "s1.send(0, bytes.fromhex('020000010000020000000000') + bytes(48))\nrun_until(9_000_000)\n"
               "def other():\n    try:\n        run_until(10_000_000)\n    except Error as error:\n        print(error)\n"
               "t = threading.Thread(target=other)\nt.start()\nt.join()\n")
    said = must(sys.executable, "-c", program, cwd=folder, PYTHONPATH=str(prefix / "lib/python3/dist-packages"))
    problems = [] if "one thread" in said else [f"a call from another thread says {said!r}"]
    for name in ("all.vcd", "all.pcapng"):
        if not (folder / name).is_file() or (folder / name).stat().st_size < 200:
            problems.append(f"{name} is not complete")
    return problems


def check_page(prefix, folder):
    """The examples of the page, by its commands."""
    page = (TOP / "docs/user_guide/library_c.md").read_text(encoding="utf-8").replace("/opt/weir", str(prefix))
    blocks = dict.fromkeys(("toml", "c", "python", "systemverilog", "verilog"), "")
    blocks |= {language: text for language, text in re.findall(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)}
    for language, name in (("toml", "pair.toml"), ("c", "first.c"), ("python", "first.py"), ("systemverilog", "first.sv"), ("verilog", "first.v")):
        (folder / name).write_text(blocks[language], encoding="utf-8")
    commands = re.findall(r"^```sh\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    said = [must("bash", "-ec", command, cwd=folder) for command in commands]
    wanted = (r"64 bytes at \d+ ps\n$", r"64 bytes at \d+ ps\nreceived: 1\n$", "^1 frame as the switch has it", r"^64 bytes at \d+ ps\n$")
    if len(said) != len(wanted):
        return [f"the page has {len(said)} commands; wanted {len(wanted)}"]
    return [f"the page's command says {text!r}:\n{command}" for command, text, one in zip(commands, said, wanted)
            if not re.search(one, text, re.MULTILINE)]


def main():
    cmake, build, compiler, cxx = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prefix = folder / "prefix"
        for component in ("runtime", "dev", "python"):
            must(cmake, "--install", build, "--prefix", prefix, "--component", component)
        problems = check_names(prefix, cxx, folder)
        problems += check_walks(prefix, compiler, folder)
        problems += check_scoreboard(prefix, folder)
        problems += check_threads(prefix, folder)
        problems += check_page(prefix, folder)
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
