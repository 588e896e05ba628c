# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""Networks that nobody designed, drawn by their names, as scenario files for ITSY: the cases of itsy_cases.py."""

from draw import Draw

FABRIC = "f"  # before the number of a case that is a leaf-spine or a mesh
LOSSY = "l"  # before that of a mixed case all of whose cables lose, double and delay a fifth of the messages, and of what rides on PFC frames
FABRICS = ("leaf-spine", "mesh")
PATIENCE = 10  # times as long runs a case whose cables lose messages: what is lost is said again after t_re, and may be lost again
MIXED = ("ring", "ring", "two rings", "shared cable", "random", "leaf-spine", "mesh", "mesh")
LOSS = "".join(f'\n[[link_fault]]\ndo = "{do}"\nprobability = 0.2\n{more}' for do, more in (
    ("lose", ""), ("double", 'most = "5us"\n'), ("delay", 'most = "5us"\n'), ("lose", "riding = true\n"), ("double", "riding = true\n")))


def circle(names):
    return list(zip(names, names[1:] + names[:1]))


def draw_graph(draw, kinds):
    """Kind, number of switches, cables between them, and walks round which some flows are to go."""
    kind = draw.one_of(kinds)
    if kind == "ring":
        ring = list(range(draw.between(3, 8)))
        return kind, len(ring), circle(ring), [ring]
    if kind == "two rings":
        first, more = draw.between(2, 4), draw.between(2, 4)
        rings = [list(range(first + 1)), [0, *range(first + 1, first + more + 1)]]
        return kind, first + more + 1, circle(rings[0]) + circle(rings[1]), rings
    if kind == "shared cable":  # which both rings use in the same direction
        first, more = draw.between(1, 3), draw.between(1, 3)
        rings = [[0, 1, *range(2, first + 2)], [0, 1, *range(first + 2, first + more + 2)]]
        return kind, first + more + 2, sorted(set(circle(rings[0]) + circle(rings[1]))), rings
    if kind == "leaf-spine":
        leaves, spines = draw.between(3, 5), draw.between(2, 3)
        return kind, leaves + spines, [(leaf, leaves + s) for leaf in range(leaves) for s in range(spines)], []
    if kind == "mesh":
        n = draw.between(4, 5)
        return kind, n, [(a, b) for a in range(n) for b in range(a)], []
    n = draw.between(4, 8)
    cables = {(draw.below(b), b) for b in range(1, n)}
    for _ in range(draw.between(n // 2, n)):
        a, b = draw.below(n), draw.below(n)
        if a != b:
            cables.add((min(a, b), max(a, b)))
    return kind, n, sorted(cables), []


def fail_some(draw, n, cables):
    """Without some cables, as long as all switches are joined."""
    for cable in [cable for cable in cables if draw.chance(15)]:
        rest = [other for other in cables if other != cable]
        reached, size = {0}, 0
        while size != len(reached):
            size = len(reached)
            reached |= {b for pair in rest for a, b in (pair, pair[::-1]) if a in reached}
        cables = rest if len(reached) == n else cables
    return cables


def draw_walk(draw, n, cables, rounds):
    """Switches that a flow passes; round a ring, or anywhere but straight back."""
    if rounds and draw.chance(80):
        ring = draw.one_of(rounds)
        first, length = draw.below(len(ring)), draw.between(2, len(ring))
        return [ring[(first + i) % len(ring)] for i in range(length)]
    walk = [draw.below(n)]
    for _ in range(draw.between(1, 5)):
        onward = sorted(b for pair in cables for a, b in (pair, pair[::-1]) if a == walk[-1] and b not in walk[-2:])
        if not onward:
            break
        walk.append(draw.one_of(onward))
    return walk


def draw_flows(draw, n, cables, rounds, frame, end):
    """Text of flows, each between hosts of their own: s0, d0, ... ; and who they are, with their switches."""
    text, hosts = "", []
    for f in range(draw.between(n, 3 * n)):
        walk = draw_walk(draw, n, cables, rounds)
        hosts += [(f"a{f}", walk[0]), (f"z{f}", walk[-1])]
        route = ", ".join(f'"{name}"' for name in [f"a{f}", *(f"s{s}" for s in walk), f"z{f}"])
        text += f'\n[[flow]]\nsrc = "a{f}"\ndst = "z{f}"\nroute = [{route}]\n'
        length = frame if draw.chance(60) else draw.between(min(256, frame), frame)
        text += f'frame_length = "{length}B"\nstart = "{draw.below(end // 8)}ns"\n'
        if draw.chance(30):
            text += f'size = "{length * draw.between(20, 300)}B"\n'  # a circle that closes may open again
        if draw.chance(30):
            text += f'kind = "constant_rate"\nrate = "{draw.between(1, 9)}Gbps"\n'
    return text, hosts


def draw_events(draw, hosts, n, end):
    text = ""
    for _ in range(draw.one_of((0, 0, 1, 2, 3))):
        text += f'\n[[event]]\nat = "{draw.between(end // 20, end // 2)}ns"\ndo = "stop_host"\n'
        text += f'host = "{draw.one_of(hosts)[0]}"\nhow = "{draw.one_of(("at_once", "as_it_fills"))}"\n'
        text += f'length = "{draw.between(end // 50, end // 5)}ns"\n' if draw.chance(75) else ""
    if draw.chance(5):
        text += f'\n[[event]]\nat = "{draw.between(end // 20, end // 2)}ns"\ndo = "reset_switch"\ndevice = "s{draw.below(n)}"\n'
    if draw.chance(15):
        text += f'\n[[link_fault]]\ndo = "lose"\nprobability = {draw.one_of((0.02, 0.2))}\n'
        text += f'\n[[link_fault]]\ndo = "lose"\nriding = true\nprobability = {draw.one_of((0.02, 0.2))}\n'
    return text


def scenario(name):
    """The case as a scenario file; the protocol is left to the command line. `name` is a number of a mixed case, or f1, f2, ..., l1, l2, ..."""
    name = str(name)
    number = int(name.lstrip(FABRIC + LOSSY))
    draw = Draw(f"itsy case {name}")
    kind, n, cables, rounds = draw_graph(draw, FABRICS if name.startswith(FABRIC) else MIXED)
    if not rounds:
        cables = fail_some(draw, n, cables)
    rate, delay = draw.one_of((10, 10, 25, 40)), draw.one_of((100, 500, 1000, 2000))
    frame = draw.one_of((512, 1024, 1500, 1500))
    end = 2_000_000 * 10 // rate  # ns
    flows, hosts = draw_flows(draw, n, cables, rounds, frame, end)
    one_rate, one_delay, overhead = draw.chance(50), draw.chance(50), str(draw.chance(30)).lower()
    text = f'quantum = "{draw.one_of(("on", "on", "off"))}"\n\n[topology]\nkind = "custom"\n'
    for device, what in [(f"s{s}", "switch") for s in range(n)] + [(host, "host") for host, _ in hosts]:
        text += f'\n[[topology.device]]\nname = "{device}"\nkind = "{what}"\n'
    for a, b in [(f"s{a}", f"s{b}") for a, b in cables] + [(host, f"s{s}") for host, s in hosts]:
        here = rate if one_rate else draw.one_of((rate, rate, rate // 5 * 2))
        far = delay if one_delay else draw.between(delay, 3 * delay)
        text += f'\n[[topology.link]]\nbetween = ["{a}", "{b}"]\nrate = "{here}Gbps"\ndelay = "{far}ns"\n'
        text += f"wire_overhead = {overhead}\n"
    xoff = frame * draw.one_of((2, 4, 4, 8, 8, 16))
    xon = draw.one_of((xoff - 1, xoff - frame, xoff // 2, xoff * 3 // 4, 0))
    strategy = draw.one_of(("output_queued", "output_queued", "input_queued"))
    text += f'\n[switch]\nmax_frame = "{frame}B"\n\n[switch.mmu]\nbuffer = "400MB"\nviq_limit = "1MB"\n'
    text += f'\n[switch.crossbar]\nstrategy = "{strategy}"\nqueueing = "virtual_output"\n'
    text += f'\n[flow_control]\nscheme = "pfc"\nprocessing_delay = "{draw.one_of((0, 0, draw.below(3000)))}ns"\n'
    quanta = draw.one_of((65535, 65535, draw.between(500, 4000)))
    text += f'\n[flow_control.pfc]\nxoff = "{xoff}B"\nxon = "{xon}B"\npause_quanta = {quanta}\n'
    text += f"refresh_fraction = {draw.one_of((0.1, 0.25, 0.33))}\n"
    text += f'\n[deadlock]\nunit = "itsy"\n\n[traffic]\nstop = "{end // 2}ns"\n'
    events = draw_events(draw, hosts, n, end)
    if name.startswith(LOSSY):
        events = events.split("\n[[link_fault]]")[0] + LOSS
    duration = end * (PATIENCE if "[[link_fault]]" in events else 1)
    head = f'[scenario]\nname = "itsy_case_{name}"\ndescription = "{kind}"\nduration = "{duration}ns"\nseed = {number}\n'
    return head + text + flows + events
