// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// PFC by the depth of egress queues, as FERA's switches have it (spare the port behind the congested one): VEQ (e, c)
// at or above XOFF asks all ports of the switch, its own spared, to pause class c upstream; a port resumes its peer
// when no VEQ that it listens to asks any more. VEQs have a limit (mmu.veq_limit), at which packets are dropped: a
// result, not a fault. VIQs have no headroom, since no peer is paused for their sake. With PAUSE of 802.3x (scheme
// egress_pause) all lossless VEQs of a port count together and pause whole ports.
//
// Registers: those of PFC for each lossless class, or of PAUSE for the port. XOFF and XON are compared with the depth
// of this port's own VEQ (waiting packets and the one in transmission), or of all its VEQs; the result is veq_asserted.
// xoff_asserted, which the port is to tell its peer, is the OR of the other ports' veq_asserted.
// Order of operations: a packet enters or leaves the VEQ; its comparator changes; every port sees the change in the
// same instant, in ascending order, and sends as PFC does (pause_engine.h). Latency: none of its own.

#pragma once

#include <memory>
#include <vector>

#include "hw_model/mechanisms/flow_control/pause_engine.h"
#include "hw_model/mechanisms/flow_control/port_depth.h"

namespace weir::flow_control {

class EgressPfc final : public PauseEngine, public VeqFollower {
 public:
  explicit EgressPfc(const PortContext& context);

  static ledger::Block declare(const PortContext& context);
  void bind_registers(const ledger::Binder& binder, const Surroundings& around) override;
  void check(const PortContext& settings) const override;
  void reset(Time now) override;

  // VIQs ask for nothing.
  void packet_admitted(ClassId, Bytes, Bytes, Time) override {}
  void packet_released(ClassId, Bytes, Bytes, Time) override {}

  void join(VeqFollower& first) override;
  void veq_changed(ClassId c, Bytes depth, Time now) override;
  bool asked_by(PortId egress, ClassId c) const override;
  Bytes first_threshold() const override { return Bytes(0); }
  Bytes first_threshold_of(ClassId) const override { return Bytes(0); }

 private:
  void compare(const ViqDepth&, Time now) override;
  void listen(ClassId pause, Time now);
  Bytes compared(ClassId c) const { return stops() == Stops::kPort ? depths_.all() : depths_.of(c); }

  // Wires between the ports of a device.
  struct Ports {
    std::vector<EgressPfc*> engines;  // by port
    PerClass<std::size_t> asking{};   // ports whose VEQs ask, by pause
  };
  std::shared_ptr<Ports> ports_ = std::make_shared<Ports>();
  PortDepth depths_;  // of this port's lossless VEQs
};

}  // namespace weir::flow_control
