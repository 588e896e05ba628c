// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Memory management unit: one packet buffer in cells, and the account of who holds it.
//
// A packet counts in its VIQ (ingress port, class) from admission until its last bit has left the switch, whatever
// queue it waits in meanwhile (TTL-based buffer management, section 1.1). Admission fills a VIQ's guaranteed minimum
// first, which is set aside from the pool, then shared buffer up to the threshold, then headroom; beyond that the
// packet is dropped with its reason. Thresholds may be dynamic, alpha x free shared buffer (A. Choudhury, E. Hahne,
// Dynamic Queue Length Thresholds for Shared-Memory Packet Switches, IEEE/ACM ToN 6(2), 1998). Where the buffer is
// divided into partitions, a class takes cells of its own partition only (TTL-based buffer management, section 1.3).
//
// Headroom is of each VIQ, above its limit; or a pool of cells that is set aside for all lossless VIQs
// (mmu_headroom.cpp). With a pool, headroom is an account of its own beside the VIQ's cells, so that a threshold that
// falls takes nothing of it.
//
// Every change of a VIQ is told to the flow-control engine of its port, and with a pool the threshold of the moment
// before it. Latency: none; admission is one decision in the cycle that the parser and lookup have counted.

#pragma once

#include <array>
#include <cstdint>
#include <limits>
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
  // minimums together exceed the buffer or a partition, or partitions and headroom pool the buffer.
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
  Bytes counted(Bytes length) const { return config_.count_cells ? config_.whole_cells(length) : length; }

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

  // Asks for the cache lines that admit() and release() touch of a VIQ.
  [[gnu::always_inline]] void prefetch(PortId port, ClassId c) const {
    __builtin_prefetch(&viq_.at(port, c));
    __builtin_prefetch(engines_[port.index()].get());
  }

  // Binds the registers of block "mmu" to this MMU.
  void bind_registers(const ledger::Binder& binder);

  // Throws std::invalid_argument, one line, when a running MMU cannot change to these settings: a reserved part beyond
  // the limit, thresholds beyond the buffer, minimums that what is in use leaves no room for, or another way to count
  // while packets are counted, or partitions that do not hold what is in them.
  void check_settings(const MmuConfig& settings) const;

  // Settings that check_settings() has let pass; they decide on packets that arrive from now on.
  void reconfigure(const MmuConfig& settings, Time now);

  // Free cells that neither a guaranteed minimum nor the headroom pool has been promised.
  std::int64_t free_shared() const { return cells_total_ - cells_used_ - set_aside_ - pool_free_; }

  // Cells of the headroom pool: all, those in use, the most that were. 0 where there is none.
  std::int64_t pool_cells() const { return pool_cells_; }
  std::int64_t pool_used() const { return pool_cells_ - pool_free_; }
  std::int64_t pool_peak() const { return pool_peak_; }

  // Cells of the pool that a lossless VIQ holds.
  std::int64_t headroom_used(PortId port, ClassId c) const { return pooled() ? pooled_.at(port, c).headroom : 0; }

  // Whether each lossless VIQ can have so much headroom whatever the others have.
  bool guarantees_headroom(Bytes each) const;

  // Sum of VIQs = buffer used, nothing negative, cells in use and set aside within the buffer. Throws InvariantBroken.
  void check(const std::string& device, Time now) const;

  // Throws std::logic_error unless the block declares all that the MMU keeps (mmu_registers.h).
  static void check_declared(const ledger::Block& block, const MmuConfig& config);

 private:
  struct Viq {
    Bytes depth;
    std::int64_t cells = 0;
    ViqCounters counters;
  };

  // What a VIQ has beside, where there is a headroom pool. `Viq::cells` are then its cells outside the pool.
  static constexpr std::uint32_t kNotWaiting = ~std::uint32_t{0};
  static constexpr std::int64_t kNeverWakes = std::numeric_limits<std::int64_t>::max();
  struct PooledViq {
    std::int64_t headroom = 0;  // cells of the pool
    std::int64_t headroom_peak = 0;
    std::int64_t resumes_at = 0;             // free shared cells from which on it resumes, while it waits for them
    std::uint32_t waiting_at = kNotWaiting;  // place in waiting_
  };

  struct Partition {
    std::int64_t cells = 0;
    std::int64_t used = 0;
    std::int64_t set_aside = 0;  // for guaranteed minimums of the class that are not filled
  };

  Admission decide(const frame::Packet& packet, const Viq& viq, Bytes counted, Bytes veq_depth) const;
  Admission room_for(ClassId c, std::int64_t cells) const;
  Admission decide_pooled(const frame::Packet& packet, const Viq& viq, std::int64_t wanted,
                          std::int64_t promised) const;
  Bytes threshold(bool lossless) const;
  Bytes dynamic_threshold(std::uint32_t alpha_128ths) const;
  bool pooled() const { return pool_cells_ > 0; }
  std::int64_t headroom_limit() const;
  void take_headroom(PooledViq& own, std::int64_t cells);
  std::int64_t give_back_headroom(PortId port, ClassId c, std::int64_t cells);
  void tell_threshold(PortId port, ClassId c);
  void wait_for_room(PortId port, ClassId c);
  void stop_waiting(PooledViq& own);
  std::int64_t free_for_threshold(Bytes threshold) const;
  void wake(Time now);
  void tell_all_thresholds(Time now);
  void bind_headroom_pool(const ledger::Binder& binder);
  void audit_headroom(const std::string& device, Time now) const;
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
  std::int64_t pool_cells_ = 0;      // set aside for headroom
  std::int64_t pool_free_ = 0;
  std::int64_t pool_peak_ = 0;
  PerPortClass<PooledViq> pooled_;      // of no port, where there is no pool
  std::vector<std::uint32_t> waiting_;  // VIQs that have their peer paused and resume as soon as free buffer grows
  std::int64_t wakes_at_;               // the least PooledViq::resumes_at of them
  bool partitioned_;
  PerClass<Partition> partitions_{};
};

}  // namespace weir::mmu
