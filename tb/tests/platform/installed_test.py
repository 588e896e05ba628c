# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The library of weir/switch.h as others have it: installed into a folder of its own, compiled in C++17 with warnings as
errors, its header not as one of the system, and run, with the source tree out of sight. And what the header brings
along: no macro, no namespace, hardly a line beyond SystemC's. clang++ reads the headers in C++17 and C++20; both
compilers build all examples in both standards in platform.clean_room (in_room.py).

weir/parts.h by itself: it compiles alone, with the standard library. And a part in a switch of a platform.

And two switches watched: what they count.

And a driver in C, which knows the switch by the header of its registers alone: what it says of a storm of pauses, and
that it never makes more than two accesses at an interrupt.

Usage: installed_test.py CMAKE BUILD_DIRECTORY CXX_COMPILER C_COMPILER WEIR
"""

import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "regress"))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "regress" / "report"))
import house  # noqa: E402
import waves_test  # noqa: E402

HELLO = house.TOP / "tb" / "tests" / "platform" / "hello"
OWN_PART = house.TOP / "tb" / "tests" / "platform" / "own_part"
WATCHED = house.TOP / "tb" / "tests" / "platform" / "watched"
DRIVER = house.TOP / "tb" / "tests" / "platform" / "driver"
HEARD = ["up, with 3 ports", "storm of pauses at port 1: what comes for it is dropped", "port 0 has lost many frames",
         "storm at port 1 is over"]
MOST_DRIVER_LINES = 200
FEWEST_VICTIMS = 100  # frames that another host must get during the storm of 1 ms
SAYS = r"paused by s1, which s2 has paused [1-9]\d* times\n"
MOST_LINES = 40
COUNTED = ["board.s1.port.frames_received[0] = 80", "board.s1.mmu.admitted[0][0] = 80", "board.s2.port.frames_received[1] = 80",
           "board.s2.mmu.admitted[1][0] = 80"]
OWN_SAYS = "placed\nseen 80\nrefused 16\n"  # one of five
FILES = ["watched.cpp", "watched.fst", "watched.gtkw", "watched.pcapng"]
MARKER = 50_000_000  # ps; s2 pauses s1 then
FULL_KIB = 4  # room for the waves, and not for the capture
WARNINGS_OF_C = ["-Wall", "-Wextra", "-Werror"]
WARNINGS = ["-Wall", "-Wextra", "-Woverloaded-virtual", "-Werror"]
NAMESPACES = ["unshare", "--user", "--map-root-user", "--mount", "--net", "--pid", "--fork", "--kill-child"]
HIDE = 'mount -t tmpfs none "$0" && mount -t tmpfs none /run && exec "$@"'
MAY_INCLUDE = {"cstddef", "cstdint", "memory", "string", "vector", "systemc", "tlm"}
ALONE = "#include <systemc>\n#include <tlm>\n"
MOST_MORE_LINES = 200  # of some 70,000 that SystemC and the standard headers have


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    return done.returncode, done.stdout + done.stderr


@functools.cache
def can_hide():
    """Whether this machine has namespaces for everybody."""
    return run(*NAMESPACES, "sh", "-c", HIDE, "/mnt", "true")[0] == 0


def out_of_sight(*command, **options):
    """Runs a command that sees nothing of the source tree, where the machine can do that."""
    return run(*NAMESPACES, "sh", "-c", HIDE, house.TOP, *command, **options) if can_hide() else run(*command, **options)


def install(cmake, build, prefix):
    """The library and its headers."""
    for component in ("runtime", "dev"):
        status, log = run(cmake, "--install", build, "--prefix", prefix, "--component", component)
        if status != 0:
            sys.exit(f"cmake --install fails:\n{log}")


def flags(prefix):
    """What pkg-config says: arguments of the compiler, and of the linker."""
    pc = next(prefix.rglob("weir.pc")).parent
    said = []
    for ask in ("--cflags", "--libs"):
        done = subprocess.run(["pkg-config", ask, "weir"], capture_output=True, text=True, check=True,
                              env={**os.environ, "PKG_CONFIG_PATH": str(pc)})
        said.append(done.stdout.split())
    return said


def preprocessed(compiler, cflags, text, folder, *options):
    source = folder / "only.cpp"
    source.write_text(text, encoding="utf-8")
    return subprocess.run([compiler, "-std=c++17", *cflags, "-E", *options, source], capture_output=True, text=True,
                          check=True).stdout.splitlines()


def check_header(prefix, compiler, folder):
    header = prefix / "include" / "weir" / "switch.h"
    text = header.read_text(encoding="utf-8")
    problems = [f"switch.h includes {target}" for target in re.findall(r'^\s*#\s*include\s*["<]([^">]+)', text, re.MULTILINE)
                if target not in MAY_INCLUDE]
    if re.search(r"using\s+namespace", text):
        problems.append("switch.h brings a namespace")
    cflags = flags(prefix)[0]
    only = "#include <weir/switch.h>\n"
    more = ALONE + "".join(f"#include <{name}>\n" for name in sorted(MAY_INCLUDE))
    macros = [set(preprocessed(compiler, cflags, source, folder, "-dM")) for source in (more, only)]
    problems += [f"switch.h brings a macro: {line}" for line in sorted(macros[1] - macros[0])]
    lines = [len(preprocessed(compiler, cflags, source, folder, "-P")) for source in (more, only)]
    if not 0 < lines[1] - lines[0] <= MOST_MORE_LINES:
        problems.append(f"switch.h is {lines[1] - lines[0]} lines more than the {lines[0]} of the headers that it includes; at most {MOST_MORE_LINES}")
    read = preprocessed(compiler, cflags, only, folder, "-M")
    problems += [f"switch.h reads {line.strip()}" for line in read if str(house.TOP) in line or "hw_model" in line]
    return problems


def check_hello(prefix, compiler, folder, standard="c++17"):
    """By pkg-config and the compiler."""
    source = shutil.copytree(HELLO, folder / "hello")
    cflags, libs = flags(prefix)
    status, log = out_of_sight(compiler, f"-std={standard}", *WARNINGS, *cflags, "hello.cpp", "-o", "hello", *libs, cwd=source)
    return [f"hello does not build in {standard}:\n{log}"] if status != 0 else says(source, "./hello")


def says(folder, program):
    status, log = out_of_sight(program, cwd=folder)
    if status == 0 and re.search(SAYS, log):
        return []
    return [f"hello ends with status {status} and says:\n{log}"]


def check_parts(prefix, compiler, folder, standard="c++17"):
    """weir/parts.h alone, without pkg-config; and what a switch with a part says."""
    (folder / "alone.cpp").write_text("#include <weir/parts.h>\n", encoding="utf-8")
    include = folder / "parts_only" / "weir"
    include.mkdir(parents=True)
    shutil.copy(prefix / "include" / "weir" / "parts.h", include)
    status, log = run(compiler, f"-std={standard}", "-pedantic", *WARNINGS, "-I", include.parent, "-fsyntax-only", folder / "alone.cpp")
    problems = [f"parts.h does not compile alone in {standard}:\n{log}"] if status != 0 else []
    source = shutil.copytree(OWN_PART, folder / "own_part")
    shutil.copy(HELLO / "two_switches.toml", source)
    cflags, libs = flags(prefix)
    status, log = run(compiler, f"-std={standard}", *WARNINGS, *cflags, "own_part.cpp", "-o", "own_part", *libs, cwd=source)
    if status == 0:
        done = subprocess.run(["./own_part"], cwd=source, capture_output=True, text=True, check=False)
        status, log = done.returncode, done.stdout
    return problems + ([f"own_part ends with status {status} and says:\n{log}"] if (status, log) != (0, OWN_SAYS) else [])


def check_watched(prefix, compiler, folder, standard="c++17"):
    """What two watched switches say."""
    source = shutil.copytree(WATCHED, folder / "watched")
    shutil.copy(HELLO / "two_switches.toml", source)
    cflags, libs = flags(prefix)
    status, log = out_of_sight(compiler, f"-std={standard}", *WARNINGS, *cflags, "watched.cpp", "-o", "watched", *libs, cwd=source)
    if status != 0:
        return [f"watched does not build:\n{log}"]
    status, log = out_of_sight("./watched", cwd=source)
    files = sorted(path.name for path in source.iterdir() if path.name.startswith("watched."))
    problems = [] if files == FILES else [f"watched leaves {files}, not {FILES}"]
    problems += [f"watched does not say '{line}'" for line in COUNTED if line not in log.splitlines()]
    if status != 0:
        problems.append(f"watched ends with status {status}")
    return [problem + f":\n{log}" for problem in problems] + check_full(source)


def check_view(folder):
    """Of check_watched: what GTKWave shows of the view that stands beside the waves: every signal that the view asks for, states by name."""
    source = folder / "watched"
    asked = waves_test.signals_asked_for(source / "watched.gtkw")
    shown = waves_test.signals_shown(waves_test.traces_in(source, "watched.gtkw", "watched.fst", MARKER))
    wanted = [re.sub(r"\[.*", "", path).split(".")[-1] for path in asked]
    problems = [] if all(path.startswith(("board.s1.", "board.s2.")) for path in asked) else [f"the view asks for {asked}"]
    if not wanted or [name.split(" ")[0] for _, name, _ in shown] != wanted:
        problems.append(f"the view asks for {wanted}, and GTKWave shows {shown}")
    states = {name: value for _, name, value in shown if name.startswith(("sender_pause", "receiver_pause"))}
    return problems if "paused" in states.values() else problems + [f"no port is paused at the marker: {states}"]


def check_full(source):
    """A capture that outgrows its disk: one warning, nothing of it is left, and the simulation goes on."""
    for name in FILES[1:]:
        (source / name).unlink()
    status, log = run("bash", "-c", f"trap '' XFSZ; ulimit -f {FULL_KIB}; exec ./watched", cwd=source)
    left = sorted(path.name for path in source.iterdir() if path.name.startswith("watched."))
    if status == 0 and log.count("weir/output: watched.pcapng: cannot write") == 1 and left == FILES[:3]:
        return []
    return [f"watched on a full disk ends with status {status}, leaves {left}:\n{log}"]


def check_driver(prefix, compilers, weir, folder, standard="c++17"):
    """What the driver says in a storm, and how often it wakes."""
    source = shutil.copytree(DRIVER, folder / "driver")
    if (length := len((DRIVER / "driver.c").read_text(encoding="utf-8").splitlines())) > MOST_DRIVER_LINES:
        return [f"driver.c has {length} lines; at most {MOST_DRIVER_LINES}"]
    cflags, libs = flags(prefix)
    compiler, c_compiler = compilers
    for command in ((weir, "registers", "storm.toml", "--device", "s1", "--format", "c", "--out", "registers.h"),
                    (c_compiler, "-std=c11", "-pedantic", *WARNINGS_OF_C, "-I.", "-c", "driver.c", "-o", "driver.o"),
                    (compiler, f"-std={standard}", *WARNINGS, "-I.", *cflags, "storm.cpp", "driver.o", "-o", "storm", *libs)):
        status, log = (run if command[0] == weir else out_of_sight)(*command, cwd=source)
        if status != 0:
            return [f"the driver does not build:\n{log}"]
    status, log = out_of_sight("./storm", cwd=source)
    problems = [f"the driver does not say '{words}'" for words in HEARD if words not in log]
    end = re.search(r"(\d+) interrupts, (\d+) frames at h3 during the storm\n", log)
    if status != 0 or not end or not 0 < int(end[1]) <= 20 or int(end[2]) < FEWEST_VICTIMS or "accesses at one" in log:
        problems.append(f"the driver ends with status {status}")
    return [problem + f":\n{log}" for problem in problems]


def check_package(cmake, prefix, compiler, folder, standard="c++17"):
    """By find_package."""
    source = shutil.copytree(HELLO, folder / "hello_cmake")
    status, log = out_of_sight(cmake, "-S", source, "-B", source / "build", f"-DCMAKE_PREFIX_PATH={prefix}",
                               f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_NO_SYSTEM_FROM_IMPORTED=ON",
                               f"-DCMAKE_CXX_FLAGS={' '.join([*WARNINGS, f'-std={standard}'])}")
    if status == 0:
        status, log = out_of_sight(cmake, "--build", source / "build")
    return [f"hello does not build by find_package:\n{log}"] if status != 0 else says(source, source / "build" / "hello")


def check_clang(prefix, folder):
    """All public headers of C++, by clang++."""
    source = folder / "headers.cpp"
    source.write_text("".join(f"#include <weir/{header.name}>\n" for header in sorted((prefix / "include" / "weir").glob("*.h"))
                              if header.name != "reference.h"), encoding="utf-8")
    problems = []
    for standard in ("c++17", "c++20"):
        status, log = run("clang++", f"-std={standard}", *WARNINGS, *flags(prefix)[0], "-fsyntax-only", source)
        problems += [f"clang++ does not compile the public headers in {standard}:\n{log}"] if status != 0 else []
    return problems


def prove(prefix, compiler, folder):
    """What check_header misses of planted faults; spoils the installed header."""
    header = prefix / "include" / "weir" / "switch.h"
    text = header.read_text(encoding="utf-8")
    problems = []
    for planted, words in (("#define WEIR_X 1\n", "a macro: #define WEIR_X 1"), ("using namespace std;\n", "brings a namespace"),
                           ("#include <map>\n", "includes map"), ("int f();\n" * (MOST_MORE_LINES + 1), "lines more than"),
                           ('#include "weir/internal/hw_model/base/ids.h"\n', "reads")):
        header.write_text(text + planted, encoding="utf-8")
        if not any(words in problem for problem in check_header(prefix, compiler, folder)):
            problems.append(f"does not find the planted fault '{words}'")
    header.write_text(text, encoding="utf-8")
    if can_hide() and out_of_sight("ls", house.TOP / "README.md")[0] == 0:
        problems.append("the source tree is in sight of what should not see it")
    return problems


def main():
    cmake, build, compiler, c_compiler, weir = sys.argv[1:]
    problems = []
    length = len((HELLO / "hello.cpp").read_text(encoding="utf-8").splitlines())
    if length > MOST_LINES:
        problems.append(f"hello.cpp has {length} lines; at most {MOST_LINES}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prefix = folder / "prefix"
        install(cmake, build, prefix)
        problems += check_header(prefix, compiler, folder)
        problems += check_clang(prefix, folder)
        problems += check_hello(prefix, compiler, folder)
        problems += check_package(cmake, prefix, compiler, folder)
        problems += check_parts(prefix, compiler, folder)
        problems += check_watched(prefix, compiler, folder)
        problems += check_view(folder)
        problems += check_driver(prefix, (compiler, c_compiler), weir, folder)
        problems += prove(prefix, compiler, folder)
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
