# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The library as others have it: installed into a folder of its own, found by find_package; its example, copied out of
the source tree, built against it and run. The program that is installed beside it repeats a table of docs/results on
another switch.

Usage: install_test.py CMAKE BUILD_DIRECTORY CXX_COMPILER VERSION
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import house

EXAMPLE = house.TOP / "tb" / "install_example"
SAYS = ["right: 20 of 20 frames, 0 wrong", "left: 1 pause, 1 resume", "counters of port 0: admitted 20, pauses_sent 1",
        "as expected"]
SCHEMAS = ("scenario", "summary", "story", "cost", "cost_comparison", "cost_chips", "cost_links", "headroom",
           "headroom_scenario", "headroom_pools", "registers")
LIBRARY = ("switch.h", "waves.h", "parts.h", "axi_stream.h", "cable.h", "remote_port.h", "tap.h", "vcml.h", "xgmii.h", "weir.h")  # the public headers
PROGRAM_FILES = ("bin/weir", "share/man/man1/weir.1", "share/bash-completion/completions/weir", "share/zsh/vendor-completions/_weir",
                 "share/fish/vendor_completions.d/weir.fish", "share/weir/scenarios/ring/pfc.toml", "share/weir/wireshark/weir.lua",
                 "lib/python3/dist-packages/weir/__init__.py", "share/weir/systemverilog/weir_switch_pkg.sv")
ASKS_FOR = "cmake_minimum_required(VERSION 3.25)\nproject(asks LANGUAGES CXX)\nfind_package(weir {} REQUIRED)\n"


OTHER_SYSTEMC = "3.0.1"
SYSTEMC_PACKAGE = "add_library(SystemC::systemc INTERFACE IMPORTED)\n"


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False, **options)
    return done.returncode, done.stdout + done.stderr


def check_files(prefix, build):
    """What is installed: the public headers and all of the chip, nothing of the bench, no path of this machine's build."""
    public = prefix / "include" / "weir"
    problems = [f"weir/{name}: is not installed" for name in LIBRARY if not (public / name).is_file()]
    problems += [f"{path.name}: should not be installed" for path in public.glob("*.*") if path.name not in (*LIBRARY, "reference.h")]
    include = prefix / "include" / "weir" / "internal"
    installed = {str(path.relative_to(include)) for path in include.rglob("*") if path.is_file()}
    wanted = {str(path.relative_to(house.TOP)) for path in (house.TOP / "hw_model").rglob("*.h")}
    problems += [f"{path}: is not installed" for path in sorted(wanted - installed)]
    problems += [f"schema/{of}.schema.json: is not installed" for of in SCHEMAS
                 if not list(prefix.rglob(f"schema/{of}.schema.json"))]
    problems += [f"{file}: is not installed" for file in PROGRAM_FILES if not (prefix / file).is_file()]
    problems += [f"{path}: should not be installed" for path in sorted(installed - wanted)]
    for path in sorted(installed):
        for target in re.findall(r'^#include "([^"]+)"', (include / path).read_text(encoding="utf-8"), re.MULTILINE):
            if target not in installed:
                problems.append(f"{path}: includes {target}, which is not installed")
    for path in (*prefix.rglob("*.cmake"), *prefix.rglob("*.pc")):
        text = path.read_text(encoding="utf-8")
        problems += [f"{path.name}: names {place}" for place in (house.TOP, build) if str(place) in text]
    return problems


def prove(prefix, build):
    """What check_files misses of planted faults; spoils the installed files."""
    include = prefix / "include" / "weir" / "internal"
    (include.parent / "public.h").write_text("", encoding="utf-8")
    (include.parent / "waves.h").unlink()
    (include / "hw_model" / "base" / "ids.h").unlink()
    (include / "foreign.h").write_text("", encoding="utf-8")
    (prefix / "planted.cmake").write_text(f"include({build}/x.cmake)", encoding="utf-8")
    found = check_files(prefix, build)
    return [f"does not find the planted fault '{words}'" for words in
            ("hw_model/base/ids.h: is not installed", "foreign.h: should not be installed", "public.h: should not be installed",
             "weir/waves.h: is not installed", "includes hw_model/base/ids.h, which is not installed", f"planted.cmake: names {build}")
            if not any(words in problem for problem in found)]


