// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/platform/chip.h"

#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "hw_model/datapath/crossbar/round_weights.h"
#include "hw_model/datapath/link/kernel_time.h"
#include "tb/platform/recorder.h"
#include "tb/scenario/arbiter_weights.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/fill_tables.h"
#include "tb/scenario/fills.h"
#include "tb/scenario/scenario_error.h"
#include "tb/scenario/stretch.h"

namespace weir::platform {

namespace {

using Peers = std::vector<std::vector<network::Peer>>;

// RTL is Verilated code, which the library does not contain; the models give the same packets at the same times.
void require_models(const scenario::Scenario& scenario) {
  const auto models = [](const scenario::Fidelities& of) { return of == scenario::Fidelities{}; };
  bool all = models(scenario.fidelity);
  for (const auto& [port, fidelity] : scenario.fidelity_at)
    all = all && models(fidelity);
  if (!all)
    throw scenario::ScenarioError(scenario.file +
                                  ": [fidelity] asks for RTL, which weir run has, and the library has not; wanted "
                                  "\"reference\", which gives the same packets at the same times");
}

void fill(const scenario::Scenario& scenario, const Peers& peers, std::size_t index, asic::SwitchAsic& device) {
  fill_tables(
      scenario, peers, [&](std::size_t asked) { return asked == index ? &device.forwarding() : nullptr; },
      [](std::size_t, const ledger::Complaints::Words& words, const std::string& what) {
        ledger::Refusal().about(words, what);
      });
}

void set_weights(const scenario::Scenario& scenario, const Peers& peers, std::size_t index, asic::SwitchAsic& device) {
  crossbar::RoundWeights* const weights = device.crossbar().weights();
  if (weights == nullptr)
    return;
  for (const scenario::ArbiterWeight& one : arbiter_weights(scenario, peers)) {
    if (one.device == index)
      weights->set(one.input, one.output, one.weight);
  }
}

}  // namespace

Chip::~Chip() {
  for (const std::shared_ptr<Recorder>& recorder : recorders)
    recorder->leave(this);
  for (std::size_t i = 0; asic != nullptr && i < asic->ports(); ++i)
    plant->ports.erase(&asic->port(PortId(i)));
}

void Chip::line_reset(bool held) {
  if (held == held_)
    return;
  held_ = held;
  asic->hold_reset(held, asic->timing().boundary_after(link::kernel_time()));
}

void Chip::line_link(std::size_t port, bool up) {
  if (down_.size() <= port)
    down_.resize(port + 1);
  const std::uint8_t down = up ? 0 : 1;
  if (down_[port] == down)
    return;
  down_[port] = down;
  asic->set_link(PortId(port), up, asic->timing().boundary_after(link::kernel_time()));
}

std::unique_ptr<Chip> make_chip(const Request& request, const std::string& module) {
  const scenario::Scenario scenario = load(request);
  const std::size_t index = find_switch(scenario, request.name.empty() ? module : request.name);
  require_models(scenario);
  const Peers peers = network::peers_of(scenario.topology);
  const Time stretch = scenario::stretch_of(scenario.topology);
  const asic::Timing timing{.quantum = scenario.quantum ? stretch : Time(0), .lookahead = stretch};
  auto chip = std::make_unique<Chip>();
  chip->index = static_cast<std::uint32_t>(index);
  chip->shown = scenario::classes_of(scenario);
  chip->plant = Plant::of(request.source);
  // Named as in a run, because the names of its random numbers begin with this name.
  const std::string& name = scenario.topology.devices[index].name;
  chip->asic = std::make_unique<asic::SwitchAsic>(name.c_str(), config_of(scenario, index, peers), timing,
                                                  asic::Factories{}, chip->plant->pool,
                                                  static_cast<std::uint32_t>(index), seed_of(scenario, index));
  fill(scenario, peers, index, *chip->asic);
  set_weights(scenario, peers, index, *chip->asic);
  chip->asic->interrupts().connect([&irq = chip->irq](bool high, Time at) { irq.change(high, at); });
  for (std::size_t i = 0; i < chip->asic->ports(); ++i)
    chip->plant->ports[&chip->asic->port(PortId(i))] = {chip.get(), PortId(i)};
  return chip;
}

const Plant::Place* peer_of(const Chip& chip, PortId port) {
  const tlm::tlm_fw_transport_if<>* const end = chip.asic->port(port).tx.operator->();
  const auto peer = chip.plant->ports.find(dynamic_cast<const port::Port*>(end));
  return peer != chip.plant->ports.end() ? &peer->second : nullptr;
}

void meet_peers(Chip& chip) {
  for (std::size_t i = 0; i < chip.asic->ports(); ++i) {
    port::Port& port = chip.asic->port(PortId(i));
    if (const Plant::Place* const peer = peer_of(chip, PortId(i))) {
      port::Port& far = peer->chip->asic->port(peer->port);
      if (std::less<>()(&port, &far))  // once for both
        chip.asic->meet(PortId(i), *peer->chip->asic, peer->port);
    } else if (port.tx.operator->() != &no_cable() && port.sets() != nullptr) {
      throw std::invalid_argument(
          "port " + std::to_string(i) +
          " speaks by ordered sets (link-level retry or ue_cbfc), which cross a cable only to "
          "another weir::Switch of the same scenario; switch.NAME.link.llr.wanted = false takes "
          "retry from the cables of a switch, link.llr.hosts = false from those of hosts");
    }
  }
}

link::NoCable& no_cable() {
  static link::NoCable end(tlm::TLM_OK_RESPONSE);
  return end;
}

link::NoCable& no_registers() {
  static link::NoCable end(tlm::TLM_GENERIC_ERROR_RESPONSE);
  return end;
}

}  // namespace weir::platform
