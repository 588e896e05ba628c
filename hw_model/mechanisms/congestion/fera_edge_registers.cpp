// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/congestion/fera_edge.h"

namespace weir::congestion {
namespace {

using At = ledger::RegisterAccess;

constexpr unsigned kAddressBits = 48;
constexpr unsigned kRateBits = 32;
constexpr unsigned kNumberBits = 32;
constexpr unsigned kFractionBits = 16;
constexpr const char* kRateFollows = "kbit/s, as tags have it";

unsigned cycles_bits(const PortContext& context, Time time) {
  return ledger::bits_for(static_cast<std::uint64_t>(time / context.clock));
}

// A line of each flow's slot.
void declare_slots(ledger::Block& block, const PortContext& context, const ledger::Origin& origin) {
  const ledger::Dimensions slots = {{"flow", context.config.fera_edge.flows}};
  const auto column = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(origin.memory({.name = name,
                             .width = width,
                             .dimensions = slots,
                             .accesses = {.reads_per_packet = 1, .writes_per_packet = 1},
                             .width_follows = follows,
                             .description = what}));
  };
  const unsigned patience = cycles_bits(context, context.config.fera.meter.interval * 2);
  block.add(origin.memory({.name = "flow",
                           .width = 2 * kAddressBits + 3 + 1,
                           .dimensions = slots,
                           .storage = ledger::Storage::kTcam,
                           .accesses = {.reads_per_packet = 1, .writes_per_packet = 0},
                           .width_follows = "two addresses, a class, a bit",
                           .description = "who sends to whom, looked up for a packet from outside; it is in use"}));
  column("rate", kRateBits, kRateFollows, "r of the flow");
  // 2 B (from +burst to what a peer can have sent before a pause stops it, a buffer at most), signed.
  column("tokens",
         1 + ledger::bits_for(static_cast<std::uint64_t>((context.buffer + context.config.fera_edge.burst).count())),
         "a sign, and bits of the buffer and the burst in bytes", "what it may send at once, or owes");
  column("fraction", kFractionBits, "1/65536 B; the model keeps it exactly", "of a token");
  column("since", patience, "bits of 2 T in clock cycles",
         "cycles since the tokens were counted, or since the bucket is full");
  column("owes", 1, "", "more has come than the bucket held, and it is not half full again");
  column("tag_timer", cycles_bits(context, context.config.fera_edge.tag_interval), "bits of tau in clock cycles",
         "cycles until the next tag is due");
  column("silence", patience + 1, "as since, and a bit", "cycles until it goes back to its first rate; it counts");
  column("tags", kNumberBits, "as in tags", "number of the next tag");
  column("newest", kNumberBits, "as in tags", "number behind that of the newest tag that has returned");
}

void declare_constants(ledger::Block& block, const PortContext& context, const ledger::Origin& origin) {
  const auto constant = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(origin.internal({.name = name, .width = width, .width_follows = follows, .description = what}));
  };
  constant("edge_port", 1, "", "an edge of the region is here; set at load");
  constant("line_rate", kRateBits, kRateFollows, "C of the port: no rate is higher; set at load");
  constant("initial_rate", kRateBits, kRateFollows, "C/N_0; set at load");
  constant("burst", ledger::bits_for(static_cast<std::uint64_t>(context.config.fera_edge.burst.count())),
           "bits of the burst in bytes", "size of a bucket; set at load");
  constant("tag_interval", cycles_bits(context, context.config.fera_edge.tag_interval), "as tag_timer",
           "tau in clock cycles; set at load");
  constant("patience", cycles_bits(context, context.config.fera.meter.interval * 2), "as since",
           "2 T in clock cycles; set at load");
}

}  // namespace

ledger::Block FeraEdge::declare(const PortContext& context) {
  ledger::Block block("fera_edge");
  if (context.config.fera_edge.at == FeraEdgeAt::kNone) {
    return block;
  }
  const ledger::Origin origin("fera_edge", "FERA, section 4.1.3");
  declare_slots(block, context, origin);
  declare_constants(block, context, origin);
  block.add(
      origin.state({.name = "kept_paused",
                    .width = context.classes,
                    .width_follows = "a bit a class",
                    .description = "classes in which the peer is kept paused until what it has sent is paid for"}));
  const auto counter = [&](const char* name, const char* what) {
    block.add(origin.events("events", {.name = name, .description = what}));
  };
  counter("put_on", "tags put on for flows from outside");
  counter("taken_off", "tags that were leaving the region here: answered, or the answer taken");
  counter("refused", "returning tags that came from outside");
  counter("unserved", "packets from outside whose flow had no slot");
  counter("holds", "times at which the peer has begun to be kept paused");
  counter("dropped", "packets of classes without flow control above the rate of their flow");
  check_declared(block);
  return block;
}

