// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The three resolutions of ITSY, section IV. One resolution at a time in a switch (section V), so what it works with is
// there once, not once a port.

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/deadlock/itsy.h"

namespace weir::deadlock {
namespace {

// Throws unless `value` is within 1..most. `name` as in the configuration.
void require_within(unsigned value, unsigned most, const char* name) {
  if (value < 1 || value > most)
    throw std::invalid_argument(std::string("itsy: ") + name + " is " + std::to_string(value) + ", wanted 1.." +
                                std::to_string(most));
}

constexpr unsigned kMostRows = 16;
constexpr unsigned kMostCells = 1U << 20U;
constexpr unsigned kMostSlots = 1U << 12U;
constexpr unsigned kMostLoop = 256;
constexpr unsigned kMostGroups = 1U << 16U;
constexpr unsigned kLossBits = 32;       // of the tolerated loss, as a binary fraction
constexpr unsigned kDropRoundBits = 16;  // packets to drop in a round, doubled each time

void validate_sketch(const ItsyConfig& config) {
  require_within(config.sketch_rows, kMostRows, "sketch_rows");
  require_within(config.sketch_cells, kMostCells, "sketch_cells");
  require_within(config.sketch_cell_bits, 64, "sketch_cell_bits");
  require_within(config.top_flows, kMostSlots, "top_flows");
  require_within(config.flow_id_bits, 512, "flow_id_bits");
  if (config.tolerated_loss < 0 || config.tolerated_loss >= 1)
    throw std::invalid_argument("itsy: tolerated_loss is " + std::to_string(config.tolerated_loss) +
                                ", wanted 0 or more and less than 1");
}

// A slot of the heap: figure 4b.
void declare_heap(ledger::Block& block, const SwitchContext& context, const ledger::Origin& origin) {
  const ItsyConfig& config = context.config.itsy;
  const ledger::Dimensions each_slot = {{"port", context.ports}, {"slot", config.top_flows}};
  const unsigned index = ledger::bits_to_name(config.top_flows);
  const auto column = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(origin.memory({.name = name,
                             .width = width,
                             .dimensions = each_slot,
                             .accesses = {.reads_per_packet = 1, .writes_per_packet = 1},
                             .width_follows = follows,
                             .description = what}));
  };
  column("heap_flow", config.flow_id_bits, "flow_id_bits: a 5-tuple", "flow of the slot");
  column("heap_size", config.sketch_cell_bits, "as sketch_cell", "its size as the sketch estimated it last");
  column("heap_links", 3 * index, "three slots: parent and two children", "parent and children of the slot");
  column("heap_dropped", config.sketch_cell_bits, "as sketch_cell", "what was dropped of the flow");
}

void declare_count_min_drop(ledger::Block& block, const SwitchContext& context) {
  const ItsyConfig& config = context.config.itsy;
  validate_sketch(config);
  const ledger::Origin origin("itsy_count_min_drop", "ITSY, section IV.A");
  const double rows = config.sketch_rows;
  block.add(origin.memory(
      {.name = "sketch_cell",
       .width = config.sketch_cell_bits,
       .dimensions = {{"port", context.ports}, {"row", config.sketch_rows}, {"cell", config.sketch_cells}},
       .accesses = {.reads_per_packet = rows, .writes_per_packet = rows},
       .width_follows = "sketch_cell_bits",
       .description = "count-min sketch: what the flows of this hash have sent, in units of 64 B"}));
  declare_heap(block, context, origin);
  block
      .add(origin.setting({.name = "tolerated_loss",
                           .width = kLossBits,
                           .reset = static_cast<std::uint64_t>(std::ldexp(config.tolerated_loss, kLossBits)),
                           .description = "part of a flow that may be dropped, as a binary fraction"}))
      .add(origin.state({.name = "drop_round",
                         .width = kDropRoundBits,
                         .description = "packets to drop in this round: 1, and twice as many in each that follows"}))
      .add(origin.state({.name = "drop_left",
                         .width = kDropRoundBits,
                         .width_follows = "as drop_round",
                         .description = "packets still to drop in this round"}))
      .add(origin.state({.name = "drop_port",
                         .width = ledger::bits_to_name(context.ports),
                         .width_follows = "names a port",
                         .description = "port whose queue is being cut"}))
      .add(origin.state({.name = "dropping", .description = "a resolution is under way"}));
}

void declare_port_level(ledger::Block& block, const SwitchContext& context, const char* mechanism) {
  const ItsyConfig& config = context.config.itsy;
  require_within(config.longest_loop, kMostLoop, "longest_loop");
  const ledger::Origin origin(mechanism, "ITSY, section IV.B");
  const unsigned port_bits = ledger::bits_to_name(context.ports);
  const auto state = [&](const char* name, unsigned width, const ledger::Dimensions& dimensions, const char* follows,
                         const char* what) {
    block.add(origin.state(
        {.name = name, .width = width, .dimensions = dimensions, .width_follows = follows, .description = what}));
  };
  state("loop_port", config.widths().switch_id + port_id_bits(context), {{"hop", config.longest_loop}},
        "S and P of a port", "ports of the loop, as the consistency check gathered them");
  state("loop_length", ledger::bits_for(config.longest_loop), {}, "counts loop_port", "how many they are");
  state("loop_egress", port_bits, {}, "names a port", "port of this switch whose queue is in the loop");
  state("loop_ingress", port_bits, {}, "names a port", "port of this switch that alone is resumed");
  state("loop_room", ledger::bits_for(static_cast<std::uint64_t>(context.buffer.count())), {},
        "bits of the buffer in bytes", "buffer moved from headroom to the queue of the loop");
  state("blocked", 1, {{"port", context.ports}}, "", "stays paused until the queue is below the threshold");
  state("resolving", 1, {}, "", "a resolution is under way");
}

void declare_flow_level(ledger::Block& block, const SwitchContext& context) {
  const ItsyConfig& config = context.config.itsy;
  require_within(config.ecmp_group_bits, 32, "ecmp_group_bits");
  require_within(config.blocked_groups, kMostGroups, "blocked_groups");
  declare_port_level(block, context, "itsy_flow_level");
  const ledger::Origin origin("itsy_flow_level", "ITSY, section IV.C");
  block
      .add(origin.memory({.name = "blocked_group",
                          .width = config.ecmp_group_bits,
                          .dimensions = {{"port", context.ports}, {"group", config.blocked_groups}},
                          .accesses = {.reads_per_packet = 1},
                          .width_follows = "ecmp_group_bits",
                          .description = "ECMP groups that enter the loop and stay paused"}))
      .add(origin.state({.name = "blocked_groups",
                         .width = ledger::bits_for(config.blocked_groups),
                         .dimensions = {{"port", context.ports}},
                         .width_follows = "counts blocked_group",
                         .description = "how many they are"}));
}

}  // namespace

unsigned port_id_bits(const SwitchContext& context) {
  return std::max(context.config.itsy.widths().port, ledger::bits_to_name(context.ports));
}

void declare_resolution(ledger::Block& block, const SwitchContext& context) {
  switch (context.config.itsy.resolution) {
    case Resolution::kNone:
      break;
    case Resolution::kCountMinDrop:
      declare_count_min_drop(block, context);
      break;
    case Resolution::kPortLevel:
      declare_port_level(block, context, "itsy_port_level");
      break;
    case Resolution::kFlowLevel:
      declare_flow_level(block, context);
      break;
  }
}

}  // namespace weir::deadlock
