// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/ethernet.h"
#include "hw_model/ledger/rows.h"
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

unsigned patience_bits(const PortContext& context) {
  return cycles_bits(context, context.config.fera.meter.interval * 2);
}
unsigned tag_interval_bits(const PortContext& context) {
  return cycles_bits(context, context.config.fera_edge.tag_interval);
}
unsigned all_classes(const PortContext& context) { return context.classes; }
unsigned burst_bits(const PortContext& context) {
  return ledger::bits_for(ledger::register_value(context.config.fera_edge.burst));
}
// 2 B (from +burst to what a peer can have sent before a pause stops it, a buffer at most), signed.
unsigned token_bits(const PortContext& context) {
  return 1 + ledger::bits_for(ledger::register_value(context.buffer + context.config.fera_edge.burst));
}
ledger::Dimensions per_slot(const PortContext& context) { return {{"flow", context.config.fera_edge.flows}}; }

using ledger::kOne;
using Row = ledger::RowsOf<PortContext>;
constexpr ledger::Accesses kEachPacket{.reads_per_packet = 1, .writes_per_packet = 1};

}  // namespace

// A column of each flow's slot.
struct FeraEdgeRegulator::Rows {
  static constexpr auto kAll = Row::list(
      Row::memory<&FeraEdgeRegulator::rate_kbps_>({"rate", kRateBits, per_slot, kRateFollows, "r of the flow"})
          .accesses(kEachPacket),
      Row::memory<&FeraEdgeRegulator::bucket_>({"tokens", token_bits, per_slot,
                                                "a sign, and bits of the buffer and the burst in bytes",
                                                "what it may send at once, or owes"})
          .accesses(kEachPacket),
      Row::memory<&FeraEdgeRegulator::bucket_>(
          {"fraction", kFractionBits, per_slot, "1/65536 B; the model keeps it exactly", "of a token"})
          .accesses(kEachPacket),
      Row::memory<&FeraEdgeRegulator::full_at_>({"since", patience_bits, per_slot, "bits of 2 T in clock cycles",
                                                 "cycles since the tokens were counted, or since the bucket is full"})
          .accesses(kEachPacket),
      Row::memory<&FeraEdgeRegulator::owes_>(
          {"owes", 1, per_slot, "", "more has come than the bucket held, and it is not half full again"})
          .accesses(kEachPacket),
      Row::memory<&FeraEdgeRegulator::tag_at_>(
          {"tag_timer", tag_interval_bits, per_slot, "bits of tau in clock cycles", "cycles until the next tag is due"})
          .accesses(kEachPacket),
      Row::memory<&FeraEdgeRegulator::silent_at_>(
          {"silence", [](const PortContext& context) { return patience_bits(context) + 1; }, per_slot,
           "as since, and a bit", "cycles until it goes back to its first rate; it counts"})
          .accesses(kEachPacket),
      Row::memory<&FeraEdgeRegulator::tags_>({"tags", kNumberBits, per_slot, "as in tags", "number of the next tag"})
          .accesses(kEachPacket),
      Row::memory<&FeraEdgeRegulator::newest_>(
          {"newest", kNumberBits, per_slot, "as in tags", "number behind that of the newest tag that has returned"})
          .accesses(kEachPacket));
};

struct FeraEdge::Rows {
  static constexpr auto kAll = Row::list(
      Row::memory<&Flow::source>({"flow", 2 * kAddressBits + 3 + 1, per_slot, "two addresses, a class, a bit",
                                  "who sends to whom, looked up for a packet from outside; it is in use"})
          .storage(ledger::Storage::kTcam)
          .accesses({.reads_per_packet = 1, .writes_per_packet = 0}),
      Row::holds<&Flow::destination>("flow"), Row::holds<&Flow::c>("flow"), Row::part<&Flow::regulator>(),
      Row::model_only<&Flow::about>("for measurement"), FeraEdgeRegulator::Rows::kAll,
      Row::internal({"edge_port", 1, kOne, "", "an edge of the region is here; set at load"}),
      Row::internal<&FeraEdgeTerms::line_kbps>(
          {"line_rate", kRateBits, kOne, kRateFollows, "C of the port: no rate is higher; set at load"}),
      Row::internal<&FeraEdgeTerms::initial_kbps>(
          {"initial_rate", kRateBits, kOne, kRateFollows, "C/N_0; set at load"}),
      Row::internal<&FeraEdgeTerms::burst>(
          {"burst", burst_bits, kOne, "bits of the burst in bytes", "size of a bucket; set at load"}),
      Row::internal<&FeraEdgeTerms::tag_interval>(
          {"tag_interval", tag_interval_bits, kOne, "as tag_timer", "tau in clock cycles; set at load"}),
      Row::internal<&FeraEdgeTerms::patience>(
          {"patience", patience_bits, kOne, "as since", "2 T in clock cycles; set at load"}),
      Row::state<&FeraEdge::kept_>(
          {"kept_paused", all_classes, kOne, "a bit a class",
           "classes in which the peer is kept paused until what it has sent is paid for"},
          [](const FeraEdge* const& edge) { return edge == nullptr ? ClassMask{0} : edge->kept_; }),
      Row::events<&Counters::put_on>({"put_on", 64, kOne, "events", "tags put on for flows from outside"}),
      Row::events<&Counters::taken_off>(
          {"taken_off", 64, kOne, "events", "tags that were leaving the region here: answered, or the answer taken"}),
      Row::events<&Counters::refused>({"refused", 64, kOne, "events", "returning tags that came from outside"}),
      Row::events<&Counters::unserved>({"unserved", 64, kOne, "events", "packets from outside whose flow had no slot"}),
      Row::events<&Counters::holds>(
          {"holds", 64, kOne, "events", "times at which the peer has begun to be kept paused"}),
      Row::events<&Counters::dropped>(
          {"dropped", 64, kOne, "events", "packets of classes without flow control above the rate of their flow"}),
      Row::model_only<&FeraEdge::port_>("a constant: the port"), Row::part<&FeraEdge::terms_>(),
      Row::model_only<&FeraEdge::classes_>("wires: congestion.fera_classes at load"),
      Row::model_only<&FeraEdge::paused_>("a constant: classes with flow control"),
      Row::model_only<&FeraEdge::whole_port_>("a constant: what a pause stops"),
      Row::model_only<&FeraEdge::lowest_>("a constant: what a pause is named by"),
      Row::model_only<&FeraEdge::slots_>("a constant: slots of the table"), Row::part<&FeraEdge::flows_>(),
      Row::model_only<&FeraEdge::looks_at_>("hardware looks at each slot in turn"), Row::part<&FeraEdge::counters_>());
};

ledger::Block FeraEdge::declare(const PortContext& context) {
  ledger::Block block("fera_edge");
  if (context.config.fera_edge.at != FeraEdgeAt::kNone)
    ledger::declare(block, {"fera_edge", "FERA, section 4.1.3"}, context, Rows::kAll);
  return block;
}

void FeraEdge::bind_registers(const ledger::Binder& binder, const FeraEdge* edge) {
  static const Counters kNone;
  ledger::bind(binder, Rows::kAll,
               {ledger::objects([edge](const At&) -> const FeraEdge* const& { return edge; }),
                ledger::objects([edge](const At&) -> const Counters& { return edge ? edge->counters_ : kNone; })});
}

}  // namespace weir::congestion
