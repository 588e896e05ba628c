# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Reads SystemRDL as another program would: parses it by a grammar written from the standard (systemrdl.lark), applies
the standard's rules for addresses, widths and accesses, and returns where each register lies.

A register is (path, address, width of its word in bits, fields, software access, on write, reset value), one for each element
of an array, a field (name, lowest bit, width): ("flow_control.xoff[3]", 12, 32, (("value", 0, 20),), "rw", None, 800000).
"""

import itertools
import pathlib

import lark

GRAMMAR = pathlib.Path(__file__).with_name("systemrdl.lark").read_text(encoding="utf-8")
PARSER = lark.Lark(GRAMMAR, parser="lalr", lexer="contextual", maybe_placeholders=False)

# Properties that a component may have, of those that a map needs (SystemRDL 2.0, tables 5, 17, 23, 26).
PROPERTIES = {
    "addrmap": {"name", "desc", "littleendian", "bigendian", "lsb0", "msb0", "addressing", "alignment"},
    "regfile": {"name", "desc", "alignment"},
    "reg": {"name", "desc", "regwidth", "accesswidth"},
    "field": {"name", "desc", "sw", "hw", "onwrite", "onread", "reset"},
}
# What may stand in a component (clauses 10 to 13).
CHILDREN = {"addrmap": {"addrmap", "regfile", "reg"}, "regfile": {"regfile", "reg"}, "reg": {"field"}, "field": set()}


class BadRdl(Exception):
    pass


def need(holds, what):
    if not holds:
        raise BadRdl(what)


def number_of(tree):
    text = str(tree.children[0]).replace("_", "")
    if "'" in text:
        width, digits = text.split("'")
        value = int(digits[1:], 16)
        need(value < 1 << int(width), f"{text}: does not fit its width")
        return value
    return int(text, 0)


def parts(tree, kind):
    return [child for child in tree.children if isinstance(child, lark.Tree) and child.data == kind]


class Instance:
    """One component with its properties and children, before addresses are added up."""

    def __init__(self, kind, body, tree, user_properties):
        self.kind = kind
        self.name = str(tree.children[0]).lstrip("\\")
        self.array = [number_of(part.children[0]) for part in parts(tree, "array")]
        self.range = [[number_of(end) for end in part.children] for part in parts(tree, "range")]
        self.reset = [number_of(part.children[0]) for part in parts(tree, "reset")]
        self.address = [number_of(part.children[0]) for part in parts(tree, "address")]
        self.stride = [number_of(part.children[0]) for part in parts(tree, "stride")]
        self.properties = properties_of(kind, body, user_properties)
        self.children = [child for part in parts(body, "component") for child in instances_of(part, user_properties)]
        need(all(child.kind in CHILDREN[kind] for child in self.children), f"{self.name}: a {kind} cannot have that")
        names = [child.name for child in self.children]
        need(len(names) == len(set(names)), f"{self.name}: two of one name in {names}")
        need(kind == "field" or not (self.range or self.reset), f"{self.name}: bits of what is no field")
        need(not self.stride or self.array, f"{self.name}: a stride without an array")
        need(all(size > 0 for size in self.array), f"{self.name}: an array of nothing")

    def elements(self):
        for indices in itertools.product(*(range(size) for size in self.array)):
            yield "".join(f"[{index}]" for index in indices)


def properties_of(kind, body, user_properties):
    found = {}
    for assignment in parts(body, "assignment"):
        name = str(assignment.children[0].children[0])
        need(name not in found, f"{name}: assigned twice")
        need(name in PROPERTIES[kind] or kind in user_properties.get(name, ()), f"{name}: no property of a {kind}")
        value = assignment.children[1].children[0] if len(assignment.children) > 1 else True
        found[name] = number_of(value) if isinstance(value, lark.Tree) else value
    return found


def instances_of(component, user_properties):
    anonymous = component.children[0]
    need(anonymous.data == "component_anonymous", "a named definition that nothing instantiates")
    kind = str(anonymous.children[0])
    need(kind in PROPERTIES, f"{kind}: not in a register map")
    return [Instance(kind, anonymous.children[1], tree, user_properties) for tree in anonymous.children[2].children]


def bytes_of(instance):
    """From its start to its end, of one element."""
    if instance.kind == "reg":
        return instance.properties.get("regwidth", 32) // 8
    end = 0
    for child in instance.children:
        count = 1
        for size in child.array:
            count *= size
        last = child.address[0] + (count - 1) * (child.stride[0] if child.stride else bytes_of(child))
        end = max(end, last + bytes_of(child))
    return end


def check_register(register, path):
    width = register.properties.get("regwidth", 32)
    access = register.properties.get("accesswidth", width)
    need(width >= 8 and width & (width - 1) == 0, f"{path}: regwidth {width}")
    need(8 <= access <= width and access & (access - 1) == 0, f"{path}: accesswidth {access}")
    need(len(register.children) >= 1, f"{path}: no field")
    taken = 0
    for field in register.children:
        need(len(field.range) == 1 and not field.address, f"{path}: a field is [high:low]")
        high, low = field.range[0]
        need(low <= high < width, f"{path}: field [{high}:{low}] of {width} bits")
        bits = ((1 << (high - low + 1)) - 1) << low
        need(taken & bits == 0, f"{path}: fields overlap")
        taken |= bits
        need(not field.reset or field.reset[0] < 1 << (high - low + 1), f"{path}: reset value does not fit")
        need("onwrite" not in field.properties or field.properties["sw"] in ("rw", "wr", "w", "rw1", "w1"),
             f"{path}: onwrite of what software cannot write")
        need(str(field.properties.get("sw", "rw")) != "na" or str(field.properties.get("hw", "rw")) != "na",
             f"{path}: nobody reaches it")


def lay_out(instance, base, path, found, taken):
    need(len(instance.address) == 1, f"{path}: no address")
    size = bytes_of(instance)
    stride = instance.stride[0] if instance.stride else size
    need(stride >= size, f"{path}: elements of {size} bytes at a stride of {stride}")
    start = base + instance.address[0]
    for number, indices in enumerate(instance.elements()):
        at, element = start + number * stride, path + indices
        if instance.kind != "reg":
            for child in instance.children:
                lay_out(child, at, f"{element}.{child.name}", found, taken)
            continue
        check_register(instance, element)
        need(at % (instance.properties.get("accesswidth", 32) // 8) == 0, f"{element}: at {at:#x}, not aligned")
        taken.append((at, at + size, element))
        fields = tuple((field.name, field.range[0][1], field.range[0][0] - field.range[0][1] + 1)
                       for field in instance.children)
        access = {(str(field.properties["sw"]), str(field.properties["onwrite"]) if "onwrite" in field.properties else None)
                  for field in instance.children}
        need(len(access) == 1 and all(field.reset for field in instance.children), f"{element}: access or reset of fields")
        found.append((element, at, size * 8, fields, *access.pop(),
                      sum(field.reset[0] << field.range[0][1] for field in instance.children)))


def user_property(tree):
    attributes = {part.data: [str(child) for child in part.children] for part in tree.children[1:]}
    need(set(attributes) == {"property_type", "property_component"}, "a property wants type and component")
    return str(tree.children[0]), attributes["property_component"]


def read(text):
    """[(path, address, word bits, fields, sw, onwrite, reset)], ascending by address."""
    try:
        tree = PARSER.parse(text)
    except lark.exceptions.LarkError as error:
        raise BadRdl(str(error)) from error
    user_properties = dict(user_property(part) for part in parts(tree, "property_definition"))
    maps = parts(tree, "component")
    need(len(maps) == 1 and maps[0].children[0].data == "component_named", "one named addrmap")
    kind, name, body = maps[0].children[0].children
    need(str(kind) == "addrmap", f"{name}: the top is an addrmap")
    properties_of("addrmap", body, user_properties)
    found, taken = [], []
    for part in parts(body, "component"):
        for instance in instances_of(part, user_properties):
            need(instance.kind in CHILDREN["addrmap"], f"{instance.name}: cannot stand in an addrmap")
            lay_out(instance, 0, instance.name, found, taken)
    taken.sort()
    for (_, end, one), (start, _, other) in zip(taken, taken[1:]):
        need(end <= start, f"{one} and {other} overlap")
    return sorted(found, key=lambda register: register[1])
