# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""What the program does with files that are not what they seem: links, FIFOs, devices, full outputs, deep texts, files of
others, names that a spreadsheet or a browser would run, stores with a changed bit.

usage: files_test.py WEIR
"""

import fcntl
import json
import os
import pathlib
import random
import re
import select
import shutil
import sqlite3
import stat
import subprocess
import threading

import sweep_case
from weir_run import TOP

import weir_run

RING = TOP / "scenarios/ring/pfc.toml"
PLAN = f"""[sweep]
scenario = "{RING}"
until = "20us"
set = ["expect="]
results = ["packets_delivered", "flow.*.mean_rate"]
"""
AXIS = """[[axis]]
key = "flow_control.pfc.xon"
range = { from = "780KB", to = "791KB", step = "1KB" }
"""


class Files(sweep_case.SweepCase):
    def run_program(self, *words, status=0, **more):
        done = subprocess.run([self.weir, *map(str, words)], capture_output=True, text=True, timeout=60, check=False, **more)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def refused(self, *words, says):
        """One line that says why, status 2, and nothing printed."""
        done = self.run_program(*words, status=2)
        self.assertEqual((done.stdout, len(done.stderr.splitlines())), ("", 1), done.stderr)
        self.assertIn(says, done.stderr)
        return done.stderr

    def folder(self):
        folder = self.new_out()
        folder.mkdir()
        return folder


class Outputs(Files):
    def registers(self, out, status=0):
        return self.run_program("registers", RING, "--format", "c", "--out", out, status=status)

    def test_a_link_stays_and_its_file_is_replaced_whole(self):
        folder = self.folder()
        (folder / "kept").mkdir()
        target = folder / "kept" / "map.h"
        target.write_text("old")
        link, second = folder / "link.h", folder / "second.h"
        link.symlink_to(target)
        second.symlink_to("link.h")
        self.registers(second)
        self.assertTrue(link.is_symlink() and second.is_symlink())
        self.assertGreater(target.stat().st_size, 1000)
        self.assertEqual(sorted(path.name for path in folder.rglob("*")), ["kept", "link.h", "map.h", "second.h"])
        dangling = folder / "dangling.h"
        dangling.symlink_to("kept/made.h")
        self.registers(dangling)
        self.assertEqual((folder / "kept/made.h").read_bytes(), target.read_bytes())

    def test_a_fifo_is_written_and_stays(self):
        folder = self.folder()
        fifo, plain = folder / "fifo", folder / "plain"
        os.mkfifo(fifo)
        read = []
        reader = threading.Thread(target=lambda: read.append(fifo.read_bytes()))
        reader.start()
        self.registers(fifo)
        reader.join(timeout=60)
        self.registers(plain)
        self.assertEqual(read, [plain.read_bytes()])
        self.assertTrue(stat.S_ISFIFO(fifo.stat().st_mode))
        self.assertEqual(sorted(path.name for path in folder.iterdir()), ["fifo", "plain"])

    def test_a_device_is_written_and_stays(self):
        self.registers("/dev/null")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
        done = self.registers("/dev/full", status=2)
        self.assertEqual(done.stderr, "weir: /dev/full: cannot write: No space left on device\n")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))

    def test_a_reader_that_leaves_is_an_error(self):
        fifo = self.folder() / "fifo"
        os.mkfifo(fifo)
        reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        fcntl.fcntl(reader, fcntl.F_SETPIPE_SZ, 4096)  # less than the map, so that the writer waits
        process = subprocess.Popen([self.weir, "registers", RING, "--format", "c", "--out", fifo], stderr=subprocess.PIPE, text=True)
        select.select([reader], [], [], 60)
        os.close(reader)
        said = process.communicate(timeout=60)[1]
        self.assertEqual((process.returncode, said), (2, f"weir: {fifo}: cannot write: Broken pipe\n"))

    def test_a_full_standard_output_is_an_error(self):
        for words in (["run", RING, "--until", "20us", "--out", self.new_out()], ["check", RING], ["list", "mechanisms"],
                      ["--help"], ["--version"], ["--licences"], ["cost", RING]):
            with open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([self.weir, *map(str, words)], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("weir: standard output: cannot write", done.stderr)

    def test_waves_that_fill_the_disk_leave_the_results(self):
        options = ("--until", "10ms", "--set", "scenario.sample_interval=1ms")
        whole = self.run_weir(RING, (), options)
        out = self.new_out()
        limit = "ulimit -f 300; exec \"$@\""  # in blocks of 1,024 bytes, which end a program that does not look
        done = self.run_program("-c", limit, "sh", self.weir, "run", RING, "--out", out, *options, "--waves", "vcd", status=2,
                                executable="/bin/bash")
        self.assertEqual(done.stderr, f"weir: {out}/waves.vcd: cannot write: File too large\n")
        self.assertEqual({path.name for path in out.iterdir()}, {path.name for path in whole.out.iterdir()})
        self.assertEqual((out / "timeseries.csv").read_bytes(), (whole.out / "timeseries.csv").read_bytes())


class Inputs(Files):
    def test_what_is_no_file_is_refused(self):
        folder = self.folder()
        os.mkfifo(folder / "fifo.toml")
        for path in (folder / "fifo.toml", "/dev/zero"):
            for command in ("run", "check"):
                self.refused(command, path, says=f"{path}: is a FIFO, a socket or a device; wanted a scenario file")
        self.refused("check", folder, says="is a directory")
        os.mkfifo(folder / "sizes.csv")
        (folder / "s.toml").write_text(RING.read_text() + '[[workload]]\narrivals = "poisson"\nload = 0.1\nsizes = "sizes.csv"\n')
        self.refused("check", folder / "s.toml", says="is a FIFO, a socket or a device")
        self.refused("compare", folder / "fifo.toml", folder, says="")

    def test_depth(self):
        folder = self.folder()
        deep = ".".join(["a"] * 30000)
        for text in (f"{deep} = 1\n", f"[{deep}]\n", f"[[{deep}]]\n", "a = " + "[" * 30000, "a = " + "{a = " * 30000,
                     "a = { " + ".".join(["a"] * 40) + " = 1 }\n", "[a.b]\n" + "c." * 40 + "d = 1\n"):
            (folder / "deep.toml").write_text(text)
            for command in ("run", "check"):
                said = self.refused(command, folder / "deep.toml", says="wanted tables and lists at most 32 deep")
                self.assertRegex(said, r"deep\.toml:\d+:\d+: ")
        self.refused("check", RING, "--set", deep + "=1", says="at most 32 deep")
        self.refused("check", RING, "--set", "scenario.name={" + deep + "=1}", says="at most 32 deep")
        # Dots and brackets of texts and comments do not count.
        text = RING.read_text() + "# " + "[a." * 99 + "\n"
        text = re.sub(r"(?m)^description = .*$", "description = '''\n" + "[.{" * 99 + "'''", text)
        (folder / "wide.toml").write_text(text)
        self.run_program("check", folder / "wide.toml")

    def test_nothing_of_another_file_is_quoted(self):
        folder = self.folder()
        (folder / "secret").write_text("root:x:0:0:root:/root:/bin/bash\nword,word\n")
        (folder / "s.toml").write_text(RING.read_text() + '[[workload]]\narrivals = "poisson"\nload = 0.1\nsizes = "secret"\n')
        said = self.refused("check", folder / "s.toml", says="names no column that is wanted")
        self.assertNotIn("root:", said)
        said = self.refused("check", folder / "secret", says="not TOML")
        self.assertNotIn("root:", said)

    def test_text_that_a_spreadsheet_would_run(self):
        text = RING.read_text()
        folder = self.folder()
        (folder / "s.toml").write_text(text.replace("[scenario]", '[scenario]\nname = "-1+1"', 1) if "\nname" not in text.split("[flow")[0]
                                       else text.replace('name = "', 'name = "-', 1))
        self.refused("check", folder / "s.toml", says="not first")
        for name in ("=HYPERLINK(1)", "+1", "-1", "@SUM(1)", "\\tx", "\\rx"):
            plan = self.new_plan(PLAN + f'[[axis]]\nkey = "way"\n[axis.cases]\n"{name}" = ["scenario.seed=3"]\n')
            said = self.sweep("run", plan, status=2)
            self.assertIn("plan.toml:9:1: key 'axis.way': wanted text that does not begin with '='", said)
        plan = self.new_plan(PLAN + '[[axis]]\nkey = "-way"\n[axis.cases]\nx = ["scenario.seed=3"]\n')
        self.assertIn("wanted a key without", self.sweep("run", plan, status=2))

    def test_licences(self):
        said = self.run_program("--licences").stdout
        self.assertEqual(said, (TOP / "NOTICE").read_text(encoding="utf-8"))
        for library in ("dygraphs", "fstapi", "toml++", "fmt", "spdlog", "CLI11", "Random123", "SystemC", "SQLite", "libmd"):
            self.assertIn(f"\n== {library}", said)


class Store(Files):
    SEED = 11

    def made(self):
        plan = self.new_plan(PLAN + AXIS)
        self.sweep("run", plan)
        store = plan.with_suffix(".sqlite")
        self.change(store, "pragma wal_checkpoint(truncate)")
        return plan, store

    @staticmethod
    def change(store, *statements):
        """Rows that the last statement has changed; the file is closed, and nothing waits in a log."""
        connection = sqlite3.connect(store)
        for statement in statements:
            count = connection.execute(statement).rowcount
        connection.commit()
        connection.close()
        return count

    def test_a_changed_bit_is_seen_or_does_not_matter(self):
        plan, store = self.made()
        whole, rows = store.read_bytes(), self.rows(plan)
        draw = random.Random(self.SEED)
        used = [place for place, byte in enumerate(whole) if byte != 0]
        seen = 0
        for _ in range(40):
            changed = bytearray(whole)
            changed[draw.choice(used)] ^= 1 << draw.randrange(8)
            for suffix in ("-wal", "-shm"):
                pathlib.Path(str(store) + suffix).unlink(missing_ok=True)
            store.write_bytes(changed)
            process = self.start("run", plan)
            out, err = process.communicate(timeout=60)
            if process.returncode == 0:
                self.assertEqual(self.rows(plan), rows)
                continue
            seen += 1
            self.assertEqual((process.returncode, len(err.splitlines())), (2, 1), out + err)
            self.assertIn("move the file away and run the sweep again", err)
        self.assertGreater(seen, 30)

    def test_each_column_counts(self):
        plan, store = self.made()
        for change in ("update result set value = value + 1 where rowid = 1", "update run set held = 1 - held",
                       "update run set command = 'weir'", "update run set warnings = 'x'", "delete from result where quantity <> 'packets_delivered'",
                       "update point set run = (select min(id) from run)", "update axis_value set text = '1KB' where point = 2",
                       "update file set sha256 = ''", "update about set value = 'x' where key = 'fingerprint'"):
            change = change.replace("where rowid = 1", "where quantity = 'packets_delivered'")
            copy = store.with_name("copy.sqlite")
            shutil.copy(store, copy)
            self.assertGreater(self.change(store, change), 0, change)
            for command in ("status", "report", "run"):
                self.assertIn("is damaged", self.sweep(command, plan, status=2), change)
            shutil.copy(copy, store)
        self.sweep("status", plan)

    def test_a_store_of_0_1_0_gets_checksums(self):
        plan, store = self.made()
        # The view names the table, and is made again with the plan.
        self.change(store, "drop view measured", "alter table run drop column checksum",
                    "delete from about where key = 'plan_checksum'")
        rows = self.rows(plan)
        self.assertIn("12 runs have no checksum", self.sweep("status", plan))
        self.assertIn("12 runs have no checksum", self.sweep("report", plan))
        self.sweep("run", plan)
        self.assertEqual(self.rows(plan), rows)
        self.assertNotIn("checksum", self.sweep("status", plan, "--verify"))
        self.change(store, "update run set held = 1 - held")
        self.assertIn("is damaged", self.sweep("status", plan, status=2))

    def test_a_store_of_0_2_0_gets_a_column_of_warnings(self):
        plan, store = self.made()
        with sqlite3.connect(store) as made:
            fresh = made.execute("select id, warnings from run order by id").fetchall()
        self.assertEqual({row[1] for row in fresh}, {""})
        # Its checksums were made without warnings: those of a run whose warnings are NULL.
        self.change(store, "drop view measured", "update run set warnings = null, checksum = null",
                    "delete from about where key = 'plan_checksum'")
        self.sweep("run", plan)
        self.change(store, "drop view measured", "alter table run drop column warnings",
                    "delete from about where key = 'plan_checksum'")
        for command in ("status", "run"):
            self.assertIn("warnings of 12 runs are not stored: an earlier weir did them\n", self.sweep(command, plan, "--verify"))
        self.sweep("report", plan)
        report = json.loads(plan.with_suffix(".json").read_text(encoding="utf-8"))
        self.assertEqual([run["warnings"] for run in report["runs"]], [None] * 12)


if __name__ == "__main__":
    weir_run.main()
