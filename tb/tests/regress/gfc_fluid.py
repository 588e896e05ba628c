# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0
"""What the fluid of conceptual GFC does with Bm - B0 below and above e C D: a model by itself, whose table is in docs/results/gfc_bound.md. Other tables of
the page are made by sweeps/gfc_margins.toml and gfc_phases.toml.

gfc_fluid.py               fails where the fluid does not do what the page says, or where its table is not that of the model
gfc_fluid.py --write       puts the table into docs/results/gfc_bound.md
gfc_fluid.py --self-test   shows that a wrong outcome and a wrong figure are found
"""

import math
import sys

import results_page

PAGE = results_page.TOP / "docs/results/gfc_bound.md"
FLUID = (1.5, 2.0, 2.2, 2.4, 2.6, math.e, 3.0)  # S/(C D)


def fluid_lowest(share, steps=1000, span=40):
    """The lowest y/S that y' = -(C/S) min(y(t - D), S) comes to from y = S, where S = share C D; nothing is drained. Euler, in D/steps."""
    past, lowest = [1.0] * (steps + 1), 1.0
    for _ in range(span * steps):
        past.append(past[-1] - max(0.0, min(past[-1 - steps], 1.0)) / share / steps)
        lowest = min(lowest, past[-1])
    return lowest


def tables(found):
    rows = [["lowest Bm - q", *(f"{low * share:+.4f} C D" for share, low in found.items())],
            ["beyond Bm, C D = 100 packets", *(f"{max(0.0, -low * share * 100):.1f} packets" for share, low in found.items())]]
    return {"fluid": results_page.table(["Bm - B0", *("e C D" if share == math.e else f"{share:g} C D" for share in found)], rows)}


def judge(found):
    return [f"fluid, {share:g} C D: lowest {low:g} S" for share, low in found.items() if share >= math.e and low < 0 or share < 2.5 and low > -1e-4]


def faults(found, text):
    return judge(found) + results_page.stale_tables(PAGE, text, tables(found))


def self_test():
    """Plants what is wrong, and wants it found."""
    made_up = {share: 0.0 if share >= math.e else -0.01 for share in FLUID if share != 2.6} | {2.6: -1e-5}
    planted = [
        (None, lambda found: None),
        ("fluid, 3 C D", lambda found: found.update({3.0: -0.001})),
        ("fluid, 2 C D", lambda found: found.update({2.0: 0.001})),
        ("'fluid' is not that", lambda found: found.update({2.0: -0.02})),
    ]
    problems = results_page.planted_tables(made_up, faults, tables, planted)
    if abs(fluid_lowest(2.0) + 0.0409) > 1e-3 or fluid_lowest(3.0) < 0:
        problems.append("fluid_lowest() is wrong")
    return problems, len(planted)


def main(arguments):
    if arguments == ["--self-test"]:
        problems, planted = self_test()
        print("\n".join(problems) or f"{planted} planted cases judged rightly")
        return 1 if problems else 0
    if arguments not in ([], ["--write"]):
        raise SystemExit(__doc__)
    found = {share: fluid_lowest(share) for share in FLUID}
    return results_page.conclude(PAGE, tables(found), judge(found), rewrite=arguments == ["--write"])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
