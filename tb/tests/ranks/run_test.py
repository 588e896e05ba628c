# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""run_test.py WEIR SCENARIOS BROKEN_RUN: `weir run --ranks` under mpirun: the same files as without, what is refused, exit
statuses, interruption, a rank that is killed, one that finds a fault, and a full disk. No process of a run may be left."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

WEIR, SCENARIOS, BROKEN_RUN = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3]
RING = SCENARIOS / "ring" / "pfc.toml"
OF_ONE_RUN = {"run.log", "invocation.json", "summary.json", "report.html"}  # have times of the wall clock, or the command
problems = []


def expect(holds, what):
    if not holds:
        problems.append(what)


def run(out, *arguments, file=RING):
    command = [WEIR, "run", file, "--out", out, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=300)


def processes_of(out):
    """The processes that still have the folder among their arguments."""
    found = []
    for path in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if str(out).encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            pass  # it has just ended
    return found


def await_none(out, what):
    for _ in range(100):
        if not processes_of(out):
            return
        time.sleep(0.1)
    problems.append(f"{what}: processes {processes_of(out)} are left")


def summary(out):
    found = json.loads((out / "summary.json").read_text())
    del found["wall_seconds"]
    return found


def report(out):
    """The report without what follows from the time of the wall clock."""
    return re.sub(r"(Wall clock|Packet-hops a second)</dt><dd>[^<]*", r"\1", (out / "report.html").read_text())


def same_files(folder):
    one, two = folder / "one", folder / "two"
    settings = ["--until", "3ms", "--set", "expect.drops=7", "--waves", "fst", "--pcap", "s1.*"]
    ended = [run(one, *settings), run(two, *settings, "--ranks", "2")]
    expect(ended[0].returncode == ended[1].returncode == 1, f"statuses {ended[0].returncode}, {ended[1].returncode}: "
           f"{ended[1].stderr}")
    printed = [text.stdout.replace(str(out), "").partition("  flow ")[2] for text, out in zip(ended, (one, two))]
    expect(printed[0] == printed[1] != "", f"the output differs: {ended[1].stdout}")
    expect(ended[1].stderr == "", f"standard error has {ended[1].stderr}")
    names = [{path.name for path in out.iterdir()} for out in (one, two)]
    expect(names[0] == names[1], f"other files: {names[0] ^ names[1]}")
    for name in names[0] & names[1] - OF_ONE_RUN:
        expect(not (one / name).is_file() or (one / name).read_bytes() == (two / name).read_bytes(), f"{name} differs")
    expect(summary(one) == summary(two), "summary.json differs")
    expect(report(one) == report(two), "report.html differs")
    log = (two / "run.log").read_text()
    expect("rank 0: " in log and "rank 1: " in log, "run.log has no line for each rank")


def by_file(folder):
    file = folder / "mine.toml"
    file.write_text('rank = [["s1", "h2"], ["s2"], ["s3", "h1"]]\n')
    out = folder / "by_file"
    ended = run(out, "--until", "1ms", "--rank-file", file)
    expect(ended.returncode == 0, f"by a file of ranks: {ended.returncode}, {ended.stderr}")
    expect(ended.returncode != 0 or "rank 2: 3 of 6 devices" in (out / "run.log").read_text(), "the file's ranks are not taken")


def refused(folder):
    out = folder / "refused"
    for arguments, words in [(["--ranks", "2", "--waves-around", "story"], "--waves-around"),
                             (["--ranks", "2", "--record", "pfc_engine"], "--record"),
                             (["--ranks", "2", "--pcap", "s1.p9"], "s1.p9: there is no such port"),
                             (["--ranks", "2", "--set", "fidelity.all=lockstep"], "fidelity"),
                             (["--ranks", "0"], "--ranks"), (["--ranks", "65"], "--ranks")]:
        ended = run(out, *arguments)
        expect(ended.returncode == 2 and ended.stderr.count("\n") == 1 and words in ended.stderr,
               f"{' '.join(arguments)}: {ended.returncode}, {ended.stderr}")
        expect(not out.exists(), f"{' '.join(arguments)}: leaves a folder")


