// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The declaration and binding of an engine's registers: a write of a setting edits a draft of the engine's settings,
// state is read by class. Where classes have values of their own, a setting is a register for each lossless class.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "hw_model/base/class_mask.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"

namespace weir::flow_control {

// Declares a register for each setting that a register holds as it is, in the order of the settings.
template <class Config>
void declare_settings(ledger::Block& block, const ledger::Origin& origin, const ledger::SettingsOf<Config>& settings,
                      const Config& config, const PortContext& context) {
  for (const ledger::Setting<Config>& one : settings) {
    if (!one.is_held())
      continue;
    ledger::RegisterDeclaration declaration = ledger::register_of(one, config);
    if (one.by_class(config)) {
      declaration.dimensions = per_lossless_class(context);
      declaration.resets.clear();
      for_each_class(context.config.lossless, [&](ClassId c) {
        declaration.resets.push_back(static_cast<std::uint64_t>(one.get_of_class(config, c.index()).count));
      });
      declaration.reset = declaration.resets.empty() ? 0 : declaration.resets.front();
    }
    block.add(origin.setting(std::move(declaration)));
  }
}

// Binds the registers of one engine.
class EngineRegisters {
 public:
  using ClassOf = std::function<ClassId(std::uint64_t)>;
  using At = ledger::RegisterAccess;

  EngineRegisters(SoftwareSide& engine, const ledger::Binder& binder, const Surroundings& around, ClassOf class_of)
      : engine_(engine),
        binder_(binder),
        class_of_(std::move(class_of)),
        settings_(std::make_shared<ledger::Drafted<PortContext>>(
            [&engine, now = std::make_shared<PortContext>()]() -> const PortContext& {
              *now = engine.context();
              return *now;
            },
            [&engine, check = around.check](const PortContext& draft) {
              engine.check(draft);
              check(draft);
            },
            [&engine, depth = around.depth](const PortContext& draft, Time now) {
              engine.reconfigure(draft, depth, now);
            })) {}

  // Binds the settings that a register holds as it is: of the engine, of the scheme's own table, or of its limiters.
  void settings(const ledger::SettingsOf<FlowControlConfig>& of_engine) const {
    for (const ledger::Setting<PortContext>& one : ledger::within(&PortContext::config, of_engine)) {
      if (one.by_class(settings_->live()))
        bind_by_class(one);
      else if (one.is_held())
        ledger::bind(binder_, settings_, one);
    }
  }
  template <class Scheme>
  void settings(Scheme FlowControlConfig::*scheme, const ledger::SettingsOf<Scheme>& of_scheme) const {
    settings(ledger::within(scheme, of_scheme));
  }
  void settings(const ledger::SettingsOf<reference::RateLimiterConfig>& of_limiter) const {
    ledger::bind_all(binder_, settings_, ledger::within(&PortContext::limiter, of_limiter));
  }

  // A setting of the port: read from the live settings, written into a draft.
  void setting(std::string_view name, std::function<std::uint64_t(const PortContext&)> read,
               std::function<void(PortContext&, std::uint64_t)> write) const {
    binder_.bind(name,
                 {.read = [engine = &engine_, read = std::move(read)](const At&) { return read(engine->context()); },
                  .write = [settings = settings_, write = std::move(write)](
                               const At&, std::uint64_t value) { write(settings->draft(), value); },
                  .settings = settings_});
  }

  // A setting of each lossless class, with further indices, if any.
  using Further = std::vector<std::uint64_t>;
  void class_setting(std::string_view name,
                     std::function<std::uint64_t(const PortContext&, ClassId, const Further&)> read,
                     std::function<void(PortContext&, ClassId, const Further&, std::uint64_t)> write) const {
    const auto further = [](const At& at) { return Further(at.indices.begin() + 1, at.indices.end()); };
    binder_.bind(
        name,
        {.read = [engine = &engine_, class_of = class_of_, read = std::move(read),
                  further](const At& at) { return read(engine->context(), class_of(at.indices[0]), further(at)); },
         .write = [settings = settings_, class_of = class_of_, write = std::move(write), further](
                      const At& at,
                      std::uint64_t value) { write(settings->draft(), class_of(at.indices[0]), further(at), value); },
         .settings = settings_});
  }

  // State of each lossless class.
  void state(std::string_view name, std::function<std::uint64_t(ClassId, Time)> read) const {
    binder_.bind(name, {.read = [class_of = class_of_, read = std::move(read)](const At& at) {
                   return read(class_of(at.indices[0]), at.now);
                 }});
  }

  // State of the port.
  void port_state(std::string_view name, std::function<std::uint64_t(Time)> read) const {
    binder_.bind(name, {.read = [read = std::move(read)](const At& at) { return read(at.now); }});
  }

  BitRate line_rate() const { return engine_.line_rate(); }

 private:
  void bind_by_class(const ledger::Setting<PortContext>& one) const {
    class_setting(
        one.register_name,
        [get = one.get_of_class](const PortContext& context, ClassId c, const Further&) {
          return static_cast<std::uint64_t>(get(context, c.index()).count);
        },
        [set = one.set_of_class](PortContext& draft, ClassId c, const Further&, std::uint64_t value) {
          set(draft, c.index(), {static_cast<std::int64_t>(value)});
        });
  }

  SoftwareSide& engine_;
  const ledger::Binder& binder_;
  ClassOf class_of_;
  std::shared_ptr<ledger::Drafted<PortContext>> settings_;
};

}  // namespace weir::flow_control
