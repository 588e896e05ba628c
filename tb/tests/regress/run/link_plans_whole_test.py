# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""Cases CBFC-01 and CBFC-02 of two public test plans with the plans' own 10^6 frames of each of 22 lengths: the credit counters come
round 680 times.

usage: link_plans_whole_test.py WEIR
"""

import tomllib

import weir_run

FOLDER = weir_run.TOP / "scenarios" / "link_plans"
FRAMES = 10**6
BYTES_A_NS = 100  # of 800 Gbps
WIRE, CREDIT, OVERHEAD, COUNTER = 20, 64, 20, 2**20

SILENT = '[[event]]\nname = "{0}"\ndo = "stop_cc_updates"\nat = "0us"\nbetween = ["{0}", "s1"]\n'


def whole(case):
    """(the case with all frames of its plan, its credits modulo the counter). No length begins before the one before is on the line, with
    1.2 % for what else is sent, and no CC_Update leaves where the case has none."""
    flows = tomllib.loads((FOLDER / f"{case}.toml").read_text(encoding="utf-8"))["flow"]
    lengths = [int(flow["frame_length"].removesuffix("B")) for flow in flows]
    credits = FRAMES * sum(-(-(length + OVERHEAD) // CREDIT) for length in lengths) % COUNTER
    text, start, expected = "", 0, ""
    for flow, length in zip(flows, lengths):
        text += f'[[flow]]\nname = "{flow["name"]}"\nsize = "{FRAMES * length}B"\nstart = "{start}ns"\n'
        expected += f'"flow.{flow["name"]}.delivered_packets" = {FRAMES}\n'
        start += FRAMES * (length + WIRE) * 1012 // (1000 * BYTES_A_NS) + 1000
    if case.endswith("02"):
        text += SILENT.format("h1") + SILENT.format("h2") + "[flow_control.ue_cbfc]\ncc_message_timer = \"256us\"\n"
        expected += '"ue_cbfc.*.*.cbfc_num_cc_update_messages_rx" = 0\n'
    counted = {"tp_cbfc_01": ("s1.p1", "sender_credits_consumed"), "tp_cbfc_02": ("h1.p0", "sender_credits_freed"),
               "ts_cbfc_01": ("s1.p1", "sender_credits_freed"), "ts_cbfc_02": ("s1.p0", "receiver_credits_freed")}[case]
    expected += f'drops = 0\n"channel.{counted[0]}.c0.{counted[1]}" = {credits}\n'
    return f'base = "{FOLDER / case}.toml"\n{text}[scenario]\nname = "{case}_whole"\nduration = "{start + 300000}ns"\n[expect]\n{expected}', credits


class WholePlans(weir_run.RunTest):
    def test_a_million_frames_of_each_length(self):
        for case in ("tp_cbfc_01", "tp_cbfc_02", "ts_cbfc_01", "ts_cbfc_02"):
            with self.subTest(case):
                text, credits = whole(case)
                self.assertEqual(credits, FRAMES * 714 % COUNTER)
                path = self.scratch / f"{case}.toml"
                path.write_text(text, encoding="utf-8")
                run = self.run_weir(path, status=(0,))
                self.assertTrue(all(one["held"] for one in run.summary["expectations"]))


if __name__ == "__main__":
    weir_run.main()