def begun(folder, name, *arguments):
    """A long run on two ranks, with its folder, once results are being written."""
    out = folder / name
    process = subprocess.Popen([WEIR, "run", RING, "--out", out, "--until", "5s", "--ranks", "2", *arguments],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL,
                               start_new_session=True)
    for _ in range(200):
        if (out / "resolved.toml").exists():
            return process, out
        time.sleep(0.1)
    problems.append(f"{name}: nothing begins")
    return process, out


def interrupted(folder):
    process, out = begun(folder, "interrupted", "--set", "scenario.sample_interval=25ms")
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=200)
    expect(process.returncode == 130, f"interrupted: status {process.returncode}, {stderr}")
    expect("interrupted at" in stdout, f"interrupted: {stdout}{stderr}")
    expect(summary(out)["partial"], "interrupted: the summary is not partial")
    expect(not list(out.glob("*.partial*")), "interrupted: half files are left")
    await_none(out, "interrupted")


def killed(folder):
    process, out = begun(folder, "killed", "--set", "scenario.sample_interval=25ms")
    ranks = [pid for pid in processes_of(out) if b"mpirun" not in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
             and pid != process.pid]
    expect(len(ranks) == 2, f"killed: ranks {ranks}")
    rank_1 = [pid for pid in ranks if b"OMPI_COMM_WORLD_RANK=1\0" in pathlib.Path(f"/proc/{pid}/environ").read_bytes()]
    os.kill(rank_1[0], signal.SIGKILL)
    stdout, stderr = process.communicate(timeout=60)
    expect(process.returncode == 137, f"killed: status {process.returncode}, {stdout}{stderr}")
    expect(not (out / "summary.json").exists(), "killed: there are results")
    await_none(out, "killed")


def broken(folder):
    """A rank other than the one that tells stops the run with the packet, the queue and the time."""
    scenario = folder / "broken.toml"
    shutil.copy(SCENARIOS / "small" / "pfc_incast.toml", scenario)
    ended = subprocess.run([BROKEN_RUN, scenario], capture_output=True, text=True, check=False, timeout=60, cwd=folder)
    expect(ended.returncode == 3, f"broken: status {ended.returncode}, {ended.stderr}")
    told = [line for line in ended.stderr.splitlines() if line.startswith("weir: ")]  # beside SystemC's notice
    expect(told == ["weir: internal fault: planted in rank 1; queue s1.p0.c0; packet 7 of flow 2; at 1000000000 ps"],
           f"broken: {ended.stderr}")
    await_none(scenario, "broken")


def full_disk(folder):
    """The same line and status as of one process; what is written is whole."""
    disk = folder / "disk"
    disk.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=128k", "tmpfs", disk], capture_output=True, check=False).returncode:
        return  # a file system of its own cannot be mounted here
    try:
        for number, options in enumerate(((), ("--waves", "vcd", "--pcap", "s1.p0"))):
            ended = []
            for ranks in ((), ("--ranks", "2")):
                out = disk / f"run_{number}"
                ended.append(run(out, "--until", "1ms", "--set", "scenario.sample_interval=10us", *options, *ranks))
                expect(not list(out.glob("*.partial*")), f"full disk: half files of {ranks}")
                await_none(out, "full disk")
                shutil.rmtree(out)
            expect("No space left on device" in ended[0].stderr, f"full disk: {ended[0].stderr}")
            expect([ended[1].returncode, ended[1].stderr] == [ended[0].returncode, ended[0].stderr],
                   f"full disk: {ended[1].returncode}, {ended[1].stderr} on ranks, else {ended[0].returncode}, {ended[0].stderr}")
    finally:
        subprocess.run(["umount", disk], check=True)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for test in (same_files, by_file, refused, interrupted, killed, broken, full_disk):
            test(folder)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
