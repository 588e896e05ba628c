// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Memory management unit: one packet buffer in cells, and the account of who holds it.
//
// A packet counts in its VIQ (ingress port, class) from admission until its last bit has left the switch, whatever
// queue it waits in meanwhile (TTL-based buffer management, section 1.1). Admission fills a VIQ's guaranteed minimum
// first, which is set aside from the pool, then shared buffer up to the threshold, then headroom; beyond that the
// packet is dropped with its reason. Lossy classes may have a dynamic threshold, alpha x free shared buffer (A.
// Choudhury, E. Hahne, Dynamic Queue Length Thresholds for Shared-Memory Packet Switches, IEEE/ACM ToN 6(2), 1998).
// Where the buffer is divided into partitions, a class takes cells of its own partition only (TTL-based buffer
// management, section 1.3).
// Every change of a VIQ is told to the flow-control engine of its port. Latency: none; admission is one decision in
// the cycle that the parser and lookup have counted.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/mmu/mmu_config.h"
#include "hw_model/frame/packet.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"

namespace weir::mmu {

enum class Admission : std::uint8_t {
  kReserved,
  kShared,
  kHeadroom,
  kViqFull,            // lossy class over its threshold
  kHeadroomExhausted,  // lossless class over its limit and headroom: what flow control must prevent
  kBufferFull,         // no cell left but what is set aside for others
  kVeqFull,            // lossy class over the egress limit
  kPartitionFull,      // no cell left in the partition of the class
};
inline constexpr std::size_t kAdmissions = 8;

std::string_view name(Admission admission);
constexpr bool is_drop(Admission admission) { return admission >= Admission::kViqFull; }

struct ViqCounters {
  Bytes peak;
  std::uint64_t admitted = 0;
  std::array<std::uint32_t, kAdmissions> by_admission{};
};

class Mmu {
 public:
  using Engines = std::vector<std::unique_ptr<flow_control::FlowControl>>;

  // `engines` has one flow-control engine a port and outlives the MMU. Throws std::invalid_argument when the guaranteed
  // minimums together exceed the buffer or a partition, or the partitions the buffer.
  Mmu(const MmuConfig& config, std::size_t ports, Engines& engines);

  // Takes the packet into its VIQ, or answers with the reason of its drop and leaves everything as it was.
  Admission admit(const frame::Packet& packet, Bytes veq_depth, Time now);

  // The packet that came in through (ingress, class) has left the switch.
  void release(PortId ingress, ClassId traffic_class, Bytes length, Time now);

  Bytes viq_depth(PortId port, ClassId c) const { return viq_.at(port, c).depth; }
  const ViqCounters& counters(PortId port, ClassId c) const { return viq_.at(port, c).counters; }
  Bytes used() const { return used_; }  // as the VIQs count: frame bytes, or bytes of whole cells
  const MmuConfig& config() const { return config_; }

  // What a queue counts for this frame: its length, or its cells.
  Bytes counted(Bytes length) const { return config_.count_cells ? cells(length) * config_.cell.count() : length; }

  // Most that VIQ (port, class) may hold.
  Bytes limit(PortId port, ClassId c) const;

  // The most that was in use, in whole cells; the whole buffer.
  Bytes used_peak() const { return cells_used_peak_ * config_.cell; }
  Bytes whole_buffer() const { return cells_total_ * config_.cell; }

  // The most that a lossless VIQ has held of headroom.
  Bytes headroom_peak(PortId port, ClassId c) const;

  // Cells that a class may take and has taken; both 0 where the buffer is not divided.
  std::int64_t partition_cells(ClassId c) const { return partitions_[c.index()].cells; }
  std::int64_t partition_used(ClassId c) const { return partitions_[c.index()].used; }

  // Binds the registers of block "mmu" to this MMU.
  void bind_registers(const ledger::Binder& binder);

  // Throws std::invalid_argument, one line, when a running MMU cannot change to these settings: a reserved part beyond
  // the limit, thresholds beyond the buffer, minimums that what is in use leaves no room for, or another way to count
  // while packets are counted, or partitions that do not hold what is in them.
  void check_settings(const MmuConfig& settings) const;

  // Settings that check_settings() has let pass; they decide on packets that arrive from now on.
  void reconfigure(const MmuConfig& settings);

  // Free cells that no guaranteed minimum has been promised.
  std::int64_t free_shared() const { return cells_total_ - cells_used_ - set_aside_; }

  // Sum of VIQs = buffer used, nothing negative, cells in use and set aside within the buffer. Throws InvariantBroken.
  void check(const std::string& device, Time now) const;

  // Throws std::logic_error unless the block declares all that the MMU keeps (mmu_registers.h); `divided`: into
  // partitions.
  static void check_declared(const ledger::Block& block, bool divided);

 private:
  struct Viq {
    Bytes depth;
    std::int64_t cells = 0;
    ViqCounters counters;
  };

  struct Partition {
    std::int64_t cells = 0;
    std::int64_t used = 0;
    std::int64_t set_aside = 0;  // for guaranteed minimums of the class that are not filled
  };

  Bytes cells(Bytes length) const { return Bytes((length + config_.cell - Bytes(1)) / config_.cell); }
  Admission decide(const frame::Packet& packet, const Viq& viq, Bytes counted, Bytes veq_depth) const;
  Admission room_for(ClassId c, std::int64_t cells) const;
  Bytes threshold(bool lossless) const;
  static PerClass<std::int64_t> reserved_cells(const MmuConfig& config);
  std::int64_t unfilled(const Viq& viq, ClassId c) const;
  std::int64_t unfilled_of(ClassId c, std::int64_t reserved) const;
  std::int64_t all_unfilled(const PerClass<std::int64_t>& reserved) const;
  void take(Viq& viq, ClassId c, std::int64_t cells);
  void divide();
  void check_partitions(const MmuConfig& settings) const;
  void audit_partitions(const std::string& device, Time now) const;

  MmuConfig config_;
  Engines& engines_;
  PerPortClass<Viq> viq_;
  Bytes used_;
  std::int64_t cells_used_ = 0;
  std::int64_t cells_used_peak_ = 0;
  std::int64_t cells_total_;
  PerClass<std::int64_t> reserved_;  // cells of one guaranteed minimum
  std::int64_t set_aside_ = 0;       // cells of guaranteed minimums that are not filled
  bool partitioned_;
  PerClass<Partition> partitions_{};
};

}  // namespace weir::mmu
