#!/usr/bin/env python3
# SPDX-FileCopyrightText: The weir authors
# SPDX-License-Identifier: Apache-2.0

"""parameters_test.py BLOCK SOURCE.sv...: parameters that do not fit each other end elaboration in Verilator, Icarus and
Yosys, and each says why; those that just fit do not."""

import re
import subprocess
import sys

ANY_WORDS = ""  # a tool may say it in its own: no value has 0 bits
LIMITER = [({"SUBTICK_W": 5}, "SUBTICK_W_does_not_hold_SUBTICKS"), ({"SUBTICKS": 65}, "SUBTICK_W_does_not_hold_SUBTICKS"),
           ({"SUBTICKS": 0}, "SUBTICK_W_does_not_hold_SUBTICKS"), ({"R_C_W": 6}, "R_C_W_does_not_hold_a_tick"),
           ({"SUBTICK_W": 0, "SUBTICKS": 1}, ANY_WORDS), ({"R_L_TICKS_W": 0}, ANY_WORDS),
           ({"SUBTICKS": 64}, None), ({"R_C_W": 7}, None), ({"R_L_TICKS_W": 1}, None)]
STAGE = [({"STAGE_W": 0}, "A_width_is_below_1"), ({"STAGE_W": 1}, None)]
FACTOR = [({"FACTOR_INT_W": 0}, "A_width_is_below_1"), ({"FACTOR_FRAC_W": 0}, "A_width_is_below_1"),
          ({"FACTOR_INT_W": 1, "FACTOR_FRAC_W": 1}, None)]
THRESHOLD = [({"THRESHOLDS": 40}, "STAGE_W_does_not_hold_THRESHOLDS"), ({"THRESHOLDS": 32}, "STAGE_W_does_not_hold_THRESHOLDS"),
             ({"THRESHOLDS": 31}, None)]
FERA = [({"PORTS": 1}, "PORT_W_does_not_name_PORTS"), ({"PORT_W": 2, "PORTS": 5}, "PORT_W_does_not_name_PORTS"),
        ({"R_W": 7}, "A_width_is_too_small"), ({"F_W": 25}, "A_width_is_too_small"), ({"A_W": 13}, "A_width_is_too_small"),
        ({"CT_W": 3}, "A_width_is_too_small"), ({"PORT_W": 2}, None), ({"A_W": 14}, None),
        ({"PORTS": 2, "PORT_W": 1, "R_W": 8, "F_W": 4, "Q_W": 1, "A_W": 4, "T_W": 2, "CT_W": 4, "LEN_W": 4, "FIRST": 5}, None)]
PARTITIONS = [({"CLASSES": 9}, "A_width_is_below_1_or_CLASSES_above_8"), ({"PORTS": 9}, "PORT_W_does_not_name_PORTS"), ({"PORTS": 8}, None),
              ({"CELL_W": 1, "Q_W": 1, "PORTS": 2, "PORT_W": 1, "CLASSES": 1}, None)]
