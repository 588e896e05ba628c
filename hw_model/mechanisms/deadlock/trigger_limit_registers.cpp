// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <memory>

#include "hw_model/base/class_mask.h"
#include "hw_model/ledger/rows.h"
#include "hw_model/mechanisms/deadlock/itsy.h"
#include "hw_model/mechanisms/deadlock/trigger_limit.h"

namespace weir::deadlock {
namespace {

using ledger::kOne;
using At = ledger::RegisterAccess;
using Context = SwitchContext;

constexpr unsigned kFlowBits = 104;
constexpr unsigned kRateBits = 44;
constexpr unsigned kDebtBits = 32;  // bytes, modulo the longest debt: headroom, and kBurst
constexpr char kFlowFollows[] = "the 5-tuple of IPv4";
constexpr ledger::Accesses kEachPacket{.reads_per_packet = 1, .writes_per_packet = 1};

unsigned slot_bits(const Context& context) { return ledger::bits_to_name(context.config.itsy.top_flows); }
unsigned cell_bits(const Context& context) { return context.config.itsy.sketch_cell_bits; }
unsigned trigger_bits(const Context& context) { return context.config.itsy.widths().switch_id + port_id_bits(context); }
unsigned tick_bits(const Context& context) {
  return ledger::bits_for(static_cast<std::uint64_t>(context.config.itsy.trigger_limit_time / itsy_tick(context)));
}
ledger::Dimensions per_port(const Context& context) { return {{"port", context.ports}}; }
ledger::Dimensions per_slot(const Context& context) {
  return {{"port", context.ports}, {"slot", context.config.itsy.top_flows}};
}
ledger::Dimensions per_cell(const Context& context) {
  const ItsyConfig& config = context.config.itsy;
  return {{"port", context.ports}, {"row", config.sketch_rows}, {"cell", config.sketch_cells}};
}
ledger::Dimensions per_class(const Context& context) { return {per_queue(context).back()}; }

}  // namespace

struct TriggerLimit::Rows {
  using Row = ledger::RowsOf<Context>;

  struct Kept {
    bool on = false;
  };

  // The heavy hitters of each host, then their limits.
  static constexpr auto kAll = Row::list(
      Row::memory<&TriggerLimit::egresses_>(
          {"heavy_sketch_cell", cell_bits, per_cell, "sketch_cell_bits",
           "count-min sketch: what flows of this hash have sent in this window, in units of 64 B"})
          .accesses([](const Context& context) -> ledger::Accesses {
            const double rows = context.config.itsy.sketch_rows;
            return {.reads_per_packet = rows, .writes_per_packet = rows};
          }),
      Row::memory<&TriggerLimit::egresses_>({"heavy_flow", kFlowBits, per_slot, kFlowFollows,
                                             "flow of the slot; slots hold the flows that have sent most"})
          .accesses(kEachPacket),
      Row::memory({"heavy_size", cell_bits, per_slot, "as heavy_sketch_cell",
                   "units of 64 B that the flow has sent in this window"})
          .accesses(kEachPacket),
      Row::memory({"heavy_links", [](const Context& context) { return 3 * slot_bits(context); }, per_slot,
                   "three slots: parent and two children", "place of the slot in the heap"})
          .accesses(kEachPacket),
      Row::memory(
          {"heavy_ingress", port_id_bits, per_slot, "names a port", "port where the flow's last packet came in"})
          .accesses(kEachPacket),
      Row::memory({"heavy_before", [](const Context& context) { return kFlowBits + port_id_bits(context) + 1; },
                   per_slot, "a flow, a port, a bit",
                   "flow of the window before, the port where it came in, and whether it had sent more than its "
                   "limit"}),
      Row::internal({"heavy_root", slot_bits, per_port, "names a slot", "slot of the smallest flow"}),
      Row::memory<&Limited::flow>(
          {"limited_flow", kFlowBits + 4, per_slot, "a flow, a class, a bit", "limited flow of this host"}),
      Row::holds<&Limited::c>("limited_flow"),
      Row::memory<&Limited::paid>({"limited_debt", kDebtBits, per_slot, "",
                                   "bytes that the limited flow has sent and its limit has not paid for"}),
      Row::memory<&Limited::ends>({"limited_left", tick_bits, per_slot,
                                   "deadlock.itsy.trigger_limit_time in T_re / 128",
                                   "ticks until the flow's limit ends"}),
      Row::memory<&TriggerLimit::due_>(
          {"limit_due", [](const Context& context) { return kFlowBits + 3 + trigger_bits(context) + 8 + 1; }, per_slot,
           "a flow, a class, S, P, TTL, a bit",
           "flow to be limited upstream, or news of a trigger for a switch downstream"}),
      Row::state<&TriggerLimit::kept_>(
          {"host_limited", 1, per_queue, "",
           "the host is kept paused until the limit has paid for the bytes of its limited flows"},
          [](const Kept& kept) { return kept.on; }),
      Row::internal<&Passed::trigger>({"limit_passed", [](const Context& context) { return 1 + trigger_bits(context); },
                                       per_class, "a bit, S, P",
                                       "trigger named by the last news that came by, within the life of a message"}),
      Row::holds<&Passed::until>("limit_passed"),
      Row::internal<&TriggerLimit::rate_>(
          {"trigger_limit", kRateBits, kOne, "bits a second", "rate of a limited flow; set at load"}),
      Row::internal<&TriggerLimit::for_>(
          {"trigger_limit_time", tick_bits, kOne, "as limited_left", "duration of a limit; set at load"}),
      Row::events<&Counters::limited>(
          {"flows_limited", 64, kOne, "events", "limits of flows, counted when they begin"}),
      Row::events<&Counters::refused>(
          {"limits_refused", 64, kOne, "events", "flows not limited because the host's port had no slot"}),
      Row::events<&Counters::unknown>(
          {"limits_unknown", 64, kOne, "events", "flows to be limited that are in no table of their port"}),
      Row::model_only<&TriggerLimit::hosts_>("host_ports"),
      Row::model_only<&TriggerLimit::ttl_>("a constant: what messages begin with"),
      Row::model_only<&TriggerLimit::slots_>("a constant: slots of a table"),
      Row::model_only<&TriggerLimit::window_>("a constant: T_re"),
      Row::model_only<&TriggerLimit::turns_at_>("the tick of T_re / 128 counts to it"),
      Row::model_only<&TriggerLimit::heavy_>("a constant: trigger_limit in T_re"), Row::part<&TriggerLimit::limited_>(),
      Row::part<&TriggerLimit::passed_>(), Row::part<&TriggerLimit::counters_>());
};

void TriggerLimit::declare(ledger::Block& block, const SwitchContext& context) {
  ledger::declare(block, {"itsy_trigger_limit", "ITSY, section V"}, context, Rows::kAll);
}

void TriggerLimit::bind_registers(const ledger::Binder& binder, ClassMask lossless) const {
  const auto kept = [this, lossless, now = std::make_shared<Rows::Kept>()](const At& at) -> const Rows::Kept& {
    now->on = keeps_paused(PortId(at.indices[0]), nth_class(lossless, at.indices[1]));
    return *now;
  };
  ledger::bind(binder, Rows::kAll,
               {ledger::objects(kept), ledger::objects([this](const At&) -> const Counters& { return counters_; })});
}

}  // namespace weir::deadlock