def check_unbuilt(cmake, build, folder):
    """Where the library is not built, nothing is installed, and the target to build is named."""
    script = folder / "unbuilt.cmake"
    text = (pathlib.Path(build) / "cmake_install.cmake").read_text(encoding="utf-8")
    script.write_text(re.sub(r"libweir\.so[.\d]*", "libabsent.so", text), encoding="utf-8")
    prefix = folder / "unbuilt"
    status, log = run(cmake, f"-DCMAKE_INSTALL_PREFIX={prefix}", "-P", script)
    if status != 0 and "weir_library" in log and not prefix.exists():
        return []
    return [f"an install of what is not built ends with status {status}, {'and leaves files' if prefix.exists() else ''}:\n{log}"]


def contents(folder):
    """All files of a folder with their sizes and times."""
    return {path: (path.stat().st_size, path.stat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()}


def configure(cmake, source, build, prefix, compiler, **options):
    return run(cmake, "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}", **options)


def check_versions(cmake, folder, prefix, compiler, version):
    """This version is found; a later one, an earlier minor one and one of another major number are not."""
    problems = []
    major, minor, _ = version.split(".")
    for asked, wanted in ((version, True), (f"{major}.{int(minor) + 1}", False), (f"{major}.{int(minor) - 1}", False), (f"{int(major) + 1}.0", False)):
        source = folder / f"asks_{asked}"
        source.mkdir()
        (source / "CMakeLists.txt").write_text(ASKS_FOR.format(asked), encoding="utf-8")
        status, log = configure(cmake, source, source / "build", prefix, compiler)
        if (status == 0) != wanted:
            problems.append(f"find_package(weir {asked}) {'fails' if wanted else 'succeeds'} with {version}:\n{log}")
    return problems


def systemc_pc(folder, version):
    """A folder in which pkg-config finds SystemC of that version; None: finds everything but SystemC."""
    places = subprocess.run(["pkg-config", "--variable", "pc_path", "pkg-config"], capture_output=True, text=True, check=True).stdout
    folder.mkdir()
    for place in reversed(places.strip().split(":")):
        for pc in pathlib.Path(place).glob("*.pc"):
            shutil.copy(pc, folder)
    if version is None:
        (folder / "systemc.pc").unlink()
    else:
        (folder / "systemc.pc").write_text(f"Name: systemc\nDescription: none\nVersion: {version}\n", encoding="utf-8")
    return folder


def check_systemc(cmake, folder, prefix, compiler):
    """SystemC by pkg-config or by its CMake package, of the version that weir was built with; another one: one clear line."""
    version = subprocess.run(["pkg-config", "--modversion", "systemc"], capture_output=True, text=True, check=True).stdout.strip()
    source = folder / "asks_for_systemc"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(ASKS_FOR.format(""), encoding="utf-8")
    problems = []
    for name, pc, package, words in (("other_pc", OTHER_SYSTEMC, None, f"needs SystemC {version}, with which it was built; this one is {OTHER_SYSTEMC}"),
                                     ("none", None, None, f"needs SystemC {version}; neither"),
                                     ("package", None, version, None),
                                     ("other_package", None, OTHER_SYSTEMC, f"this one is {OTHER_SYSTEMC}")):
        at = systemc_pc(folder / f"pc_{name}", pc)
        found = folder / f"systemc_{name}" / "lib" / "cmake" / "SystemCLanguage"
        if package is not None:
            found.mkdir(parents=True)
            (found / "SystemCLanguageConfig.cmake").write_text(SYSTEMC_PACKAGE, encoding="utf-8")
            (found / "SystemCLanguageConfigVersion.cmake").write_text(f"set(PACKAGE_VERSION {package})\n", encoding="utf-8")
        status, log = configure(cmake, source, folder / f"build_{name}", f"{prefix};{folder / f'systemc_{name}'}", compiler,
                                env={**os.environ, "PKG_CONFIG_LIBDIR": str(at)})
        if (status == 0) != (words is None) or (words or "") not in " ".join(log.split()):
            problems.append(f"find_package(weir) with SystemC as '{name}' ends with status {status}:\n{log}")
    weir_pc = next(prefix.rglob("weir.pc")).parent
    status, log = run("pkg-config", "--cflags", "weir", env={**os.environ, "PKG_CONFIG_LIBDIR": f"{folder / 'pc_other_pc'}:{weir_pc}"})
    if status == 0 or f"'systemc = {version}'" not in log:
        problems.append(f"pkg-config weir with SystemC {OTHER_SYSTEMC} ends with status {status}:\n{log}")
    return problems


def check_study(prefix, folder):
    """A table of docs/results on a switch with half of the buffer, by the program, plan and scenario that are installed."""
    weir, plan = prefix / "bin" / "weir", prefix / "share" / "weir" / "sweeps" / "tcd_testbed.toml"
    smaller = [word for setting in ("switch.mmu.viq_limit=400KB", "flow_control.pfc.xoff=400KB", "flow_control.pfc.xon=370KB")
               for word in ("--set", setting)]
    tables, problems = [], []
    for name, sets in (("as_it_is", []), ("smaller", smaller)):
        store = ["--store", folder / f"{name}.sqlite"]
        status, log = run(weir, "study", "run", plan, *sets, *store)
        if status != 0 or "5 of 5 claims hold" not in log:
            problems.append(f"weir study run, {name}: status {status}:\n{log}")
        status, log = run(weir, "study", "page", plan, *sets, *store)
        tables.append(log)
        if status != 0 or "| Ethernet, UE on F0 | 0 % |" not in log:
            problems.append(f"weir study page, {name}: status {status}:\n{log}")
    page = (house.TOP / "docs/results/tcd_figures.md").read_text(encoding="utf-8")
    if tables[0].split("\n\n")[-1] not in page or tables[1].split("\n\n")[-1] in page:
        problems.append(f"the installed study does not give the page's table, or gives it for another switch:\n{tables}")
    return problems


def check_example(cmake, folder, prefix, compiler):
    source = shutil.copytree(EXAMPLE, folder / "example")
    build = folder / "example_build"
    status, log = configure(cmake, source, build, prefix, compiler)
    if status == 0:
        status, log = run(cmake, "--build", build)
    if status != 0:
        return [f"the example does not build:\n{log}"]
    status, log = run(build / "own_station")
    problems = [f"the example does not say '{line}'" for line in SAYS if line not in log.splitlines()]
    if status != 0:
        problems.append(f"the example ends with status {status}")
    return problems + ([log] if problems else [])


def main():
    cmake, build, compiler, version = sys.argv[1:]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prefix = folder / "prefix"
        manifest = pathlib.Path(build) / "install_manifest.txt"
        manifest.unlink(missing_ok=True)
        sources = contents(house.TOP / "hw_model") | contents(EXAMPLE)
        status, log = run(cmake, "--install", build, "--prefix", prefix)
        if status != 0:
            sys.exit(f"cmake --install fails:\n{log}")
        problems = check_files(prefix, pathlib.Path(build))
        if manifest.exists() or contents(house.TOP / "hw_model") | contents(EXAMPLE) != sources:
            problems.append("cmake --install writes outside its prefix")
        listed = next(prefix.rglob("install_manifest.txt")).read_text(encoding="utf-8").splitlines()
        problems += [f"install_manifest.txt names {path}" for path in listed if not pathlib.Path(path).is_file()]
        problems += check_versions(cmake, folder, prefix, compiler, version)
        problems += check_systemc(cmake, folder, prefix, compiler)
        problems += check_example(cmake, folder, prefix, compiler)
        problems += check_unbuilt(cmake, build, folder)
        problems += check_study(prefix, folder)
        problems += prove(prefix, pathlib.Path(build))
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
