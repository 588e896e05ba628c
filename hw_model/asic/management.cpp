// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/management.h"

#include <algorithm>
#include <memory>
#include <string>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/base/require.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/origin.h"

namespace weir::asic {
namespace {

constexpr std::int64_t kMegabit = 1'000'000;

std::uint64_t megabits(BitRate rate) { return static_cast<std::uint64_t>(rate.count() / kMegabit); }

struct PortsEnabled {
  std::vector<std::uint8_t> on;
};
struct ResetWish {
  bool wanted = false;
};

}  // namespace

ledger::Block declare_management(const SwitchConfig& config) {
  const ledger::Origin origin("port", "IEEE 802.3, clause 30");
  const ledger::Dimensions per_port = {{"port", config.ports.size()}};
  constexpr unsigned kIdBits = 32;
  constexpr unsigned kVersionBits = 8;
  ledger::Block block("management");
  block.add(origin.state({.name = "id",
                          .width = kIdBits,
                          .reset = kChipId,
                          .width_follows = "four letters",
                          .source = "the model's own",
                          .description = "\"weir\", the first letter in the lowest byte"}));
  block.add(origin.state({.name = "version",
                          .width = kVersionBits,
                          .reset = kMapVersion,
                          .width_follows = "a count",
                          .source = "the model's own",
                          .description = "version of this register map"}));
  block.add(
      origin.setting({.name = "reset",
                      .source = "the model's own",
                      .description = "writing 1 resets the switch; reads 0. Settings, tables and counters stay"}));
  block.add(origin.setting(
      {.name = "enable", .dimensions = per_port, .reset = 1, .description = "the link of the port may be up"}));
  block.add(origin.state({.name = "link_up",
                          .dimensions = per_port,
                          .reset = 1,
                          .description = "the link is up: the port is enabled, and its cable is not cut"}));
  block.add(origin.state({.name = "speed",
                          .width = ledger::bits_for(megabits(fastest_port(config))),
                          .dimensions = per_port,
                          .reset = megabits(config.ports.front().rate),
                          .width_follows = "the fastest port",
                          .description = "rate of the link in Mbit/s"}));
  block.add(origin.events("frames",
                          {.name = "frames_lost",
                           .dimensions = per_port,
                           .description = "frames that left or arrived while the link was down, each of them lost"}));
  return block;
}

void SwitchAsic::bind_management(ledger::RegisterBank& bank) {
  using At = ledger::RegisterAccess;
  const ledger::Binder binder = bank.binder("management");
  binder.bind("id", {.read = [](const At&) { return kChipId; }});
  binder.bind("version", {.read = [](const At&) { return kMapVersion; }});
  const auto require_may = [this](bool holds, const char* what) {
    require(holds || may_forget_peers(),
            "management: " + std::string(what) +
                ": the peers would keep the credits or rates of this switch's last message for ever; wanted a scheme "
                "with pauses, which end by themselves, ue_cbfc or none");
  };
  const auto reset = std::make_shared<ledger::Drafted<ResetWish>>(
      [now = std::make_shared<ResetWish>()]() -> const ResetWish& { return *now; },
      [require_may](const ResetWish& draft) { require_may(!draft.wanted, "reset"); },
      [this](const ResetWish& draft, Time now) {
        if (draft.wanted)
          reset_until(std::max(deafness_.reset_end(), now), now);
      });
  binder.bind("reset", {.read = [](const At&) { return 0; },
                        .write = [reset](const At&, std::uint64_t one) { reset->draft().wanted = one != 0; },
                        .settings = reset});
  const auto enabled = std::make_shared<ledger::Drafted<PortsEnabled>>(
      [this, now = std::make_shared<PortsEnabled>()]() -> const PortsEnabled& {
        now->on.assign(ports(), 1);
        for (std::size_t p = 0; p < link_wishes_.disabled.size(); ++p)
          now->on[p] = link_wishes_.disabled[p] == 0 ? 1 : 0;
        return *now;
      },
      [require_may](const PortsEnabled& draft) {
        require_may(std::find(draft.on.begin(), draft.on.end(), 0) == draft.on.end(), "enable");
      },
      [this](const PortsEnabled& draft, Time now) {
        link_wishes_.disabled.resize(ports());
        for (std::size_t p = 0; p < ports(); ++p) {
          link_wishes_.disabled[p] = draft.on[p] == 0 ? 1 : 0;
          follow_wishes(PortId(p), now);
        }
      });
  binder.bind("enable", {.read = [enabled](const At& at) { return enabled->live().on[at.indices[0]]; },
                         .write =
                             [enabled](const At& at, std::uint64_t one) {
                               enabled->draft().on[at.indices[0]] = static_cast<std::uint8_t>(one);
                             },
                         .settings = enabled});
  binder.bind("link_up", {.read = [this](const At& at) -> std::uint64_t {
                return ports_[at.indices[0]]->link_state().up ? 1 : 0;
              }});
  binder.bind("speed", {.read = [this](const At& at) { return megabits(ports_[at.indices[0]]->link().rate); }});
  binder.bind("frames_lost", {.read = [this](const At& at) { return ports_[at.indices[0]]->link_state().lost; }});
}

}  // namespace weir::asic
