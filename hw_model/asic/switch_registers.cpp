// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Binds the registers of a switch to the state of its blocks.

#include <string>

#include "hw_model/asic/admission_rules.h"
#include "hw_model/asic/class_rules.h"
#include "hw_model/asic/declare_switch.h"
#include "hw_model/asic/switch_asic.h"
#include "hw_model/asic/switch_settings.h"
#include "hw_model/base/require.h"
#include "hw_model/datapath/forwarding/route_window.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::asic {

std::unique_ptr<ledger::RegisterBank> SwitchAsic::make_register_bank() {
  auto bank = std::make_unique<ledger::RegisterBank>(ledger::AddressMap(declare_switch(config_)));
  bank->on_change([this] {
    for (DropListener* const listener : drop_listeners_)
      listener->settings_change();
  });
  forwarding_.bind_registers(bank->binder("forwarding"), [this](const reference::ClassMapperConfig& draft) {
    require_same_hops(draft);
    require(!reference::is_own(draft.source) || draft.source == config_.class_mapper.source,
            "class_source: this switch is built without that class mapper from outside");
    require_goes_with({.class_mapper = &draft});
  });
  if (config_.forwarding.host_entries > 0)
    forwarding::bind_route_window(forwarding_, ports_.size(), bank->binder("forwarding"));
  bind_drops(*bank);
  bind_management(*bank);
  interrupts_.bind_registers(bank->binder("interrupt"));
  if (own_mapper_)
    own_mapper_->bind_registers(bank->binder("forwarding"));
  if (policy_)
    policy_->bind_registers(bank->binder("admission"));
  mmu_.bind_registers(bank->binder("mmu"), [this](const mmu::MmuConfig& draft) { require_goes_with({.mmu = &draft}); });
  crossbar_->bind_registers(bank->binder("crossbar"));
  egress_.bind_registers(bank->binder("egress"),
                         [this](const egress::EgressConfig& draft) { require_goes_with({.egress = &draft}); });
  if (deadlock_unit_)
    deadlock_unit_->bind_registers(bank->binder("deadlock"));
  for (std::size_t p = 0; p < engines_.size(); ++p) {
    const flow_control::Surroundings around{
        .depth = [this, p](ClassId c) { return mmu_.viq_depth(PortId(p), c); },
        .check =
            [this, p](const flow_control::PortContext& draft) {
              require_goes_with({.flow_control = &draft.config, .limiter = &draft.limiter, .port = p});
            }};
    engines_[p]->bind_registers(bank->binder("flow_control", {p}), around);
    egress_.bind_own_turns(PortId(p), bank->binder("egress", {p}));
    engines_[p]->bind_address(bank->binder("port", {p}), around);
    ports_[p]->bind_registers(bank->binder("port", {p}));
    if (!retries_.empty()) {
      const ledger::Binder binder = bank->binder("llr", {p});
      retries_[p] ? retries_[p]->bind_registers(binder, config_.max_frame)
                  : PortRetry::bind_resting(binder, config_.llr);
    }
    if (config_.congestion.fera_edge.at != congestion::FeraEdgeAt::kNone)
      congestion::FeraEdge::bind_registers(bank->binder("fera_edge", {p}), edge(PortId(p)));
    const egress::DetectorRow* detectors = egress_.watchers().detectors(PortId(p));
    for (std::size_t i = 0; detectors != nullptr && i < detectors->size(); ++i)
      (*detectors)[i].bind_registers(bank->binder("congestion", {p}));
  }
  return bank;
}