CASES = {
    "rate_limiter_stage": LIMITER + STAGE,
    "rate_limiter_stage_lookahead": LIMITER + STAGE,
    "rate_limiter_fixed_point": LIMITER + FACTOR,
    "stage_comparator_threshold": THRESHOLD,
    "stage_comparator_threshold_pipelined": THRESHOLD + [({"Q_W": 1}, "STAGE_W_or_Q_W_below_2"),
                                                         ({"STAGE_W": 1, "THRESHOLDS": 1}, "STAGE_W_or_Q_W_below_2"),
                                                         ({"Q_W": 2}, None)],
    "tcd_detector": [({"STAMP_W": 0}, "A_width_is_below_1"), ({"Q_W": 0}, "A_width_is_below_1"), ({"STAMP_W": 1}, None),
                     ({"Q_W": 1}, None)],
    "itsy_causality": [({"PORTS": 1}, "PORT_W_does_not_name_PORTS"), ({"PORT_W": 2, "PORTS": 5}, "PORT_W_does_not_name_PORTS"),
                       ({"COUNT_W": 0}, ANY_WORDS), ({"SEQ_W": 1}, ANY_WORDS), ({"PORT_W": 2}, None),
                       ({"PORTS": 2, "PORT_W": 1, "COUNT_W": 1, "SWITCH_W": 1, "SEQ_W": 2, "TTL_W": 1}, None)],
    "gradient_gate": [({"COUNTER_W": 1}, "COUNTER_W_does_not_hold_BLOCKS_W"), ({"BLOCKS_W": 17}, "COUNTER_W_does_not_hold_BLOCKS_W"),
                      ({"BLOCKS_W": 0}, ANY_WORDS), ({"BLOCKS_W": 16}, None), ({"COUNTER_W": 2, "BLOCKS_W": 1}, None)],
    "linear_rate": [({"COUNTER_W": 1}, "A_width_is_too_small"), ({"BLOCK_SHIFT": 0}, ANY_WORDS), ({"FACTOR_FRAC_W": 0}, ANY_WORDS),
                    ({"COUNTER_W": 2, "BLOCK_SHIFT": 1, "FACTOR_INT_W": 1, "FACTOR_FRAC_W": 1}, None)],
    "ue_cbfc_receiver": [({"VC_W": 6}, "A_width_is_below_1_or_VC_W_above_5"), ({"WIRE_W": 21}, "COUNTER_W_does_not_hold_CREDITS_W_and_WIRE_W"),
                         ({"CREDITS_W": 21}, "COUNTER_W_does_not_hold_CREDITS_W_and_WIRE_W"), ({"WIRE_W": 20}, None),
                         ({"VC_W": 1, "COUNTER_W": 2, "WIRE_W": 1, "CREDITS_W": 1}, None)],
    "ue_cbfc_sender": [({"VC_W": 6}, "A_width_is_below_1_or_VC_W_above_5"), ({"WIRE_W": 21}, "COUNTER_W_does_not_hold_CREDITS_W_and_WIRE_W"),
                       ({"CREDITS_W": 21}, "COUNTER_W_does_not_hold_CREDITS_W_and_WIRE_W"), ({"WIRE_W": 20}, None),
                       ({"VC_W": 1, "COUNTER_W": 2, "WIRE_W": 1, "CREDITS_W": 1, "TIMER_W": 1}, None)],
    "fera_meter": FERA,
    "fera_meter_dividing": FERA,
    "class_mapper": [({"TTL_W": 3}, "TTL_W_does_not_hold_TTL0"), ({"TTL_W": 0}, "TTL_W_does_not_hold_TTL0"),
                     ({"TTL_W": 4}, None), ({"TTL_W": 3, "TTL0": 7}, None), ({"SOURCE": 8}, "TTL_W_does_not_hold_TTL0"), ({"SOURCE": 7}, None)],
    "llr_rx": [({"SEQ_W": 1}, "SEQ_W_below_2_or_DATA_W_below_1"), ({"DATA_W": 0}, ANY_WORDS), ({"SEQ_W": 2, "DATA_W": 1}, None)],
    "llr_tx": [({"SLOT_W": 0}, "a_width_is_below_1"), ({"SEQ_W": 9}, "SLOT_W_not_below_SEQ_W_or_LEN_W_above_BYTES_W_or_TIMER_W_above_AGE_W"),
               ({"LEN_W": 33}, ANY_WORDS), ({"TIMER_W": 33}, ANY_WORDS), ({"SEQ_W": 2, "SLOT_W": 1}, None)],
    "partition_admission": PARTITIONS,
    "partition_admission_memory": [*PARTITIONS, ({"PORTS": 64, "PORT_W": 6}, None)],
    "ib_credits": [({"COUNTER_W": 1}, "COUNTER_W_does_not_hold_BLOCKS_W_or_FIRST_below_1"),
                   ({"BLOCKS_W": 13}, "COUNTER_W_does_not_hold_BLOCKS_W_or_FIRST_below_1"), ({"BLOCKS_W": 0}, ANY_WORDS),
                   ({"FIRST": 0}, "COUNTER_W_does_not_hold_BLOCKS_W_or_FIRST_below_1"), ({"BLOCKS_W": 12, "FIRST": 5000}, None),
                   ({"COUNTER_W": 2, "BLOCKS_W": 1}, None)],
    "viq_admission": [({"VIQ_W": 0}, ANY_WORDS), ({"VIQ_W": 10}, "VIQ_W_is_not_1_to_9_or_CELL_W_not_1_to_30"), ({"CELL_W": 0}, ANY_WORDS),
                      ({"CELL_W": 31}, "VIQ_W_is_not_1_to_9_or_CELL_W_not_1_to_30"), ({"VIQ_W": 1, "CELL_W": 1}, None), ({"VIQ_W": 9}, None)],
    "port_registers": [({"PORT": 32}, "PORT_is_not_0_to_31"), ({"PORT": 31}, None)],
    "lossless_port": [({"PORT": 32}, "PORT_is_not_0_to_31"), ({"BLOCKS_W": 13}, "COUNTER_W_does_not_hold_BLOCKS_W_or_FIRST_below_1"),
                      ({"FIRST": 0}, "COUNTER_W_does_not_hold_BLOCKS_W_or_FIRST_below_1"), ({"PORT": 31, "COUNTER_W": 16, "BLOCKS_W": 14}, None)],
    "equipped_port": [({"TCD": 256}, "TCD_is_not_0_to_255_or_STAMP_W_below_3_or_Q_W_below_1"),
                      ({"STAMP_W": 2}, "TCD_is_not_0_to_255_or_STAMP_W_below_3_or_Q_W_below_1"), ({"Q_W": 0}, ANY_WORDS),
                      ({"PORT": 32}, "PORT_is_not_0_to_31"), ({"TCD": 0}, None), ({"TCD": 90, "STAMP_W": 3, "Q_W": 1}, None)],
    "gentle_port": [({"GENTLE": 256}, "GENTLE_is_not_0_to_255"), ({"TCD": 256}, "TCD_is_not_0_to_255_or_STAMP_W_below_3_or_Q_W_below_1"),
                    ({"PORT": 32}, "PORT_is_not_0_to_31"), ({"GENTLE": 0, "TCD": 0}, None), ({"GENTLE": 90, "TCD": 3}, None)],
    "linear_port": [({"LINEAR": 256}, "LINEAR_is_not_0_to_255"), ({"TCD": 256}, "TCD_is_not_0_to_255_or_STAMP_W_below_3_or_Q_W_below_1"),
                    ({"PORT": 32}, "PORT_is_not_0_to_31"), ({"BLOCK_SHIFT": 0}, ANY_WORDS), ({"LINEAR": 0, "TCD": 0}, None),
                    ({"LINEAR": 90, "TCD": 3, "BLOCK_SHIFT": 12}, None)],
    "gradient_port": [({"GRADIENT": 256}, "GRADIENT_is_not_0_to_255"), ({"TCD": 256}, "TCD_is_not_0_to_255_or_STAMP_W_below_3_or_Q_W_below_1"),
                      ({"PORT": 32}, "PORT_is_not_0_to_31"), ({"GRADIENT": 0, "TCD": 0}, None), ({"GRADIENT": 90, "TCD": 3, "COUNTER_W": 16}, None)],
    "egress_scheduler": [({"LEN_W": 0}, ANY_WORDS), ({"LEN_W": 17}, "LEN_W_is_not_1_to_16_or_WEIGHT_W_not_1_to_8"),
                         ({"WEIGHT_W": 0}, ANY_WORDS), ({"WEIGHT_W": 9}, "LEN_W_is_not_1_to_16_or_WEIGHT_W_not_1_to_8"),
                         ({"LEN_W": 1, "WEIGHT_W": 1}, None), ({"LEN_W": 16, "WEIGHT_W": 8}, None)],
    "rr_arbiter": [({"INPUTS": 1}, ANY_WORDS), ({"INPUTS": 65}, "INPUTS_is_not_2_to_64"), ({"LOCK": 2}, "LOCK_is_not_0_or_1"),
                   ({"INPUTS": 2, "LOCK": 0}, None), ({"INPUTS": 64}, None)],
    "islip": [({"INPUTS": 1, "ITERATIONS": 1}, ANY_WORDS), ({"INPUTS": 65, "ITERATIONS": 1}, "INPUTS_is_not_2_to_64"),
              ({"ITERATIONS": 0}, ANY_WORDS), ({"INPUTS": 4, "ITERATIONS": 5}, "ITERATIONS_is_not_1_to_INPUTS"),
              ({"INPUTS": 2, "ITERATIONS": 2}, None), ({"INPUTS": 5, "ITERATIONS": 1}, None)],
    "pfc_engine": [({"PRESCALER_W": 0}, ANY_WORDS), ({"PRESCALER_W": 1}, None), ({"PRESCALER_W": 24}, None)],
    "stage_comparator_leading_zero": [({"Q_W": 32}, "LOG2_SPAN_W_does_not_hold_Q_W"), ({"Q_W": 31}, None)],
}


