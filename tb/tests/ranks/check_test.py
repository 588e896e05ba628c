# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""weir check --ranks: how a network is divided, and what is refused.

Usage: check_test.py WEIR
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[3]
WEIR = None
LARGE = "scenarios/bench/ft16_perm.toml"
RING = "scenarios/ring/pfc.toml"


def call(*arguments, program=None):
    done = subprocess.run([program or WEIR, "check", *arguments], capture_output=True, text=True, check=False, cwd=TOP)
    return done.returncode, done.stdout, done.stderr


def devices_of(text):
    """{"h": {0, 1}, "se": {1}} of "h0, h1, se1"; also of "h0 to h1"."""
    found = {}
    for name, first, last in re.findall(r"\b([a-z]+)(\d+)(?: to [a-z]+(\d+))?", text):
        found.setdefault(name, set()).update(range(int(first), int(last or first) + 1))
    return found


class Check(unittest.TestCase):
    def refused(self, line, *arguments, program=None):
        status, out, error = call(*arguments, program=program)
        self.assertEqual((status, out), (2, ""), error)
        self.assertRegex(error, rf"\Aweir: {line}\n\Z")

    def rank_file(self, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "r.toml"
        path.write_text(text, encoding="utf-8")
        return path

    def test_pods_stay_whole(self):
        status, out, error = call(LARGE, "--ranks", "4")
        self.assertEqual((status, error), (0, ""))
        self.assertEqual(call(LARGE, "--ranks", "4")[1], out, "the same every time")
        lines = re.findall(r"^  rank (\d): ([\d.]+) % of the work, [\d,]+ devices: (.*)$", out, re.MULTILINE)
        self.assertEqual([number for number, _, _ in lines], ["0", "1", "2", "3"])
        pods = []
        for _, work, names in lines:
            self.assertLessEqual(float(work), 25 * 1.03, out)
            devices = devices_of(names)
            mine = {host // 64 for host in devices["h"]}
            self.assertEqual(devices["h"], {host for pod in mine for host in range(64 * pod, 64 * pod + 64)}, names)
            for stage in ("se", "sa"):
                self.assertEqual(devices[stage], {8 * pod + i for pod in mine for i in range(1, 9)}, names)
            pods += mine
        self.assertEqual(sorted(pods), list(range(16)))
        self.assertEqual(len(re.findall(r"^  ranks \d and \d meet every 1 us: \d+ cables$", out, re.MULTILINE)), 6)

    def test_the_page_shows_what_is_printed(self):
        page = (TOP / "docs/user_guide/ranks.md").read_text(encoding="utf-8")
        shown = re.search(r"^```\n(3 ranks: .*?)^```$", page, re.MULTILINE | re.DOTALL).group(1)
        self.assertIn("\n" + shown, call(RING, "--ranks", "3")[1])

    def test_one_rank_cuts_nothing(self):
        status, out, _ = call(RING, "--ranks", "1")
        self.assertEqual(status, 0)
        self.assertIn("\n1 rank: 0 of 6 cables cut, which 0.0 % of all frames on cables cross\n"
                      "  rank 0: 100.0 % of the work, 6 devices: ", out)

    def test_ranks_of_a_file(self):
        path = self.rank_file('rank = [["s1", "s2"], ["s3", "h1"]]')
        for more in ((), ("--ranks", "2")):
            status, out, error = call(RING, "--rank-file", path, *more)
            self.assertEqual((status, error), (0, ""))
            self.assertRegex(out, r"rank 0: [\d.]+ % of the work, 3 devices: h2, s1, s2\n")
            self.assertRegex(out, r"ranks 0 and 1 meet every 1 us: 3 cables")
        self.refused(f"{path}: 2 ranks; wanted 3, as --ranks says", RING, "--rank-file", path, "--ranks", "3")

    def test_links_that_stay_on_a_rank(self):
        self.refused("scenarios/ring/ue_cbfc.toml: --ranks 2: links that cannot lie between ranks, with credits of Ultra Ethernet, "
                     "join all devices; wanted one rank", "scenarios/ring/ue_cbfc.toml", "--ranks", "2")
        damaged = "scenarios/small/link_damage.toml"  # the wire from h1 to s1
        path = self.rank_file('rank = [["s1", "h2"], ["h1", "h3"]]')
        self.refused(f"{path}: (h1 and s1|s1 and h1) are on two ranks, but the link between them has damage; wanted both on one rank",
                     damaged, "--rank-file", path)
        status, out, error = call(damaged, "--rank-file", self.rank_file('rank = [["s1", "h1", "h2"], ["h3"]]'))
        self.assertEqual((status, error), (0, ""), out)

    def test_what_is_wrong_is_said_in_one_line(self):
        self.refused(r"--ranks: Value 0 not in range 1 to 64 \(see weir --help\)", RING, "--ranks", "0")
        self.refused(r"--ranks: Value 65 not in range 1 to 64 \(see weir --help\)", RING, "--ranks", "65")
        self.refused("nowhere.toml: cannot be read: No such file or directory", RING, "--rank-file", "nowhere.toml")
        self.refused(".*r.toml:1:8: key 'rank': \"s3\" is in none", RING, "--rank-file", self.rank_file('rank = [["s1", "s2"]]'))

    def test_without_the_shared_object(self):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "bin", "weir")
            os.mkdir(os.path.dirname(program))
            shutil.copy(WEIR, program)
            self.refused(f"several ranks need libweir_mpi.so: neither in {folder}/bin nor in {folder}/lib/weir; a build of weir makes "
                         "this file where libopenmpi-dev and libmetis-dev are installed", RING, "--ranks", "2", program=program)
            self.assertEqual(call(RING, "--ranks", "1", program=program)[0], 0)
            status, out, _ = call(RING, "--rank-file", self.rank_file('rank = [["s1", "s2", "s3"]]'), program=program)
            self.assertEqual(status, 0)
            os.makedirs(f"{folder}/lib/weir")
            shutil.copy(os.path.join(os.path.dirname(WEIR), "libweir_mpi.so"), f"{folder}/lib/weir")
            self.assertEqual(call(RING, "--ranks", "2", program=program)[0], 0, "as it is installed")


if __name__ == "__main__":
    WEIR = os.path.abspath(sys.argv.pop(1))
    unittest.main()
