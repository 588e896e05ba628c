# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Reads the memory map of an IP-XACT component (IEEE 1685-2014) after xmllint has checked it against the schema. Gives
registers in the form of systemrdl_reader.read: an array's elements follow one another at the size of the register, a
register file's at its range."""

import itertools
import pathlib
import subprocess
import xml.etree.ElementTree as ElementTree

SCHEMA = pathlib.Path(__file__).with_name("ipxact_subset.xsd")
NAMESPACE = "{http://www.accellera.org/XMLSchema/IPXACT/1685-2014}"
SOFTWARE = {"read-only": "r", "read-write": "rw"}
ON_WRITE = {None: None, "oneToClear": "woclr"}


class BadIpxact(Exception):
    pass


def need(holds, what):
    if not holds:
        raise BadIpxact(what)


def text_of(element, tag):
    return element.findtext(NAMESPACE + tag)


def number_of(element, tag):
    text = text_of(element, tag)
    return int(text.split("h")[1], 16) if "'h" in text else int(text)


def elements(element, stride):
    sizes = [int(dim.text) for dim in element.findall(NAMESPACE + "dim")]
    for number, indices in enumerate(itertools.product(*(range(size) for size in sizes))):
        yield "".join(f"[{index}]" for index in indices), number * stride


def lay_out(parent, base, end, width, path, found):
    for file in parent.findall(NAMESPACE + "registerFile"):
        span = number_of(file, "range")
        for indices, offset in elements(file, span):
            at = base + number_of(file, "addressOffset") + offset
            lay_out(file, at, at + span, width, f"{path}.{text_of(file, 'name')}{indices}", found)
    for register in parent.findall(NAMESPACE + "register"):
        size = number_of(register, "size")
        need(size <= width, f"{path}.{text_of(register, 'name')}: {size} bits in an address block of {width} (SCR 7.5)")
        for indices, offset in elements(register, size // 8):
            at = base + number_of(register, "addressOffset") + offset
            need(at + size // 8 <= end, f"{path}: a register beyond the end")
            fields, reset, access = [], 0, set()
            for field in register.findall(NAMESPACE + "field"):
                low = number_of(field, "bitOffset")
                fields.append((text_of(field, "name"), low, number_of(field, "bitWidth")))
                reset |= number_of(field.find(f"{NAMESPACE}resets/{NAMESPACE}reset"), "value") << low
                access.add((SOFTWARE[text_of(field, "access")], ON_WRITE[text_of(field, "modifiedWriteValue")]))
            need(len(access) == 1, f"{path}: fields of different access")
            found.append((f"{path}.{text_of(register, 'name')}{indices}", at, size, tuple(fields), *access.pop(), reset))


def read(path):
    checked = subprocess.run(["xmllint", "--nonet", "--noout", "--schema", str(SCHEMA), str(path)],
                             capture_output=True, text=True)
    need(checked.returncode == 0, checked.stderr.strip())
    memory_map = ElementTree.parse(path).getroot().find(f"{NAMESPACE}memoryMaps/{NAMESPACE}memoryMap")
    need(number_of(memory_map, "addressUnitBits") == 8, "addresses are not of bytes")
    found = []
    for block in memory_map.findall(NAMESPACE + "addressBlock"):
        base = number_of(block, "baseAddress")
        lay_out(block, base, base + number_of(block, "range"), number_of(block, "width"), text_of(block, "name"), found)
    found.sort(key=lambda register: register[1])
    for one, other in zip(found, found[1:]):
        need(one[1] + one[2] // 8 <= other[1], f"{one[0]} and {other[0]} overlap")
    return found
