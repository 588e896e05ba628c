# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Public names and signatures of the installed headers, against public_names.txt beside this script: who changes a
signature sees it there, and knows that users' files may have to change (docs/decisions/0261).

Usage: public_names.py [--write]
"""

import pathlib
import re
import sys

TOP = pathlib.Path(__file__).resolve().parents[3]
LIST = pathlib.Path(__file__).with_name("public_names.txt")
HEAD = "# SPDX-FileCopyrightText: The weir authors\n# SPDX-License-Identifier: Apache-2.0\n\n"
INSTALLED = re.compile(r"\$\{PROJECT_SOURCE_DIR\}/(\S+/weir/\w+\.h)")


def headers():
    """The headers beside include/weir/internal that are installed."""
    return sorted(header for file in ("package_platform", "package") for header in
                  INSTALLED.findall((TOP / f"cmake/{file}.cmake").read_text(encoding="utf-8")))


def public(text):
    """What a header declares, without comments, preprocessor, private parts and bodies of functions: a declaration a line."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/|^\s*#[^\n]*(?:\\\n[^\n]*)*", "", text, flags=re.DOTALL | re.MULTILINE)
    kept, depth, scopes, line = [], 0, [], ""
    for part in re.split(r"([{};]|\b(?:public|private|protected):)", text):
        words = " ".join(part.split())
        if part in ("{", "}", ";") and line.count("(") > line.count(")"):  # within arguments
            line += part
        elif part == "{":
            opens = re.match(r"(template .*)?(namespace|class|struct|enum|extern|typedef)\b", line) is not None
            scopes.append([opens, "private:" if line.startswith("class") or " class " in line else "public:"])
            if opens and shown(scopes[:-1]):
                kept.append(f"{'  ' * depth}{line} {{")
                depth += 1
            elif shown(scopes[:-1]):
                kept.append(f"{'  ' * depth}{re.sub(r'[)] : .*', ')', line)}")
            line = ""
        elif part == "}":
            opens, _ = scopes.pop()
            if opens and shown(scopes):
                depth -= 1
                if line:  # the values of an enumeration
                    kept.append(f"{'  ' * (depth + 1)}{line}")
            line = ""
        elif part == ";":
            if line and shown(scopes):
                kept.append(f"{'  ' * depth}{line}")
            line = ""
        elif words in ("public:", "private:", "protected:"):
            scopes[-1][1] = words
            line = ""
        elif words:
            line += " " * (line != "" and line[-1] not in "{(" and words[0] not in "),") + words
    return kept


def shown(scopes):
    """Whether a declaration in these scopes is public."""
    return all(opens and access != "private:" for opens, access in scopes)


def listed():
    return HEAD + "".join(f"{path.split('/weir/')[-1]}\n" + "".join(f"  {line}\n" for line in
                          public((TOP / path).read_text(encoding="utf-8"))) + "\n" for path in headers()).rstrip("\n") + "\n"


def prove():
    """A signature, a name, an access that changes is seen; a comment, a private part, a body is not."""
    text = "namespace weir {\nclass A {\n public:\n  int f(int a) const { return a; }  // x\n private:\n  int b;\n};\nint g();\n}\n"
    seen = ["f(int a)", "f(long a)"], ["int g()", "long g()"], ["private", "public"], ["class A", "class B"], [" const", ""]
    unseen = ["// x", "// y"], ["int b", "long b"], ["return a", "return 1"]
    return [f"planted change of '{a}': {'not ' if wanted else ''}seen" for changes, wanted in ((seen, True), (unseen, False))
            for a, b in changes if (public(text) != public(text.replace(a, b))) != wanted]


def main():
    now = listed()
    if sys.argv[1:] == ["--write"]:
        LIST.write_text(now, encoding="utf-8")
        return 0
    problems = prove()
    before = LIST.read_text(encoding="utf-8")
    problems += [f"gone: {line}" for line in before.splitlines() if line not in now.splitlines()]
    problems += [f"new: {line}" for line in now.splitlines() if line not in before.splitlines()]
    if before != now and not problems:
        problems.append("another order")
    print("\n".join(problems) or f"{len(now.splitlines())} lines")
    if problems:
        print("where that is meant: public_names.py --write; a name that goes or changes wants a minor version (0261)")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
