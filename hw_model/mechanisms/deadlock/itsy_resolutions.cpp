// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The three resolutions of ITSY, section IV. One resolution at a time in a switch (section V), so what it works with is
// there once, not once a port.

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

#include "hw_model/frame/itsy_list.h"
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
constexpr unsigned kLossBits = 32;       // of the tolerated loss, as a binary fraction
constexpr unsigned kDropRoundBits = 16;  // packets to drop in a round, doubled each time

void validate_sketch(const ItsyConfig& config) {
  require_within(config.sketch_rows, kMostRows, "sketch_rows");
  require_within(config.sketch_cells, kMostCells, "sketch_cells");
  require_within(config.sketch_cell_bits, 32, "sketch_cell_bits");
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
  column("heap_size", config.sketch_cell_bits, "as sketch_cell", "size of the flow, as the sketch estimated it last");
  column("heap_links", 3 * index, "three slots: parent and two children", "parent and children of the slot");
  column("heap_dropped", config.sketch_cell_bits, "as sketch_cell",
         "what was dropped of the flow, in the unit of sketch_cell");
  column("heap_seen", 1, "", "a packet of the flow has passed since idle flows were last looked for");
  block.add(origin.internal({.name = "heap_root",
                             .width = index,
                             .dimensions = {{"port", context.ports}},
                             .width_follows = "names a slot",
                             .description = "slot of the smallest flow"}));
}

using Dimensions = ledger::Dimensions;

// Declares registers of one origin, each in a line.
class Adding {
 public:
  Adding(ledger::Block& block, const ledger::Origin& origin) : block_(block), origin_(origin) {}

  void state(const char* name, unsigned width, const Dimensions& dimensions, const char* follows, const char* what) {
    block_.add(origin_.state(made(name, width, dimensions, follows, what)));
  }
  void internal(const char* name, unsigned width, const Dimensions& dimensions, const char* follows, const char* what) {
    block_.add(origin_.internal(made(name, width, dimensions, follows, what)));
  }
  void memory(const char* name, unsigned width, const Dimensions& dimensions, const char* follows, const char* what) {
    block_.add(origin_.memory(made(name, width, dimensions, follows, what)));
  }
  void counter(const char* name, const Dimensions& dimensions, const char* what) {
    block_.add(origin_.events("events", {.name = name, .dimensions = dimensions, .description = what}));
  }

 private:
  static ledger::RegisterDeclaration made(const char* name, unsigned width, const Dimensions& dimensions,
                                          const char* follows, const char* what) {
    return {.name = name, .width = width, .dimensions = dimensions, .width_follows = follows, .description = what};
  }

  ledger::Block& block_;
  const ledger::Origin& origin_;
};

// The bits of a port of a list, of what goes before it, and of how many there are.
struct ListWidths {
  explicit ListWidths(const SwitchContext& context)
      : widths(context.config.itsy.widths()),
        named(widths.switch_id + port_id_bits(context)),
        entry(named + widths.seq + widths.ttl),
        room(frame::itsy_list_room(widths)),
        length(ledger::bits_for(room)) {}

  frame::ItsyWidths widths;
  unsigned named;
  unsigned entry;
  std::size_t room;
  unsigned length;
};

Dimensions each_class(const SwitchContext& context) {
  return {{"class", static_cast<std::uint64_t>(std::popcount(context.lossless))}};
}

Dimensions each_port_class(const SwitchContext& context) {
  return {{"port", context.ports}, each_class(context).front()};
}

void declare_loop_ports(Adding& adding, const SwitchContext& context, const char* what) {
  Dimensions hops = each_port_class(context);
  hops.push_back({"hop", ListWidths(context).room});
  adding.memory("collect_port", ListWidths(context).named, hops, "S and P of a port", what);
}

// Under `repaired`.
void declare_collection(Adding& adding, const SwitchContext& context) {
  const ListWidths widths(context);
  const Dimensions each = each_port_class(context);
  adding.internal("collect_claim", 1 + widths.entry, each_class(context), "a bit, S, P, Seq, TTL - 1",
                  "the collecting message that claims this switch");
  adding.internal("collect_claim_egress", 1 + ledger::bits_to_name(context.ports), each_class(context), "a bit, a port",
                  "egress over which the claiming message came");
  adding.internal("collect_claim_life", 1, each_class(context), "", "a message's life has ended since the claim");
  adding.internal("collect_passed", 1 + widths.entry, each, "a bit, S, P, Seq, TTL - 1",
                  "the last collecting message that came by at this egress");
  adding.state("collect_due", 1, each, "", "a collecting message is to be sent upstream");
  adding.memory("collect_entry", widths.entry + widths.length, each, "S, P, Seq, TTL - 1, and how many ports",
                "collecting message that is to be sent");
  declare_loop_ports(adding, context, "ports of the collecting message");
}

// Under `published`: what the consistency check that is due takes with it.
void declare_recorded(Adding& adding, const SwitchContext& context) {
  adding.memory("collect_count", ListWidths(context).length, each_port_class(context), "counts collect_port",
                "ports that the consistency check to be sent upstream has passed");
  declare_loop_ports(adding, context, "ports that the consistency check has passed");
}

