# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The script ./weir, in a folder of its own where every tool that it calls is a stand-in that notes its arguments."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[3]

PACKAGES = "# Title.\n\n# to run\nnew\nold\n# to synth\nmapper\n# to ranks\ntalker\n# to docs\npublisher\n# to package\npacker\n# to slurm\nqueue\n# to test\ntested\n# to develop\nliked\n"

CASE = '<testcase name="{0}" classname="{0}" time="0" status="{1}">{2}</testcase>\n'
NPROC = len(os.sched_getaffinity(0))
PASSED = CASE.format("a", "run", "")
FAILED = CASE.format("b", "fail", '<failure message=""/>')
SKIPPED = CASE.format("c", "notrun", '\n\t\t<skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/>\n')
NOT_BUILT = CASE.format("d", "notrun", '\n\t\t<skipped message="Unable to find executable"/>\n')


class WeirScript(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name) / "a project"
        self.bin = pathlib.Path(folder.name) / "bin"
        self.calls = pathlib.Path(folder.name) / "calls"
        self.top.mkdir()
        self.bin.mkdir()
        shutil.copy(TOP / "weir", self.top)
        (self.top / "packages.txt").write_text(PACKAGES)
        (self.top / "CMakePresets.json").write_text("{}")
        for tool in ("bash", "env", "awk", "comm", "sort", "sed", "grep", "tail", "cat", "dirname", "basename", "readlink",
                     "mkdir", "mv", "touch", "rm", "flock", "nproc", "stat"):
            (self.bin / tool).symlink_to(shutil.which(tool))
        self.stand_in("id", "echo 0")
        self.installed("new", "old", "mapper", "talker", "publisher", "packer", "queue", "tested")
        self.stand_in("apt-get", "exit 0")
        self.stand_in("cmake", 'mkdir -p "build/$2"; touch "build/$2/build.ninja"')
        self.stand_in("ninja", self.ninja("true"))
        self.ctest(PASSED)

    def stand_in(self, name, body):
        path = self.bin / name
        path.write_text(f'#!{shutil.which("bash")}\nprintf "%s\\n" "{name} $*" >>"{self.calls}"\n{body}\n')
        path.chmod(0o755)

    def installed(self, *names):
        lines = "".join(f"echo 'installed {name}'\n" for name in names)
        self.stand_in("dpkg-query", lines + "echo 'config-files liked'\nexit 1")

    @staticmethod
    def ninja(build):
        """Has work to do until the program is there; `build` is what happens before the program is made. The program
        without RTL suffices unless an argument is `rtl`, and says who it is."""
        program = '"$2/$name"'
        suffices = '[[ $1 != --suffices ]] || { [[ " $* " == *" rtl "* ]] && exit 4; exit 0; }'
        return (f"name=weir; [[ $* != *weir_model ]] || name=weir-model\n"
                f"[[ -f {program} ]] && {{ echo 'ninja: no work to do.'; exit 0; }}\n"
                f'[[ " $* " == *" -n "* ]] && exit 0\n{build} || exit 1\n'
                f"cat >{program} <<'TEXT'\n#!{shutil.which('bash')}\n{suffices}\n"
                f'printf "%s:" "${{0##*/}}"; printf "<%s>" "$@"; pwd; exit 7\nTEXT\n'
                f"chmod +x {program} 2>/dev/null || {shutil.which('chmod')} +x {program}")

    def ctest(self, cases, status=0):
        results = self.top / "canned.xml"
        results.write_text(f"<testsuite>\n{cases}</testsuite>\n")
        self.stand_in("ctest", f'while [[ $1 != --output-junit ]]; do shift; done\ncat "{results}" >"$2"\nexit {status}')

    def run_weir(self, *arguments):
        return subprocess.run([str(self.top / "weir"), *arguments], cwd=self.bin, env={"PATH": str(self.bin)},
                              capture_output=True, text=True, check=False)

    def calls_of(self, tool):
        calls = self.calls.read_text().splitlines() if self.calls.exists() else []
        return [call for call in calls if call.startswith(tool + " ")]

    def test_hands_over_arguments_folder_and_status(self):
        done = self.run_weir("run", "a b.toml", "--set", "x=*")
        self.assertEqual(done.stdout, f"weir-model:<run><a b.toml><--set><x=*>{self.bin}\n")
        self.assertEqual(done.returncode, 7)
        self.assertEqual(self.calls_of("apt-get"), [])
        self.assertEqual(self.calls_of("cmake"), ["cmake --preset release"])

    def test_does_not_build_twice(self):
        self.run_weir("run")
        self.calls.unlink()
        done = self.run_weir("run")
        self.assertEqual(done.stderr, "")
        self.assertEqual(self.calls_of("cmake"), [])
        self.assertEqual(len(self.calls_of("ninja")), 1)

    def test_builds_the_whole_program_where_that_without_rtl_does_not_suffice(self):
        self.assertTrue(self.run_weir("run", "rtl").stdout.startswith("weir:<run><rtl>"))
        self.calls.unlink()
        self.assertTrue(self.run_weir("run").stdout.startswith("weir:<run>"), "there is one program once the whole is built")
        self.assertNotIn("weir_model", "".join(self.calls_of("ninja")))

    def test_configures_again_when_presets_change(self):
        self.run_weir("run")
        newer = (self.top / "build/release/build.ninja").stat().st_mtime + 10
        os.utime(self.top / "CMakePresets.json", (newer, newer))
        self.run_weir("run")
        self.assertEqual(len(self.calls_of("cmake")), 2)

    def test_installs_what_is_missing_to_run(self):
        self.installed("old")
        done = self.run_weir("run")
        self.assertIn("weir: installing new\n", done.stderr)
        self.assertEqual(len(self.calls_of("apt-get")), 1)
        self.assertTrue(self.calls_of("apt-get")[0].endswith(" install new"), self.calls_of("apt-get"))

    def test_installs_what_synthesis_needs_when_it_is_asked_for(self):
        for arguments, wanted in ((("run", "a.toml"), None), (("cost", "--ports", "32"), None), (("synth", "all"), "mapper"),
                                  (("prove", "b", "--rtl", "c"), "mapper"),
                                  (("cost", "--ports", "32", "--synth"), "mapper"), (("test",), "mapper")):
            self.installed("new", "old", "talker", "publisher", "packer", "queue", "tested")
            if self.calls.exists():
                self.calls.unlink()
            self.run_weir(*arguments)
            self.assertEqual([call.split()[-1] for call in self.calls_of("apt-get")], [wanted] if wanted else [], arguments)

    def test_installs_what_ranks_need_when_there_are_several(self):
        for arguments, wanted in ((("run", "a.toml", "--ranks", "1"), None), (("run", "a.toml", "--ranks", "4"), "talker"),
                                  (("run", "--ranks=10", "a.toml"), "talker"), (("check", "a.toml", "--ranks", "2"), "talker"),
                                  (("check", "a.toml", "--rankss", "2"), None), (("test",), "talker")):
            self.installed("new", "old", "mapper", "publisher", "packer", "queue", "tested")
            if self.calls.exists():
                self.calls.unlink()
            self.run_weir(*arguments)
            self.assertEqual([call.split()[-1] for call in self.calls_of("apt-get")], [wanted] if wanted else [], arguments)

    def test_configures_again_when_packages_were_installed(self):
        """What is built only with them is then built."""
        self.run_weir("run")
        self.installed("old", "new", "mapper", "publisher", "packer", "queue", "tested")
        made = self.top / "build/release/build.ninja"
        os.utime(made, (made.stat().st_mtime - 10,) * 2)
        self.run_weir("run", "--ranks", "2")
        self.assertEqual(len(self.calls_of("cmake")), 2)
        self.installed("old", "new", "mapper", "talker", "publisher", "packer", "queue", "tested")
        self.run_weir("run", "--ranks", "2")
        self.assertEqual(len(self.calls_of("cmake")), 2)

    def test_installs_slurm_for_the_tests_and_when_it_is_named(self):
        """A cluster has a Slurm of its own, which is not to be mixed with another."""
        for arguments, wanted in ((("sweep", "run", "a.toml", "--engine", "slurm"), None), (("test",), "queue"),
                                  (("--install", "slurm"), "queue")):
            self.installed("new", "old", "mapper", "talker", "publisher", "packer", "tested")
            if self.calls.exists():
                self.calls.unlink()
            self.run_weir(*arguments)
            self.assertEqual([call.split()[-1] for call in self.calls_of("apt-get")], [wanted] if wanted else [], arguments)

    def test_makes_the_documentation(self):
        site = self.top / "build" / "site"
        self.installed("new", "old", "mapper", "talker", "queue", "tested")
        self.stand_in("mkdocs", 'while [[ $1 != --site-dir ]]; do shift; done\nmkdir "$2"; echo "made by ${WEIR_PROGRAM##*/}" >"$2/index.html"')
        done = self.run_weir("docs")
        self.assertEqual((done.returncode, done.stdout), (0, f"documentation: {site}/index.html\n"), done.stderr)
        self.assertTrue(self.calls_of("apt-get")[0].endswith(" install publisher"), self.calls_of("apt-get"))
        self.assertEqual((site / "index.html").read_text(), "made by weir-model\n")
        self.stand_in("mkdocs", "echo 'WARNING: no such link'; exit 1")
        done = self.run_weir("docs")
        self.assertEqual((done.returncode, (site / "index.html").read_text()), (3, "made by weir-model\n"))
        self.assertIn("no such link", done.stderr)
        self.assertEqual(self.run_weir("docs", "x").returncode, 2)

    def test_makes_packages(self):
        self.installed("new", "old", "mapper", "queue", "tested")
        self.stand_in("git", "echo 1700000000")
        self.stand_in("cpack", 'while [[ $1 != -B ]]; do shift; done\nmkdir -p "$2/_CPack_Packages"; echo "$SOURCE_DATE_EPOCH" >"$2/a.deb"')
        done = self.run_weir("package")
        made = self.top / "build" / "package"
        self.assertEqual((done.returncode, done.stdout), (0, f"package: {made}/a.deb\n"), done.stderr)
        self.assertTrue(self.calls_of("apt-get")[0].endswith(" install packer publisher talker"), self.calls_of("apt-get"))
        self.assertIn("package_files", self.calls_of("ninja")[0])
        self.assertEqual([path.name for path in made.iterdir()], ["a.deb"])
        self.assertEqual((made / "a.deb").read_text(), "1700000000\n", "the date of the last commit")
        self.stand_in("cpack", "echo 'CMake Error: no'; exit 1")
        done = self.run_weir("package")
        self.assertEqual(done.returncode, 3)
        self.assertIn("packing failed; the whole log is build/package.log", done.stderr)
        self.assertEqual(self.run_weir("package", "x").returncode, 2)

    def test_installs_sections_that_are_named(self):
        self.installed()
        done = self.run_weir("--install", "test", "develop")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(self.calls_of("apt-get")[0].endswith(" install liked new old tested"), self.calls_of("apt-get"))
        self.assertEqual(self.calls_of("cmake"), [])

    def test_fetches_lists_when_they_do_not_suffice(self):
        self.installed("old")
        self.stand_in("apt-get", f'[[ $* == *update* || $(grep -c update "{self.calls}") -gt 0 ]]')
        self.assertEqual(self.run_weir("run").returncode, 7)
        self.assertEqual([call.split()[-1] for call in self.calls_of("apt-get")], ["new", "update", "new"])

    def test_says_in_one_line_that_it_cannot_install(self):
        self.installed("old")
        self.stand_in("apt-get", "echo 'E: no network'; exit 100")
        done = self.run_weir("run")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr.splitlines()[-1],
                         "weir: apt-get could not install new; see build/packages.log: E: no network")

    def test_asks_sudo_when_not_root(self):
        self.installed("old")
        self.stand_in("id", "echo 1000")
        done = self.run_weir("run")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "weir: cannot install packages without root or sudo; missing: new\n")
        self.stand_in("sudo", '"$@"')
        self.assertEqual(self.run_weir("run").returncode, 7)
        self.assertTrue(self.calls_of("sudo")[0].endswith("install new"))

    def test_shows_why_the_build_failed(self):
        self.stand_in("ninja", self.ninja("echo '[1/9] fine'; echo 'FAILED: a.o'; echo 'a.cpp:3: no'; false"))
        done = self.run_weir("run")
        self.assertEqual(done.returncode, 3)
        self.assertIn("FAILED: a.o\na.cpp:3: no\n", done.stderr)
        self.assertNotIn("fine", done.stderr)
        self.assertEqual(done.stderr.splitlines()[-1], "weir: the build failed; the whole log is build/release.log")

    def test_shows_why_configuring_failed(self):
        self.stand_in("cmake", "echo 'CMake Error: no'; exit 1")
        done = self.run_weir("run")
        self.assertEqual(done.returncode, 3)
        self.assertIn("CMake Error: no\n", done.stderr)

    def test_counts_tests(self):
        for cases, ctest_status, last_line, passes in (
                (PASSED * 3, 0, "3 passed, 0 failed", True),
                (PASSED * 2 + SKIPPED, 0, "2 passed, 0 failed, 1 skipped", True),
                (PASSED + FAILED * 2, 8, "1 passed, 2 failed", False),
                (PASSED + NOT_BUILT, 8, "1 passed, 1 failed", False),
                (PASSED, 8, "1 passed, 0 failed", False),
                (SKIPPED, 0, "0 passed, 0 failed, 1 skipped", False),
                ("", 0, "0 passed, 0 failed", False)):
            self.ctest(cases, ctest_status)
            done = self.run_weir("test", "-R", "x")
            self.assertEqual(done.stdout.splitlines()[-1], last_line)
            self.assertEqual(done.returncode == 0, passes, last_line)
        self.assertTrue(self.calls_of("ctest")[0].endswith(" -R x"))

    def test_names_the_tests_that_took_longest(self):
        cases = "".join(CASE.format(f"t{seconds}", "run", "").replace('time="', f'time="{seconds}.') for seconds in range(30))
        self.ctest(cases, 0)
        self.run_weir("test", "-R", "x")
        slowest = (self.top / "build/test/slowest.txt").read_text(encoding="utf-8").split("\n")
        self.assertEqual([line.split()[-1] for line in slowest if line], [f"t{seconds}" for seconds in range(29, 9, -1)])

    def test_leaves_long_tests_out_unless_they_are_asked_for(self):
        for arguments, ending in (((), " -LE ^(long|ci)$"), (("--verbose",), " -LE ^(long|ci)$ --verbose"),
                                  (("--ci",), " -LE ^long$"), (("--all",), f" -j {NPROC}"),
                                  (("--all", "-V"), f" -j {NPROC} -V"), (("-R", "builds"), f" -j {NPROC} -R builds"),
                                  (("--rerun-failed",), f" -j {NPROC} --rerun-failed")):
            self.run_weir("test", *arguments)
            self.assertTrue(self.calls_of("ctest")[-1].endswith(ending), self.calls_of("ctest")[-1])

    def test_gives_tests_a_heap_of_large_pages(self):
        self.stand_in("ctest", f'printf "heap %s\\n" "$GLIBC_TUNABLES" >>"{self.calls}"')
        self.run_weir("test")
        self.assertIn("glibc.malloc.hugetlb=1", self.calls_of("heap")[0])

    def test_explains_itself(self):
        done = self.run_weir("--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn("usage: ./weir COMMAND", done.stdout)
        self.assertEqual(self.run_weir().returncode, 2)
        self.assertEqual(self.calls_of("ninja"), [])


if __name__ == "__main__":
    unittest.main()
