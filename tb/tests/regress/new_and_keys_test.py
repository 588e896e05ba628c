# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""`weir new`: each topology under each scheme is a scenario that `check` accepts and whose run keeps what the file expects.
`weir keys`: the keys are those of the JSON Schema, and patterns choose among them. The completion of shells and the manual page
name the commands and options that --help names.

usage: new_and_keys_test.py WEIR
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest

TOP = pathlib.Path(__file__).resolve().parents[3]
WEIR = ""
TOPOLOGIES = ("star", "ring", "leaf_spine", "fat_tree")
SCHEMES = ("pfc", "cbfc", "gfc_buffer_based", "none")


def weir(*words, status=0, cwd=None):
    done = subprocess.run([WEIR, *words], capture_output=True, text=True, check=False, cwd=cwd)
    if done.returncode != status:
        raise AssertionError(f"weir {' '.join(words)}: exit status {done.returncode}: {done.stdout[-400:]}{done.stderr}")
    return done.stdout if status == 0 else done.stderr


def commands():
    """{command: its one-line description}, as --help lists them."""
    text = weir("--help").split("Subcommands:")[-1]
    return dict(re.findall(r"^  ([\w-]+) {2,}(.+)$", text, re.MULTILINE))


class New(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.here = pathlib.Path(self.folder.name)

    def test_each_runs_and_keeps_what_it_expects(self):
        for topology in TOPOLOGIES:
            for scheme in SCHEMES:
                with self.subTest(topology=topology, scheme=scheme):
                    name = f"{topology}_{scheme}"
                    weir("new", name, "--topology", topology, "--scheme", scheme, cwd=self.here)
                    file = tomllib.loads((self.here / f"{name}.toml").read_text(encoding="utf-8"))
                    self.assertEqual((topology, scheme), (file["topology"]["kind"], file["flow_control"]["scheme"]))
                    self.assertIn("deadlock", file["expect"])
                    weir("check", f"{name}.toml", cwd=self.here)
                    weir("run", f"{name}.toml", "--out", name, "--quiet", cwd=self.here)

    def test_the_first_line_names_the_schema(self):
        weir("new", "mine", cwd=self.here)
        line = (self.here / "mine.toml").read_text(encoding="utf-8").splitlines()[0]
        named = re.fullmatch(r"#:schema file://(/\S+)", line)
        self.assertTrue(named, line)
        self.assertEqual(json.loads(weir("schema", "scenario")), json.loads(pathlib.Path(named[1]).read_text(encoding="utf-8")))

    def test_nothing_is_overwritten(self):
        (self.here / "mine.toml").write_text("kept", encoding="utf-8")
        self.assertIn("mine.toml: exists", weir("new", "mine", status=2, cwd=self.here))
        self.assertEqual("kept", (self.here / "mine.toml").read_text(encoding="utf-8"))
        self.assertIn("wanted a name", weir("new", "a b", status=2, cwd=self.here))
        self.assertEqual(["mine.toml"], [path.name for path in self.here.iterdir()])

    def test_what_it_says_to_run_exists(self):
        weir("new", "mine", cwd=self.here)
        said = re.findall(r"^# weir (\w+)", (self.here / "mine.toml").read_text(encoding="utf-8"), re.MULTILINE)
        self.assertTrue({"check", "run", "keys"} <= set(said) <= set(commands()), said)


class Keys(unittest.TestCase):
    @staticmethod
    def of(*words):
        return {row["key"]: row for row in json.loads(weir("keys", *words, "--json"))["keys"]}

    @staticmethod
    def in_schema(of):
        """Names of all properties in a schema that are no tables."""
        names = set()
        for name, one in of.get("properties", {}).items():
            inner = Keys.in_schema(one)
            names |= inner or {name}
        for word in ("items", "additionalProperties"):
            if isinstance(of.get(word), dict):
                names |= Keys.in_schema(of[word])
        for one in [*of.get("anyOf", ()), *of.get("oneOf", ()), *of.get("patternProperties", {}).values()]:
            names |= Keys.in_schema(one)
        return names

    def test_keys_are_those_of_the_schema(self):
        schema = json.loads(weir("schema", "scenario"))
        del schema["properties"]["base"], schema["properties"]["expect"]
        keys = self.of()
        self.assertEqual(self.in_schema(schema), {key.rsplit(".", 1)[-1] for key in keys if not key.startswith("expect.")})
        self.assertGreater(len(keys), 300)
        self.assertTrue(all(row["meaning"] for row in keys.values()))

    def test_a_row_has_type_range_and_default(self):
        row = self.of("flow_control.pfc.pause_quanta")["flow_control.pfc.pause_quanta"]
        self.assertEqual(("integer", "1..65535", "65535", False), (row["type"], row["range"], row["default"], row["required"]))
        self.assertIn("pfc", self.of("flow_control.scheme")["flow_control.scheme"]["words"])
        self.assertTrue(self.of("flow[].src")["flow[].src"]["required"])
        self.assertIn("flow_control.pfc.pause_quanta  integer, 1..65535, default 65535: Timer value", weir("keys", "pause_quanta"))

    def test_patterns_choose(self):
        self.assertTrue(all(key.startswith("flow_control.pfc.") for key in self.of("flow_control.pfc.*")))
        self.assertEqual(self.of("flow_control.pfc.*"), self.of("flow_control.pfc"))
        self.assertTrue(all(key.endswith(".xoff") for key in self.of("xoff")))
        self.assertIn("expect.deadlock", self.of("deadlock"))
        self.assertIn("the nearest is flow_control.pfc.xoff", weir("keys", "flow_control.pfc.xof", status=2))
        self.assertIn("the nearest is \"xoff\"", weir("keys", "xof", status=2))


class FromTheCommands(unittest.TestCase):
    @staticmethod
    def offered(*words):
        return [line.split("\t")[0] for line in weir("complete", *words).splitlines()]

    def test_completion_offers_what_help_names(self):
        self.assertEqual(set(commands()), set(self.offered("")))
        for command in commands():
            options = set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", weir(command, "--help"), re.MULTILINE))
            if "Subcommands:" not in weir(command, "--help"):
                self.assertEqual(options, set(self.offered(command, "--")), command)

    def test_completion_knows_values(self):
        self.assertEqual(["@files .toml"], self.offered("run", ""))
        self.assertEqual(["@directories"], self.offered("explain", ""))
        self.assertEqual(["fst", "vcd", "off"], self.offered("run", "x.toml", "--waves", ""))
        self.assertIn("flow_control.pfc.xoff=", self.offered("run", "--set", "flow"))
        self.assertIn("flow_control.scheme=pfc", self.offered("run", "--set", "flow_control.scheme="))
        self.assertIn("rate_limiter_stage", self.offered("cosim", ""))

    def test_the_scripts_parse(self):
        subprocess.run(["bash", "-n", str(TOP / "tb" / "commands" / "completions" / "weir.bash")], check=True)
        words = 'COMP_LINE="weir ru"; COMP_POINT=7; COMP_WORDS=(weir ru); COMP_CWORD=1; _weir; echo "${COMPREPLY[@]}"'
        script = f'source {TOP}/tb/commands/completions/weir.bash; compopt() {{ :; }}; weir() {{ {WEIR} "$@"; }}; {words}'
        self.assertEqual("run", subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True).stdout.strip())

    def test_the_manual_has_each_command(self):
        manual = weir("manual", "2026-11-23")
        self.assertTrue(manual.splitlines()[1].startswith(".TH WEIR 1 2026-11-23 \"weir "), manual[:200])
        for command, description in commands().items():
            self.assertIn("\n.SS weir " + command.replace("-", "\\-"), manual)
        self.assertNotIn("weir complete", manual)


if __name__ == "__main__":
    WEIR = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
