// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The scheduler of one port as a clocked block (rtl/egress_scheduler) beside the model. A port that may send chooses in
// two cycles: in the first nothing starts, and the class that the block has chosen is taken; in the second the packet
// starts, or nothing does because no class may go or the port's shaper stops the one that is chosen. While nothing
// waits the block rests: it then stays as it is. The block decides; where it stands in lock-step it is compared with
// the model: choice, grant, turn and deficits.

#pragma once

#include <memory>
#include <string>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/cycle_models/egress_scheduler_cycle.h"
#include "hw_model/datapath/egress/egress_config.h"
#include "hw_model/datapath/egress/turns.h"
#include "hw_model/reference/factories.h"

namespace weir::egress {

// What the port knows of its classes as it chooses. All masks but `waiting` and `blocked` are of waiting classes.
struct PortAsks {
  ClassMask waiting = 0;
  ClassMask blocked = 0;    // held by flow control
  ClassMask credit = 0;     // flow control lets the next packet go
  ClassMask open = 0;       // so does the class's shaper
  ClassMask port_open = 0;  // and the port's
  PerClass<Bytes> lengths{};
};

class ClockedScheduler {
 public:
  ClockedScheduler(std::unique_ptr<reference::EgressSchedulerBlock> block, PortId p);

  // The class whose packet is to start; kNone: none. `chosen`: the model's, likewise.
  static constexpr int kNone = -1;
  int choose(const PortAsks& asks, int chosen, const EgressConfig& config, Turns& turns, Time now);
  // Whether that packet starts, which the block says. Before the model charges it.
  bool start();
  // After the model has charged the packet: of a block that has differed the model takes turn and deficits.
  void started(Turns& turns);
  // A cycle in reset.
  void reset(Time now);

 private:
  reference::EgressSchedulerInputs inputs_of(const PortAsks& asks, const EgressConfig& config) const;
  reference::EgressSchedulerOutputs registers_of(const Turns& turns) const;
  void take_over(const reference::EgressSchedulerOutputs& out, Turns& turns) const;
  reference::EgressSchedulerOutputs play(bool ready);

  std::unique_ptr<reference::EgressSchedulerBlock> block_;
  reference::EgressSchedulerConfig widths_;  // of the block
  reference::EgressSchedulerInputs in_;      // of the choice at hand
  reference::EgressSchedulerOutputs model_;  // what the model has before the edge
  PortId p_;
  bool goes_ = false;  // by the model a packet is to start
  bool differs_ = false;
};

// Whether the RTL has this discipline: strict priority, deficit weighted round robin, or both.
inline bool is_scheduled_in_rtl(Discipline discipline) {
  return discipline == Discipline::kStrictPriority || discipline == Discipline::kDwrr ||
         discipline == Discipline::kStrictOverDwrr;
}

// Null where port p of the device has no block, as a device by itself, or where the RTL has not its discipline.
std::unique_ptr<ClockedScheduler> make_clocked_scheduler(const reference::Factories& factories,
                                                         const std::string& device, PortId p,
                                                         const EgressConfig& config);

}  // namespace weir::egress
