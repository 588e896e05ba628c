// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <bit>

#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/deadlock/itsy.h"
#include "hw_model/mechanisms/deadlock/trigger_limit.h"

namespace weir::deadlock {
namespace {

using At = ledger::RegisterAccess;
using ledger::Dimensions;

constexpr unsigned kFlowBits = 104;
constexpr unsigned kRateBits = 44;
constexpr unsigned kDebtBits = 32;  // bytes, modulo the longest debt: headroom, and kBurst
constexpr const char* kFlowFollows = "the 5-tuple of IPv4";

void declare_heavy_hitters(ledger::Block& block, const SwitchContext& context, const ledger::Origin& origin) {
  const ItsyConfig& config = context.config.itsy;
  const unsigned slot = ledger::bits_to_name(config.top_flows);
  const unsigned port = port_id_bits(context);
  const auto memory = [&](const char* name, unsigned width, Dimensions dimensions, double accesses, const char* follows,
                          const char* what) {
    block.add(origin.memory({.name = name,
                             .width = width,
                             .dimensions = std::move(dimensions),
                             .accesses = {.reads_per_packet = accesses, .writes_per_packet = accesses},
                             .width_follows = follows,
                             .description = what}));
  };
  const Dimensions slots = {{"port", context.ports}, {"slot", config.top_flows}};
  memory("heavy_sketch_cell", config.sketch_cell_bits,
         {{"port", context.ports}, {"row", config.sketch_rows}, {"cell", config.sketch_cells}}, config.sketch_rows,
         "sketch_cell_bits", "count-min sketch: what flows of this hash have sent in this window, in units of 64 B");
  memory("heavy_flow", kFlowBits, slots, 1, kFlowFollows, "flow of the slot; slots hold the flows that have sent most");
  memory("heavy_size", config.sketch_cell_bits, slots, 1, "as heavy_sketch_cell",
         "units of 64 B that the flow has sent in this window");
  memory("heavy_links", 3 * slot, slots, 1, "three slots: parent and two children", "place of the slot in the heap");
  memory("heavy_ingress", port, slots, 1, "names a port", "port where the flow's last packet came in");
  memory("heavy_before", kFlowBits + port + 1, slots, 0, "a flow, a port, a bit",
         "flow of the window before, the port where it came in, and whether it had sent more than its limit");
  block.add(origin.internal({.name = "heavy_root",
                             .width = slot,
                             .dimensions = {{"port", context.ports}},
                             .width_follows = "names a slot",
                             .description = "slot of the smallest flow"}));
}

void declare_limits(ledger::Block& block, const SwitchContext& context, const ledger::Origin& origin) {
  const ItsyConfig& config = context.config.itsy;
  const auto classes = static_cast<std::uint64_t>(std::popcount(context.lossless));
  const Dimensions slots = {{"port", context.ports}, {"slot", config.top_flows}};
  const unsigned ticks = ledger::bits_for(static_cast<std::uint64_t>(config.trigger_limit_time / itsy_tick(context)));
  const unsigned trigger = config.widths().switch_id + port_id_bits(context);
  const auto memory = [&](const char* name, unsigned width, const char* follows, const char* what) {
    block.add(origin.memory(
        {.name = name, .width = width, .dimensions = slots, .width_follows = follows, .description = what}));
  };
  memory("limited_flow", kFlowBits + 4, "a flow, a class, a bit", "limited flow of this host");
  memory("limited_debt", kDebtBits, "", "bytes that the limited flow has sent and its limit has not paid for");
  memory("limited_left", ticks, "deadlock.itsy.trigger_limit_time in T_re / 128", "ticks until the flow's limit ends");
  memory("limit_due", kFlowBits + 3 + trigger + 8 + 1, "a flow, a class, S, P, TTL, a bit",
         "flow to be limited upstream, or news of a trigger for a switch downstream");
  block
      .add(origin.state(
          {.name = "host_limited",
           .dimensions = {{"port", context.ports}, {"class", classes}},
           .description = "the host is kept paused until the limit has paid for the bytes of its limited flows"}))
      .add(
          origin.internal({.name = "limit_passed",
                           .width = 1 + trigger,
                           .dimensions = {{"class", classes}},
                           .width_follows = "a bit, S, P",
                           .description = "trigger named by the last news that came by, within the life of a message"}))
      .add(origin.internal({.name = "trigger_limit",
                            .width = kRateBits,
                            .width_follows = "bits a second",
                            .description = "rate of a limited flow; set at load"}))
      .add(origin.internal({.name = "trigger_limit_time",
                            .width = ticks,
                            .width_follows = "as limited_left",
                            .description = "duration of a limit; set at load"}));
  const auto counter = [&](const char* name, const char* what) {
    block.add(origin.events("events", {.name = name, .description = what}));
  };
  counter("flows_limited", "limits of flows, counted when they begin");
  counter("limits_refused", "flows not limited because the host's port had no slot");
  counter("limits_unknown", "flows to be limited that are in no table of their port");
}

}  // namespace

void TriggerLimit::declare(ledger::Block& block, const SwitchContext& context) {
  const ledger::Origin origin("itsy_trigger_limit", "ITSY, section V");
  declare_heavy_hitters(block, context, origin);
  declare_limits(block, context, origin);
  check_declared(block);
}

void TriggerLimit::check_declared(const ledger::Block& block) {
  static constexpr auto kLimited = ledger::state_fields<Limited>(
      ledger::holds(&Limited::flow, "limited_flow"), ledger::holds(&Limited::c, "limited_flow"),
      ledger::holds(&Limited::paid, "limited_debt"), ledger::holds(&Limited::ends, "limited_left"));
  static constexpr auto kPassed = ledger::state_fields<Passed>(ledger::holds(&Passed::trigger, "limit_passed"),
                                                               ledger::holds(&Passed::until, "limit_passed"));
  static constexpr auto kCounters = ledger::state_fields<Counters>(ledger::holds(&Counters::limited, "flows_limited"),
                                                                   ledger::holds(&Counters::refused, "limits_refused"),
                                                                   ledger::holds(&Counters::unknown, "limits_unknown"));
  static constexpr auto kFields = ledger::state_fields<TriggerLimit>(
      ledger::model_only(&TriggerLimit::hosts_, "host_ports"), ledger::holds(&TriggerLimit::rate_, "trigger_limit"),
      ledger::holds(&TriggerLimit::for_, "trigger_limit_time"),
      ledger::model_only(&TriggerLimit::ttl_, "a constant: what messages begin with"),
      ledger::model_only(&TriggerLimit::slots_, "a constant: slots of a table"),
      ledger::model_only(&TriggerLimit::window_, "a constant: T_re"),
      ledger::model_only(&TriggerLimit::turns_at_, "the tick of T_re / 128 counts to it"),
      ledger::model_only(&TriggerLimit::heavy_, "a constant: trigger_limit in T_re"),
      ledger::holds(&TriggerLimit::egresses_, "heavy_sketch_cell", "heavy_flow", "heavy_size", "heavy_links",
                    "heavy_ingress", "heavy_before", "heavy_root"),
      ledger::part(&TriggerLimit::limited_), ledger::holds(&TriggerLimit::kept_, "host_limited"),
      ledger::holds(&TriggerLimit::due_, "limit_due"), ledger::part(&TriggerLimit::passed_),
      ledger::part(&TriggerLimit::counters_));
  ledger::require_declared(block, kLimited);
  ledger::require_declared(block, kPassed);
  ledger::require_declared(block, kCounters);
  ledger::require_declared(block, kFields);
}

void TriggerLimit::bind_registers(const ledger::Binder& binder, ClassMask lossless) const {
  binder.bind("host_limited", {.read = [this, lossless](const At& at) {
                return std::uint64_t{keeps_paused(PortId(at.indices[0]), nth_class(lossless, at.indices[1])) ? 1U : 0U};
              }});
  const auto count = [&](const char* name, std::uint64_t Counters::*member) {
    binder.bind(name, {.read = [this, member](const At&) { return counters_.*member; }});
  };
  count("flows_limited", &Counters::limited);
  count("limits_refused", &Counters::refused);
  count("limits_unknown", &Counters::unknown);
}

}  // namespace weir::deadlock
