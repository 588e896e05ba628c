// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of ITSY in a switch, for each protocol its own.

#include <algorithm>
#include <bit>
#include <utility>

#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/deadlock/itsy.h"
#include "hw_model/mechanisms/deadlock/itsy_unit.h"
#include "hw_model/reference/width_ranges.h"

namespace weir::deadlock {
namespace {

using At = ledger::RegisterAccess;
using reference::ItsyPublished;
using reference::ItsySlot;

constexpr unsigned kTimerBits = 8;    // up to 160 ticks of T_re / 128
constexpr unsigned kLifeBits = 6;     // 64 of them
constexpr unsigned kRandomBits = 16;  // a shift register, of which six bits are taken

constexpr const char* kRtlBlock = "itsy_causality";

// Which RTL holds them (rtl/itsy_causality), of the protocol that has one.
enum class Rtl : std::uint8_t { kNone, kHolds };

// One of these a (port, lossless class), or a lossless class.
class Each {
 public:
  Each(ledger::Block& block, const SwitchContext& context, const ledger::Origin& origin, const char* rtl_block)
      : block_(block),
        origin_(origin),
        rtl_block_(rtl_block),
        classes_{"class", static_cast<std::uint64_t>(std::popcount(context.lossless))},
        each_{{"port", context.ports}, classes_} {}

  void state(const char* name, unsigned width, const char* follows, const char* what, Rtl rtl = Rtl::kNone) {
    block_.add(origin_.state(declaration(name, width, follows, what, rtl)));
  }
  void internal(const char* name, unsigned width, const char* follows, const char* what, Rtl rtl = Rtl::kNone) {
    block_.add(origin_.internal(declaration(name, width, follows, what, rtl)));
  }
  void internal_of_class(const char* name, unsigned width, const char* follows, const char* what, Rtl rtl) {
    ledger::RegisterDeclaration one = declaration(name, width, follows, what, rtl);
    one.dimensions = {classes_};
    block_.add(origin_.internal(std::move(one)));
  }
  const ledger::Dimensions& dimensions() const { return each_; }
  const char* rtl_block() const { return rtl_block_; }

 private:
  ledger::RegisterDeclaration declaration(const char* name, unsigned width, const char* follows, const char* what,
                                          Rtl rtl) const {
    return {.name = name,
            .width = width,
            .dimensions = each_,
            .rtl_block = rtl == Rtl::kHolds ? rtl_block_ : "",
            .width_follows = follows,
            .description = what};
  }

  ledger::Block& block_;
  const ledger::Origin& origin_;
  const char* rtl_block_;
  ledger::Dimension classes_;
  ledger::Dimensions each_;
};

struct Widths {
  explicit Widths(const SwitchContext& context)
      : fields(context.config.itsy.widths()),
        port(port_id_bits(context)),
        count(ledger::bits_for(static_cast<std::uint64_t>(context.buffer / context.counted))),
        trigger(1 + fields.switch_id + port + 1),
        entry(1 + fields.switch_id + port + fields.seq) {}

