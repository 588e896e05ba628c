# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The commands of README, of the gallery and of the pages that lead into the project (decide, debug, research, extend,
parts):
each page is typed, from top to bottom, into one shell in a new copy of the tree, where `weir` and `./weir` are the program.

doors.py WEIR PYTHON           all pages; commands below a `git apply` are left out, because they need another program
doors.py WEIR PYTHON --patched only what is below a `git apply`; WEIR is built with the patch (tb/tests/patches/try.py)
doors.py --self-test           what is wrong on a page is found

A block ```sh holds commands: `# exit status 1 or 137` at the end of a command says how it ends, if not with 0. A block
```text below it holds lines that the commands of the block above print, in their order; "..." stands for the rest of a
line. Viewers are stand-ins that open their files without a display. A page may have no other commands.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import house

PAGES = ["README.md", "docs/gallery.md", *(f"docs/user_guide/{door}.md" for door in ("decide", "debug", "research", "extend", "parts"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STATUS = re.compile(r"#[^#\n]*\bexit status (\d+(?: or \d+)*)[^\n]*$", re.MULTILINE)
HEREDOC = re.compile(r"<<'(\w+)'")
APPLY = "git apply "
# What a page shows and no test types: it takes the better part of an hour, or is a test itself.
NOT_TYPED = re.compile(r"\./weir (test|docs)\b")
STAND_INS = {
    "gtkwave": 'for file; do [[ -s $file ]] || { echo "gtkwave: no $file"; exit 1; }; done; grep -q timestart "$1"',
    # The filter after -J has to match a frame.
    "wireshark": 'words=("${@/#-J/-Y}"); tshark "${words[@]}" 2>&1 | grep .',
}


def commands_of(block):
    """(line within the block, command) of a block, each with its continued lines and here-documents."""
    lines, at = block.split("\n"), 0
    while at < len(lines):
        begin, command = at, lines[at]
        heredoc = HEREDOC.search(command)
        while command.endswith("\\") or heredoc and lines[at] != heredoc.group(1):
            at += 1
            command += "\n" + lines[at]
            heredoc = heredoc or HEREDOC.search(command)
        at += 1
        if command.strip() and not command.startswith("#"):
            yield begin, command


def statuses_of(command):
    before_heredoc = HEREDOC.split(command)[0] if "\n" in command else command
    found = STATUS.search(before_heredoc)
    return [int(status) for status in found.group(1).split(" or ")] if found else [0]


def script_of(text, patched):
    """The blocks of a page as [(line, commands, the lines wanted of their output)]."""
    blocks, below_patch = [], False
    for found in BLOCK.finditer(text):
        line = text.count("\n", 0, found.start()) + 2
        if found.group(1) == "sh":
            typed = []
            for at, command in commands_of(found.group(2)):
                if below_patch == patched and not NOT_TYPED.match(command) or command.startswith(APPLY):
                    typed.append((line + at, command))
                below_patch = below_patch or command.startswith(APPLY)
            blocks.append((line, typed, []))
        elif found.group(1) == "text" and blocks and blocks[-1][1]:
            blocks[-1][2].extend(found.group(2).splitlines())
    return [block for block in blocks if block[1]]


def other_commands(text):
    """Commands that no test types: in a block of another kind, or indented."""
    def hidden(found):
        return "\n" * found.group().count("\n") if found.group(1) in ("sh", "text") else re.sub("^", "    ", found.group(), flags=re.MULTILINE)
    for number, line in enumerate(BLOCK.sub(hidden, text).splitlines(), 1):
        if re.match(r" {4}(\$ )?(\./)?(weir|gtkwave|wireshark|tshark|git) \w", line):
            yield f"line {number}: '{line.strip()}' stands in no block ```sh"


def has_line(wanted, printed):
    """Where `wanted` is in the lines printed, from a place on; None if it is nowhere."""
    wanted = re.sub(r"\s+", " ", wanted.strip())
    for at, line in enumerate(printed):
        line = re.sub(r"\s+", " ", line.strip())
        if line.startswith(wanted.removesuffix("...")) if wanted.endswith("...") else line == wanted:
            return at
    return None


