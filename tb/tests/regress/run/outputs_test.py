# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The directory that a run leaves, whatever ends the run: the program itself, Ctrl-C, a kill, a full disk.

usage: outputs_test.py WEIR
"""

import fcntl
import json
import os
import pty
import re
import resource
import shutil
import signal
import struct
import subprocess
import termios

import weir_run

PFC = "scenarios/ring/pfc.toml"
USUAL = {"summary.json", "story.json", "timeseries.csv", "report.html", "run.log", "resolved.toml", "invocation.json"}
# What is there before the run begins.
ABOUT_THE_RUN = {"resolved.toml", "invocation.json"}
# Longer than any test waits, in stretches of half a second.
ENDLESS = ("--set", "scenario.sample_interval=5ms", "--until", "20s")


def names(folder):
    return {path.name for path in folder.iterdir()}


class Directory(weir_run.RunTest):
    def test_holds_what_was_asked_for_and_nothing_else(self):
        for options, more in (((), set()), (("--waves", "off"), set()), (("--waves", "fst"), {"waves.fst", "waves.gtkw"}),
                              (("--waves", "vcd"), {"waves.vcd", "waves.gtkw"}), (("--pcap", "s1.p0"), {"capture.pcapng"})):
            run = self.run_weir(PFC, (), ("--until", "1ms", *options))
            self.assertEqual(names(run.out), USUAL | more, options)
            self.assertTrue(all(path.stat().st_size > 0 for path in run.out.iterdir()))
            self.assertTrue(run.stdout.endswith(f"results: {run.out}\n"))

    def test_is_numbered_where_none_is_named(self):
        work = self.scratch / "numbered"
        work.mkdir()
        for _ in range(2):
            subprocess.run([self.weir, "run", weir_run.TOP / PFC, "--until", "1ms"], cwd=work, capture_output=True, check=False)
        self.assertEqual(names(work), {"out"})
        self.assertEqual(names(work / "out"), {"ring_pfc-1", "ring_pfc-2"})
        self.assertEqual(names(work / "out" / "ring_pfc-2"), USUAL)

    def test_in_use_is_refused(self):
        for content in ({"mine.txt": "precious"}, {"summary.json": "{}"}):
            out = self.new_out()
            out.mkdir()
            for name, text in content.items():
                (out / name).write_text(text, encoding="utf-8")
            run = weir_run.Run(self.weir, PFC, out, status=(2,))
            self.assertEqual(run.stderr, f"weir: {out}: holds files already; wanted: a new or an empty directory\n")
            self.assertEqual(run.stdout, "")
            self.assertEqual({path.name: path.read_text(encoding="utf-8") for path in out.iterdir()}, content)
        empty = self.new_out()
        empty.mkdir()
        self.assertEqual(names(weir_run.Run(self.weir, PFC, empty, options=("--until", "1ms")).out), USUAL)

    def test_is_not_left_behind_by_what_cannot_run(self):
        for port, nearest in (("s1.p9", '; the nearest is "s1.p0"'), ("nowhere", "")):
            run = self.run_weir(PFC, (), ("--pcap", port), status=(2,))
            self.assertEqual(run.stderr, f"weir: --pcap {port}: there is no such port{nearest}; ports are named DEVICE.pN, "
                                         "e.g. h1.p0; '*' stands for any letters\n")
            self.assertFalse(run.out.exists())

    def test_report_is_written_again(self):
        run = self.run_weir(PFC, (), ("--until", "1ms"))
        page = (run.out / "report.html").read_bytes()
        (run.out / "report.html").unlink()
        done = subprocess.run([self.weir, "report", run.out], capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout, f"{run.out}/report.html\n")
        self.assertEqual((run.out / "report.html").read_bytes(), page)
        nothing = subprocess.run([self.weir, "report", self.scratch / "nothing"], capture_output=True, text=True, check=False)
        self.assertEqual(nothing.returncode, 2)
        self.assertEqual(nothing.stderr, f"weir: {self.scratch}/nothing: no such directory; wanted: the directory of a run\n")


class EndedEarly(weir_run.RunTest):
    def start(self, *options, out=None, endless=ENDLESS, scenario=PFC, shown_by="capture.pcapng"):
        """A run that is under way: its network is built, as the file of its capture shows. Signals are caught from the log on."""
        out = out or self.new_out()
        process = subprocess.Popen([self.weir, "run", scenario, "--out", out, *endless, *options], cwd=weir_run.TOP,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while not (out / f"{shown_by}.partial").exists():
            self.assertIsNone(process.poll(), "the run has ended before it began")
        return out, process

    def test_interrupted(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            out, process = self.start("--waves", "fst", "--pcap", "s1.p0")
            process.send_signal(number)
            stdout, stderr = process.communicate()
            self.assertEqual(stderr, "")
            self.assertEqual(process.returncode, 128 + number)
            self.assertRegex(stdout.splitlines()[-1], r"^results: .*, partial: (interrupted|terminated) at \S+ \S+ of 20 s$")
            self.assertEqual(names(out), USUAL | {"waves.fst", "waves.gtkw", "capture.pcapng"})
            summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
            self.assertTrue(summary["partial"])
            self.assertGreater(summary["simulated_seconds"], 0)
            self.assertLess(summary["simulated_seconds"], 20)
            self.assertEqual(summary["warnings"], [])
            self.assertIn("partial: ended before the scenario's duration", stdout)
            # What nobody has seen to the end has no verdict, and no steady figure.
            self.assertEqual({expectation["held"] for expectation in summary["expectations"]}, {None})
            self.assertIn("expectations were not judged", stdout)
            self.assertNotIn("\nheld  ", stdout)
            self.assertEqual({flow["steady_bps"] for flow in summary["flows"]}, {None})
            self.assertEqual({queue["viq_steady_bytes"] for queue in summary["queues"]}, {None})
            self.assertIn("ended early", (out / "run.log").read_text(encoding="utf-8"))
            times = weir_run.read_columns(out / "timeseries.csv")["time_seconds"]
            self.assertTrue(all(float(time) <= summary["simulated_seconds"] for time in times))
            subprocess.run(["fst2vcd", out / "waves.fst"], stdout=subprocess.DEVNULL, check=True)

    def test_terminated_while_the_network_is_built(self):
        """2,500 devices: a signal that comes with the log is there before they are; if not, the run ends as it does later."""
        path = self.scratch / "large.toml"
        path.write_text('[scenario]\nduration = "20s"\nsample_interval = "20s"\n[topology]\nkind = "fat_tree"\nk = 20\n[flow_control]\n'
                        'scheme = "pfc"\n[[flow]]\nsrc = "h1"\ndst = "h2"\n', encoding="utf-8")
        out, process = self.start("--force", endless=(), scenario=path, shown_by="run.log")
        process.send_signal(signal.SIGTERM)
        stdout, stderr = process.communicate()
        self.assertEqual((process.returncode, stderr), (128 + signal.SIGTERM, ""))
        if stdout == "no results, partial: terminated before the run began\n":
            self.assertFalse(out.exists(), "nothing of it is left")
        else:
            self.assertRegex(stdout.splitlines()[-1], r"^results: .*, partial: terminated at \S+ \S+ of 20 s$")

    def test_interrupted_within_a_stretch(self):
        """The two hundredth part of the run, at whose end the oracles are asked, takes minutes here."""
        out, process = self.start("--pcap", "s1.p0", endless=("--until", "8000s", "--set", "scenario.sample_interval=1s"))
        process.send_signal(signal.SIGINT)
        stdout, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130)
        self.assertIn(" of 8000 s", stdout.splitlines()[-1])
        summary = json.loads((out / "summary.json").read_text(encoding="utf-8"))
        self.assertLess(summary["simulated_seconds"], 100)

    def test_interrupted_by_someone_impatient(self):
        out, process = self.start("--pcap", "s1.p0")
        # The second one does not wait for the end of the stretch.
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
        process.communicate()
        self.assertIn(process.returncode, (130, -signal.SIGINT))
        self.assertLessEqual({name for name in names(out) if not name.endswith(".partial")}, USUAL | {"capture.pcapng"})

    def test_killed(self):
        out, process = self.start("--waves", "vcd", "--pcap", "h1.p0")
        while not (out / "waves.vcd.partial").exists() or (out / "waves.vcd.partial").stat().st_size == 0:
            self.assertIsNone(process.poll())
        process.kill()
        process.communicate()
        self.assertEqual(process.returncode, -signal.SIGKILL)
        self.assertTrue(all(name.endswith(".partial") for name in names(out) - ABOUT_THE_RUN), names(out))
        # Such a directory is in use: nothing overwrites what may be wanted.
        self.assertEqual(weir_run.Run(self.weir, PFC, out, status=(2,)).stdout, "")


class FullDisk(weir_run.RunTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.whole = {}
        for options in (("--waves", "fst", "--pcap", "s1.p0"), ("--waves", "vcd")):
            out = cls.new_out()
            cls.run_in(out, *options)
            # All but these are the same bytes in every run.
            cls.whole.update({path.name: path.read_bytes() for path in out.iterdir()
                              if path.name not in ("invocation.json", "run.log", "report.html", "waves.gtkw", "summary.json")})

    def assert_told(self, done, folder):
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, rf"\A(weir: {re.escape(str(folder))}/[a-z_]+\.[a-z]+: cannot write: [^\n]+\n)+\Z")
        # Waves and captures alone do not take the results away.
        self.assertEqual(done.stdout != "", "\nresults: " in done.stdout)
        left = {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}
        self.assertFalse([name for name in left if ".partial" in name])
        for name in left.keys() & self.whole.keys():
            self.assertEqual(left[name], self.whole[name], f"{name} is not whole")
        if "invocation.json" in left:
            self.assertIn("commit", json.loads(left["invocation.json"]))
        if "summary.json" in left:
            self.assertEqual(json.loads(left["summary.json"])["scenario"], "ring_pfc")
        if "report.html" in left:
            self.assertTrue(left["report.html"].rstrip().endswith(b"</html>"))
        return done.stderr

    @classmethod
    def run_in(cls, folder, *options, **more):
        arguments = weir_run.command(cls.weir, PFC, folder, ["scenario.sample_interval=10us"], ("--until", "1ms", *options))
        return subprocess.run(arguments, cwd=weir_run.TOP, capture_output=True, text=True, check=False, **more)

    def test_files_that_reach_a_limit(self):
        named = set()
        for kilobytes, options in ((0, ()), (4, ()), (20, ()), (64, ("--waves", "vcd")), (4, ("--waves", "fst")), (4, ("--pcap", "s1.p0"))):
            def constrain(limit=kilobytes * 1024):
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

            out = self.new_out()
            stderr = self.assert_told(self.run_in(out, *options, preexec_fn=constrain, restore_signals=False), out)
            named.add(re.search(r"/([a-z_]+\.[a-z]+):", stderr).group(1))
        self.assertGreaterEqual(len(named), 4, f"only {named} met the limit")

    def test_a_disk_that_is_full(self):
        disk = self.scratch / "disk"
        disk.mkdir()
        if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", disk], capture_output=True, check=False).returncode:
            self.skipTest("a file system of its own cannot be mounted here")
        try:
            for number, options in enumerate(((), ("--waves", "vcd"), ("--waves", "fst", "--pcap", "s1.p0"))):
                out = disk / f"run_{number}"
                self.assertIn("No space left on device", self.assert_told(self.run_in(out, *options), out))
                self.assertTrue((out / "summary.json").exists(), f"{options}: the small result is lost for the large ones")
                shutil.rmtree(out)
        finally:
            subprocess.run(["umount", disk], check=True)


class Terminal(weir_run.RunTest):
    def on_a_terminal(self, environment, columns=0):
        """What a run writes to a terminal that is both its output and its error. 0 columns: it does not tell."""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        process = subprocess.Popen(weir_run.command(self.weir, PFC, self.new_out(), (), ("--until", "300ms")), cwd=weir_run.TOP,
                                   env=environment, stdin=slave, stdout=slave, stderr=slave)
        os.close(slave)
        text = b""
        while True:
            try:
                got = os.read(master, 65536)
            except OSError:
                break
            if not got:
                break
            text += got
        os.close(master)
        self.assertEqual(process.wait(), 0)
        return text.decode()

    def environment(self, **more):
        kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
        return {**kept, "TERM": "xterm", **more}

    def test_no_colours_and_no_progress_when_piped(self):
        run = self.run_weir(PFC, (), ("--until", "300ms"), environment=self.environment())
        self.assertEqual(run.stderr, "")
        self.assertNotRegex(run.stdout, r"[^\n -~]")
        for line in run.stdout.splitlines():
            self.assertEqual(line, line.rstrip())

    def test_colours_and_progress_on_a_terminal(self):
        text = self.on_a_terminal(self.environment())
        self.assertIn("\033[32m", text)
        self.assertRegex(text, r"\r\[=* *\] +\d+ %  [\d.]+ ms of 300 ms  \S+ \S+/s  \d+ s left\033\[K")
        before_the_table = text[:text.index("ring_pfc")]
        self.assertTrue(before_the_table.rstrip("\033[1m").endswith("\r\033[K"), "the bar is gone when the table comes")

    def test_lines_keep_to_the_terminal(self):
        def longest(text):
            lines = re.sub(r"\033\[\d*[mK]", "", text[text.index("ring_pfc"):]).splitlines()
            return max(len(line) for line in lines if "results: " not in line)
        for columns in (0, 80, 100):
            text = self.on_a_terminal(self.environment(), columns)
            self.assertLessEqual(longest(text), columns or 80)
            for heading in ("VIQ peak", "hold-and-wait", "verdict"):
                self.assertIn(heading, text)
        wide = longest(self.on_a_terminal(self.environment(), 200))
        self.assertGreater(wide, 100)
        self.assertLessEqual(wide, 200)

    def test_without_a_terminal_lines_have_120_columns(self):
        done = subprocess.run(weir_run.command(self.weir, "scenarios/small/pfc_incast_short_headroom.toml", self.new_out()),
                              cwd=weir_run.TOP, capture_output=True, text=True, check=True)
        lengths = [len(line) for line in done.stdout.splitlines() if not line.startswith("results: ")]
        self.assertGreater(max(lengths), 100)
        self.assertLessEqual(max(lengths), 120)
        self.assertIn("headroom that loses nothing is 10500 B\n", weir_run.unbroken(done.stdout))

    def test_no_color_is_obeyed(self):
        text = self.on_a_terminal(self.environment(NO_COLOR="1"))
        self.assertNotRegex(text, r"\033\[\d*m")


class Printed(weir_run.RunTest):
    CASES = ((("expect=", "expect.drops=0"), "all 1 expectations held", 0),
             (("expect=", "expect.drops={min=1}"), "1 of 1 expectations failed", 1))

    def test_quiet_is_the_verdict_and_the_directory(self):
        for sets, verdict, status in self.CASES:
            run = self.run_weir(PFC, sets, ("--quiet", "--until", "1ms"), status=(status,))
            self.assertEqual((run.stdout, run.stderr), (f"verdict: {verdict}\nresults: {run.out}\n", ""))

    def test_json_is_the_summary_and_nothing_else(self):
        for sets, _, status in self.CASES:
            run = self.run_weir(PFC, sets, ("--json", "--until", "1ms"), status=(status,))
            self.assertEqual(json.loads(run.stdout), run.summary)
            self.assertEqual(run.stderr, f"results: {run.out}\n")

    def test_not_both(self):
        run = self.run_weir(PFC, (), ("--json", "--quiet"), status=(2,))
        self.assertEqual((run.stdout, len(run.stderr.splitlines())), ("", 1))


class Help(weir_run.RunTest):
    def help_of(self, *command):
        done = subprocess.run([self.weir, *command, "--help"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_every_command_has_an_example(self):
        commands = re.findall(r"^  (\w+) {2,}\S", self.help_of().split("Subcommands:")[1], re.MULTILINE)
        self.assertGreaterEqual(set(commands), {"run", "check", "report", "list", "bench"})
        for command in commands:
            example = re.search(rf"^Example: weir ({command} .+)$", self.help_of(command), re.MULTILINE)
            self.assertTrue(example, command)
            for word in example.group(1).split():
                if word.startswith("scenarios/"):
                    self.assertTrue((weir_run.TOP / word).exists(), word)

    def test_examples_are_accepted(self):
        for command in (("check", "scenarios/ring/gfc_buffer_based.toml"), ("list", "scenarios"), ("list", "blocks"),
                        ("list", "mechanisms")):
            done = subprocess.run([self.weir, *command], cwd=weir_run.TOP, capture_output=True, text=True, check=True)
            self.assertEqual(done.stderr, "")
            self.assertTrue(done.stdout)
        listed = subprocess.run([self.weir, "list", "scenarios"], cwd=weir_run.TOP, capture_output=True, text=True, check=True)
        there = sorted(str(path.relative_to(weir_run.TOP)) for path in (weir_run.TOP / "scenarios").rglob("*.toml"))
        self.assertEqual([line.split()[0] for line in listed.stdout.splitlines()], there)
        self.assertIn("802.3x", listed.stdout)  # a dot that ends no sentence
        elsewhere = subprocess.run([self.weir, "list", "scenarios"], cwd=self.scratch, capture_output=True, text=True, check=True)
        self.assertEqual([line.split()[0] for line in elsewhere.stdout.splitlines()], [str(weir_run.TOP / name) for name in there])


if __name__ == "__main__":
    weir_run.main()
