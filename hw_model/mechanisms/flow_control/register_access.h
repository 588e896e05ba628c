// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How an engine binds its registers: settings as edits of a draft of its settings, state as reads of a class.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>

#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"

namespace weir::flow_control {

class EngineSettings final : public ledger::Settings {
 public:
  EngineSettings(FlowControl& engine, ViqDepth depth) : engine_(engine), depth_(std::move(depth)) {}

  PortContext& draft() { return draft_; }
  void begin() override { draft_ = engine_.context(); }
  void check() const override { engine_.check(draft_); }
  void apply(Time now) override { engine_.reconfigure(draft_, depth_, now); }

 private:
  FlowControl& engine_;
  ViqDepth depth_;
  PortContext draft_;
};

// Binds the registers of one engine.
class EngineRegisters {
 public:
  using ClassOf = std::function<ClassId(std::uint64_t)>;
  using At = ledger::RegisterAccess;

  EngineRegisters(FlowControl& engine, const ledger::Binder& binder, const ViqDepth& depth, ClassOf class_of)
      : engine_(engine),
        binder_(binder),
        class_of_(std::move(class_of)),
        settings_(std::make_shared<EngineSettings>(engine, depth)) {}

  // A setting of the port: read from the live settings, written into a draft.
  void setting(std::string_view name, std::function<std::uint64_t(const PortContext&)> read,
               std::function<void(PortContext&, std::uint64_t)> write) const {
    binder_.bind(name,
                 {.read = [engine = &engine_, read = std::move(read)](const At&) { return read(engine->context()); },
                  .write = [settings = settings_, write = std::move(write)](
                               const At&, std::uint64_t value) { write(settings->draft(), value); },
                  .settings = settings_});
  }

  // A setting of each lossless class, with what further indices there are.
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

  // What the engine runs with, for as long as it lives.
  const PortContext& context() const { return engine_.context(); }

 private:
  FlowControl& engine_;
  const ledger::Binder& binder_;
  ClassOf class_of_;
  std::shared_ptr<EngineSettings> settings_;
};

}  // namespace weir::flow_control