// How the list of a loop comes home, and the message behind a RESUME.
void declare_lists(Adding adding, const SwitchContext& context) {
  const ListWidths widths(context);
  const bool collects = context.config.itsy.protocol == Protocol::kRepaired;
  collects ? declare_collection(adding, context) : declare_recorded(adding, context);
  adding.internal("resuming_due", 1, {{"port", context.ports}}, "", "the rest of a loop is to be told to go on");
  adding.memory("resuming_entry", widths.entry + 3 + widths.length, {{"port", context.ports}},
                "S, P, Seq, TTL - 1, a class, and how many ports", "message whose loop is to be told");
  adding.memory("resuming_port", widths.named, {{"port", context.ports}, {"hop", widths.room}}, "S and P of a port",
                "ports of the rest of the loop");
}

}  // namespace

void declare_port_level(ledger::Block& block, const SwitchContext& context, const char* mechanism) {
  const ledger::Origin origin(mechanism, "ITSY, section IV.B");
  const unsigned port_bits = ledger::bits_to_name(context.ports);
  Adding adding(block, origin);
  declare_lists(adding, context);
  adding.state("resolving", 1, {}, "", "a resolution is under way");
  adding.internal("loop_class", 3, {}, "names a class", "class of the loop that is being resolved");
  adding.state("loop_egress", port_bits, {}, "names a port", "port of this switch whose queue is in the loop");
  adding.state("loop_ingress", port_bits, {}, "names a port", "port of this switch that is told to go on");
  adding.internal("loop_life", 1, {}, "", "a message's life has ended since the resolution began");
  adding.internal("loop_loan", ledger::bits_for(static_cast<std::uint64_t>(WatchdogConfig::kMostLoan.count())), {},
                  "up to 16 MB in bytes", "bytes by which the VIQ may grow with each loan; set at load");
  adding.state("blocked", 1, {{"port", context.ports}}, "", "the ingress stays paused until the resolution ends");
  adding.counter("collections_home", {}, "collecting messages that came home");
  adding.counter("loop_acts", {}, "actions on a part of a loop, first or again");
  adding.counter("loop_busy", {}, "loops that found another loop being resolved");
  adding.counter("loans_refused", {}, "loans that the buffer had no room for");
}

void declare_count_min_drop(ledger::Block& block, const SwitchContext& context) {
  const ItsyConfig& config = context.config.itsy;
  validate_sketch(config);
  declare_port_level(block, context, "itsy_count_min_drop");
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
      .add(origin.internal({.name = "tolerated_loss",
                            .width = kLossBits,
                            .reset = static_cast<std::uint64_t>(std::ldexp(config.tolerated_loss, kLossBits)),
                            .description = "part of a flow that may be dropped, as a binary fraction; set at load"}))
      .add(origin.state({.name = "drop_round",
                         .width = kDropRoundBits,
                         .description = "packets to drop in this round: 1, and twice as many in each that follows"}))
      .add(origin.state({.name = "drop_left",
                         .width = kDropRoundBits,
                         .width_follows = "as drop_round",
                         .description = "packets still to drop in this round"}));
  const Dimensions ports = {{"port", context.ports}};
  Adding adding(block, origin);
  constexpr unsigned kIdleBits = 20;
  adding.internal("flow_idle", kIdleBits, {}, "microseconds, up to a second",
                  "time that a flow may be idle; 0: for ever; set at load");
  adding.internal("flow_idle_left", kIdleBits, {}, "as flow_idle", "microseconds until idle flows are looked for");
  adding.counter("resolution_dropped", ports, "packets dropped out of the queue of this port");
  adding.counter("loss_overdraft", ports, "units of 64 B dropped beyond what their flows tolerate");
  adding.counter("flows_forgotten", ports, "flows that had lost something and were pushed out of the heap");
}

// What an upstream switch keeps back, and what it is told.
void declare_flow_level(ledger::Block& block, const SwitchContext& context) {
  declare_port_level(block, context, "itsy_flow_level");
  const ledger::Origin origin("itsy_flow_level", "ITSY, section IV.C");
  const Dimensions ports = {{"port", context.ports}};
  const Dimensions each = each_port_class(context);
  const auto with_groups = [](Dimensions dimensions) {
    dimensions.push_back({"group", frame::kDestinationGroups});
    return dimensions;
  };
  const unsigned cell = ledger::bits_to_name(context.cells);
  Adding adding(block, origin);
  adding.memory("route_group", 1, with_groups(ports), "",
                "some destination of the group may leave by the port; written with the routes");
  adding.state("groups_told", 1, each, "", "the peer keeps back packets that are stuck here");
  adding.state("groups_due", 1, each, "", "the peer is to be told what to keep back, or nothing any more");
  adding.memory("stuck_group", ledger::bits_for(static_cast<std::uint64_t>(context.buffer / context.counted)), each,
                "bits of the buffer, in what VIQs count",
                "bytes or cells (as VIQs count) of the VIQ's packets that are kept back here");
  adding.counter("groups_opened", {}, "times that a peer was told to go on with packets that do not enter the loop");
  adding.memory("blocked_group", 1, with_groups(each), "", "the peer takes no packets of the group");
  adding.internal("group_block_life", 2, each, "", "0: nothing is blocked; 1, and lives of a message since");
  adding.memory("parked_head", cell, each, "names a cell of the packet buffer", "first packet that is kept back");
  adding.memory("parked_tail", cell, each, "names a cell of the packet buffer", "last packet that is kept back");
  adding.internal("parked", ledger::bits_for(context.cells), each, "packets that the buffer holds",
                  "packets that are kept back");
}

unsigned port_id_bits(const SwitchContext& context) {
  return std::max(context.config.itsy.widths().port, ledger::bits_to_name(context.ports));
}

}  // namespace weir::deadlock
