# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""packages.txt names what the project uses, in the section that needs it, and nothing else."""

import re

import house

LIST = "packages.txt"
SECTIONS = ("run", "synth", "ranks", "docs", "package", "slurm", "test", "develop")

# What shows that a package is used: an include, a CMake name, a program that is called. Prose does not count.
USED_BY = {
    "chromium-headless-shell": r"\"chromium-headless-shell\"",
    "clang": r"run\(\"clang\+\+\"",
    "clang-format": r"\"clang-format\", \"--",
    "cmake": r"cmake --preset",
    "debootstrap": r"\bdebootstrap --variant",
    "dpkg-dev": r"PACKAGE_SHLIBDEPS ON",  # dpkg-shlibdeps, which asks file
    "file": r"PACKAGE_SHLIBDEPS ON",
    "g++": r"LANGUAGES C CXX",
    "git": r"\bgit (-C|ls-files|clone)|\"git\"",
    "gtkwave": r"\bgtkwave -|\bfst2vcd\b|\"gtkwave\"",
    "iproute2": r"\"ip\", \"ping\"",
    "iputils-ping": r"\"ping\"\)",
    "iverilog": r"\b(iverilog|vvp)\b",
    "libboost-dev": r"<boost/|find_package\(Boost",
    "libboost-filesystem-dev": r"Boost::filesystem\b",
    "libboost-graph-dev": r"Boost::graph\b",
    "libcli11-dev": r"<CLI/",
    "libexpected-dev": r"<tl/expected",
    "libfmt-dev": r"<fmt/",
    "libgmock-dev": r"<gmock/",
    "libgtest-dev": r"<gtest/",
    "libjs-dygraphs": r"dygraph",
    "libmd-dev": r"<sha2\.h>",
    "libmetis-dev": r"<metis\.h>",
    "libopenmpi-dev": r"<mpi\.h>",
    "libpcap-dev": r"<pcap[./]",
    "librandom123-dev": r"<Random123/",
    "librapidcheck-dev": r"<rapidcheck",
    "libspdlog-dev": r"<spdlog/",
    "libsqlite3-dev": r"<sqlite3\.h>|find_package\(SQLite3",
    "libsystemc-dev": r"<systemc|pkg_check_modules\(SYSTEMC",
    "libtomlplusplus-dev": r"<toml\+\+/",
    "make": r"\"verilator\", \"make\"",  # by verilator --build
    "mkdocs-material": r"\bfrom mkdocs\.",
    "ninja-build": r'"Ninja"',
    "nlohmann-json3-dev": r"<nlohmann/",
    "openmpi-bin": r"\"mpirun\"",
    "opensta": r"find_tool\(\"sta\"",
    "pkg-config": r"find_package\(PkgConfig",
    "python3": r"find_package\(Python3|Python3_EXECUTABLE|(?<!lib/)\bpython3\b(?!-weir)",
    "libxml2-utils": r"\bxmllint\b",
    "python3-jsonschema": r"\bimport jsonschema\b",
    "python3-matplotlib": r"\bimport matplotlib\b",
    "python3-pandas": r"\bimport pandas\b",
    "python3-lark": r"\bimport lark\b",
    "python3-yaml": r"\bimport yaml\b",
    "qflow-tech-osu018": r"qflow/tech/osu018",
    "slurm-client": r"call\(\{\"squeue\"|\"sbatch\", \"--requeue\"",
    "slurmctld": r"\"slurmctld\", \"-D\"",
    "slurmd": r"\"slurmd\", \"-D\"",
    "tshark": r"\btshark\b",
    "verilator": r"find_package\(verilator|\bverilate\(|<gtkwave/fstapi",
    "xauth": r"\bxvfb-run\b",
    "xvfb": r"\bxvfb-run\b",
    "yosys": r"find_tool\(\"yosys\"|\"yosys(-smtbmc)?\", \"-|\byosys\)",
    "cvc5": r"\"cvc5\"",
    "z3": r"\"z3\"",
    "zlib1g-dev": r"<zlib\.h>|find_package\(ZLIB|ZLIB::ZLIB",
}
STANDARD_HEADER = re.compile(r"<(\w+|(sys|netinet|arpa|linux|net)/\w+\.h|\w+\.h)>$")
OURS_TO_KNOW = re.compile(r"<(weir/\w+\.h|systemc|tlm|tlm_\w+/.*|sysc/.*|verilated\w*\.h|zlib\.h|pcap\.h)")
CODE = re.compile(r"\.(h|cpp|c|py|sh|cmake|json)$|CMakeLists\.txt$|(^|/)(weir|run)$")
# The list's own words, and prose about programs, are no use of them.
NOT_EVIDENCE = re.compile(r"tb/tests/regress/packages_listed\.py|tb/tests/clean_room\.sh|^docs/")
# Built only with the tests, or a module for who has what it imports.
TESTS_ONLY = ("tb/tests/", "cmake/interpreter.cmake", "tb/cosim/mutants/", "tb/python/", ".ci/")
# Calls programs that nobody needs before synthesis is asked for.
SYNTHESIS = ("tb/synthesis/synthesis.cpp", "tb/own_rtl/prove.cpp")
# The shared object that is built where its libraries are, and what starts several ranks.
RANKS = ("tb/ranks/mpi/", "tb/ranks/start.cpp")
# Makes the site of the documentation.
DOCS = ("tb/site/",)
# Makes Debian packages.
PACKAGE = ("cmake/package_debian.cmake",)
# Calls what a cluster has.
SLURM = ("tb/sweep/slurm/",)


