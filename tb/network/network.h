// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A network of live devices, as the builder makes it from a topology. Everything that looks at a whole run (oracles,
// probes, results) walks this.

#pragma once

#include <memory>
#include <vector>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/datapath/link/frame_transaction.h"
#include "tb/host/nic.h"
#include "tb/network/routing.h"
#include "tb/network/topology.h"

namespace weir::network {

// One device: a switch or a host, never both.
struct Device {
  std::unique_ptr<asic::SwitchAsic> asic;
  std::unique_ptr<host::Nic> nic;

  asic::TimedDevice& timed() { return asic ? static_cast<asic::TimedDevice&>(*asic) : *nic; }
  const asic::TimedDevice& timed() const { return asic ? static_cast<const asic::TimedDevice&>(*asic) : *nic; }
  port::Port& port(PortId p) { return asic ? asic->port(p) : nic->port(); }
  const port::Port& port(PortId p) const { return asic ? asic->port(p) : nic->port(); }
  const egress::Egress& egress() const { return asic ? asic->egress() : nic->egress(); }
  const flow_control::FlowControl& engine(PortId p) const { return asic ? asic->engine(p) : nic->engine(); }
  Bytes viq_depth(PortId p, ClassId c) const { return asic ? asic->mmu().viq_depth(p, c) : Bytes(0); }
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
