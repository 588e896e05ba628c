// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A network of live devices, as the builder makes it from a topology. Everything that looks at a whole run (oracles,
// probes, results) walks this.

#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "tb/host/nic.h"
#include "tb/network/routing.h"
#include "tb/network/topology.h"

namespace weir::network {

// One device, a switch or a host: `->` is what both have.
class Device {
 public:
  explicit Device(std::unique_ptr<asic::SwitchAsic> a_switch) : asic(a_switch.get()), own_(std::move(a_switch)) {}
  explicit Device(std::unique_ptr<host::Nic> host) : nic(host.get()), own_(std::move(host)) {}

  asic::Device* operator->() { return own_.get(); }
  const asic::Device* operator->() const { return own_.get(); }

  asic::SwitchAsic* asic = nullptr;  // null: a host
  host::Nic* nic = nullptr;          // null: a switch

 private:
  std::unique_ptr<asic::Device> own_;
};

struct Network {
  // The last device first: the kernel looks for what is unregistered from the end of its lists.
  ~Network() {
    while (!devices.empty()) {
      devices.pop_back();
    }
  }

  Topology topology;
  std::vector<std::vector<Peer>> peers;  // [device][port]
  link::FramePool pool;                  // before the devices: it outlives them
  std::vector<host::FlowSpec> flows;
  std::vector<host::FlowMeasurement> measurements;
  std::vector<Device> devices;  // by index in topology.devices
};

}  // namespace weir::network
