# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""The cases of two public test plans of Ultra Ethernet's links hold what they expect, each by a scenario of its name, and a device that
counts or maps wrongly fails them: of each case the first scenario, and a few faults. link_plans_all_test.py has all.

usage: link_plans_test.py WEIR
"""

import pathlib
import re
import subprocess
import tempfile

import scenarios_test
import weir_run

FOLDER = weir_run.TOP / "scenarios" / "link_plans"
CASES = {"tp_cbfc": 12, "ts_cbfc": 12, "tp_llr": 11, "ts_llr": 10}
NAMES = [f"{plan}_{number:02}" for plan, cases in CASES.items() for number in range(1, cases + 1)]

# A fault of the device or of the link, in the terms of the scenario, and an expectation that it breaks.
FAULTS = (
    ("tp_cbfc_01", "flow_control.ue_cbfc.packet_overhead=19", "sender_credits_consumed = 290"),
    ("tp_cbfc_02", "flow_control.ue_cbfc.cc_message_timer=100us", "cc_update_messages_tx = 0"),
    ("tp_cbfc_03", "flow_control.ue_cbfc.cc_message_timer=22us", "sender_credits_freed"),
    ("tp_cbfc_04_64_half", "event.half.rate=310Gbps", "steady_rate"),
    ("tp_cbfc_05", f"switch.class_mapper.pcp_classes={[(3 * (n // 2) + 4) % 8 for n in range(16)]}", "channel.s1.p0.c"),
    ("tp_cbfc_05", f"switch.class_mapper.pcp_classes={[(3 * (n // 2) + 4 * (1 - n % 2)) % 8 for n in range(16)]}", "channel.s1.p0.c"),
    ("ts_cbfc_05_two_a2", "flow.vc1.size=6464B", "channel.h2.p0.c1"),
    ("tp_cbfc_06", f"switch.class_mapper.dscp_classes={[(5 * d + d // 8) % 8 for d in range(62)] + [6, 1]}", "channel.s1.p0.c"),
    ("tp_cbfc_08_stopped", "flow_control.ue_cbfc.pool_credits=4000", "flow.v0.steady_rate"),
    ("tp_cbfc_09_stopped", "flow_control.ue_cbfc.pool_mode=dynamic", "flow.v0.steady_rate"),
    ("tp_cbfc_10_three", "flow.f3.start=280us", "steady_rate"),
    ("tp_cbfc_11", "switch.egress.discipline=strict_priority", "flow.l1.steady_rate"),
    ("tp_llr_01_64", "flow.f1.size=64064B", "llr.s1.p0.llr_rx_ok"),
    ("tp_llr_02_64", "link_damage.hit.numbers=[1000]", "llr_rx_replay"),
    ("tp_llr_03_64", "link_damage.hit.as=marked", "llr_rx_expected_seq_bad"),
    ("tp_llr_02_64", "link_damage.hit.numbers=[800]", "llr.s1.p0.nack_sent = 900"),
    ("tp_llr_04_64", "event.first_number.first_number=2", "frames_replayed = 100"),
    ("tp_llr_05_64", "switch.s1.link.llr.replay_count_max=2", "llr_tx_replay = 3"),
    ("tp_llr_05_frozen_64", "event.silence.at=2us", "llr_rx_duplicate_seq"),
    ("tp_llr_06_64", "link_damage.poison.as=bad_fcs", "llr_tx_nack_ctl_os = 0"),
    ("tp_llr_07_64", "switch.s1.link.llr.outstanding_frames_max=11", "llr_rx_duplicate_seq = 30"),
    ("tp_llr_08_64", "switch.s1.link.llr.outstanding_frames_max=5800", "flow.f1.fct"),
    ("tp_llr_08_9216", "link_damage.late.delay=4800ns", "flow.f1.fct"),
    ("tp_llr_09", "event.silence.length=60us", "llr_rx_duplicate_seq = 0"),
    ("tp_llr_10", "topology.delay=201ns", "latency_highest"),
    ("tp_llr_11_64", "link.llr.plain_classes=[]", "flow.f2.dropped_packets"),
    ("ts_llr_08", "switch.s1.link.llr.re_init_on_flush=false", "tx_state = 2"),
    ("ts_llr_10", "switch.egress.discipline=strict_priority", "flow.f2.latency_highest"),
    ("ts_cbfc_12", "link_damage.late.delay=4800ns", "flow.f1.steady_rate"),
    ("tp_cbfc_12", f"flow_control.ue_cbfc.limits={[11900] * 8}", "flow.f1.steady_rate"),
)


def find_faults(test, faults):
    for case, setting, broken in faults:
        with test.subTest(case):
            run = test.run_weir(f"scenarios/link_plans/{case}.toml", [setting], status=(1,))
            failed = [one["text"] for one in run.summary["expectations"] if not one["held"]]
            test.assertTrue(any(broken in text for text in failed), failed)


class LinkPlans(weir_run.RunTest):
    def test_every_case_holds(self):
        files = {re.sub(r"_(64|9216)$", "", path.stem): path for path in sorted(FOLDER.glob("*.toml"), reverse=True)}
        self.assertLessEqual(set(NAMES), set(files))
        for name in NAMES:
            with self.subTest(name):
                scenarios_test.hold(self, files[name])

    def test_the_page_names_every_case(self):
        page = (weir_run.TOP / "docs" / "reference" / "link_plans.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
        self.assertEqual(sorted(NAMES), sorted(rows))

    def test_faults_are_found(self):
        find_faults(self, FAULTS[::8])

    def test_captures_are_those_of_their_script(self):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run(["python3", "-B", FOLDER / "set_ups" / "make_captures.py", folder], check=True)
            for capture in sorted((FOLDER / "set_ups").glob("*.pcap")):
                self.assertEqual(capture.read_bytes(), (pathlib.Path(folder) / capture.name).read_bytes())


if __name__ == "__main__":
    weir_run.main()
