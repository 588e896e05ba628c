// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/ttl_pfc.h"

#include <string>

#include "hw_model/base/require.h"
#include "hw_model/mechanisms/flow_control/register_access.h"

namespace weir::flow_control {
namespace {

constexpr const char* kName = "ttl_pfc";

}  // namespace

TtlPfc::TtlPfc(const PortContext& context) : PauseEngine(context) {}

std::size_t TtlPfc::paused_by(ClassId c) const { return config().ttl_pfc.paused_by(c); }

ClassId TtlPfc::holding_class(ClassId held) const {
  const std::size_t next = held.index() + 1;
  return next < kClasses && paused_by(ClassId(next)) == held.index() ? ClassId(next) : held;
}

ledger::Block TtlPfc::declare(const PortContext& context) {
  const ledger::Origin origin(kName, "TTL-based buffer management, section 1.2");
  ledger::Block block = declare_class_pauses(context, origin);
  block.add(origin.setting(
      {.name = "class_shift",
       .reset = context.config.ttl_pfc.class_shift ? 1U : 0U,
       .description = "1: VIQ (i, j) pauses class j - 1 upstream, but for plain classes; 0: class j, plain PFC"}));
  return block;
}

void TtlPfc::bind_registers(const ledger::Binder& binder, const Surroundings& around) {
  PauseEngine::bind_registers(binder, around);
  registers_of(binder, around)
      .setting(
          "class_shift", [](const PortContext& context) { return context.config.ttl_pfc.class_shift ? 1U : 0U; },
          [](PortContext& draft, std::uint64_t value) { draft.config.ttl_pfc.class_shift = value != 0; });
}

void TtlPfc::check(const PortContext& settings) const {
  PauseEngine::check(settings);
  require(settings.config.ttl_pfc.class_shift == config().ttl_pfc.class_shift,
          "class_shift: is " + std::to_string(config().ttl_pfc.class_shift ? 1 : 0) +
              " and cannot change while the switch runs: the peer would stay paused in the other class");
}

}  // namespace weir::flow_control
