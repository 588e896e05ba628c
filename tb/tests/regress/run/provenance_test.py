# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""A run directory says what was run, and runs again: resolved.toml gives the same bytes, wherever it is and whoever asks.

usage: provenance_test.py WEIR                         an eighth of the scenarios, of each folder one at least
       provenance_test.py WEIR RunsAgain.every_scenario   all of them
"""

import hashlib
import json
import re
import shutil
import socket
import subprocess
import time
import tomllib

import weir_run

SCENARIOS = weir_run.TOP / "scenarios"
# Long enough that packets, pauses and control frames have gone round; the large networks are slow.
LIMITS = {"bench": "100us", "fat_tree": "200us"}
USUAL_LIMIT = "300us"
PFC = SCENARIOS / "ring" / "pfc.toml"


class RunsAgain(weir_run.RunTest):
    def again(self, run, options=()):
        """The same from its resolved scenario alone, in another place and called from elsewhere."""
        moved = self.new_out()
        moved.mkdir()
        shutil.copy(run.out / "resolved.toml", moved)
        if (run.out / "inputs").exists():
            shutil.copytree(run.out / "inputs", moved / "inputs")
        out = self.new_out()
        done = subprocess.run([self.weir, "run", moved / "resolved.toml", "--out", out, *options], cwd=self.scratch,
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, run.status, done.stderr)
        return out

    def assert_runs_again(self, run, options=()):
        first, second = weir_run.comparable(run.out), weir_run.comparable(self.again(run, options))
        self.assertEqual(first.keys(), second.keys())
        self.assertEqual([name for name in first if first[name] != second[name]], [])
        return second

    def scenarios(self):
        # Of the many parts of a case of a test plan, one is enough.
        scenarios = [path for path in sorted(SCENARIOS.rglob("*.toml"))
                     if path.parent.name != "link_plans" or re.fullmatch(r"tp_[a-z]+_\d\d", path.stem)]
        self.assertGreater(len(scenarios), 30)
        return scenarios

    def test_of_each_folder(self):
        firsts = {path.parent: path for path in reversed(self.scenarios())}
        self.run_all_again(sorted({*self.scenarios()[::8], *firsts.values()}))

    def every_scenario(self):
        self.run_all_again(self.scenarios())

    def run_all_again(self, scenarios):
        for path in scenarios:
            with self.subTest(path.relative_to(SCENARIOS)):
                until = LIMITS.get(path.parent.name, USUAL_LIMIT)
                self.assert_runs_again(self.run_weir(path, (), ("--until", until)))

    def test_with_overrides_waves_and_captures(self):
        watched = ("--waves", "vcd", "--pcap", "s1.p0")
        run = self.run_weir(PFC, ("switch.crossbar.jitter=10ns", "switch.crossbar.transfer=packet", "scenario.name=x"),
                            ("--seed", "9", "--until", "1ms", *watched))
        files = self.assert_runs_again(run, watched)
        self.assertLessEqual({"waves.vcd", "capture.pcapng", "resolved.toml"}, files.keys())

    def test_what_differs_is_noticed(self):
        """Another seed where something is random, and a picosecond."""
        run = self.run_weir(PFC, (), ("--until", "1ms"))
        other = self.again(run, ("--set", "topology.delay=1000001ps"))
        different = [name for name, data in weir_run.comparable(run.out).items() if weir_run.comparable(other)[name] != data]
        self.assertEqual(different, ["report.html", "resolved.toml", "story.json", "summary.json", "timeseries.csv"])

    def test_a_changed_input_is_refused(self):
        run = self.run_weir(SCENARIOS / "real_frames" / "pcap_replay.toml", (), ("--until", "100us"))
        copy = next((run.out / "inputs").rglob("mixed.pcap"))
        self.assertEqual(copy.read_bytes(), (SCENARIOS / "real_frames" / "mixed.pcap").read_bytes())
        copy.write_bytes(copy.read_bytes() + b"\0")
        done = subprocess.run([self.weir, "check", run.out / "resolved.toml"], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"^weir: .*/resolved\.toml:\d+:\d+: key 'flow\.replay\.file_sha256': is not that of .*\n$")


class Says(weir_run.RunTest):
    def test_hash_overrides_version_and_commit(self):
        run = self.run_weir(PFC, ("switch.mmu.headroom=1MB",), ("--seed", "3", "--until", "100us", "--pcap", "s1.p0"))
        text = (run.out / "resolved.toml").read_text(encoding="utf-8")
        digest = hashlib.sha256(text[:text.index("\n[origin]")].encode()).hexdigest()
        self.assertEqual(run.summary["resolved_sha256"], digest)
        overrides = ["switch.mmu.headroom=1MB", "scenario.seed=3", "scenario.until=100us"]
        self.assertEqual(run.summary["overrides"], overrides)
        self.assertEqual(tomllib.loads(text)["origin"]["overrides"], overrides)
        self.assertEqual(tomllib.loads(text)["switch"]["mmu"]["headroom"], "1MB")
        page = (run.out / "report.html").read_text(encoding="utf-8")
        commit = run.summary["commit"]
        for shown in (digest, f"{run.summary['version']}, commit {commit}", ", ".join(overrides)):
            self.assertIn(shown, page)
        section = (run.out / "capture.pcapng").read_bytes()[:1000]
        self.assertIn(f"ring_pfc, seed 3, resolved scenario SHA-256 {digest}".encode(), section)
        self.assertIn(f"weir {run.summary['version']}, commit {commit}".encode(), section)
        self.assertIn(digest, (run.out / "run.log").read_text(encoding="utf-8"))

    def test_hash_is_that_of_the_file_where_nothing_is_set(self):
        scenario = self.scratch / "short.toml"
        scenario.write_text(PFC.read_text(encoding="utf-8").replace('duration = "100ms"', 'duration = "100us"'), encoding="utf-8")
        run = self.run_weir(scenario)
        digest = hashlib.sha256((run.out / "resolved.toml").read_bytes()).hexdigest()
        self.assertEqual(run.summary["resolved_sha256"], digest)
        self.assertEqual(run.summary["overrides"], [])

    def test_invocation(self):
        before = time.time()
        run = self.run_weir(PFC, (), ("--until", "100us"))
        invocation = json.loads((run.out / "invocation.json").read_text(encoding="utf-8"))
        self.assertEqual(invocation["command"], [self.weir, "run", str(PFC), "--out", str(run.out), "--until", "100us"])
        self.assertEqual(invocation["working_directory"], str(weir_run.TOP))
        self.assertEqual(invocation["host"], socket.gethostname())
        started = time.mktime(time.strptime(invocation["started_utc"], "%Y-%m-%dT%H:%M:%SZ")) - time.timezone
        self.assertTrue(before - 1 <= started <= time.time())
        self.assertEqual((invocation["version"], invocation["commit"]), (run.summary["version"], run.summary["commit"]))

    def test_bases_are_inputs(self):
        """The same run as of the whole file; from the directory it runs again, without the bases."""
        folder = self.scratch / "variants"
        folder.mkdir()
        base = folder / "pfc.toml"
        shutil.copy(PFC, base)
        (folder / "slow.toml").write_text('base = "pfc.toml"\n[scenario]\nduration = "100us"\n[topology]\nrate = "1Gbps"\n'
                                          '[expect]\ndrops = 0\n', encoding="utf-8")
        whole = self.scratch / "slow.toml"
        text = re.sub(r'\[expect\][^[]*', "[expect]\ndrops = 0\n", PFC.read_text(encoding="utf-8"))
        text, rates = re.subn(r'(?m)^rate = .*', 'rate = "1Gbps"', text, count=1)
        text, durations = re.subn(r'(?m)^duration = .*', 'duration = "100us"', text)
        self.assertEqual((rates, durations), (1, 1))
        whole.write_text(text, encoding="utf-8")
        run, other = self.run_weir(folder / "slow.toml"), self.run_weir(whole)
        others = weir_run.comparable(other.out)
        digest = hashlib.sha256(base.read_bytes()).hexdigest()
        copy = f"inputs/{digest[:16]}/pfc.toml"
        self.assertEqual((run.out / copy).read_bytes(), base.read_bytes())
        self.assertEqual(json.loads((run.out / "invocation.json").read_text(encoding="utf-8"))["bases"],
                         [{"path": str(base), "sha256": digest, "copy": copy}])
        self.assertEqual(weir_run.comparable(run.out), others)
        shutil.rmtree(folder)
        again = self.run_weir(run.out / "resolved.toml")
        self.assertEqual(weir_run.comparable(again.out), others)

    def test_is_there_while_the_run_goes_on(self):
        out = self.new_out()
        process = subprocess.Popen([self.weir, "run", PFC, "--out", out, "--until", "20s"], stdout=subprocess.DEVNULL)
        while not (out / "resolved.toml").exists():
            self.assertIsNone(process.poll())
        process.kill()
        process.wait()
        self.assertTrue((out / "invocation.json").exists())
        self.assertFalse((out / "summary.json").exists())

    def test_a_key_is_taken_away(self):
        """--set KEY= gives what the file gives without the line."""
        text = PFC.read_text(encoding="utf-8")
        line = re.search(r"\nxon = .*", text).group()
        scenario = self.scratch / "without.toml"
        scenario.write_text(text.replace(line, ""), encoding="utf-8")
        run = self.run_weir(PFC, ("flow_control.pfc.xon=", "scenario.name=x"), ("--until", "100us"))
        without = self.run_weir(scenario, ("scenario.name=x",), ("--until", "100us"))
        self.assertEqual(run.summary["resolved_sha256"], without.summary["resolved_sha256"])
        self.assertEqual(run.summary["overrides"][0], "flow_control.pfc.xon=")


class Commit(weir_run.RunTest):
    """commit.cmake: what the program says of its source."""

    def commit_of(self, source):
        out = self.scratch / "commit.cpp"
        subprocess.run(["cmake", f"-DOUT={out}", f"-DSOURCE={source}", "-P", weir_run.TOP / "cmake" / "commit.cmake"], check=True)
        return re.search(r'return "(.*)"', out.read_text(encoding="utf-8")).group(1)

    def test_of_a_work_tree_and_of_none(self):
        source = self.scratch / "source"
        (source / "tb" / "tests").mkdir(parents=True)
        (source / "tb" / "a.cpp").write_text("1\n", encoding="utf-8")
        self.assertEqual(self.commit_of(source), "unknown")

        def git(*arguments):
            names = ("-c", "user.name=a", "-c", "user.email=a@example.org")
            return subprocess.run(["git", "-C", source, *names, *arguments], check=True, capture_output=True, text=True).stdout

        git("init")
        self.assertEqual(self.commit_of(source), "unknown")
        git("add", ".")
        git("commit", "-m", "a")
        head = git("rev-parse", "HEAD").strip()
        self.assertEqual(self.commit_of(source), head)
        self.assertEqual(self.commit_of(source / "tb"), "unknown", "not the top")
        (source / "tb" / "tests" / "b.cpp").write_text("no part of the program\n", encoding="utf-8")
        self.assertEqual(self.commit_of(source), head)
        (source / "tb" / "a.cpp").write_text("2\n", encoding="utf-8")
        self.assertEqual(self.commit_of(source), head + "+changes")


if __name__ == "__main__":
    weir_run.main()