void FeraEdgeRegulator::check_declared(const ledger::Block& block) {
  static constexpr auto kFields = ledger::state_fields<FeraEdgeRegulator>(
      ledger::model_only(&FeraEdgeRegulator::terms_, "constants of the port"),
      ledger::holds(&FeraEdgeRegulator::rate_kbps_, "rate"),
      ledger::holds(&FeraEdgeRegulator::bucket_, "rate", "burst", "tokens", "fraction", "since"),
      ledger::holds(&FeraEdgeRegulator::owes_, "owes"), ledger::holds(&FeraEdgeRegulator::full_at_, "since"),
      ledger::holds(&FeraEdgeRegulator::tag_at_, "tag_timer"), ledger::holds(&FeraEdgeRegulator::tags_, "tags"),
      ledger::holds(&FeraEdgeRegulator::newest_, "newest"), ledger::holds(&FeraEdgeRegulator::silent_at_, "silence"));
  ledger::require_declared(block, kFields);
}

void FeraEdge::check_declared(const ledger::Block& block) {
  static constexpr auto kTerms = ledger::state_fields<FeraEdgeTerms>(
      ledger::holds(&FeraEdgeTerms::line_kbps, "line_rate"),
      ledger::holds(&FeraEdgeTerms::initial_kbps, "initial_rate"), ledger::holds(&FeraEdgeTerms::burst, "burst"),
      ledger::holds(&FeraEdgeTerms::tag_interval, "tag_interval"), ledger::holds(&FeraEdgeTerms::patience, "patience"));
  static constexpr auto kFlow = ledger::state_fields<Flow>(
      ledger::holds(&Flow::source, "flow"), ledger::holds(&Flow::destination, "flow"), ledger::holds(&Flow::c, "flow"),
      ledger::part(&Flow::regulator), ledger::model_only(&Flow::about, "for measurement"));
  static constexpr auto kCounters = ledger::state_fields<Counters>(
      ledger::holds(&Counters::put_on, "put_on"), ledger::holds(&Counters::taken_off, "taken_off"),
      ledger::holds(&Counters::refused, "refused"), ledger::holds(&Counters::unserved, "unserved"),
      ledger::holds(&Counters::holds, "holds"), ledger::holds(&Counters::dropped, "dropped"));
  static constexpr auto kFields = ledger::state_fields<FeraEdge>(
      ledger::model_only(&FeraEdge::port_, "a constant: the port"), ledger::part(&FeraEdge::terms_),
      ledger::model_only(&FeraEdge::classes_, "wires: congestion.fera_classes at load"),
      ledger::model_only(&FeraEdge::paused_, "a constant: classes with flow control"),
      ledger::model_only(&FeraEdge::whole_port_, "a constant: what a pause stops"),
      ledger::model_only(&FeraEdge::lowest_, "a constant: what a pause is named by"),
      ledger::model_only(&FeraEdge::slots_, "a constant: slots of the table"), ledger::part(&FeraEdge::flows_),
      ledger::holds(&FeraEdge::kept_, "kept_paused"),
      ledger::model_only(&FeraEdge::looks_at_, "hardware looks at each slot in turn"),
      ledger::part(&FeraEdge::counters_));
  ledger::require_declared(block, kTerms);
  ledger::require_declared(block, kFlow);
  ledger::require_declared(block, kCounters);
  ledger::require_declared(block, kFields);
  FeraEdgeRegulator::check_declared(block);
}

void FeraEdge::bind_registers(const ledger::Binder& binder, const FeraEdge* edge) {
  binder.bind("kept_paused", {.read = [edge](const At&) { return edge == nullptr ? std::uint64_t{0} : edge->kept_; }});
  const auto count = [&](const char* name, std::uint64_t Counters::*member) {
    binder.bind(name, {.read = [edge, member](const At&) {
                  return edge == nullptr ? std::uint64_t{0} : edge->counters_.*member;
                }});
  };
  count("put_on", &Counters::put_on);
  count("taken_off", &Counters::taken_off);
  count("refused", &Counters::refused);
  count("unserved", &Counters::unserved);
  count("holds", &Counters::holds);
  count("dropped", &Counters::dropped);
}

}  // namespace weir::congestion
