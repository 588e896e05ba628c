// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The admission of a switch as a clocked block (rtl/viq_admission) beside the model. A packet that comes or leaves is
// three cycles: in the first it is at the inputs, in the second the block answers, in the third flow control compares.
// Where VIQs of others are to resume, cycles without a packet follow, in which the block looks at VIQs in turn, until
// it has seen them. The block decides; where it stands in lock-step it is compared with the model in each cycle:
// answers, accounts, sums, and the beginning and end of each pause. Departures of no cells, by which the block looks at
// VIQs, are compared with its cycle model alone.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/cycle_models/viq_admission_cycle.h"
#include "hw_model/datapath/mmu/mmu_config.h"
#include "hw_model/datapath/mmu/viq_levels.h"
#include "hw_model/reference/factories.h"

namespace weir::mmu {

enum class Admission : std::uint8_t;  // mmu.h

struct ViqId {
  PortId port;
  ClassId of_class;
};

class ClockedAdmission {
 public:
  ClockedAdmission(std::unique_ptr<reference::ViqAdmissionBlock> block, std::size_t ports);

  // Settings from the next packet on.
  void set(const MmuConfig& config, const ViqLevels& levels);
  const ViqLevels& levels() const { return levels_; }

  struct Packet {
    ViqId viq;
    std::int64_t cells = 0;
    bool lossless = false;
    bool veq_full = false;
  };
  // What the model holds: of the packet's VIQ, and of all.
  struct Books {
    std::int64_t cells = 0;
    std::int64_t held = 0;
    std::int64_t taken = 0;
    std::int64_t pool_used = 0;
  };

  // A packet comes; the block's answer. `model`: that of the model; `before`: without the packet.
  Admission arrives(const Packet& packet, Admission model, const Books& before, Time now);
  // A packet leaves.
  void departs(const Packet& packet, const Books& before, Time now);
  // Flow control compares the VIQ of that packet: whether it has asked for a pause, and asks, by the model. Returns
  // whether it asks by the block.
  bool compares(bool asked, bool asks, const Books& after);
  // Looks at VIQs until those have been seen that resume by the model.
  void looks(std::span<const ViqId> resume, const Books& now);

  // Whether the VIQ asks by the block. `model`: by the model, which counts until both agree again (restart()).
  bool asks(ViqId viq, bool model) const { return apart_[number_of(viq)] ? model : asks_[number_of(viq)]; }
  // VIQs that the block had begin or end a pause since the packet has come or left.
  const std::vector<ViqId>& changed() const { return changed_; }

  // A cycle in reset. Then the VIQs that still hold cells, of packets on the wire, one after another; none asks.
  void restart(Time now);
  void put(ViqId viq, std::int64_t cells, std::int64_t held);

 private:
  using Inputs = reference::ViqAdmissionInputs;
  using Outputs = reference::ViqAdmissionOutputs;

  std::uint32_t number_of(ViqId viq) const {
    return static_cast<std::uint32_t>(viq.port.index() * kClasses + viq.of_class.index());
  }
  static Outputs registers_of(const Books& books);
  Outputs play(const Inputs& in, Outputs model, std::span<const ViqId> resume = {});
  void note(std::uint32_t number, bool asks);
  void arrive_alone(Inputs in, ViqId viq, std::int64_t cells, bool lossless);

  std::unique_ptr<reference::ViqAdmissionBlock> block_;
  std::uint32_t most_;     // that a count of the block holds
  std::uint32_t numbers_;  // of VIQs in the block
  std::size_t ports_;
  ViqLevels levels_;
  Inputs settings_;
  ViqId at_hand_{PortId(0), ClassId(0)};
  bool leaves_ = false;  // the packet at hand
  bool shown_ = false;   // its departure stands at the outputs
  std::vector<bool> asks_;
  std::vector<bool> apart_;
  std::vector<ViqId> changed_;
};

// Null where the device has no block.
std::unique_ptr<ClockedAdmission> make_clocked_admission(const reference::Factories& factories,
                                                         const std::string& device, std::size_t ports,
                                                         const MmuConfig& config);

}  // namespace weir::mmu
