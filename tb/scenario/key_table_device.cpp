// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The keys of what every switch and host is built from.

#include "tb/scenario/key_table_device.h"

#include <array>
#include <iterator>
#include <string_view>
#include <vector>

#include "hw_model/mechanisms/flow_control/flow_control_config.h"

namespace weir::scenario {
namespace {

std::vector<std::string_view> scheme_names() {
  std::vector<std::string_view> names;
  for (const flow_control::SchemeName& scheme : flow_control::kSchemes) {
    names.push_back(scheme.name);
  }
  return names;
}

std::vector<KeySpec> switch_keys() {
  using enum KeyKind;
  return {
      key("switch", "max_frame", kBytes, {.initial = "1500B", .lowest = "64B", .highest = "9216B"},
          "Largest frame, destination MAC to FCS: the papers' MTU."),
  };
}

std::vector<KeySpec> parser_keys() {
  using enum KeyKind;
  return {
      key("switch.parser", "clock", kTime, {.initial = "1200ps", .lowest = "1ps", .highest = "1us"},
          "Clock of the ingress pipeline."),
      key("switch.parser", "state_cycles", kInteger, {.initial = "0", .lowest = "0", .highest = "1000"},
          "Cycles for each header parsed."),
      key("switch.parser", "lookup_cycles", kInteger, {.initial = "0", .lowest = "0", .highest = "1000"},
          "Cycles of the forwarding lookup."),
  };
}

std::vector<KeySpec> forwarding_keys() {
  using enum KeyKind;
  return {
      key("switch.forwarding", "tables", kWord,
          {.initial = "shortest_paths", .words = {"shortest_paths", "bridged", "listed"}},
          "What they hold before `switch.route`. shortest_paths: a route to each host. bridged: the same by MAC "
          "address, "
          "and the TTL stays. listed: nothing."),
      key("switch.forwarding", "l2_entries", kInteger, {.initial = "16384", .lowest = "1", .highest = "1048576"},
          "MAC addresses."),
      key("switch.forwarding", "l2_ways", kInteger, {.initial = "4", .lowest = "1", .highest = "64"},
          "Entries of a bucket of that table; l2_entries / l2_ways buckets, rounded down to a power of two."),
      key("switch.forwarding", "host_entries", kInteger, {.initial = "16384", .lowest = "0", .highest = "1048576"},
          "Routes to single IPv4 addresses."),
      key("switch.forwarding", "prefix_entries", kInteger, {.initial = "4096", .lowest = "0", .highest = "1048576"},
          "Prefixes, of IPv4 and of IPv6 each."),
      key("switch.forwarding", "flow_entries", kInteger, {.initial = "4096", .lowest = "0", .highest = "1048576"},
          "Routes of single flows."),
      key("switch.forwarding", "hop_entries", kInteger, {.initial = "1024", .lowest = "0", .highest = "1048576"},
          "Hops of those flows that pass the switch more than once."),
      key("switch.route[]", "device", kName, {.required = true}, "The switch."),
      key("switch.route[]", "to", kText, {.required = true},
          "A prefix (\"10.0.0.0/24\", \"2001:db8::/32\"), a MAC address (\"02:00:00:01:00:00\"), or the name of a "
          "host."),
      key("switch.route[]", "via", kNames, {.required = true},
          "Neighbours; several make an ECMP group, and so do several cables to one."),
      key("switch.route[]", "vid", kInteger, {.initial = "0", .highest = "4095"},
          "VLAN of a MAC address; 0: untagged or with a priority tag."),
  };
}

std::vector<KeySpec> class_mapper_keys() {
  using enum KeyKind;
  return {
      key("switch.class_mapper", "source", kWord, {.initial = "pcp", .words = {"pcp", "dscp", "ttl"}},
          "What gives a packet its class. ttl: ttl0 - TTL, so that a packet is in class i at its i-th hop and in class "
          "0 "
          "at its source."),
      key("switch.class_mapper", "dscp_classes", kClasses, {},
          "dscp: the class of each DSCP, 64 of them; default: the class selectors, DSCP / 8."),
      key("switch.class_mapper", "ttl0", kInteger, {.initial = "8", .lowest = "2", .highest = "8"},
          "ttl: the TTL with which hosts send, at least the number of links of the longest path."),
  };
}

std::vector<KeySpec> mmu_keys() {
  using enum KeyKind;
  return {
      key("switch.mmu", "buffer", kBytes, {.initial = "12MiB", .lowest = "1KB", .highest = "1GB"},
          "The whole packet buffer."),
      key("switch.mmu", "cell", kBytes, {.initial = "208B", .lowest = "1B", .highest = "9216B"},
          "Allocation unit of the buffer."),
      key("switch.mmu", "count_cells", kBoolean, {.initial = "false"},
          "Count VIQ depths in whole cells instead of frame bytes."),
      key("switch.mmu", "viq_reserved", kBytes, {.initial = "0B", .highest = "1GB"},
          "Guaranteed minimum of each VIQ, in whole cells that are set aside for it."),
      key("switch.mmu", "alpha", kReal, {.initial = "0.0", .lowest = "0.0", .highest = "64.0"},
          "Lossy classes: a VIQ takes at most this multiple of the free shared buffer, in steps of 1/128, and never "
          "more than `viq_limit`; 0.0: `viq_limit` alone."),
      key("switch.mmu", "viq_limit", kBytes, {.initial = "1MB", .highest = "1GB"},
          "Most that a VIQ takes of reserved and shared buffer."),
      key("switch.mmu", "headroom", kBytes, {.initial = "0B", .highest = "1GB"},
          "Above `viq_limit`, for what arrives after XOFF; with `headroom_pool` the most that a VIQ takes of it."),
      key("switch.mmu", "headroom_pool", kBytes, {.initial = "0B", .highest = "1GB"},
          "Cells set aside for the headroom of all lossless VIQs of a switch together (`pfc`, `ttl_pfc`); then "
          "`count_cells` is true. 0B: `headroom` is of each VIQ."),
      key("switch.mmu", "lossless_alpha", kReal, {.initial = "0.0", .lowest = "0.0", .highest = "64.0"},
          "Lossless classes, with `headroom_pool`: as `alpha`; XOFF is no higher than the threshold of the moment. "
          "0.0: "
          "`viq_limit` and XOFF stand."),
      key("switch.mmu", "veq_limit", kBytes, {.initial = "0B", .highest = "1GB"},
          "Lossy classes: drop above this VEQ depth; 0B: never."),
      key("switch.mmu", "partitions", kInteger, {.lowest = "1", .highest = "8"},
          "Classes 0 to partitions - 1 have a part of the buffer each and take no more; default: one buffer for all, "
          "or "
          "under `ttl_pfc` a partition for each class up to the highest lossless one."),
      key("switch.mmu", "partition_weights", kWeights, {},
          "Parts in these proportions instead of equal ones, for classes 0, 1, ..."),
  };
}

std::vector<KeySpec> crossbar_keys() {
  using enum KeyKind;
  return {
      key("switch.crossbar", "strategy", kWord,
          {.initial = "output_queued", .words = {"output_queued", "input_queued", "combined"}},
          "output_queued: packets queue at their output in arrival order. input_queued: at their input. combined: at "
          "both, with a crossbar that is faster than its ports; keys for input_queued are for it, too."),
      key("switch.crossbar", "queueing", kWord, {.initial = "virtual_output", .words = {"fifo", "virtual_output"}},
          "input_queued: one FIFO an input (head-of-line blocking), or a queue for each output."),
      key("switch.crossbar", "arbiter", kWord, {.initial = "round_robin", .words = {"round_robin", "islip"}},
          "input_queued: how inputs and outputs are matched."),
      key("switch.crossbar", "iterations", kInteger, {.initial = "1", .lowest = "1", .highest = "1024"},
          "islip: iterations a slot."),
      key("switch.crossbar", "transfer", kWord, {.initial = "cell", .words = {"cell", "packet"}},
          "input_queued: cell by cell at the crossbar's clock, or a whole packet when its output can take it."),
      key("switch.crossbar", "cell", kBytes, {.initial = "64B", .lowest = "1B", .highest = "9216B"},
          "What one crossbar slot moves."),
      key("switch.crossbar", "clock", kTime, {.initial = "1200ps", .lowest = "1ps", .highest = "1us"},
          "A slot is a whole number of these."),
      key("switch.crossbar", "speedup", kReal, {.initial = "1.0", .lowest = "1.0", .highest = "64.0"},
          "Of the crossbar over the fastest port; combined: more than 1, and 2.0 unless told."),
      key("switch.crossbar", "jitter", kTime, {.initial = "0ps", .highest = "1ms"},
          "packet: added delay, uniform over 0..jitter."),
      key("switch.crossbar", "output_buffer", kBytes, {.initial = "0B", .highest = "1GB"},
          "Room of each output queue behind the crossbar; 0B: three packets of the largest size; combined: "
          "`switch.mmu.buffer`."),
  };
}

std::vector<KeySpec> egress_keys() {
  using enum KeyKind;
  return {
      key("switch.egress", "discipline", kWord,
          {.initial = "strict_priority", .words = {"strict_priority", "round_robin", "dwrr", "strict_over_dwrr"}},
          "strict_priority: the highest class that may send. round_robin: a packet of each in turn. dwrr: bytes by "
          "weight. strict_over_dwrr: the classes of `strict` first, then the others by weight."),
      key("switch.egress", "weights", kWeights, {}, "dwrr: the weight of each class, 8 of them; default: 1 each."),
      key("switch.egress", "strict", kClasses, {}, "strict_over_dwrr: the classes that go first, the highest of them."),
      key("switch.egress", "quantum", kBytes, {.initial = "0B", .highest = "9216B"},
          "dwrr: what a class of weight 1 sends in its turn; 0B: switch.max_frame, which is the least."),
      key("switch.egress.shaper[]", "device", kName, {}, "The switch; default: every one."),
      key("switch.egress.shaper[]", "to", kName, {}, "The neighbour at the port; default: every port."),
      key("switch.egress.shaper[]", "class", kInteger, {.lowest = "0", .highest = "7"},
          "The class; default: all of the port together."),
      key("switch.egress.shaper[]", "rate", kRate, {.required = true, .lowest = "1bps", .highest = "10Tbps"},
          "Frame bits a second, in the long run."),
      key("switch.egress.shaper[]", "burst", kBytes, {.initial = "0B", .highest = "16MB"},
          "What may go at once after a pause, at least switch.max_frame; 0B: two of these."),
  };
}

std::vector<KeySpec> flow_control_keys() {
  using enum KeyKind;
  return {
      key("flow_control", "scheme", kWord, {.initial = "none", .words = scheme_names()},
          "Which one is active; the tables of the others are checked and not used."),
      key("flow_control", "lossless", kClasses, {.initial = "[0]"},
          "Classes that it protects; with `none` there are none. Default under `ttl_pfc`: 0 to ttl0 - 1, all of which "
          "it wants."),
      key("flow_control", "processing_delay", kTime, {.initial = "0ps", .highest = "1s"},
          "t_r: from the arrival of a control frame to its effect."),
  };
}

std::vector<KeySpec> pfc_keys() {
  using enum KeyKind;
  return {
      key("flow_control.pfc", "xoff", kBytes, {.initial = "800KB", .lowest = "1B", .highest = "1GB"},
          "VIQ depth at or above which PAUSE is sent; `pause`: of all lossless VIQs of the port together."),
      key("flow_control.pfc", "xon", kBytes, {.initial = "797KB", .highest = "1GB"},
          "VIQ depth at or below which RESUME is sent."),
      key("flow_control.pfc", "xon_offset", kBytes, {.lowest = "1B", .highest = "1GB"},
          "Instead of `xon`: XON is this much below XOFF."),
      key("flow_control.pfc", "pause_quanta", kInteger, {.initial = "65535", .lowest = "1", .highest = "65535"},
          "Timer value of a PAUSE, in quanta of 512 bit times."),
      key("flow_control.pfc", "refresh_fraction", kReal, {.initial = "0.5", .lowest = "0.01", .highest = "0.99"},
          "A standing PAUSE is sent again after this part of its timer."),
  };
}

std::vector<KeySpec> cbfc_keys() {
  using enum KeyKind;
  return {
      key("flow_control.cbfc", "buffer", kBytes, {.initial = "1MB", .lowest = "1B", .highest = "1GB"},
          "What the receiver offers for each class."),
      key("flow_control.cbfc", "block", kBytes, {.initial = "64B", .lowest = "1B", .highest = "9216B"}, "Credit unit."),
      key("flow_control.cbfc", "counter_bits", kInteger, {.initial = "16", .lowest = "2", .highest = "32"},
          "Width of the counters; 12 in the standard. At most 2^(bits - 1) blocks are outstanding."),
      key("flow_control.cbfc", "period", kTime, {.lowest = "1ns", .highest = "1s"},
          "T_c, from one credit message to the next; default: the time of 65,535 B at line rate."),
  };
}

std::vector<KeySpec> gfc_keys() {
  using enum KeyKind;
  return {
      key("flow_control.gfc_conceptual", "b0", kBytes, {.initial = "50KB", .highest = "1GB"},
          "B0: the rate falls from here."),
      key("flow_control.gfc_conceptual", "bm", kBytes, {.initial = "100KB", .lowest = "1B", .highest = "1GB"},
          "Bm: the rate is zero here."),
      key("flow_control.gfc_buffer_based", "b1", kBytes, {.initial = "750KB", .highest = "1GB"},
          "B1: stage 1, half the line rate."),
      key("flow_control.gfc_buffer_based", "bm", kBytes, {.initial = "1MB", .lowest = "1B", .highest = "16MB"},
          "Bm: the limit of the stages."),
      key("flow_control.gfc_buffer_based", "stages", kInteger, {.initial = "0", .lowest = "0", .highest = "62"},
          "N; 0: the first k with B_k - B_(k-1) <= 1 byte."),
      key("flow_control.gfc_buffer_based", "comparator", kWord,
          {.initial = "threshold", .words = {"threshold", "leading_zero"}},
          "Form of the stage comparator; leading_zero wants bm - b1 to be a power of two. Stages are the same."),
      key("flow_control.gfc_time_based", "b0", kBytes, {.initial = "492KB", .highest = "1GB"},
          "B0: the rate falls from here."),
      key("flow_control.gfc_time_based", "bm", kBytes, {.initial = "1MB", .lowest = "1B", .highest = "1GB"},
          "Bm: the buffer that credits advertise."),
      key("flow_control.gfc_time_based", "block", kBytes, {.initial = "64B", .lowest = "1B", .highest = "9216B"},
          "Credit unit."),
      key("flow_control.gfc_time_based", "counter_bits", kInteger, {.initial = "16", .lowest = "2", .highest = "32"},
          "Width of the credit counters."),
      key("flow_control.gfc_time_based", "period", kTime, {.lowest = "1ns", .highest = "1s"},
          "T, from one credit message to the next; default: the time of 65,535 B at line rate."),
  };
}

std::vector<KeySpec> limiter_keys() {
  using enum KeyKind;
  return {
      key("limiter", "period", kTime, {.initial = "1200ps", .lowest = "1ps", .highest = "1us"},
          "Clock period: one tick."),
      key("limiter", "rounding", kWord, {.initial = "residual", .words = {"floor", "ceil", "nearest", "residual"}},
          "How a transmission time becomes ticks; residual carries the fraction to the next packet."),
      key("limiter", "rate_raise", kWord, {.initial = "clamp", .words = {"hold", "clamp"}},
          "What a rate raised while counting does to the countdown."),
      key("limiter", "floor_rate", kRate, {.initial = "8Kbps", .lowest = "1bps", .highest = "1Tbps"},
          "The least rate that a limiter is asked for."),
      key("limiter", "fidelity", kWord, {.initial = "reference", .words = {"reference", "rtl", "lockstep"}},
          "How limiters are simulated: C++, Verilated RTL, or both compared."),
      key("limiter", "comparator_fidelity", kWord, {.initial = "reference", .words = {"reference", "rtl", "lockstep"}},
          "The same for stage comparators."),
  };
}

}  // namespace

std::vector<KeySpec> device_keys() {
  std::vector<KeySpec> keys;
  for (std::vector<KeySpec>& part :
       std::array{switch_keys(), parser_keys(), forwarding_keys(), class_mapper_keys(), mmu_keys(), crossbar_keys(),
                  egress_keys(), flow_control_keys(), pfc_keys(), cbfc_keys(), gfc_keys(), limiter_keys()}) {
    keys.insert(keys.end(), std::make_move_iterator(part.begin()), std::make_move_iterator(part.end()));
  }
  return keys;
}

}  // namespace weir::scenario
