# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The register map as other programs read it: SystemRDL by a parser of the standard's grammar, IP-XACT by xmllint and a
schema, the C header by both compilers. All must say what the JSON says, register by register. For made-up chips
(random_maps) and for the switches of scenarios.

    register_map_test.py --c COMPILER --cxx COMPILER [--random RANDOM_MAPS | --weir WEIR]
    register_map_test.py --self-test --c COMPILER --cxx COMPILER --random RANDOM_MAPS
"""

import argparse
import itertools
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

import ipxact_reader
import systemrdl_reader

TOP = pathlib.Path(__file__).resolve().parents[4]
SCHEMA = json.loads((TOP / "tb" / "register_map" / "registers.schema.json").read_text(encoding="utf-8"))
SOFTWARE = {"ro": ("r", None), "rw": ("rw", None), "w1c": ("rw", "woclr")}
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
RANDOM_MAPS = 40
WIDE = "<ipxact:width>64</ipxact:width>"
SCENARIOS = ["ring/pfc.toml", "ring/cbfc.toml", "ring/gfc_buffer_based.toml", "ring/gfc_time_based.toml",
             "ring/gfc_conceptual.toml", "ring/none.toml", "small/pfc_incast.toml", "bench/star64_shift.toml"]


def from_json(text):
    """Registers in the form of systemrdl_reader.read, from the JSON."""
    document = json.loads(text)
    jsonschema.validate(document, SCHEMA)
    found = []
    for block in document["blocks"]:
        for register in block["registers"]:
            sizes = [dimension["size"] for dimension in register["dimensions"]]
            strides = [dimension["stride_bytes"] for dimension in register["dimensions"]]
            software, on_write = SOFTWARE[register["access"]]
            for indices in itertools.product(*(range(size) for size in sizes)):
                name, reset = register["name"], int(register["reset"], 16)
                shown = [f"[{index}]" for index in indices]
                if register["resets"]:
                    reset = int(register["resets"][indices[-1]], 16)
                    shown[-1] = f".{register['dimensions'][-1]['of']}_{indices[-1]}"
                at = int(register["offset"], 16) + sum(i * stride for i, stride in zip(indices, strides))
                fields = tuple((bit["name"], place, 1) for place, bit in enumerate(register["bits"]))
                found.append((f"{block['name']}.{name}{''.join(shown)}", at, register["element_bytes"] * 8,
                              fields or (("value", 0, register["width"]),), software, on_write, reset))
    return sorted(found, key=lambda register: register[1])


def differences(what, expected, found):
    problems = [f"{what}: {len(found)} registers, the JSON has {len(expected)}"] if len(expected) != len(found) else []
    problems += [f"{what}: {b} where the JSON has {a}" for a, b in zip(expected, found) if a != b]
    return problems[:5]


def c_program(document):
    """A program that prints what the header says of each register, and what the JSON wants it to print."""
    names, wanted = ["WEIR_MAP_BYTES"], [document["bytes"]]
    for block in document["blocks"]:
        for register in block["registers"]:
            name = f"WEIR_{block['name']}_{register['name']}".upper()
            sizes = [dimension["size"] for dimension in register["dimensions"]]
            last = [size - 1 for size in sizes]
            call = f"({', '.join(f'UINT64_C({index})' for index in last)})" if last else ""
            resets = [f"_RESET_{i}" for i in range(len(register["resets"]))] or ["_RESET"]
            counts = [f"{name}_{dimension['of'].upper()}_COUNT" for dimension in register["dimensions"]]
            bits = [f"{name}_{bit['name'].upper()}" for bit in register["bits"]]
            values = [name + call, name + "_BYTES", name + "_WIDTH", name + "_MASK", *counts, *bits,
                      *(name + reset for reset in resets)]
            names += values
            at = int(register["offset"], 16) + sum(
                index * dimension["stride_bytes"] for index, dimension in zip(last, register["dimensions"]))
            wanted += [at, register["element_bytes"], register["width"], (1 << min(register["width"], 64)) - 1, *sizes,
                       *(1 << place for place in range(len(bits))), *(int(reset, 16) for reset in register["resets"] or [register["reset"]])]
    program = '#include "map.h"\n#include "map.h"\n#include <stdio.h>\n\nint main(void) {\n'
    lines = [f'  printf("%llx\\n", (unsigned long long){name});\n' for name in names]
    return program + "".join(lines) + "  return 0;\n}\n", wanted


def check_header(header, document, compilers):
    """Compiles the header as C11 and as C++20, and runs what prints it."""
    problems = []
    program, wanted = c_program(document)
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "map.h").write_text(header)
        for suffix, compiler in ((".c", [compilers.c, "-std=c11"]), (".cpp", [compilers.cxx, "-std=c++20"])):
            source = folder / f"program{suffix}"
            source.write_text(program)
            built = subprocess.run([*compiler, *WARNINGS, "-o", folder / "program", source],
                                   capture_output=True, text=True)
            if built.returncode != 0:
                problems.append(f"{source.name}: {built.stderr}")
                continue
            printed = subprocess.run([folder / "program"], capture_output=True, text=True, check=True).stdout
            if [int(line, 16) for line in printed.split()] != wanted:
                problems.append(f"{source.name}: other values than in the JSON")
    return problems


def check_map(texts, compilers, with_header):
    """Problems of one map, given as {format: text}."""
    expected = from_json(texts["json"])
    problems = []
    try:
        problems += differences("SystemRDL", expected, systemrdl_reader.read(texts["systemrdl"]))
    except systemrdl_reader.BadRdl as error:
        problems.append(f"SystemRDL: {error}")
    with tempfile.NamedTemporaryFile("w", suffix=".xml", encoding="utf-8") as file:
        file.write(texts["ipxact"])
        file.flush()
        try:
            problems += differences("IP-XACT", expected, ipxact_reader.read(file.name))
        except ipxact_reader.BadIpxact as error:
            problems.append(f"IP-XACT: {error}")
    return problems + (check_header(texts["c"], json.loads(texts["json"]), compilers) if with_header else [])


def random_maps(program, count):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([program, folder, str(count)], check=True)
        for n in range(count):
            suffixes = {"json": ".json", "systemrdl": ".rdl", "ipxact": ".xml", "c": ".h"}
            yield f"random map {n}", {key: (pathlib.Path(folder) / f"{n}{suffix}").read_text(encoding="utf-8")
                                      for key, suffix in suffixes.items()}


def scenario_maps(weir):
    for scenario in SCENARIOS:
        yield scenario, {name: subprocess.run([weir, "registers", TOP / "scenarios" / scenario, "--format", name],
                                              check=True, capture_output=True, text=True).stdout
                         for name in ("json", "systemrdl", "ipxact", "c")}


def check_page(weir):
    """The page of the documentation is what the program writes."""
    page = TOP / "docs" / "reference" / "registers_of_ring.md"
    command = ["registers", "scenarios/ring/gfc_buffer_based.toml", "--device", "s1"]
    written = subprocess.run([weir, *command], cwd=TOP, check=True, capture_output=True, text=True).stdout
    if page.read_text(encoding="utf-8") == written:
        return []
    return [f"{page.relative_to(TOP)} is stale: weir {' '.join(command)} --out {page.relative_to(TOP)}"]


def self_test(arguments):
    """Plants mistakes; each must be found."""
    texts = next(texts for _, texts in random_maps(arguments.random, RANDOM_MAPS)
                 if "rw1" not in texts["systemrdl"] and WIDE in texts["ipxact"] and len(from_json(texts["json"])) > 40 and "bit_1[" in texts["systemrdl"] and "+=" in texts["systemrdl"])
    planted = [
        ("systemrdl", "regwidth = 32", "regwidth = 48"),
        ("systemrdl", " += 0x4", " += 0x2"),
        ("systemrdl", "sw = rw; hw = r;", "sw = r; hw = r;"),
        ("systemrdl", "value[", "value[9"),
        ("systemrdl", "bit_0[0:0]", "bit_0[1:1]"),
        ("systemrdl", "} bit_1[", "} bit_2["),
        ("systemrdl", "reg {", "register {"),
        ("systemrdl", "mechanism = ", "mechanic = "),
        ("systemrdl", "};", "}"),
        ("ipxact", "<ipxact:addressBlock>", "<ipxact:addressBlok>"),
        ("ipxact", "<ipxact:dim>", "<ipxact:dim>1"),
        ("ipxact", "<ipxact:volatile>false</ipxact:volatile>", ""),
        ("ipxact", "<ipxact:size>32</ipxact:size>", "<ipxact:size>64</ipxact:size>"),
        ("ipxact", WIDE, "<ipxact:width>32</ipxact:width>"),
        ("ipxact", "<ipxact:name>bit_1</ipxact:name>", "<ipxact:name>bit_9</ipxact:name>"),
        ("c", "_BIT_1 UINT64_C(0x2)", "_BIT_1 UINT64_C(0x1)"),
        ("c", "UINT64_C(0x", "UINT64_C(0x1"),
        ("c", "#include <stdint.h>", ""),
    ]
    problems = [f"faults what is right: {problem}" for problem in check_map(texts, arguments, True)]
    for kind, what, instead in planted:
        if what not in texts[kind]:
            problems.append(f"{kind}: nothing to spoil: {what}")
            continue
        spoilt = dict(texts, **{kind: texts[kind].replace(what, instead, 1)})
        tolerated = what.startswith("<ipxact:volatile")  # it may be left out
        if bool(check_map(spoilt, arguments, kind == "c")) == tolerated:
            problems.append(f"{kind}: '{what}' as '{instead}' is {'refused' if tolerated else 'not noticed'}")
    return problems


def main():
    parser = argparse.ArgumentParser()
    for option in ("--c", "--cxx", "--random", "--weir"):
        parser.add_argument(option)
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        problems, checked = self_test(arguments), 1
    else:
        problems, checked = [], 0
        maps = random_maps(arguments.random, RANDOM_MAPS) if arguments.random else scenario_maps(arguments.weir)
        for name, texts in maps:
            checked += 1
            with_header = bool(arguments.weir) or checked % 8 == 0  # a compiler takes longer than all the rest
            problems += [f"{name}: {problem}" for problem in check_map(texts, arguments, with_header)]
        problems += check_page(arguments.weir) if arguments.weir else []
    print("\n".join(problems) or f"{checked} maps are right in all formats")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
