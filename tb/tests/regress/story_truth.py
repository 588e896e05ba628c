# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Random networks: whether each sentence and each event of story.json is true, judged by the waveforms and the capture of the same run and by the words of
docs/reference/story.md alone. The self-test plants faults into the true stories of small scenarios.

usage: story_truth.py WEIR [--networks N] [--from FIRST] [--show NUMBER] [--self-test]
"""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import traceback

import results_page
import story_drawing
import story_judge
import story_planted
import story_trace
import verdict_judge

PAGE = results_page.TOP / "docs" / "reference" / "story.md"
MOST = 3_000_000  # bytes of waveforms; a longer run is passed over
OUTPUT_QUEUED = "switch.crossbar.strategy=output_queued"
BY_PCP_7 = "switch.class_mapper.pcp_classes=[1,0,2,1,3,2,4,3,5,4,6,5,7,6,0,7]"  # class 0, of a packet without DEI
TRUE = (("scenarios/ring/pfc.toml", f"{OUTPUT_QUEUED} {BY_PCP_7}", "3ms"), ("scenarios/itsy/simultaneous_repaired.toml", "measure.story=true", "1ms"),
        ("scenarios/itsy/ring_count_min_drop.toml", "measure.story=true", "1ms"), ("scenarios/small/watchdog.toml", "measure.story=true", "5ms"),
        ("scenarios/small/pfcwd.toml", "measure.story=true", "5ms"), ("scenarios/small/llr_flush.toml", "measure.story=true", "100us"),
        ("scenarios/small/pfc_incast.toml", "measure.story=true", "1ms"), ("scenarios/small/circle_closed_beside.toml", "measure.story=true", "1ms"),
        ("scenarios/ring/cbfc.toml", f"{OUTPUT_QUEUED} flow_control.cbfc.buffer=30KB", "2ms"),
        ("scenarios/small/gfc_two_to_one.toml", 'topology.link=[{between=["s1","h2"],rate="1Gbps"}]', "2ms"))
PLANTED = 60  # of each story


class Bench(verdict_judge.Bench):
    def judged(self, number):
        """(words of the network, problems); None: refused, or too long to look at."""
        drawn = story_drawing.drawn(number, self.table, lambda scenario, hosts: self._cables(number, scenario, hosts))
        path = drawn.written(self.folder / f"network_{number}")
        out = path.parent / "out"
        try:
            if not self.ran(path, out):
                return None
            trace = story_trace.Trace(out)
            story = json.loads((out / "story.json").read_text(encoding="utf-8"))
            try:
                problems = story_judge.Judge(trace, story_judge.resolved(out)).judged(story)
            except (KeyError, TypeError, ValueError, IndexError):  # which would hide the networks behind it
                problems = [f"cannot be judged: {traceback.format_exc()}"]
            return f"network {number}, {drawn.scheme}, {drawn.kind}", problems
        finally:
            shutil.rmtree(path.parent, ignore_errors=True)
            shutil.rmtree(self.folder / f"cables_{number}", ignore_errors=True)

    def ran(self, path, out, *settings):
        words = [word for setting in settings for word in ("--set", setting)]
        done = subprocess.run([self.weir, "run", path, "--out", out, "--waves", "vcd", "--pcap", "*", *words], cwd=results_page.TOP, capture_output=True,
                              check=False)
        return done.returncode in (0, 1) and (out / "waves.vcd").stat().st_size <= MOST


def self_test(bench):
    """(number of planted faults, those that are not found)."""
    planted, missed = 0, []
    for scenario, setting, until in TRUE:
        out = bench.folder / pathlib.Path(scenario).stem
        if not bench.ran(results_page.TOP / scenario, out, *setting.split(), f"scenario.until={until}"):
            missed.append(f"{scenario} does not run")
            continue
        judge = story_judge.Judge(story_trace.Trace(out), story_judge.resolved(out))
        story = json.loads((out / "story.json").read_text(encoding="utf-8"))
        missed += [f"{scenario}, a true story: {problem}" for problem in judge.judged(story)]
        for number in range(PLANTED):
            made = story_planted.planted(story, number)
            if made:
                planted += 1
                if not judge.judged(made[1]):
                    missed.append(f"{scenario}, planted {number}: {made[0]}")
    if f"all of {planted} faults" not in PAGE.read_text(encoding="utf-8"):
        missed.append(f"{PAGE.name} says another number than {planted}")
    return planted, missed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("weir")
    parser.add_argument("--networks", type=int, default=12)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--show", type=int)
    parser.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="weir_story_") as folder:
        bench = Bench(str(pathlib.Path(arguments.weir).resolve()), pathlib.Path(folder))
        if arguments.self_test:
            planted, missed = self_test(bench)
            print("\n".join([*missed, f"{planted} planted faults, {len(missed)} not found"]))
            return 1 if missed else 0
        if arguments.show is not None:
            drawn = story_drawing.drawn(arguments.show, bench.table, lambda scenario, hosts: bench._cables(arguments.show, scenario, hosts))
            print(drawn.written(pathlib.Path(folder)).read_text(encoding="utf-8"), end="")
            return 0
        found = []
        for number in range(arguments.first, arguments.first + arguments.networks):
            found.append(bench.judged(number))
            for problem in (found[-1] or ("", ()))[1]:
                print(f"{found[-1][0]}: {problem}", flush=True)
    judged = [one for one in found if one]
    wrong = sum(len(problems) for _, problems in judged)
    print(f"{len(judged)} networks judged, {len(found) - len(judged)} refused or too long, {wrong} faults")
    return 1 if wrong or not judged else 0


if __name__ == "__main__":
    sys.exit(main())
