// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The keys of what every switch and host is built from.

#include "tb/scenario/key_table_device.h"

#include <array>
#include <iterator>

namespace weir::scenario {
namespace {

std::vector<KeySpec> switch_keys() {
  using enum KeyKind;
  return {
      {"switch",
       "max_frame",
       kBytes,
       "1500B",
       "64B",
       "9216B",
       {},
       "Largest frame, destination MAC to FCS: the papers' MTU."},
  };
}

std::vector<KeySpec> parser_keys() {
  using enum KeyKind;
  return {
      {"switch.parser", "clock", kTime, "1200ps", "1ps", "1us", {}, "Clock of the ingress pipeline."},
      {"switch.parser", "state_cycles", kInteger, "0", "0", "1000", {}, "Cycles for each header parsed."},
      {"switch.parser", "lookup_cycles", kInteger, "0", "0", "1000", {}, "Cycles of the forwarding lookup."},
      {"switch.parser", "class_source", kWord, "pcp", "", "", {"pcp", "dscp"}, "What gives a packet its class."},
  };
}

std::vector<KeySpec> mmu_keys() {
  using enum KeyKind;
  return {
      {"switch.mmu", "buffer", kBytes, "12MiB", "1KB", "1GB", {}, "The whole packet buffer."},
      {"switch.mmu", "cell", kBytes, "208B", "1B", "9216B", {}, "Allocation unit of the buffer."},
      {"switch.mmu",
       "count_cells",
       kBoolean,
       "false",
       "",
       "",
       {},
       "Count VIQ and VEQ depths in whole cells instead of frame bytes."},
      {"switch.mmu", "viq_reserved", kBytes, "0B", "", "1GB", {}, "Guaranteed minimum of each VIQ."},
      {"switch.mmu", "viq_limit", kBytes, "1MB", "", "1GB", {}, "Most that a VIQ takes of reserved and shared buffer."},
      {"switch.mmu", "headroom", kBytes, "0B", "", "1GB", {}, "Above `viq_limit`, for what arrives after XOFF."},
      {"switch.mmu", "veq_limit", kBytes, "0B", "", "1GB", {}, "Lossy classes: drop above this VEQ depth; 0B: never."},
  };
}

std::vector<KeySpec> crossbar_keys() {
  using enum KeyKind;
  return {
      {"switch.crossbar",
       "strategy",
       kWord,
       "output_queued",
       "",
       "",
       {"output_queued", "input_queued"},
       "output_queued: packets queue at their output in arrival order. input_queued: at their input."},
      {"switch.crossbar",
       "queueing",
       kWord,
       "virtual_output",
       "",
       "",
       {"fifo", "virtual_output"},
       "input_queued: one FIFO an input (head-of-line blocking), or a queue for each output."},
      {"switch.crossbar",
       "arbiter",
       kWord,
       "round_robin",
       "",
       "",
       {"round_robin", "islip"},
       "input_queued: how inputs and outputs are matched."},
      {"switch.crossbar", "iterations", kInteger, "1", "1", "1024", {}, "islip: iterations a slot."},
      {"switch.crossbar",
       "transfer",
       kWord,
       "cell",
       "",
       "",
       {"cell", "packet"},
       "input_queued: cell by cell at the crossbar's clock, or a whole packet when its output can take it."},
      {"switch.crossbar", "cell", kBytes, "64B", "1B", "9216B", {}, "What one crossbar slot moves."},
      {"switch.crossbar", "clock", kTime, "1200ps", "1ps", "1us", {}, "A slot is a whole number of these."},
      {"switch.crossbar", "speedup", kReal, "1.0", "1.0", "64.0", {}, "Of the crossbar over the fastest port."},
      {"switch.crossbar", "jitter", kTime, "0ps", "", "1ms", {}, "packet: added delay, uniform over 0..jitter."},
      {"switch.crossbar",
       "output_buffer",
       kBytes,
       "0B",
       "",
       "1GB",
       {},
       "Room of each output queue behind the crossbar; 0B: two packets of the largest size."},
  };
}

std::vector<KeySpec> egress_keys() {
  using enum KeyKind;
  return {
      {"switch.egress",
       "discipline",
       kWord,
       "strict_priority",
       "",
       "",
       {"strict_priority", "round_robin"},
       "strict_priority: the highest class that may send."},
  };
}

std::vector<KeySpec> flow_control_keys() {
  using enum KeyKind;
  return {
      {"flow_control",
       "scheme",
       kWord,
       "none",
       "",
       "",
       {"none", "pfc", "cbfc", "gfc_conceptual", "gfc_buffer_based", "gfc_time_based"},
       "Which one is active; the tables of the others are checked and not used."},
      {"flow_control", "lossless", kClasses, "[0]", "", "", {}, "Classes that it protects."},
      {"flow_control",
       "processing_delay",
       kTime,
       "0ps",
       "",
       "1s",
       {},
       "t_r: from the arrival of a control frame to its effect."},
  };
}

std::vector<KeySpec> pfc_keys() {
  using enum KeyKind;
  return {
      {"flow_control.pfc", "xoff", kBytes, "800KB", "1B", "1GB", {}, "VIQ depth at or above which PAUSE is sent."},
      {"flow_control.pfc", "xon", kBytes, "797KB", "", "1GB", {}, "VIQ depth at or below which RESUME is sent."},
      {"flow_control.pfc",
       "pause_quanta",
       kInteger,
       "65535",
       "1",
       "65535",
       {},
       "Timer value of a PAUSE, in quanta of 512 bit times."},
      {"flow_control.pfc",
       "refresh_fraction",
       kReal,
       "0.5",
       "0.01",
       "0.99",
       {},
       "A standing PAUSE is sent again after this part of its timer."},
  };
}

std::vector<KeySpec> cbfc_keys() {
  using enum KeyKind;
  return {
      {"flow_control.cbfc", "buffer", kBytes, "1MB", "1B", "1GB", {}, "What the receiver offers for each class."},
      {"flow_control.cbfc", "block", kBytes, "64B", "1B", "9216B", {}, "Credit unit."},
      {"flow_control.cbfc",
       "counter_bits",
       kInteger,
       "16",
       "2",
       "32",
       {},
       "Width of the counters; 12 in the standard. At most 2^(bits - 1) blocks are outstanding."},
      {"flow_control.cbfc",
       "period",
       kTime,
       "",
       "1ns",
       "1s",
       {},
       "T_c, from one credit message to the next; default: the time of 65,535 B at line rate."},
  };
}

std::vector<KeySpec> gfc_keys() {
  using enum KeyKind;
  return {
      {"flow_control.gfc_conceptual", "b0", kBytes, "50KB", "", "1GB", {}, "B0: the rate falls from here."},
      {"flow_control.gfc_conceptual", "bm", kBytes, "100KB", "1B", "1GB", {}, "Bm: the rate is zero here."},
      {"flow_control.gfc_buffer_based", "b1", kBytes, "750KB", "", "1GB", {}, "B1: stage 1, half the line rate."},
      {"flow_control.gfc_buffer_based", "bm", kBytes, "1MB", "1B", "16MB", {}, "Bm: the limit of the stages."},
      {"flow_control.gfc_buffer_based",
       "stages",
       kInteger,
       "0",
       "0",
       "62",
       {},
       "N; 0: the first k with B_k - B_(k-1) <= 1 byte."},
      {"flow_control.gfc_time_based", "b0", kBytes, "492KB", "", "1GB", {}, "B0: the rate falls from here."},
      {"flow_control.gfc_time_based", "bm", kBytes, "1MB", "1B", "1GB", {}, "Bm: the buffer that credits advertise."},
      {"flow_control.gfc_time_based", "block", kBytes, "64B", "1B", "9216B", {}, "Credit unit."},
      {"flow_control.gfc_time_based", "counter_bits", kInteger, "16", "2", "32", {}, "Width of the credit counters."},
      {"flow_control.gfc_time_based",
       "period",
       kTime,
       "",
       "1ns",
       "1s",
       {},
       "T, from one credit message to the next; default: the time of 65,535 B at line rate."},
  };
}

std::vector<KeySpec> limiter_keys() {
  using enum KeyKind;
  return {
      {"limiter", "period", kTime, "1200ps", "1ps", "1us", {}, "Clock period: one tick."},
      {"limiter",
       "rounding",
       kWord,
       "residual",
       "",
       "",
       {"floor", "ceil", "nearest", "residual"},
       "How a transmission time becomes ticks; residual carries the fraction to the next packet."},
      {"limiter",
       "rate_raise",
       kWord,
       "clamp",
       "",
       "",
       {"hold", "clamp"},
       "What a rate raised while counting does to the countdown."},
      {"limiter", "floor_rate", kRate, "8Kbps", "1bps", "1Tbps", {}, "The least rate that a limiter is asked for."},
      {"limiter",
       "fidelity",
       kWord,
       "reference",
       "",
       "",
       {"reference", "rtl", "lockstep"},
       "How limiters are simulated: C++, Verilated RTL, or both compared."},
      {"limiter",
       "comparator_fidelity",
       kWord,
       "reference",
       "",
       "",
       {"reference", "rtl", "lockstep"},
       "The same for stage comparators."},
  };
}

}  // namespace

std::vector<KeySpec> device_keys() {
  std::vector<KeySpec> keys;
  for (std::vector<KeySpec>& part :
       std::array{switch_keys(), parser_keys(), mmu_keys(), crossbar_keys(), egress_keys(), flow_control_keys(),
                  pfc_keys(), cbfc_keys(), gfc_keys(), limiter_keys()}) {
    keys.insert(keys.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  }
  return keys;
}

}  // namespace weir::scenario
