// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A scenario of the repository with a register bus at each switch. One a process.

#pragma once

#include "tb/bounds/judged.h"
#include "tb/driver/register_bus.h"
#include "tb/scenario/builder.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir {

class LiveRegisters final : public sc_core::sc_module {
 public:
  LiveRegisters(const std::string& file, const std::vector<std::string>& sets)
      : sc_core::sc_module(sc_core::sc_module_name("live")),
        scenario_(bounds::judged(scenario::load_file(std::string(WEIR_SCENARIOS) + "/" + file, {sets, {}, {}}))),
        network_(scenario::build(scenario_)) {
    SC_HAS_PROCESS(LiveRegisters);
    SC_THREAD(program);
    for (std::size_t d = 0; d < network_->devices.size(); ++d) {
      if (network_->devices[d].asic) {
        const std::string& name = network_->topology.devices[d].name;
        switches_[name] = {std::make_unique<driver::RegisterBus>((name + "_bus").c_str()), d};
        switches_[name].bus->socket.bind(asic(name).csr().socket);
      }
    }
  }

  // What software does, in a thread of the kernel.
  std::function<void(LiveRegisters&)> software;

  asic::SwitchAsic& asic(const std::string& name) { return *network_->devices[switches_.at(name).device].asic; }
  driver::RegisterBus& bus(const std::string& name) { return *switches_.at(name).bus; }
  const network::Network& network() const { return *network_; }
  const scenario::Scenario& scenario() const { return scenario_; }

  void run() { run_until(scenario_.duration); }

  const ledger::MappedRegister& mapped(const std::string& device, const std::string& block, const std::string& name) {
    const ledger::MappedRegister* found = asic(device).csr().map().find(block, name);
    if (found == nullptr)
      throw std::out_of_range("no register " + block + "." + name);
    return *found;
  }
  // As the switch has it now.
  std::uint64_t read(const std::string& device, const std::string& block, const std::string& name,
                     const ledger::Indices& indices = {}) {
    const ledger::MappedRegister& one = mapped(device, block, name);
    return bus(device).debug_read(one.address(indices), static_cast<unsigned>(one.element_bytes));
  }
  // By the bus, from `software`.
  void write(const std::string& device, const std::string& block, const std::string& name,
             const ledger::Indices& indices, std::uint64_t value) {
    const ledger::MappedRegister& one = mapped(device, block, name);
    bus(device).write_burst(one.address(indices), std::vector{value}, static_cast<unsigned>(one.element_bytes));
  }
  tlm::tlm_response_status try_write(const std::string& device, const std::string& block, const std::string& name,
                                     const ledger::Indices& indices, std::uint64_t value) {
    try {
      write(device, block, name, indices, value);
    } catch (const driver::BusError& error) {
      return error.status();
    }
    return tlm::TLM_OK_RESPONSE;
  }

 private:
  struct Switch {
    std::unique_ptr<driver::RegisterBus> bus;
    std::size_t device = 0;
  };

  void program() {
    if (software)
      software(*this);
  }

  scenario::Scenario scenario_;
  std::unique_ptr<network::Network> network_;
  std::map<std::string, Switch> switches_;
};

}  // namespace weir
