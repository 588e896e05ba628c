# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""A Slurm of one's own on this machine: a controller and two nodes on loopback, in a temporary folder, with ports that were free.
Everything it starts is a descendant of this process, so that what is left behind can be seen, and ended."""

import ctypes
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

NODES = ("n0", "n1")
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
LIBC = ctypes.CDLL(None)

# Scheduling without pauses: the defaults are for clusters with hours of work. Nobody is asked who they are, all is on loopback.
CONFIGURATION = """
ClusterName=weir
SlurmctldHost={host}(127.0.0.1)
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/none
CredType=cred/none
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool_%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd_%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd_%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SchedulerType=sched/builtin
SchedulerParameters=sched_interval=1,sched_min_interval=0,batch_sched_delay=0,default_queue_depth=1000
SlurmdParameters=config_overrides
ReturnToService=2
SlurmctldTimeout=10
SlurmdTimeout=10
KillWait=1
MessageTimeout=5
NodeName=n[0-1] NodeHostname={host} NodeAddr=127.0.0.1 Port=[{ports[2]}-{ports[3]}] CPUs=4 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def free_ports(count):
    """Numbers in a row that nobody listens at."""
    for first in range(20000 + os.getpid() % 1000 * 10, 32000, count):
        try:
            for port in range(first, first + count):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", port))
            return list(range(first, first + count))
        except OSError:
            continue
    raise RuntimeError("no free ports")


def descendants():
    """[(pid, command)] of this process, without those that have ended."""
    parents = {}
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            stat = (entry / "stat").read_text(encoding="latin-1")
            command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode("latin-1")
        except OSError:
            continue
        state, parent = stat[stat.rindex(")") + 2:].split()[:2]
        parents[int(entry.name)] = (int(parent), state, command)
    found, seen = [], {os.getpid()}
    grown = True
    while grown:
        grown = False
        for pid, (parent, state, command) in parents.items():
            if parent in seen and pid not in seen:
                seen.add(pid)
                grown = True
                if state not in "ZX":
                    found.append((pid, command))
    return found


def parents_of(pids):
    """[(pid, parent)] of those that are still there."""
    found = []
    for pid in pids:
        try:
            stat = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="latin-1")
            found.append((pid, int(stat[stat.rindex(")") + 2:].split()[1])))
        except OSError:
            pass
    return found


def reap():
    """Those that were handed to us because their parents have ended."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0] > 0:
            pass
    except ChildProcessError:
        pass


def until(condition, seconds, what):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not in {seconds} s")
        time.sleep(0.05)


class Cluster:
    """Started when it is made; `stop` ends it and says what was left behind."""

    def __init__(self):
        LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="weir_slurm_"))
        (self.folder / "state").mkdir()
        self.configuration = self.folder / "slurm.conf"
        self.configuration.write_text(CONFIGURATION.format(
            host=socket.gethostname().split(".")[0], user=pwd.getpwuid(os.getuid()).pw_name, folder=self.folder,
            ports=free_ports(4)), encoding="utf-8")
        self.environment = {**os.environ, "SLURM_CONF": str(self.configuration)}
        # Debian has the daemons where only root looks.
        self.environment["PATH"] += ":/usr/sbin:/sbin"
        self.daemons = {}
        try:
            self.start_controller()
            for node in NODES:
                self.start_node(node)
            until(lambda: self.ask("sinfo", "-h", "-o", "%T %D") == "idle 2", 30, "idle nodes")
        except BaseException:
            self.stop()
            raise

    def start(self, name, *words):
        self.daemons[name] = subprocess.Popen(words, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                              stderr=subprocess.DEVNULL, start_new_session=True,
                                              preexec_fn=lambda: LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0))

    def start_controller(self):
        self.start("controller", "slurmctld", "-D", "-f", str(self.configuration))

    def start_node(self, node):
        self.start(node, "slurmd", "-D", "-N", node, "-f", str(self.configuration))

    def kill_controller(self):
        self.daemons["controller"].kill()
        self.daemons.pop("controller").wait()
        for pid, command in descendants():
            if "slurmscriptd" in command:
                os.kill(pid, signal.SIGKILL)

    def kill_node(self, node):
        """As if its power had gone: the daemon, the keepers of its tasks, which would tell of their end, then the tasks."""
        self.daemons[node].kill()
        self.daemons.pop(node).wait()
        tasks = [pid for pid, _ in descendants() if self.is_on(pid, node)]
        keepers = {parent for pid, parent in parents_of(tasks) if parent not in tasks and parent != os.getpid()}
        for pid in (*keepers, *tasks):
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    @staticmethod
    def is_on(pid, node):
        try:
            environment = pathlib.Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
        except OSError:
            return False
        return f"SLURMD_NODENAME={node}".encode() in environment

    def ask(self, *words):
        done = subprocess.run(words, env=self.environment, capture_output=True, text=True, check=False)
        return done.stdout.strip()

    def begin_now(self):
        """What Slurm has put off: tasks of a node that was lost begin again two minutes later."""
        for task in self.ask("squeue", "-h", "-r", "-t", "PENDING", "-o", "%i").splitlines():
            self.ask("scontrol", "update", f"jobid={task}", "starttime=now")

    def cancel(self):
        self.ask("scancel", "--quiet", "--user", str(os.getuid()))

    def queue(self):
        return self.ask("squeue", "-h", "-r", "-o", "%j|%K|%T").splitlines()

    def stop(self):
        """The commands of processes that were still there after all daemons had been told to end; ends those, too."""
        self.cancel()
        for name in (*NODES, "controller"):
            if name in self.daemons:
                self.daemons[name].terminate()
        end = time.monotonic() + 10
        while descendants() and time.monotonic() < end:
            reap()
            time.sleep(0.05)
        left = descendants()
        for pid, _ in left:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.1 if left else 0)
        reap()
        shutil.rmtree(self.folder, ignore_errors=True)
        # A step that has ended goes on telling so a controller that has forgotten it; what it ran would stand beside it.
        return [command for _, command in left if not command.startswith("slurmstepd")]
