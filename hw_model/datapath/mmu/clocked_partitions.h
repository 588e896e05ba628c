// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The admission of a switch with partitions as a clocked block (rtl/partition_admission, or
// rtl/partition_admission_memory) beside the model. A packet that comes is one cycle, and one that leaves another.
// Sizes of partitions that differ from those of the switch are set before the packet, a class a cycle, in cycles that
// carry no time. The block decides; where it stands in lock-step it is compared with the model in each cycle: answers,
// the accounts of the packet's VIQ and class, and the beginning and end of each pause.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/cycle_models/partition_admission_cycle.h"
#include "hw_model/datapath/mmu/mmu_config.h"
#include "hw_model/mechanisms/flow_control/receiving_side.h"
#include "hw_model/reference/factories.h"

namespace weir::mmu {

enum class Admission : std::uint8_t;  // mmu.h

class ClockedPartitions {
 public:
  ClockedPartitions(std::unique_ptr<reference::PartitionAdmissionBlock> block, std::size_t ports);

  // Settings from the next packet on.
  void set(const MmuConfig& config);

  // A packet that comes or leaves.
  struct Packet {
    PortId port;
    ClassId of_class;
    Bytes length;  // as its VIQ counts it
    std::int64_t cells = 0;
    Bytes limit;                                                     // of what its VIQ takes as shared buffer
    Bytes headroom;                                                  // above that
    std::optional<flow_control::PauseLevels> pauses = std::nullopt;  // nothing: the VIQ asks for no pause
    bool veq_full = false;
  };
  // What the model holds of its VIQ and class; and whether the VIQ asks for a pause, then and after the packet.
  struct Books {
    Bytes depth;
    std::int64_t cells = 0;
    std::int64_t size = 0;
    std::int64_t used = 0;
    std::int64_t set_aside = 0;
    bool asks = false;
    bool will_ask = false;
  };

  struct Answer {
    reference::AdmissionAnswer is;
    bool veq_full = false;  // and its VIQ is not: why the packet is dropped
  };

  // A packet comes. `model`: of the block's answers the one that the model gives; `books`: without the packet. A packet
  // whose VEQ is full comes with a limit of 0, so that it gets what its VIQ is guaranteed, or kHeadroomExhausted.
  Answer arrives(const Packet& packet, reference::AdmissionAnswer model, const Books& books, Time now);
  // A packet leaves; `books`: with it.
  void departs(const Packet& packet, const Books& books, Time now);

  // Whether the VIQ asks for a pause by the block.
  bool asks(PortId port, ClassId c) const;

  // A cycle in reset. Then the VIQs that still hold something, of packets on the wire, one after another; none asks.
  void restart(Time now);
  void put(PortId port, ClassId c, Bytes depth, std::int64_t cells);

 private:
  using Inputs = reference::PartitionAdmissionInputs;
  using Outputs = reference::PartitionAdmissionOutputs;

  std::uint32_t bytes(Bytes value) const;
  Inputs settings_for(const Packet& packet) const;
  Inputs arrival(const Packet& packet) const;
  Outputs before(const Books& books) const;
  Outputs answered(const Packet& packet, reference::AdmissionAnswer model, const Books& books) const;
  void divide();
  void follow(const Packet& packet, const Outputs& out);

  std::unique_ptr<reference::PartitionAdmissionBlock> block_;
  std::uint32_t most_bytes_;  // that a depth of the block holds
  std::uint32_t minimum_ = 0;
  PerClass<std::int64_t> wanted_{};  // cells of partitions
  PerClass<std::int64_t> has_{};     // of the block's
  std::vector<bool> asks_;           // by port and class
};

// Null where the device has no block.
std::unique_ptr<ClockedPartitions> make_clocked_partitions(const reference::Factories& factories,
                                                           const std::string& device, std::size_t ports,
                                                           const MmuConfig& config);

}  // namespace weir::mmu
