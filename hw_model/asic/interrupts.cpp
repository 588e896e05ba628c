// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/interrupts.h"

#include <memory>

#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/origin.h"

namespace weir::asic {

void Interrupts::reset(Time now) {
  const bool before = high();
  for (std::size_t p = 0; p < ports_.size(); ++p) {
    ports_[p].latched = 0;
    look_at(p);
  }
  tell(before, now);
}

void Interrupts::latch(unsigned flags, std::size_t p, Time now) {
  const bool before = high();
  ports_[p].latched = static_cast<std::uint8_t>(flags);
  look_at(p);
  tell(before, now);
}

void Interrupts::look_at(std::size_t p) {
  const bool raises = (status(p) & settings_.mask[p]) != 0;
  if (raises == ports_[p].raises)
    return;
  ports_[p].raises = raises;
  raises ? ++raised_ : --raised_;
}

void Interrupts::tell(bool before, Time now) {
  if (line_ && high() != before)
    line_(high(), now);
}

ledger::Block Interrupts::declare(std::size_t ports) {
  const ledger::Origin origin("port", "the model's own");
  const ledger::Dimensions per_port = {{"port", ports}};
  constexpr unsigned kCountBits = 32;
  const std::vector<ledger::NamedBit> causes = {
      {"lossless_drop", "no room for a packet of a lossless class, by the port at which it came in"},
      {"drop", "any frame is dropped, by the port at which it came in; not by a reset"},
      {"deadlock", "the deadlock unit declares a deadlock, by the ingress port of the VIQ"},
      {"deadlock_over", "a pause that was declared a deadlock has ended, by the ingress port of the VIQ"},
      {"watchdog", "a watchdog acts: a storm of PFC, or a head that has stood too long, by the egress port"},
      {"watchdog_over", "the storm of PFC is over, by the egress port"},
      {"link_change", "the link of the port has gone down or come up"},
      {"drop_limit", "dropped of the port, as the register has it, has reached drop_limit"},
  };
  const auto of_causes = [&](const char* name, const char* description) {
    return ledger::RegisterDeclaration{.name = name,
                                       .width = kCauses,
                                       .dimensions = per_port,
                                       .named_bits = causes,
                                       .width_follows = "a bit for each cause",
                                       .description = description};
  };
  ledger::Block block("interrupt");
  block.add(origin.flag(of_causes("status", "causes since they were cleared")));
  block.add(origin.setting(of_causes("mask", "causes that raise the interrupt")));
  block.add(origin.setting(of_causes("force", "causes whose status is up whatever happens")));
  block.add(
      origin.counter({.name = "dropped",
                      .width = kCountBits,
                      .dimensions = per_port,
                      .width_follows = "wraps after 2^32 frames",
                      .description = "frames dropped that came in at the port, for whatever reason but a reset"}));
  block.add(origin.setting({.name = "drop_limit",
                            .width = kCountBits,
                            .width_follows = "as dropped",
                            .description = "value of dropped at which cause drop_limit is up; 0: none"}));
  return block;
}

void Interrupts::bind_registers(const ledger::Binder& binder) {
  using At = ledger::RegisterAccess;
  const auto settings = std::make_shared<ledger::Drafted<Settings>>([this]() -> const Settings& { return settings_; },
                                                                    [](const Settings&) {},
                                                                    [this](const Settings& draft, Time now) {
                                                                      const bool before = high();
                                                                      settings_ = draft;
                                                                      for (std::size_t p = 0; p < ports_.size(); ++p)
                                                                        look_at(p);
                                                                      tell(before, now);
                                                                    });
  const auto flags = [&](const char* name, Flags Settings::*which) {
    binder.bind(name, {.read = [this, which](const At& at) { return (settings_.*which)[at.indices[0]]; },
                       .write =
                           [settings, which](const At& at, std::uint64_t value) {
                             (settings->draft().*which)[at.indices[0]] = static_cast<std::uint8_t>(value);
                           },
                       .settings = settings});
  };
  binder.bind("status", {.read = [this](const At& at) { return status(at.indices[0]); },
                         .write =
                             [this](const At& at, std::uint64_t ones) {
                               latch(static_cast<unsigned>(ports_[at.indices[0]].latched & ~ones), at.indices[0],
                                     at.now);
                             }});
  flags("mask", &Settings::mask);
  flags("force", &Settings::force);
  binder.bind("dropped", {.read = [this](const At& at) { return ports_[at.indices[0]].dropped; }});
  binder.bind("drop_limit", {.read = [this](const At&) { return settings_.drop_limit; },
                             .write =
                                 [settings](const At&, std::uint64_t value) {
                                   settings->draft().drop_limit = static_cast<std::uint32_t>(value);
                                 },
                             .settings = settings});
}

}  // namespace weir::asic
