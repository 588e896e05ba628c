# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Every member of a class that could hold hardware state says what it stands for.

Reads the headers of hw_model/datapath and hw_model/mechanisms. Each data member of a class or struct there must be
named in a row of the ledger, `Row::state<&Class::member>(...)` and the like (rows.h), or in a list of notes
(state_fields.h), in any file of the same room. Not asked for: references and pointers (other blocks), members whose
type ends in Config, Context or Hardware (settings, which are declared as such), constants, and whole types that are
settings, what they are checked against, messages or interfaces: those whose name ends in Card, Config, Context,
Hardware, Name, Settings, Ports, Facts or Traits. What else has no row stands in declared_state.txt with a reason: "path
Class" for a type, "path Class::member" for a member. An entry that excuses
nothing is a fault, too.
"""

import re

import house

ROOMS = ("hw_model/datapath/", "hw_model/mechanisms/")
EXCEPTIONS = "tb/tests/regress/declared_state.txt"
SETTINGS = re.compile(r"(Card|Config|Context|Hardware|Name|Settings|Ports|Facts|Traits)$")
LISTED = re.compile(r"(?:\bledger::(?:holds|part|model_only)\(|\bRow::(?:template )?\w+<)\s*&\s*([\w:]+)::(\w+)")
TYPE = re.compile(r"\b(class|struct)\s+(?:alignas\(\w+\)\s*)?(\w+)\b[^;{()]*\{")
MEMBER = re.compile(r"^(?P<type>.*?[\w>&*\]])\s*\b(?P<names>\w+)\s*(?:\[[^\]]*\])?\s*(?:=.*|\{.*\})?$", re.DOTALL)


def without_comments(text):
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)
    return re.sub(r"\btemplate\s*<[^<>]*(?:<[^<>]*>[^<>]*)*>", "", text)


def body_of(text, start):
    """The text between the brace at `start` and its partner."""
    depth = 0
    for at in range(start, len(text)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[start + 1:at]
    return text[start + 1:]


def statements(body):
    """Statements of a class body at its own depth; what is in braces or parentheses is left out."""
    flat, depth, parentheses = "", 0, 0
    for c in body:
        if c == "{":
            depth += 1
        if depth == 0:
            parentheses += {"(": 1, ")": -1}.get(c, 0)
            flat += c if parentheses == 0 or c in "(" else ""
        if c == "}":
            depth -= 1
            flat += "{};" if depth == 0 and parentheses == 0 else ""
    flat = re.sub(r"\b(public|private|protected)\s*:", ";", flat)
    return [part.strip() for part in flat.split(";")]


def members(body):
    """(type, name) of the data members of a class body."""
    found = []
    for statement in statements(body):
        if not statement or "(" in statement or statement.endswith("{}") and re.match(r"(class|struct|enum|union)\b",
                                                                                     statement):
            continue
        if re.match(r"(using|friend|static|typedef|template|enum|class|struct|explicit|virtual|operator)\b", statement):
            continue
        declared = MEMBER.match(re.sub(r"\{\}$", "", statement).strip())
        if declared and not re.search(r"\b(return|operator)\b", statement):
            found.append((declared.group("type").strip(), declared.group("names")))
    return found


def types(text, outer=""):
    """(name, body) of each class and struct, nested ones by their own name."""
    found, at = [], 0
    while True:
        start = TYPE.search(text, at)
        if start is None:
            return found
        body = body_of(text, start.end() - 1)
        if not re.search(r"enum\s+$", text[:start.start()]):
            found.append((start.group(2), body))
            found += types(body)
        at = start.end() + len(body)


def is_settings(kind):
    return (kind.endswith("&") or kind.endswith("*") or kind.startswith("const ")
            or re.search(r"Config$|Context$|Hardware$", kind) is not None)


def own_body(body):
    """The body without the bodies of the types within it."""
    for _, inner in types(body):
        body = body.replace(inner, "")
    return body


def exceptions(text):
    """{"path Class" or "path Class::member": reason}, and what is wrong with the file."""
    known, problems = {}, []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        entry, _, reason = line.partition(": ")
        if not reason.strip():
            problems.append(f"{EXCEPTIONS}: {line}: no reason")
        known[entry.strip()] = reason
    return known, problems


def room_of(path):
    return "/".join(path.split("/")[:3])


def check(files):
    listed = {}
    for path, text in files.items():
        if path.startswith(ROOMS):
            for owner, member in LISTED.findall(text):
                listed.setdefault(room_of(path), set()).add((owner.split("::")[-1], member))
    excused, problems = exceptions(files.get(EXCEPTIONS, ""))
    used = set()
    for path, text in sorted(files.items()):
        if not path.startswith(ROOMS) or not path.endswith(".h"):
            continue
        for name, body in types(without_comments(text)):
            if SETTINGS.search(name):
                continue
            for kind, member in members(own_body(body)):
                if is_settings(kind) or (name, member) in listed.get(room_of(path), set()):
                    continue
                key = next((k for k in (f"{path} {name}", f"{path} {name}::{member}") if k in excused), None)
                if key is None:
                    problems.append(f"{path}: {name}::{member} is in no row of the ledger: which register is it?")
                else:
                    used.add(key)
    for entry in excused:
        path = entry.split(" ")[0]
        if entry not in used and (path in files or not (house.TOP / path).exists()):
            problems.append(f"{EXCEPTIONS}: {entry}: excuses nothing")
    return problems


ROOM = "hw_model/mechanisms/flow_control/"
CLASS = """
namespace weir {
enum class Kind { kA, kB };
class Pfc final : public FlowControl {
 public:
  explicit Pfc(const PortContext& context);
  bool due() const { return asserted_ != 0; }
  static constexpr unsigned kBits = 4;
 private:
  struct Sending {
    Timer timer{BitRate(1), 4};
    Time pending = kNever;
  };
  void changed(ClassId c, Time now = Time(0));
  PfcConfig config_;
  PortServices& port_;
  PerClass<Sending> sending_;
  ClassMask asserted_ = 0;  // a comment; with a semicolon
};
}
"""
LIST = """
  state_fields<Sending>(ledger::holds(&Sending::timer, "pause_timer"),
                        ledger::model_only(&Pfc::Sending::pending, "an event"));
  state_fields<Pfc>(ledger::part(&Pfc::sending_), ledger::holds(
      &Pfc::asserted_, "xoff_asserted"));
