// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/deadlock_rules.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "hw_model/asic/itsy_rules.h"
#include "hw_model/base/quantity_text.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::asic {

using ledger::Complaints;

void check_loans(const SwitchConfig& config, Complaints& complaints) {
  const deadlock::Lender* lender = deadlock::lender_of(config.deadlock);
  if (lender == nullptr)
    return;
  const std::string setting(lender->setting);
  const std::string who(lender->who);
  const flow_control::Scheme scheme = config.flow_control.scheme;
  const flow_control::SchemeTraits& traits = flow_control::traits_of(scheme);
  const int classes = std::popcount(config.flow_control.lossless);
  complaints.unless(traits.pauses_viqs() && (!traits.is_of_the_port || classes <= 1),
                    {setting, "flow_control.scheme", "flow_control.lossless"},
                    who +
                        " tells peers to go on, by VIQ; wanted flow_control.scheme = \"pfc\" or \"ttl_pfc\", "
                        "or \"pause\" with one lossless class; got \"" +
                        std::string(flow_control::name_of(scheme)) + "\"" +
                        (traits.pauses_viqs() ? " with " + std::to_string(classes) : ""));
  complaints.unless(!config.mmu.pooled(), {setting, "switch.mmu.headroom_pool"},
                    who + " lends room above a VIQ's own headroom; wanted no switch.mmu.headroom_pool");
}

namespace {

void check_pfcwd(const SwitchConfig& config, Complaints& complaints) {
  const deadlock::PfcwdConfig& pfcwd = config.deadlock.pfcwd;
  const flow_control::Scheme scheme = config.flow_control.scheme;
  const flow_control::SchemeTraits& traits = flow_control::traits_of(scheme);
  complaints.unless(traits.pauses && !traits.is_of_the_port, {"deadlock.unit", "flow_control.scheme"},
                    "pfcwd counts PFC frames of each class; wanted flow_control.scheme = \"pfc\", \"ttl_pfc\" or "
                    "\"egress_pfc\"; got \"" +
                        std::string(flow_control::name_of(scheme)) + "\"");
  complaints.unless(pfcwd.poll_jitter < pfcwd.interval(),
                    {"deadlock.pfcwd.poll_jitter", "deadlock.pfcwd.poll_interval"},
                    "wanted less than the time from poll to poll, " + quantity_text(pfcwd.interval()) + "; got " +
                        quantity_text(pfcwd.poll_jitter));
  complaints.unless((pfcwd.hardware.dld > Time(0)) == (pfcwd.hardware.dlr > Time(0)),
                    {"deadlock.pfcwd.hardware.dlr", "deadlock.pfcwd.hardware.dld"},
                    "wanted dld and dlr, or neither; got dld = " + quantity_text(pfcwd.hardware.dld) +
                        " and dlr = " + quantity_text(pfcwd.hardware.dlr));
}

// The rules of a unit: with what stands beside it in the switch, and between its own settings.
using Rule = void (*)(const SwitchConfig& config, Complaints& complaints);
struct UnitRules {
  deadlock::Unit unit;
  Rule beside;
  Rule within = nullptr;
};
constexpr std::array kRules{UnitRules{deadlock::Unit::kPfcwd, check_pfcwd},
                            UnitRules{deadlock::Unit::kItsy, check_beside_itsy, check_itsy}};

void check_unit(const SwitchConfig& config, Rule UnitRules::*rule, Complaints& complaints) {
  const auto* const rules = std::ranges::find(kRules, config.deadlock.unit, &UnitRules::unit);
  if (rules != kRules.end() && rules->*rule != nullptr)
    (rules->*rule)(config, complaints);
}

}  // namespace

void check_beside_unit(const SwitchConfig& config, Complaints& complaints) {
  check_unit(config, &UnitRules::beside, complaints);
}

void check_within_unit(const SwitchConfig& config, Complaints& complaints) {
  if (const deadlock::UnitCard* card = deadlock::card_of(config.deadlock.unit);
      card != nullptr && card->check != nullptr)
    card->check(config.deadlock, complaints);
  check_unit(config, &UnitRules::within, complaints);
}

}  // namespace weir::asic
