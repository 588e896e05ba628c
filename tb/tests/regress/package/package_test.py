# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Debian packages of a build: their names and dependencies, that they have what `cmake --install` installs, that nothing
names this machine, and that what is unpacked from them works where it lies.

Usage: package_test.py CMAKE BUILD_DIRECTORY VERSION PYTHON
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TOP = HERE.parents[3]
COMPONENTS = {"weir": ("weir", "doc"), "python": ("python",), "runtime": ("runtime",), "dev": ("dev",)}  # of each package
# What each package must say of itself, and what must be in it.
FIELDS = {
    "weir": {"Package": "weir", "Depends": "libsystemc (>= ", "Suggests": "libopenmpi3, libmetis5, openmpi-bin"},
    "python": {"Package": "python3-weir", "Architecture": "all", "Depends": "python3-pandas, weir (= {version})"},
    "runtime": {"Package": "libweir0", "Depends": "libsystemc (>= "},
    "dev": {"Package": "libweir-dev", "Depends": "libweir0 (= {version}), libsystemc-dev"},
}
WANTED = {
    "weir": ("bin/weir", "share/weir/scenarios/ring/pfc.toml", "share/weir/sweeps/tcd_testbed.toml", "share/weir/wireshark/weir.lua",
             "share/weir/schema/scenario.schema.json", "share/weir/rtl/tcd_detector/tcd_detector.sv",
             "share/weir/vectors/stage_comparator_threshold/expected.csv", "share/man/man1/weir.1", "share/doc/weir/copyright",
             "share/doc/weir/html/index.html", "share/doc/weir/html/docs/user_guide/package.html",
             "lib/weir/libweir_mpi.so", "lib/libweir_reference.so", "include/weir/reference.h", "share/bash-completion/completions/weir", "share/zsh/vendor-completions/_weir", "share/fish/vendor_completions.d/weir.fish"),
    "python": ("lib/python3/dist-packages/weir/__init__.py", "lib/python3/dist-packages/weir/switch.py", "share/doc/python3-weir/copyright"),
    "runtime": ("lib/libweir.so.0", "share/doc/libweir0/copyright"),
    "dev": ("include/weir/switch.h", "include/weir/weir.h", "include/weir/internal/hw_model/base/ids.h", "lib/libweir.so", "lib/libweir.a",
            "lib/libweir_internal.a", "lib/cmake/weir/weirConfig.cmake", "lib/pkgconfig/weir.pc",
            "share/weir/systemverilog/weir_switch_pkg.sv", "share/weir/systemverilog/weir_vpi.c", "share/doc/libweir-dev/copyright"),
}
# Stripped in a package; with the places of sources in messages of assertions.
PROGRAMS = re.compile(r"bin/weir|lib/(weir/libweir_mpi|libweir_reference)\.so|lib/libweir\.so[.0-9]*|lib/libweir(_internal)?\.a")
# Wanted for ranks alone, which a user may do without.
OPTIONAL = ("libopenmpi3", "libmetis5")
LARGEST_BYTES = 80_000_000


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          **more)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def files_below(folder):
    return {str(path.relative_to(folder)): path for path in folder.rglob("*") if not path.is_dir()}


def bytes_of(path):
    """Of a file, or the name to which a link leads, in another package perhaps."""
    return os.fsencode(os.readlink(path)) if path.is_symlink() else path.read_bytes()


def check_fields(component, fields, version):
    wanted = {"Version": version, **FIELDS[component]}
    problems = [f"{component}: depends on {name}" for name in OPTIONAL if name in fields.get("Depends", "")]
    return problems + [f"{component}: wanted '{value.format(version=version)}' in {name}; got '{fields.get(name)}'"
                       for name, value in wanted.items() if value.format(version=version) not in fields.get(name, "")]


def check_lists(component, packed, installed):
    """The package has what cmake --install installs, with the same content but for programs, which are stripped."""
    problems = [f"{component}: {name} is not in the package" for name in sorted({*installed, *WANTED[component]} - {*packed})]
    problems += [f"{component}: {name} is only in the package" for name in sorted({*packed} - {*installed})]
    problems += [f"{component}: {name} differs from what is installed" for name in sorted({*packed} & {*installed})
                 if not PROGRAMS.fullmatch(name) and bytes_of(packed[name]) != bytes_of(installed[name])]
    size = sum(path.lstat().st_size for path in packed.values())
    return problems + ([f"{component}: {size} bytes; wanted at most {LARGEST_BYTES}"] if size > LARGEST_BYTES else [])


def check_places(packed, places):
    """Files but programs that name a folder of this machine."""
    return [f"{name}: names {place}" for name, path in sorted(packed.items()) if not PROGRAMS.fullmatch(name)
            for place in places if os.fsencode(place) in bytes_of(path)]


def prove(folder, packed, installed):
    """What the checks miss of planted faults."""
    planted = folder / "planted"
    planted.write_text(f"see {TOP}/README.md", encoding="utf-8")
    less = {name: path for name, path in packed.items() if name != "share/weir/scenarios/ring/pfc.toml"}
    other = {**packed, "share/man/man1/weir.1": planted}
    found = [check_lists("weir", less, installed), check_lists("weir", packed, less), check_lists("weir", other, installed),
             check_places(other, [str(TOP)]), check_fields("weir", {"Package": "weir", "Depends": "libc6"}, "1.0"),
             check_fields("weir", {"Depends": "libc6, libopenmpi3 (>= 4.1.4)"}, "1.0")]
    words = ["scenarios/ring/pfc.toml is not in the package", "scenarios/ring/pfc.toml is only in the package", "weir.1 differs",
             "weir.1: names", "wanted 'libsystemc"]
    return [f"does not find the planted fault '{one}': {problems}" for one, problems in zip(words, found)
            if not any(one in problem for problem in problems)]


def main(cmake, build, version, python):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        run(cmake, "--build", build, "--target", "package_files")
        cpack = pathlib.Path(cmake).with_name("cpack")
        run(cpack, "--config", f"{build}/CPackConfig.cmake", "-B", folder / "made", "-D", "CPACK_DEBIAN_COMPRESSION_TYPE=none")
        packages = {path.name.split("_")[0]: path for path in (folder / "made").glob("*.deb")}
        wanted = {fields["Package"] for fields in FIELDS.values()}
        if {*packages} != wanted:
            sys.exit(f"wanted the packages {sorted(wanted)}; got {sorted(packages)}")
        problems = []
        for component, parts in COMPONENTS.items():
            package = packages[FIELDS[component]["Package"]]
            lines = run("dpkg-deb", "--field", package).splitlines()
            problems += check_fields(component, dict(line.split(": ", 1) for line in lines if ": " in line), version)
            run("dpkg-deb", "--extract", package, folder / component)
            for part in parts:
                run(cmake, "--install", build, "--component", part, "--prefix", folder / f"{component}_installed")
            packed, installed = files_below(folder / component / "usr"), files_below(folder / f"{component}_installed")
            problems += check_lists(component, packed, installed) + check_places(packed, [str(TOP), build])
            if component == "weir":
                problems += prove(folder, packed, installed)
        run("dpkg-deb", "--extract", packages["python3-weir"], folder / "weir")
        prefix = folder / "weir" / "usr"
        modules = {"PYTHONPATH": str(prefix / "lib" / "python3" / "dist-packages")}
        print(run("bash", HERE / "smoke.sh", prefix, python, env={**os.environ, **modules}))
        print(run(python, "-B", TOP / "tb/tests/bench_kit/kit_test.py", "faults", prefix / "bin" / "weir", "class_mapper"))
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
