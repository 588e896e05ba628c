// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The card of an admission policy: all that the chip knows of the policy. Policies come from outside of weir.

#pragma once

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "hw_model/base/named.h"
#include "hw_model/datapath/mmu/admission_policy.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/complaints.h"
#include "hw_model/ledger/setting.h"

namespace weir::mmu {

// A table of settings of a scenario.
struct PolicyTable {
  std::string_view path;  // "switch.admission.police"
  std::string_view meaning;
  ledger::SettingsOf<PolicyConfig> settings;
};

class PolicyCard {
 public:
  virtual ~PolicyCard() = default;

  virtual std::vector<PolicyTable> tables() const = 0;
  // The rules between the policy's settings, beyond their ranges. Words are whole: "switch.admission.police.burst".
  virtual void check(const PolicyContext& context, ledger::Complaints& complaints) const = 0;
  virtual void declare(ledger::Block& block, const PolicyContext& context) const = 0;
  virtual std::unique_ptr<AdmissionPolicy> make(const PolicyContext& context) const = 0;
};

std::span<const Named<Policy>> policies();
// Null for Policy::kNone.
const PolicyCard* card_of(Policy policy);

// Adds a policy, whose settings PolicyConfig::others keeps. Arguments, result and errors: OpenList::add().
Policy add_policy(std::string_view word, std::string_view text, const PolicyCard& card);

const ledger::SettingsOf<PolicyConfig>& policy_settings();
// The tables of all policies.
const std::vector<PolicyTable>& policy_tables();

// Block "admission": counters of what the policy refuses, and its own registers; empty without a policy.
ledger::Block declare_policy(const PolicyContext& context);
// Null without a policy.
std::unique_ptr<AdmissionPolicy> make_policy(const PolicyContext& context);

}  // namespace weir::mmu
