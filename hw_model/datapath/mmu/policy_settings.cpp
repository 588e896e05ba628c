// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The list of admission policies, and their settings.

#include "hw_model/base/open_list.h"
#include "hw_model/datapath/mmu/policy_card.h"
#include "hw_model/ledger/origin.h"

namespace weir::mmu {
namespace {

using PolicyList = OpenList<Policy, PolicyCard>;

PolicyList& policy_list() {
  static PolicyList all("switch.admission.policy", kPolicies, {});
  return all;
}

}  // namespace

std::span<const Named<Policy>> policies() { return policy_list().names(); }
const PolicyCard* card_of(Policy policy) { return policy_list().find(policy); }
Policy add_policy(std::string_view word, std::string_view text, const PolicyCard& card) {
  return policy_list().add(word, text, card);
}

const ledger::SettingsOf<PolicyConfig>& policy_settings() {
  static const ledger::SettingsOf<PolicyConfig> kSettings = {
      ledger::setting(&PolicyConfig::policy, "policy", policies(),
                      "Judges each packet before the MMU does. none: the MMU alone decides; others come from outside "
                      "of weir.")};
  return kSettings;
}

const std::vector<PolicyTable>& policy_tables() {
  static const std::vector<PolicyTable> kTables = policy_list().tables<PolicyTable>();
  return kTables;
}

ledger::Block declare_policy(const PolicyContext& context) {
  ledger::Block block("admission");
  const PolicyCard* const card = card_of(context.config.policy);
  if (card == nullptr)
    return block;
  const ledger::Origin origin("admission", "docs/user_guide/extend.md");
  block.add(origin.events("packets", {.name = "refused",
                                      .dimensions = {{"port", context.rates.size()}, {"class", context.classes}},
                                      .description = "packets that the admission policy has refused"}));
  card->declare(block, context);
  return block;
}

std::unique_ptr<AdmissionPolicy> make_policy(const PolicyContext& context) {
  const PolicyCard* const card = card_of(context.config.policy);
  return card != nullptr ? card->make(context) : nullptr;
}

}  // namespace weir::mmu