def sections_of(text):
    """{package: section}"""
    found = {}
    section = None
    for line in text.splitlines():
        if line.startswith("# to "):
            section = line.split()[2]
        elif line and not line.startswith("#"):
            found[line.strip()] = section
    return found


def code_lines(path, text):
    """The text without its comments, roughly: whole-line comments go, and what a Debian package says of others."""
    mark = "//" if path.endswith((".h", ".cpp", ".c")) else "#"
    keep = (line for line in text.splitlines() if not re.match(rf"\s*{mark}(?!include)|.*PACKAGE_(DEPENDS|SUGGESTS|NAME) ", line))
    return "\n".join(keep)


def check(files):
    problems = []
    listed = sections_of(files.get(LIST, ""))
    code = {path: code_lines(path, text) for path, text in files.items()
            if CODE.search(path) and not NOT_EVIDENCE.search(path)}
    for package, section in listed.items():
        if section not in SECTIONS:
            problems.append(f"{LIST}: {package} stands in no section ('# to run', '# to test', '# to develop')")
        if section in SECTIONS[:-1] and package not in USED_BY:
            problems.append(f"{LIST}: {package}: say in packages_listed.py what shows that it is used")
    for package, pattern in USED_BY.items():
        used_in = [path for path, text in code.items() if re.search(pattern, text)]
        by = {"run": [path for path in used_in if not path.startswith(TESTS_ONLY + SYNTHESIS + RANKS + DOCS + PACKAGE + SLURM)],
              "ranks": [path for path in used_in if path.startswith(RANKS)],
              "docs": [path for path in used_in if path.startswith(DOCS)],
              "package": [path for path in used_in if path.startswith(PACKAGE)],
              "synth": [path for path in used_in if path.startswith(SYNTHESIS)],
              "slurm": [path for path in used_in if path.startswith(SLURM)], "test": used_in}
        wanted = next((section for section in SECTIONS[:-1] if by[section]), None)
        have = listed.get(package)
        if wanted is None and have in SECTIONS[:-1]:
            problems.append(f"{LIST}: {package} is not used")
        elif wanted is not None and have != wanted:
            problems.append(f"{LIST}: {package} is wanted to {wanted}, by {by[wanted][0]}")
    for path, text in code.items():
        if not path.endswith((".h", ".cpp")):
            continue
        for header in re.findall(r"^#include (<[^>]+>)", text, re.MULTILINE):
            known = STANDARD_HEADER.match(header) or OURS_TO_KNOW.match(header)
            if not known and not any(re.search(pattern, header) for pattern in USED_BY.values()):
                problems.append(f"{path}: {header}: of which package? say it in packages_listed.py")
    return problems


def plant(listed, **more):
    return {LIST: listed, **more}


FMT = {"tb/commands/a.cpp": "#include <fmt/format.h>\n#include <vector>\n"}
IN_TEST = {"tb/tests/a.cpp": "#include <fmt/format.h>\n"}
YOSYS = {"tb/synthesis/synthesis.cpp": 'find_tool("yosys", "yosys")\n', "tb/tests/b.py": 'run(["yosys", "-q"])\n'}
SHLIBDEPS = {"cmake/package_debian.cmake": "set(CPACK_DEBIAN_WEIR_PACKAGE_SHLIBDEPS ON)\n"}
MPI = {"tb/ranks/mpi/a.cpp": "#include <mpi.h>\n"}
SQUEUE = {"tb/sweep/slurm/a.cpp": 'call({"squeue", "-r"})\n'}
PLANTED = [
    ("right", plant("# to run\nlibfmt-dev\n# to develop\ngdb\n", **FMT), None),
    ("right in a test", plant("# to run\n# to test\nlibfmt-dev\n", **IN_TEST), None),
    ("missing", plant("# to run\n", **FMT), "libfmt-dev is wanted to run, by tb/commands/a.cpp"),
    ("in the wrong section", plant("# to test\nlibfmt-dev\n", **FMT), "libfmt-dev is wanted to run"),
    ("what makes the documentation", plant("# to run\nmkdocs-material\n", **{"tb/site/pages.py": "from mkdocs.structure.files import File\n"}),
     "mkdocs-material is wanted to docs, by tb/site/pages.py"),
    ("where nobody asked for synthesis", plant("# to run\nyosys\n", **YOSYS), "yosys is wanted to synth, by tb/synthesis/synthesis.cpp"),
    ("where nobody asked for a package", plant("# to run\nfile\n# to package\ndpkg-dev\n", **SHLIBDEPS),
     "file is wanted to package, by cmake/package_debian.cmake"),
    ("right for synthesis", plant("# to synth\nyosys\n", **YOSYS), None),
    ("where nobody asked for ranks", plant("# to run\nlibopenmpi-dev\n", **MPI), "libopenmpi-dev is wanted to ranks, by tb/ranks/mpi/a.cpp"),
    ("where nobody asked for Slurm", plant("# to run\nslurm-client\n", **SQUEUE), "slurm-client is wanted to slurm, by tb/sweep/slurm/a.cpp"),
    ("only for developers", plant("# to develop\nlibfmt-dev\n", **IN_TEST), "libfmt-dev is wanted to test"),
    ("not used", plant("# to run\nlibfmt-dev\n", **{"a.cpp": "// #include <fmt/format.h>\n"}), "libfmt-dev is not used"),
    ("without section", plant("libfmt-dev\n", **FMT), "stands in no section"),
    ("unknown package", plant("# to run\nlibodd-dev\n"), "what shows that it is used"),
    ("unknown header", plant("# to run\n", **{"a.cpp": "#include <odd/odd.hpp>\n"}), "of which package"),
]

if __name__ == "__main__":
    house.main(check, PLANTED)