// Under TTL-shifted PFC a packet's class is its hop, and peers have been told of classes: waiting packets would be in
// the classes of other hops.
void SwitchAsic::require_same_hops(const reference::ClassMapperConfig& draft) const {
  const reference::ClassMapperConfig& now = forwarding_.mapper();
  require(reference::is_in_frames(draft.source) == reference::is_in_frames(now.source),
          "class_source: which ports lead to switches is known from the start where switches tell classes in frames, "
          "and nowhere else; wanted such a source from then on, or never");
  const bool hops = flow_control::traits_of(config_.flow_control.scheme).follows_ttl;
  require(!hops || (draft.source == now.source && draft.ttl0 == now.ttl0 && draft.services == now.services &&
                    draft.service_by == now.service_by && draft.label_trust == now.label_trust),
          "class_source, ttl0, services, service_by, label_trust: under ttl_pfc the class is the hop, and wanted as "
          "built, ttl0 = " +
              std::to_string(now.ttl0));
}

// Checks the live settings, with the draft in their place, by the rules of a new chip.
void SwitchAsic::require_goes_with(const Draft& draft) const {
  SwitchConfig settings = config_;
  settings.class_mapper = draft.class_mapper != nullptr ? *draft.class_mapper : forwarding_.mapper();
  settings.mmu = draft.mmu != nullptr ? *draft.mmu : mmu_.config();
  settings.egress = draft.egress != nullptr ? *draft.egress : egress_.config();
  ledger::Refusal refusal;
  const auto take_engine = [&](std::size_t p) {
    const bool drafted = draft.flow_control != nullptr && draft.port == p;
    settings.flow_control = drafted ? *draft.flow_control : engines_[p]->context().config;
    settings.limiter = drafted ? *draft.limiter : engines_[p]->context().limiter;
  };
  take_engine(draft.port);
  check_tables(settings, refusal);
  if (!mappers_.empty()) {
    const std::string other = not_in_mapper(settings.class_mapper);
    require(other.empty(), other + " in a switch with the RTL of class_mapper");
  }
  if (mmu_.has_block())
    check_beside_mmu(config_, settings);
  const bool same_xon = settings.flow_control.pfc.xoff == engines_[draft.port]->context().config.pfc.xoff &&
                        settings.flow_control.pfc.xon == engines_[draft.port]->context().config.pfc.xon;
  require(same_xon || deadlock_unit_ == nullptr || !deadlock_unit_->keeps_xon(),
          "flow_control.pfc.xoff and xon cannot change in a switch with the RTL of itsy_causality, which has one for "
          "all VIQs");
  for (std::size_t p = 0; p < engines_.size(); ++p) {
    if (draft.flow_control != nullptr && draft.port != p)
      continue;
    take_engine(p);
    settings.ports = {config_.ports[p]};
    check_flow_control(settings, refusal);
  }
}

// Frames that neither the MMU nor a queue has seen, by reason.
void SwitchAsic::bind_drops(ledger::RegisterBank& bank) const {
  const auto bind = [&](const char* block, const std::string& name, auto read) {
    bank.binder(block).bind(name, {.read = [this, read](const ledger::RegisterAccess& at) {
                              return read(drops(PortId(at.indices[0]), ClassId(at.indices[1])));
                            }});
  };
  for (std::size_t i = 0; i < frame::kDecodeErrors; ++i) {
    const auto error = static_cast<frame::DecodeError>(i);
    bind("parser", "dropped_" + std::string(frame::name(error)),
         [error](const DropCounters& drops) { return drops.of(error); });
  }
  if (reference::is_in_frames(forwarding_.mapper().source)) {
    bank.binder("forwarding").bind("label_port", {.read = [this](const ledger::RegisterAccess& at) -> std::uint64_t {
                                     return leads_to_switch(config_, PortId(at.indices[0])) ? 1 : 0;
                                   }});
  }
  if (policy_)
    bind("admission", "refused", [](const DropCounters& drops) { return drops.refused; });
  if (by_channel_)
    bind("flow_control", "dropped_no_channel", [](const DropCounters& drops) { return drops.no_channel; });
  bind("forwarding", "dropped_no_route", [](const DropCounters& drops) { return drops.no_route; });
  bind("forwarding", "dropped_no_class", [](const DropCounters& drops) { return drops.no_class; });
  bind("forwarding", "dropped_not_ip", [](const DropCounters& drops) { return drops.not_ip; });
}

}  // namespace weir::asic
