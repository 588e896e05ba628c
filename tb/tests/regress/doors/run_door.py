# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""A door of the documentation (decide, debug, research, extend) from an empty folder, with what `cmake --install` installs
and nothing of the work tree: a script beside this one, with `weir` on PATH and the Python module where Python finds it.

run_door.py CMAKE BUILD_DIRECTORY PYTHON DOOR   the script ends with status 0
run_door.py CMAKE BUILD_DIRECTORY PYTHON DOOR --self-test
                                                with an installed file spoilt (SPOILT) the script fails
"""

import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[3]
# By door: (installed file, old, new): what must make the script fail, each on its own.
SPOILT = {
    "decide": [("bin/weir", None, "#!/bin/sh\nseq 30\n")],
    "debug": [("share/weir/scenarios/itsy/simultaneous_repaired.toml", 'duration = "1ms"', 'duration = "338us"'),
              ("share/weir/wireshark/weir.lua", None, "-- empty\n")],
    "research": [("lib/python3/dist-packages/weir/sweeps.py", '"held", "warnings", ', '"held", '),
                 ("share/weir/scenarios/flow_sizes/websearch.csv", None, "bytes,percent\n")],
    "extend": [("share/doc/weir/html/tb/tests/patches/detector.patch.html", "step_ecn", "step_ecm")],
}


def install(cmake, build, prefix, door):
    if door == "extend":  # reads the site as it is of today's pages
        subprocess.run([cmake, "--build", build, "--target", "site"], check=True, stdout=subprocess.DEVNULL)
    for component in ("weir", "doc", "python"):
        subprocess.run([cmake, "--install", build, "--component", component, "--prefix", prefix], check=True,
                       stdout=subprocess.DEVNULL)


def run_script(prefix, python, door):
    with tempfile.TemporaryDirectory() as empty:
        environment = {"PATH": f"{prefix}/bin:{os.environ['PATH']}", "HOME": empty, "PREFIX": str(prefix), "PYTHON": python,
                       "PYTHONPATH": f"{prefix}/lib/python3/dist-packages", "PYTHONDONTWRITEBYTECODE": "1", "MPLBACKEND": "Agg",
                       "DOORS": str(HERE), "SOURCES": str(TOP)}
        environment |= {name: os.environ[name] for name in ("TMPDIR", "WEIR_TEST_PICTURES") if name in os.environ}
        return subprocess.run(["bash", HERE / f"{door}.sh"], cwd=empty, env=environment, text=True, check=False,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def spoil(prefix, name, old, new):
    path = prefix / name
    text = path.read_text(encoding="utf-8") if old else ""
    if old and old not in text:
        sys.exit(f"{name} has no {old!r} to spoil")
    path.write_text(text.replace(old, new) if old else new, encoding="utf-8")


def main(cmake, build, python, door, *options):
    with tempfile.TemporaryDirectory() as folder:
        prefix = pathlib.Path(folder) / "prefix"
        install(cmake, build, prefix, door)
        if not options:
            done = run_script(prefix, python, door)
            print(done.stdout, end="")
            return done.returncode
        for name, old, new in SPOILT[door]:
            kept = (prefix / name).read_bytes()
            spoil(prefix, name, old, new)
            done = run_script(prefix, python, door)
            print(f"{name} is spoilt: {done.stdout.splitlines()[-1:]}")
            if done.returncode == 0:
                sys.exit(f"{door}.sh does not find that {name} is spoilt")
            (prefix / name).write_bytes(kept)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
