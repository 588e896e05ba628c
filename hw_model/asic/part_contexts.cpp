// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What parts from outside of weir are built from, and their rules.

#include "hw_model/asic/part_rules.h"
#include "hw_model/asic/switch_settings.h"
#include "hw_model/datapath/mmu/policy_card.h"

namespace weir::asic {

namespace {

// What a part of the whole switch is built from; `own`: the part's settings.
template <class Context>
Context context_in_switch(const decltype(Context::config)& own, const SwitchConfig& config, const std::string& device,
                          std::uint64_t seed) {
  Context context{.config = own,
                  .classes = config.classes,
                  .max_frame = config.max_frame,
                  .buffer = config.mmu.buffer,
                  .name = device,
                  .seed = seed};
  for (const link::LinkConfig& port : config.ports)
    context.rates.push_back(port.rate);
  return context;
}

}  // namespace

mmu::PolicyContext policy_context(const SwitchConfig& config, const std::string& device, std::uint64_t seed) {
  return context_in_switch<mmu::PolicyContext>(config.admission, config, device, seed);
}

egress::DisciplineContext discipline_context(const SwitchConfig& config, const link::LinkConfig& port,
                                             const std::string& name, std::uint64_t seed) {
  return {.config = config.egress,
          .rate = port.rate,
          .ports = config.ports.size(),
          .classes = config.classes,
          .max_frame = config.max_frame,
          .buffer = config.mmu.buffer,
          .name = name,
          .seed = seed};
}

reference::MapperContext mapper_context(const SwitchConfig& config, const std::string& device, std::uint64_t seed) {
  return context_in_switch<reference::MapperContext>(config.own_mapper, config, device, seed);
}

reference::ClassMapper class_mapper_of(const SwitchConfig& config) {
  return reference::ClassMapper(config.class_mapper,
                                reference::own_classes(config.class_mapper.source, mapper_context(config)));
}

bool maps_by_packets(const SwitchConfig& config) {
  return reference::is_by_packets(config.class_mapper.source, mapper_context(config));
}

bool changes_classes(const SwitchConfig& config) {
  return reference::follows_hops(config.class_mapper.source) || maps_by_packets(config);
}

// Checks the disciplines of ports by the ports' rates.
void check_disciplines(const SwitchConfig& config, ledger::Complaints& complaints) {
  const egress::DisciplineCard* const card = egress::card_of(config.egress.discipline);
  const link::LinkConfig* last = nullptr;
  for (const link::LinkConfig& port : config.ports) {
    if (card != nullptr && (last == nullptr || last->rate != port.rate))
      card->check(discipline_context(config, port), complaints);
    last = &port;
  }
}

void check_parts(const SwitchConfig& config, ledger::Complaints& complaints) {
  reference::check_own(config.class_mapper.source, mapper_context(config), complaints);
  if (const mmu::PolicyCard* const policy = mmu::card_of(config.admission.policy))
    policy->check(policy_context(config), complaints);
  check_disciplines(config, complaints);
}

}  // namespace weir::asic
