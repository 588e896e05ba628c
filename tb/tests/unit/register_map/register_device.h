// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A device that is nothing but registers, for tests of the bus: values in a table, and the times of their accesses.

#pragma once

#include "hw_model/asic/csr_target.h"
#include "hw_model/asic/timed_device.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::asic {

class RegisterDevice final : public TimedDevice {
 public:
  RegisterDevice(const sc_core::sc_module_name& name, ledger::Chip chip, const Timing& timing, CsrConfig config = {})
      : TimedDevice(name, timing),
        csr("csr", config, timing, scheduler(), [this] { return make_bank(); }),
        chip_(std::move(chip)) {}

  CsrTarget csr;
  std::vector<Time> accessed;
  std::uint64_t refused_value = ~std::uint64_t{0};  // of any setting

  // Bits 64 word .. of an element.
  using Key = std::tuple<std::string, ledger::Indices, unsigned>;
  std::map<Key, std::uint64_t> values;

  // Does something at this time.
  void work_at(Time at) { scheduler().schedule(at, EventKind::kSource, PortId(0)); }
  std::vector<Time> worked;

 private:
  struct Group final : ledger::Settings {
    explicit Group(RegisterDevice& owner) : device(owner) {}
    RegisterDevice& device;
    std::map<Key, std::uint64_t> draft;
    void begin() override { draft.clear(); }
    void check() const override {
      for (const auto& [key, value] : draft) {
        if (value == device.refused_value)
          throw std::invalid_argument(std::get<0>(key) + " cannot be that");
      }
    }
    void apply(Time) override {
      for (const auto& [key, value] : draft)
        device.values[key] = value;
    }
  };

  std::unique_ptr<ledger::RegisterBank> make_bank() {
    auto bank = std::make_unique<ledger::RegisterBank>(ledger::AddressMap(chip_));
    for (const ledger::MappedRegister& mapped : bank->map().registers()) {
      const std::string path = mapped.path();
      const auto key = [path](const ledger::RegisterAccess& at) { return Key{path, at.indices, at.word}; };
      ledger::Accessor accessor{.read = [this, key](const ledger::RegisterAccess& at) {
        accessed.push_back(at.now);
        return values[key(at)];
      }};
      if (mapped.declaration.access == ledger::Access::kWriteOneToClear) {
        accessor.write = [this, key](const ledger::RegisterAccess& at, std::uint64_t ones) {
          values[key(at)] &= ~ones;
        };
      } else if (mapped.declaration.access == ledger::Access::kReadWrite) {
        auto group = std::make_shared<Group>(*this);
        accessor.write = [group, key](const ledger::RegisterAccess& at, std::uint64_t value) {
          group->draft[key(at)] = value;
        };
        accessor.settings = std::move(group);
      }
      bank->binder(mapped.block).bind(mapped.declaration.name, std::move(accessor));
    }
    return bank;
  }

  void work(Event event) override {
    if (event.kind == EventKind::kRegisterAccess) {
      csr.access(event.at);
    } else {
      worked.push_back(event.at);
    }
  }

  ledger::Chip chip_;
};

}  // namespace weir::asic
