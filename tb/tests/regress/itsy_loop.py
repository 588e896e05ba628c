# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""A loop of pauses of a length of one's choice, as a scenario: what takes a message how long is read off it in hops.

Switches s1 to sL are a ring, each with a host whose flow leaves the ring two switches on. s1 sends to s2 through a shaper, so that what waits for s2
stands there for long enough. The flows of the others begin when the switch before them is held, so that an ingress that pauses has packets of the loop
alone; with `spread` they all run from the start, and half of what an ingress takes leaves the ring. Where `off` is 0 the pauses begin at s1, which is fed faster than its shaper: a trigger on the loop. Else u1 to u(off - 1)
are a line that begins at s1 and ends at a host that stops for ever: `off` hops before the loop. Packets of 250 B at 100 Gbps and XOFF of six are
little beside a hop of 5 us, which is 4 us of cable and t_r of 1 us.
"""

HOP = 5e-6
STOP = 40e-6  # seconds: the host of the line takes nothing any more
SWITCH = "s1"
LENGTHS = range(3, 17)
OFFS = range(9)


def devices(length, off):
    """Names of the ring's switches, of the line's, and of the host at its end (None: there is no line)."""
    ring = [f"s{n}" for n in range(1, length + 1)]
    line = [f"u{n}" for n in range(1, off)]
    return ring, line, "end" if off else None


def topology(length, off):
    ring, line, end = devices(length, off)
    hosts = [f"h{n}" for n in range(1, length + 1)]
    links = [pair for n, name in enumerate(ring) for pair in ((hosts[n], name), (name, ring[(n + 1) % length]))]
    chain = [ring[0], *line, *([end] if end else [])]
    links += list(zip(chain, chain[1:]))
    rows = [f'  {{ name = "{name}", kind = "switch" }},' for name in (*ring, *line)]
    rows += [f'  {{ name = "{name}", kind = "host" }},' for name in (*hosts, *([end] if end else []))]
    return "\n".join(['[topology]', 'kind = "custom"', 'rate = "100Gbps"', 'delay = "4us"', 'device = [', *rows, ']', 'link = [',
                      *(f'  {{ between = ["{a}", "{b}"] }},' for a, b in links), ']'])


def flow(name, route, frame="250B", **settings):
    path = ", ".join(f'"{hop}"' for hop in route)
    lines = [f'[[flow]]\nname = "{name}"', f'src = "{route[0]}"', f'dst = "{route[-1]}"', f'route = [{path}]', 'kind = "constant_rate"',
             'rate = "30Gbps"', f'frame_length = "{frame}"']
    return "\n".join(lines + [f'{key} = "{value}"' for key, value in settings.items()])


def first_held(off):
    """About when sL is held by s1, in microseconds."""
    if not off:
        return 13.5
    line = STOP * 1e6 + 5.5 * off  # s1 is held by the line; what stands at its shaper since 28 us leaves at 2 Gbps
    return line + (4 + 0.25 * (line - 28)) / (3.75 - 0.25) + 5


def flows(length, off, spread):
    ring, line, end = devices(length, off)
    made = []
    for n in range(1, length + 1):
        via = [ring[(n - 1 + step) % length] for step in range(3)]
        route = [f"h{n}", *via, f"h{via[-1][1:]}"]
        if n in (1, length):  # what stands at the shaper
            settings = {"start": "20us", "size": "60KB"} if off else {}
            settings["frame"] = "64B" if n == length and not spread else "250B"
        else:
            settings = {} if spread else {"start": f"{first_held(off) + 6 * (length - 1 - n) - 7:.1f}us"}
        made.append(flow(f"f{n}", route, **settings))
    if off:
        made.append(flow("line", [f"h{length}", ring[-1], ring[0], *line, end]))
    return "\n\n".join(made)


def scenario(length, off, protocol, period_hops, seed=1, controller_hops=0, spread=False, resolution="none"):
    """The text of it. `period_hops`: T of M1 and M2, in hops; `controller_hops`: what a control plane takes."""
    end = 100e-6 + (off + 6 * length) * (HOP + 0.5e-6)
    own = ['[switch.s1]', 'flow_control.pfc = { xoff = "64KB", xon = "250B" }', ''] if off else []
    stop = ['', '[[event]]', 'name = "stop"', f'at = "{STOP * 1e6:.0f}us"', 'do = "stop_host"', 'host = "end"', ''] if off else []
    return "\n".join([
        '[scenario]', f'name = "itsy_loop_{length}_{off}"', f'duration = "{end * 1e6:.0f}us"', f'seed = {seed}', 'sample_interval = "100ns"', '',
        topology(length, off), '', '[switch]', 'max_frame = "250B"', '', *own, '[switch.mmu]', 'viq_limit = "200KB"', 'headroom = "250KB"',
        'count_cells = true', 'cell = "64B"', '', '[switch.crossbar]',
        'strategy = "output_queued"', '', '[[switch.egress.shaper]]', 'device = "s1"', 'to = "s2"', 'rate = "4Gbps"', '', '[flow_control]',
        'scheme = "pfc"', 'processing_delay = "1us"', '', '[flow_control.pfc]', 'xoff = "1500B"', 'xon = "250B"', 'refresh_fraction = 0.33', '',
        '[deadlock]', 'unit = "itsy"', '', '[deadlock.itsy]', f'protocol = "{protocol}"',
        f'resolution = "{resolution}"', 'wide_entries = true', 'ttl = 48', '',
        '[measure.baselines]', f'period = "{period_hops * HOP * 1e9:.0f}ns"', f'control_delay = "{controller_hops * HOP * 1e9:.0f}ns"', '',
        flows(length, off, spread), *stop, ''])