def read(source):
    with open(source, encoding="utf-8") as file:
        return file.read()


def elaborate(tool, block, parameters, sources):
    """(whether it is accepted, what was said)"""
    if tool == "verilator":
        command = ["verilator", "--lint-only", "-Wno-lint", "-Wno-style", "--top", block,
                   *(f"-G{name}={value}" for name, value in parameters.items()), *sources]
    elif tool == "iverilog":
        command = ["iverilog", "-g2012", "-s", block, "-t", "null",
                   *(f"-P{block}.{name}={value}" for name, value in parameters.items()), *sources]
    else:
        sets = " ".join(f"-set {name} {value}" for name, value in parameters.items())
        command = ["yosys", "-q", "-p", f"read_verilog -sv {' '.join(sources)}; chparam {sets} {block}; "
                   f"hierarchy -check -top {block}"]
    done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode == 0, done.stdout


def main(block, *sources):
    failed = 0
    # Nothing negative: Verilator, which takes it as a value, says so.
    top = next(text for text in map(read, sources) if f"module {block} " in text)
    for name in re.findall(r"^  parameter int +(\w+)", top[top.index(f"module {block} "):].split(");")[0], re.MULTILINE):
        accepted, said = elaborate("verilator", block, {name: -1}, sources)
        failed += accepted
        print(f"{'FAILED' if accepted else 'ok'}  verilator {name} = -1: refused{said if accepted else ''}")
    for parameters, wanted in CASES[block]:
        for tool in "verilator", "iverilog", "yosys":
            accepted, said = elaborate(tool, block, parameters, sources)
            good = accepted if wanted is None else not accepted and wanted in said
            failed += not good
            print(f"{'ok' if good else 'FAILED'}  {tool} {parameters}: {wanted or 'accepted'}{'' if good else ': ' + said}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