  frame::ItsyWidths fields;
  unsigned port;
  unsigned count;
  unsigned trigger;  // valid, S, P, host
  unsigned entry;    // valid, S, P, Seq
};

constexpr const char* kTriggerFollows = "a bit, S, P, host";

void declare_counts(ledger::Block& block, const SwitchContext& context, const ledger::Origin& origin, Each& each) {
  const Widths widths(context);
  ledger::Dimensions pairs = each.dimensions();
  pairs.push_back({"ingress", context.ports});
  block.add(origin.memory({.name = "traffic_count",
                           .width = widths.count,
                           .dimensions = pairs,
                           .accesses = {.reads_per_packet = 2, .writes_per_packet = 2},
                           .rtl_block = each.rtl_block(),
                           .width_follows = "bits of the buffer, in what VIQs count",
                           .description = "bytes or cells (as VIQs count) of this ingress that wait for the port"}));
  each.state("held", 1, "", "flow control holds the queue, and its packet on the wire has left", Rtl::kHolds);
  each.state("pausing", 1, "", "the PAUSE of this ingress has begun to leave, and its RESUME has not", Rtl::kHolds);
  each.internal("responsible", widths.port, "names a port",
                "egress of the packet because of which this ingress paused");
  each.internal("came_trigger", widths.trigger, kTriggerFollows,
                "initial trigger in the first message to this egress since the egress is held");
  each.internal("pause_trigger", widths.trigger, kTriggerFollows, "initial trigger of the pause of this ingress");
  each.state("deadlock", 1, "", "the pause of this ingress has been declared a deadlock; cleared when the pause ends");
  each.state("deadlock_trigger", widths.trigger, kTriggerFollows, "initial trigger of this ingress's last deadlock");
  each.state("own_seq", widths.fields.seq, "seq", "number that this ingress gave last", Rtl::kHolds);
}

// Of checks that are added up an egress a cycle (docs/reference/itsy_causality.md), which takes the model no time.
void declare_sums(Each& each, const Widths& widths) {
  constexpr const char* kCount = "as traffic_count";
  each.internal("stuck_count", widths.count, kCount,
                "bytes or cells (as VIQs count) of this ingress that wait for held egresses", Rtl::kHolds);
  each.internal("sum_due", 1, "", "the check last seen at this egress waits to be added up", Rtl::kHolds);
  each.internal("sum_at", 1, "", "the check that is added up arrived at this egress", Rtl::kHolds);
  each.internal("sum_members", 1, "",
                "the check that is added up was the last seen at this egress, and the egress is held", Rtl::kHolds);
  each.internal("sum_rows", 1, "", "an egress whose bytes are still to be added", Rtl::kHolds);
  each.internal("sum", widths.count, kCount, "sum of this ingress so far", Rtl::kHolds);
  each.internal_of_class("sum_busy", 1, "", "a check is added up", Rtl::kHolds);
  each.internal_of_class("sum_check", widths.entry - 1 + widths.fields.ttl, "S, P, Seq, TTL - 1",
                         "the check that is added up", Rtl::kHolds);
}

void declare_repaired(ledger::Block& block, const SwitchContext& context, const ledger::Origin& origin, Each& each) {
  const Widths widths(context);
  const unsigned check = widths.entry + widths.fields.ttl;
  constexpr const char* kCheck = "a bit, S, P, Seq, TTL - 1";
  each.internal("over_xon", static_cast<unsigned>(context.ports), "a bit for each port of the switch",
                "bit i: more than XON of ingress i waits for this egress", Rtl::kHolds);
  each.state("seq_given", widths.fields.seq, "seq", "numbers given in the present pause; stays at the highest",
             Rtl::kHolds);
  each.state("seq_taken", widths.fields.seq - 1, "half of the numbers", "numbers given since life_tick was 0",
             Rtl::kHolds);
  each.state("initiation_waits", 1, "", "an initiation waits for a free number", Rtl::kHolds);
  each.state("own_due", 1, "", "{S, P, own_seq} is to be sent upstream", Rtl::kHolds);
  each.state("forwarded_due", check, kCheck, "a check of another is to be sent upstream", Rtl::kHolds);
  each.state("seen", check, kCheck, "the last check that came to this egress since it is held", Rtl::kHolds);
  if (context.config.itsy.sums)
    declare_sums(each, widths);
  each.internal("again_in", kTimerBits, "160 ticks", "ticks until this ingress initiates again");
  block
      .add(origin.internal({.name = "tick",
                            .width = ledger::bits_for(static_cast<std::uint64_t>(itsy_tick(context).count() / 1000)),
                            .width_follows = "T_re / 128 in ns",
                            .description = "counts down to the next tick"}))
      .add(origin.internal({.name = "life_tick",
                            .width = kLifeBits,
                            .width_follows = "64 ticks",
                            .description = "ticks modulo 64; no check lives longer"}))
      .add(origin.internal({.name = "again_random",
                            .width = kRandomBits,
                            .description = "a shift register: difference of again_in from T_re"}));
}

void declare_published(const SwitchContext& context, Each& each) {
  const Widths widths(context);
  each.internal("traffic_mapping", static_cast<unsigned>(context.ports), "a bit for each port of the switch",
                "row of the traffic mapping xi: bit i, a packet that came in through port i waits for this egress");
  each.state("stored_initiator", widths.entry + 1, "a bit, S, P, Seq, host",
             "initiator of the message that came to this egress last; cleared by RESUME");
  each.state("checking_due", widths.entry + 1, "as stored_initiator", "a checking message is to be sent upstream");
  each.state("consistency_due", widths.entry, "a bit, S, P, Seq", "a consistency check is to be sent upstream");
}

// One a lossless class.
ledger::RtlInstance causality_of(const SwitchContext& context) {
  const Widths widths(context);
  return {.block = kRtlBlock,
          .parameters = {{"PORTS", context.ports},
                         {"COUNT_W", widths.count},
                         {"SWITCH_W", widths.fields.switch_id},
                         {"PORT_W", widths.port},
                         {"SEQ_W", widths.fields.seq},
                         {"TTL_W", widths.fields.ttl},
                         {"SUMS", context.config.itsy.sums ? 1U : 0U}},
          .dimensions = {{"class", static_cast<std::uint64_t>(std::popcount(context.lossless))}}};
}

// The protocol that is in RTL, at widths that the RTL has.
bool is_in_rtl(const SwitchContext& context) {
  return context.config.itsy.protocol == Protocol::kRepaired &&
         std::ranges::all_of(causality_of(context).parameters,
                             [](const auto& one) { return reference::in_range(one.first, one.second); });
}

void declare_reports(ledger::Block& block, const SwitchContext& context, const ledger::Origin& origin,
                     const Each& each) {
  const auto counted = [&](const char* name, const ledger::Dimensions& dimensions, const char* what) {
    block.add(origin.events("events", {.name = name, .dimensions = dimensions, .description = what}));
  };
  counted("deadlocks", each.dimensions(), "declarations of this ingress");
  counted("messages_rode", {{"port", context.ports}}, "messages that left on PFC frames");
  counted("messages_alone", {{"port", context.ports}}, "messages that left in frames of their own");
  counted("message_frames", {{"port", context.ports}}, "frames that carried messages only");
  block
      .add(origin.internal({.name = "switch_id",
                            .width = Widths(context).fields.switch_id,
                            .width_follows = "switches of the network",
                            .description = "S of this switch, strapped"}))
      .add(origin.internal({.name = "host_ports",
                            .width = static_cast<unsigned>(context.ports),
                            .width_follows = "a bit for each port of the switch",
                            .description = "ports that lead to hosts, strapped"}));
}

std::uint64_t packed(const std::optional<frame::ItsyTrigger>& trigger, const frame::ItsyWidths& widths) {
  if (!trigger)
    return 0;
  const std::uint64_t named = (std::uint64_t{1} << widths.switch_id | trigger->switch_id) << widths.port;
  return (named | trigger->port.index()) << 1U | (trigger->host ? 1U : 0U);
}

// Without a bit for host, or TTL.
std::uint64_t packed(const ItsySlot& slot, const frame::ItsyWidths& widths) {
  if (slot.valid == 0)
    return 0;
  const std::uint64_t named = (std::uint64_t{1} << widths.switch_id | slot.entry.switch_id) << widths.port;
  return (named | slot.entry.port.index()) << widths.seq | slot.entry.seq;
}

std::uint64_t with_ttl(const ItsySlot& slot, const frame::ItsyWidths& widths) {
  return packed(slot, widths) << widths.ttl | (slot.valid == 0 ? 0U : slot.entry.ttl - 1U);
}

std::uint64_t with_host(const ItsyPublished::Slot& slot, const frame::ItsyWidths& widths) {
  return packed(slot, widths) << 1U | slot.host;
}

}  // namespace

ledger::Block ItsyUnit::declare(const SwitchContext& context) {
  const ItsyConfig& config = context.config.itsy;
  const bool repaired = config.protocol == Protocol::kRepaired;
  const ledger::Origin origin("itsy",
                              repaired ? "docs/reference/deadlock.md, after ITSY, section III" : "ITSY, section III.B");
  ledger::Block block("deadlock");
  const bool in_rtl = is_in_rtl(context);
  Each each(block, context, origin, in_rtl ? kRtlBlock : "");
  declare_counts(block, context, origin, each);
  if (repaired)
    declare_repaired(block, context, origin, each);
  else
    declare_published(context, each);
  if (repaired && config.rounds > 0)
    ItsyRoundTimer::declare(block, context);
  declare_reports(block, context, origin, each);
  if (config.cut_off > Time(0))
    HostCutOff::declare(block, context);
  if (config.trigger_limit > BitRate(0))
    TriggerLimit::declare(block, context);
  if (in_rtl)
    block.add(causality_of(context));
  check_declared(block, config.protocol);
  return block;
}

void ItsyUnit::check_declared(const ledger::Block& block, Protocol protocol) {
  static constexpr auto kRepaired = ledger::state_fields<Lossless>(
      ledger::model_only(&Lossless::c, "constant: which class it is"),
      ledger::model_only(&Lossless::knows_xon, "of a block in RTL"),
      ledger::holds(&Lossless::protocol, "traffic_count", "over_xon", "held", "pausing", "own_seq", "seq_given",
                    "seq_taken", "initiation_waits"),  // and own_due, forwarded_due, seen, those of sums
      ledger::part(&Lossless::rounds), ledger::part(&Lossless::fifos),
      ledger::holds(&Lossless::life_ends, "life_tick"));
  static constexpr auto kPublished = ledger::state_fields<Lossless>(
      ledger::model_only(&Lossless::c, "constant: which class it is"),
      ledger::model_only(&Lossless::knows_xon, "of a block in RTL"),
      ledger::holds(&Lossless::protocol, "traffic_count", "traffic_mapping", "held", "pausing", "own_seq",
                    "stored_initiator", "checking_due", "consistency_due"),
      ledger::model_only(&Lossless::rounds, "of the other protocol"),
      ledger::model_only(&Lossless::fifos, "refused with this protocol"),
      ledger::model_only(&Lossless::life_ends, "of the other protocol"));
  static constexpr auto kPort = [] {
    return ledger::state_fields<Port>(
        ledger::model_only(&Port::gated, "wires from flow control"),
        ledger::model_only(&Port::sends_until, "a wire from the transmitter: it sends"),
        ledger::model_only(&Port::holds_at, "a scheduled event stands for the end of that packet"),
        ledger::holds(&Port::came, "came_trigger"), ledger::model_only(&Port::asks, "a wire: xoff_asserted"),
        ledger::holds(&Port::responsible, "responsible"), ledger::holds(&Port::trigger, "pause_trigger"),
        ledger::holds(&Port::declared, "deadlock"), ledger::holds(&Port::reported, "deadlock_trigger"),
        ledger::holds(&Port::declarations, "deadlocks"),
        ledger::model_only(&Port::seq, "an initiation loads again_in by a wire"),
        ledger::model_only(&Port::again_at, "again_in, of the repaired protocol"),
        ledger::model_only(&Port::again_pending, "a scheduled event stands for the timer"));
  }();
  static constexpr auto kFields = ledger::state_fields<ItsyUnit>(
      ledger::model_only(&ItsyUnit::widths_, "constants: what a message names"),
      ledger::model_only(&ItsyUnit::lossless_, "flow_control.lossless_classes"),
      ledger::model_only(&ItsyUnit::counted_, "a constant: what VIQs count"),
      ledger::model_only(&ItsyUnit::tick_, "a constant: what tick counts from"),
      ledger::model_only(&ItsyUnit::random_, "again_random, of the repaired protocol"),
      ledger::model_only(&ItsyUnit::has_blocks_, "whether there are blocks in RTL"), ledger::part(&ItsyUnit::classes_),
      ledger::model_only(&ItsyUnit::place_, "constant: numbers of classes"), ledger::part(&ItsyUnit::states_),
      ledger::part(&ItsyUnit::messages_),
      ledger::model_only(&ItsyUnit::at_hand_, "the packet in the pipeline of the MMU"),
      ledger::part(&ItsyUnit::cut_off_), ledger::part(&ItsyUnit::limit_), ledger::part(&ItsyUnit::resolver_));
  static constexpr auto kMessages = ledger::state_fields<MessageCounters>(
      ledger::holds(&MessageCounters::rode, "messages_rode"), ledger::holds(&MessageCounters::alone, "messages_alone"),
      ledger::holds(&MessageCounters::frames, "message_frames"),
      ledger::model_only(&MessageCounters::taken, "for the books of a run"));
  ledger::require_declared(block, kMessages);
  protocol == Protocol::kRepaired ? ledger::require_declared(block, kRepaired)
                                  : ledger::require_declared(block, kPublished);
  ledger::require_declared(block, kPort);
  ledger::require_declared(block, kFields);
}

void ItsyUnit::bind_registers(const ledger::Binder& binder) {
  const auto bind = [&](const char* name, auto read) {
    binder.bind(name, {.read = [this, read](const At& at) {
                  const PortId p(at.indices[0]);
                  const ClassId c = classes_[at.indices[1]].c;
                  return std::uint64_t{read(p, protocol(c), port(p, c))};
                }});
  };
  const auto count = [&](const char* name, std::uint64_t MessageCounters::*member) {
    binder.bind(name, {.read = [this, member](const At& at) { return messages_[at.indices[0]].*member; }});
  };
  if (cut_off_)
    cut_off_->bind_registers(binder, lossless_);
  if (limit_)
    limit_->bind_registers(binder, lossless_);
  if (resolver_)
    resolver_->bind_registers(binder);
  if (config_.protocol == Protocol::kRepaired && config_.rounds > 0)
    ItsyRoundTimer::bind_registers(binder, [this](std::uint64_t number) -> const reference::ItsyRounds& {
      return classes_[number].rounds->rounds();
    });
  bind("held",
       [](PortId p, const ItsyProtocol& protocol, const Port&) { return protocol.causality().held(p) ? 1U : 0U; });
  bind("pausing",
       [](PortId p, const ItsyProtocol& protocol, const Port&) { return protocol.causality().pausing(p) ? 1U : 0U; });
  bind("own_seq", [](PortId p, const ItsyProtocol& protocol, const Port&) { return protocol.seq(p); });
  bind("deadlock", [](PortId, const ItsyProtocol&, const Port& port) { return port.declared ? 1U : 0U; });
  bind("deadlock_trigger",
       [this](PortId, const ItsyProtocol&, const Port& port) { return packed(port.reported, widths_); });
  bind("deadlocks", [](PortId, const ItsyProtocol&, const Port& port) { return port.declarations; });
  count("messages_rode", &MessageCounters::rode);
  count("messages_alone", &MessageCounters::alone);
  count("message_frames", &MessageCounters::frames);
  const auto of_repaired = [&](const char* name, auto read) {
    bind(name,
         [read](PortId p, const ItsyProtocol& protocol, const Port&) { return read(protocol.repaired()->state(p)); });
  };
  const auto of_published = [&](const char* name, auto read) {
    bind(name,
         [read](PortId p, const ItsyProtocol& protocol, const Port&) { return read(protocol.published()->state(p)); });
  };
  if (config_.protocol == Protocol::kRepaired) {
    of_repaired("seq_given", [](const auto& state) { return state.given; });
    of_repaired("seq_taken", [](const auto& state) { return state.taken; });
    of_repaired("initiation_waits", [](const auto& state) { return state.wants; });
    of_repaired("own_due", [](const auto& state) { return state.own.valid; });
    of_repaired("forwarded_due", [this](const auto& state) { return with_ttl(state.forwarded, widths_); });
    of_repaired("seen", [this](const auto& state) { return with_ttl(state.seen, widths_); });
  } else {
    of_published("stored_initiator", [this](const auto& state) { return with_host(state.stored, widths_); });
    of_published("checking_due", [this](const auto& state) { return with_host(state.checking, widths_); });
    of_published("consistency_due", [this](const auto& state) { return packed(state.consistency, widths_); });
  }
}

}  // namespace weir::deadlock
