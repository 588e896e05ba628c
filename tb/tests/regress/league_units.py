# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""The units of watchdog_league.py, with their settings, and the networks that all of them get."""

import csv
import json
import pathlib
import subprocess
import tomllib

import itsy_networks
import results_page

SCALE = 1000  # operators set 200 ms, a run has 200 us
RULES = ("broadcom", "cisco", "mellanox", "mellanox_until_4784", "vs", "barefoot", "teralynx")
RESOLUTIONS = ("port_level", "flow_level", "count_min_drop")
DRAWN, STORMS = 200, 100  # networks as they are drawn; networks in which a host has a storm, too
LENGTH = "8ms"
FAT_TREE = "scenarios/gfc_networks/pfc.toml"
CENSUS = pathlib.Path(__file__).resolve().with_name("league_census.csv")

# Of each run, whatever the unit: a PAUSE is refreshed within the shortest poll interval; output queues, and VIQs by cells, as flow level and loans want;
# room above the highest XOFF (24,000 B) for what may come after it.
ALL = ("flow_control.pfc.pause_quanta=2000", "switch.crossbar.strategy=output_queued")
OF_DRAWN = (f"scenario.duration={LENGTH}", "scenario.sample_interval=10us", "switch.mmu.count_cells=true", "switch.mmu.viq_limit=128KB")
OF_TREE = ("scenario.duration=30ms", "flow_control.pfc.refresh_fraction=0.33", "workload.enterprise.sizes=../flow_sizes/websearch.csv")


class Unit:
    """name: as the page has it. times: D, R, p of pfcwd, timeout of watchdog, cut_off of ITSY, as operators set them, ms. cost: mechanisms beside PFC."""

    def __init__(self, name, kind, settings=(), times="-", cost=()):
        self.name, self.kind, self.settings, self.times, self.cost = name, kind, tuple(settings), times, tuple(cost)

    @property
    def back(self):
        """Seconds that a rule looks back when it tells: a poll interval, or DLD."""
        return (int(self.times.split("/")[2 if self.times.count("/") == 2 else 0]) if self.kind == "pfcwd" else 0) / 1e6

    @property
    def key(self):
        return "".join(letter if letter.isalnum() else "_" for letter in f"{self.name} {self.times}")


def pfcwd(rule, detection=200, restoration=200, poll=200, action="drop"):
    at = "deadlock.pfcwd."
    settings = ("deadlock.unit=pfcwd", f"{at}rule={rule}", f"{at}detection={detection}us", f"{at}restoration={restoration}us", f"{at}poll={poll}us",
                f"{at}poll_jitter={poll // 40}us", f"{at}action={action}")
    return Unit(f"pfcwd {rule}, {action}", "pfcwd", settings, f"{detection}/{restoration}/{poll}", ("pfcwd",))


def hardware(dld, dlr):
    settings = ("deadlock.unit=pfcwd", f"deadlock.pfcwd.hardware.dld={dld}us", f"deadlock.pfcwd.hardware.dlr={dlr}us")
    return Unit("pfcwd of the chip, drop", "pfcwd", settings, f"{dld}/{dlr}", ("pfcwd",))


def watchdog(timeout, action):
    settings = ("deadlock.unit=watchdog", f"deadlock.watchdog.timeout={timeout}us", f"deadlock.watchdog.action={action}")
    return Unit(f"watchdog, {'lend' if 'lend' in action else 'drop'}", "watchdog", settings, str(timeout), ("watchdog",))


def itsy(protocol, resolution, cut_off=0):
    settings = ["deadlock.unit=itsy", f"deadlock.itsy.protocol={protocol}", f"deadlock.itsy.resolution={resolution}"]
    if cut_off:
        settings.append(f"deadlock.itsy.cut_off={cut_off}us")
    name = f"ITSY {protocol}, {resolution}" + (", cut_off" if cut_off else "")
    return Unit(name, "itsy", settings, str(cut_off) if cut_off else "-", ("itsy", resolution))