def type_blocks(blocks, folder, environment):
    """Types all blocks into one shell; yields what is wrong."""
    lines = ["exec 2>&1"]
    for number, (_, typed, _) in enumerate(blocks):
        for at, command in typed:
            lines += [command, f"printf '\\n@@ %s %s %s\\n' {number} {at} $?"]
    done = subprocess.run(["bash", "-c", "\n".join(lines)], cwd=folder, env=environment, capture_output=True, text=True,
                          stdin=subprocess.DEVNULL, check=False)
    parts = re.split(r"^@@ (\d+) (\d+) (\d+)$\n?", done.stdout, flags=re.MULTILINE)
    ended = {(int(parts[i + 1]), int(parts[i + 2])): (parts[i], int(parts[i + 3])) for i in range(0, len(parts) - 3, 4)}
    for number, (_, typed, wanted) in enumerate(blocks):
        printed = []
        for at, command in typed:
            output, status = ended.get((number, at), (parts[-1] + done.stderr, None))
            printed += output.splitlines()
            if status not in statuses_of(command):
                first = command.split("\n")[0]
                yield f"line {at}: '{first}': exit status {status}, wanted {statuses_of(command)}: {output[-600:].strip()}"
        for line in wanted:
            at = has_line(line, printed)
            if at is None:
                yield f"line {typed[-1][0]}: does not print '{line.strip()}' (or not in this order)"
            else:
                printed = printed[at + 1:]


def environment_of(weir, python, tools):
    """PATH with the stand-ins, the program as `weir`, and Debian's Python."""
    tools.mkdir()
    for name, body in STAND_INS.items():
        (tools / name).write_text(f"#!{shutil.which('bash')}\nset -eo pipefail\n{body}\n", encoding="utf-8")
        (tools / name).chmod(0o755)
    (tools / "weir").symlink_to(weir)
    (tools / "python3").symlink_to(python)
    return {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}", "WEIR_PROGRAM": str(weir), "MPLBACKEND": "Agg",
            "PYTHONDONTWRITEBYTECODE": "1", "GIT_CEILING_DIRECTORIES": str(tools.parent)}


def new_tree(folder, weir):
    """A copy of the tree, whose ./weir is the program."""
    for path in house.tracked_paths():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(house.TOP / path, target)
    (folder / "weir").unlink(missing_ok=True)
    (folder / "weir").symlink_to(weir)


def problems_of(page, text, weir, python, patched):
    problems = list(other_commands(text))
    blocks = script_of(text, patched)
    if not blocks:
        return problems + ([] if patched else ["has no commands"])
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch) / "tree"
        new_tree(folder, weir)
        problems += type_blocks(blocks, folder, environment_of(weir, python, pathlib.Path(scratch) / "tools"))
    return [f"{page}: {problem}" for problem in problems]


RIGHT = "```sh\necho a b; false  # exit status 1: why\ncat <<'END' | \\\n  sed s/x/y/\nx\nEND\n```\n\n```text\na  b\ny\n```\n"
PLANTED = [
    (RIGHT, None),
    (RIGHT + "```sh\ngit apply no.patch  # exit status 0 or 1 or 128\nno_such_command\n```\n", None),
    (RIGHT.replace("; false  #", "; \\\n  false  #"), None),
    (RIGHT.replace("exit status 1", "exit status 0"), "line 2: 'echo a b; false  # exit status 0: why': exit status 1"),
    (RIGHT.replace("```text\na", "```text\nb"), "does not print 'b"),
    (RIGHT.replace("a  b\ny", "y\na b"), "does not print 'a b' (or not in this order)"),
    (RIGHT.replace("a  b", "b..."), "does not print 'b...'"),
    ("```sh\nexit 0\necho\n```\n", "line 3: 'echo': exit status None"),
    (RIGHT + "    weir run a.toml\n", "line 13: 'weir run a.toml' stands in no block"),
    (RIGHT + "```\n./weir run a.toml\n```\n", "line 14: './weir run a.toml' stands in no block"),
    ("text\n", "has no commands"),
]


def self_test():
    for text, words in PLANTED:
        problems = list(other_commands(text))
        blocks = script_of(text, patched=False)
        with tempfile.TemporaryDirectory() as scratch:
            problems += type_blocks(blocks, scratch, dict(os.environ)) if blocks else ["has no commands"]
        if (words is None) == bool(problems) or words is not None and not any(words in problem for problem in problems):
            sys.exit(f"{text!r}: found {problems}, wanted {words!r}")
    print("0 problems")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    weir, python, *options = sys.argv[1:]
    problems = []
    for page in PAGES:
        text = (house.TOP / page).read_text(encoding="utf-8")
        problems += problems_of(page, text, pathlib.Path(weir).resolve(), python, "--patched" in options)
    print("\n".join([*problems, f"{len(problems)} problems"]))
    return sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