"""


def plant(text=CLASS, listed=LIST, excused=""):
    return {ROOM + "pfc.h": text, ROOM + "pfc.cpp": listed, EXCEPTIONS: excused}


PLANTED = [
    ("right", plant(), None),
    ("right: rows", plant(listed=LIST.replace("ledger::holds(\n      &Pfc::asserted_, ", "Row::state<&Pfc::asserted_>({")), None),
    ("right: excused member", plant(listed=LIST.replace("&Pfc::asserted_", "&Pfc::other_"),
                                    excused=f"{ROOM}pfc.h Pfc::asserted_: a wire\n"), None),
    ("right: excused type", plant(text=CLASS + "struct Message { int length = 0; };\n",
                                  excused=f"{ROOM}pfc.h Message: on the wire\n"), None),
    ("right: elsewhere", {"tb/host/nic.h": CLASS}, None),
    ("right: settings", plant(text=CLASS + "struct PfcConfig { Bytes xoff; };\n"), None),
    ("right: interface", plant(text=CLASS + "class Services { public: virtual void due(Time now) = 0; };\n"), None),
    ("new member", plant(text=CLASS.replace("ClassMask asserted_ = 0;", "ClassMask asserted_ = 0;\n  bool told_ = false;")),
     f"{ROOM}pfc.h: Pfc::told_ is in no row"),
    ("new member of a nested type", plant(text=CLASS.replace("Time pending = kNever;", "Time pending = kNever; Time since;")),
     "Sending::since is in no row"),
    ("member with a braced value", plant(text=CLASS.replace("PfcConfig config_;", "PfcConfig config_; Time at_{0};")),
     "Pfc::at_ is in no row"),
    ("member of a template", plant(text=CLASS.replace("PfcConfig config_;", "std::array<Bytes, 4> seen_{};")),
     "Pfc::seen_ is in no row"),
    ("member of a class template",
     plant(text=CLASS + "template <class Key>\nclass Table {\n  std::vector<Key> entries_;\n};\n"),
     "Table::entries_ is in no row"),
    ("member without a list", plant(listed=""), "Pfc::asserted_ is in no row"),
    ("list of another room", {ROOM + "pfc.h": CLASS, "hw_model/datapath/mmu/mmu.cpp": LIST, EXCEPTIONS: ""},
     "Pfc::asserted_ is in no row"),
    ("stale exception", plant(excused=f"{ROOM}pfc.h Pfc::gone_: was a wire\n"), "excuses nothing"),
    ("no reason", plant(listed=LIST.replace("&Pfc::asserted_", "&Pfc::other_"),
                        excused=f"{ROOM}pfc.h Pfc::asserted_: \n"), "no reason"),
]

if __name__ == "__main__":
    house.main(check, PLANTED)