NONE = Unit("none", "none", ("deadlock.unit=none",))
UNITS = (NONE, *(pfcwd(rule) for rule in RULES), pfcwd("broadcom", action="forward"), pfcwd("broadcom", action="alert"),
         pfcwd("broadcom", 100, 100, 100), pfcwd("broadcom", 400, 400, 100), pfcwd("broadcom", 800, 800, 100),
         pfcwd("broadcom", 400, 400, 100, "forward"), pfcwd("cisco", 400, 400, 100), hardware(200, 200), hardware(800, 200),
         watchdog(200, "drop_head"), watchdog(800, "drop_head"), watchdog(200, "lend_and_resume"),
         *(itsy("published", resolution) for resolution in RESOLUTIONS), *(itsy("repaired", resolution) for resolution in RESOLUTIONS),
         itsy("repaired", "port_level", 200), itsy("repaired", "port_level", 800))


def numbers():
    """Numbers of mixed cases without a reset, and without lost messages, from the first on: resets drop, and lost messages harm only ITSY."""
    number = 0
    while True:
        number += 1
        text = itsy_networks.scenario(number)
        if "reset_switch" not in text and "[[link_fault]]" not in text:
            yield number, text


def with_storm(text):
    """The sink of the first flow stops for ever after an eighth of the time in which sources send."""
    stop = int(tomllib.loads(text)["traffic"]["stop"].removesuffix("ns"))
    return text + f'\n[[event]]\nat = "{stop // 8}ns"\ndo = "stop_host"\nhost = "z0"\nhow = "at_once"\n'


def drawn(limit=DRAWN + STORMS):
    """[(name, text)]: the first DRAWN as they are, the others with a storm."""
    found = []
    for number, text in numbers():
        found.append((str(number), text) if len(found) < DRAWN else (f"{number}s", with_storm(text)))
        if len(found) == limit:
            return found


def sample():
    """The networks of the page's sample: a tenth at most, of both kinds."""
    return [*drawn()[:6], *drawn()[DRAWN:DRAWN + 2]]


def least():
    """The networks of the short test: one of each kind."""
    return [drawn()[0], drawn()[DRAWN]]


def census():
    """[(topology.seed, scenario.seed)] of the fat trees that deadlock without a unit."""
    with open(CENSUS, encoding="utf-8", newline="") as file:
        return [(int(row["network"]), int(row["traffic"])) for row in csv.DictReader(line for line in file if not line.startswith("#"))]


def sets(*settings):
    return [word for setting in settings for word in ("--set", setting)]


def run_drawn(weir, folder, name, text, unit):
    file = pathlib.Path(folder) / f"{name}.toml"
    if not file.exists():
        file.write_text(text, encoding="utf-8")
    out = pathlib.Path(folder) / f"{name}_{unit.key}"
    return out, results_page.run(weir, file, out, "--quiet", *sets(*ALL, *OF_DRAWN, *unit.settings))


def run_tree(weir, folder, pair, unit):
    network, traffic = pair
    out = pathlib.Path(folder) / f"tree_{network}_{traffic}_{unit.key}"
    return out, results_page.run(weir, FAT_TREE, out, "--quiet", "--seed", str(traffic), *sets(f"topology.seed={network}", *ALL, *OF_TREE, *unit.settings),
                                 accepted=(0, 1))  # 1: the scenario expects no drops


def registers(weir):
    """{mechanisms: (flip-flops, SRAM bits)} that a switch of 32 ports of 100 Gbps with two lossless classes has beyond plain PFC."""
    found = {}
    for cost in dict.fromkeys(unit.cost for unit in UNITS if unit.cost):
        done = subprocess.run([weir, "cost", "--ports", "32", "--lossless", "2", "--mechanisms", ",".join(("pfc", *cost)), "--format", "json"],
                              capture_output=True, text=True, check=True)
        told = json.loads(done.stdout)
        found[", ".join(cost)] = tuple(told["bits"][kind] - told["plain_pfc"]["bits"][kind] for kind in ("flip_flop", "sram"))
    return found
