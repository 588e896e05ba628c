// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Registers that hold settings: their declarations and bindings, made from the settings' descriptions. A write goes
// into a draft of its owner's settings; the draft is checked by the rules of a new chip and then becomes live.

#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "hw_model/ledger/block.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/ledger/setting.h"

namespace weir::ledger {

// The register that holds the setting, with its value in `config` as reset value; for a list, or one number for each
// class, the register of its first `elements`.
template <class Config>
RegisterDeclaration register_of(const Setting<Config>& setting, const Config& config,
                                std::size_t elements = kClasses * kClasses) {
  RegisterDeclaration declaration{
      .name = setting.register_name,
      .width = setting.held.width(config),
      .reset = static_cast<std::uint64_t>(setting.get(config, 0).count),
      .width_follows = std::string(setting.held.width_follows),
      .source = std::string(setting.held.source),
      .description = std::string(setting.held.description.empty() ? setting.meaning : setting.held.description)};
  const bool by_class = setting.by_class(config);
  if (setting.elements == 1 && !by_class)
    return declaration;
  for (std::size_t i = 0; i < std::min(elements, by_class ? kClasses : setting.elements); ++i) {
    const SettingValue value = by_class ? setting.get_of_class(config, i) : setting.get(config, i);
    declaration.resets.push_back(static_cast<std::uint64_t>(value.count));
  }
  declaration.reset = declaration.resets.front();
  const bool differ = std::any_of(declaration.resets.begin(), declaration.resets.end(),
                                  [&](std::uint64_t reset) { return reset != declaration.reset; });
  declaration.dimensions = {{std::string(setting.held.each), declaration.resets.size()}};
  if (!differ)
    declaration.resets.clear();
  return declaration;
}

// Declares a register for each setting that a register holds as it is, in the order of the settings.
template <class Config>
void declare_all(Block& block, const Origin& origin, const SettingsOf<Config>& settings, const Config& config) {
  for (const Setting<Config>& setting : settings) {
    if (setting.is_held())
      block.add(origin.setting(register_of(setting, config)));
  }
}

// The live settings of one owner, and a draft of them.
template <class Config>
class Drafted final : public Settings {
 public:
  using Live = std::function<const Config&()>;
  using Check = std::function<void(const Config&)>;  // throws std::invalid_argument, one line
  using Apply = std::function<void(const Config&, Time now)>;

  Drafted(Live live, Check check, Apply apply)
      : live_(std::move(live)), check_(std::move(check)), apply_(std::move(apply)), draft_(live_()) {}

  const Config& live() const { return live_(); }
  Config& draft() { return draft_; }
  void begin() override { draft_ = live_(); }
  void check() const override { check_(draft_); }
  void apply(Time now) override { apply_(draft_, now); }

 private:
  Live live_;
  Check check_;
  Apply apply_;
  Config draft_;
};

// Binds the register of a setting; for a list, or one number for each class, the innermost index of the register is the
// element.
template <class Config>
void bind(const Binder& binder, const std::shared_ptr<Drafted<Config>>& drafted, const Setting<Config>& setting) {
  if (setting.by_class(drafted->live())) {
    binder.bind(setting.register_name,
                {.read =
                     [drafted, get = setting.get_of_class](const RegisterAccess& at) {
                       return static_cast<std::uint64_t>(get(drafted->live(), at.indices.back()).count);
                     },
                 .write =
                     [drafted, set = setting.set_of_class](const RegisterAccess& at, std::uint64_t value) {
                       set(drafted->draft(), at.indices.back(), {static_cast<std::int64_t>(value)});
                     },
                 .settings = drafted});
    return;
  }
  const auto element = [is_list = setting.elements > 1](const RegisterAccess& at) -> std::size_t {
    return is_list ? at.indices.back() : 0;
  };
  binder.bind(setting.register_name,
              {.read =
                   [drafted, get = setting.get, element](const RegisterAccess& at) {
                     return static_cast<std::uint64_t>(get(drafted->live(), element(at)).count);
                   },
               .write =
                   [drafted, set = setting.set, element](const RegisterAccess& at, std::uint64_t value) {
                     set(drafted->draft(), element(at), {static_cast<std::int64_t>(value)});
                   },
               .settings = drafted});
}

// Binds the registers of all settings that a register holds as it is.
template <class Config>
void bind_all(const Binder& binder, const std::shared_ptr<Drafted<Config>>& drafted,
              const SettingsOf<Config>& settings) {
  for (const Setting<Config>& setting : settings) {
    if (setting.is_held())
      bind(binder, drafted, setting);
  }
}

}  // namespace weir::ledger
