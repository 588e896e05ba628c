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
// Headroom belongs to each VIQ, above its limit; or it is a pool of cells set aside for all lossless VIQs
// (mmu_headroom.cpp). With a pool, headroom is counted apart from the VIQ's other cells, so that a threshold that falls
// takes nothing of it.
//
// The MMU decides and keeps the VIQs; separate accounts count the cells: the whole buffer (shared_buffer.h), the
// headroom pool, the partitions, the loans (mmu_loans.cpp).
//
// The MMU reports every change of a VIQ to the flow-control engine of its port, and with a pool first the present
// threshold. Latency: none; admission is one decision in the cycle that the parser and lookup have counted.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/cold_line.h"
#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/mmu/clocked_admission.h"
#include "hw_model/datapath/mmu/clocked_partitions.h"
#include "hw_model/datapath/mmu/headroom_pool.h"
#include "hw_model/datapath/mmu/loans.h"
#include "hw_model/datapath/mmu/mmu_config.h"
#include "hw_model/datapath/mmu/partitions.h"
#include "hw_model/datapath/mmu/shared_buffer.h"
#include "hw_model/datapath/mmu/waiting_viqs.h"
#include "hw_model/frame/packet.h"
#include "hw_model/ledger/block.h"
#include "hw_model/ledger/register_bank.h"
#include "hw_model/mechanisms/flow_control/receiving_side.h"

namespace weir::mmu {

enum class Admission : std::uint8_t {
  kReserved,
  kShared,
  kHeadroom,
  kViqFull,            // lossy class over its threshold
  kHeadroomExhausted,  // lossless class over its limit and headroom: what flow control must prevent
  kBufferFull,         // all free cells are set aside for others
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

struct MmuHardware;

class Mmu {
 public:
  // `engines`: one a port. Throws std::invalid_argument when the guaranteed minimums together exceed the buffer or a
  // partition, or partitions and headroom pool the buffer.
  Mmu(const MmuConfig& config, std::vector<flow_control::ReceivingSide*> engines);

  // From now on the block of these factories admits and compares VIQs with XOFF and XON, if there is one for the
  // device. Before the run. For an MMU of which nothing is not_in_cells().
  void take_block(const reference::Factories& factories, const std::string& device);
  bool has_block() const { return has_block_; }
  // The same for an MMU with partitions, without a headroom pool and loans.
  void take_partitions(const reference::Factories& factories, const std::string& device);
  // After a reset of the switch.
  void restart_block(Time now);

  // Takes the packet into its VIQ, or answers with the reason of its drop and leaves everything as it was.
  Admission admit(const frame::Packet& packet, Bytes veq_depth, Time now);

  // The packet that came in through (ingress, class) has left the switch.
  void release(PortId ingress, ClassId traffic_class, Bytes length, Time now);

  // Lends lossless VIQ (port, class) the room that it lacks to grow by `room` before its peer is paused, with all of
  // its headroom above that. Returns false and lends nothing if too little of the buffer is free beside what other VIQs
  // are promised, if headroom is a pool, or if flow control does not pause by the depth of a VIQ.
  bool lend(PortId port, ClassId c, Bytes room);
  Bytes lent(PortId port, ClassId c) const { return loans_.lent(port, c); }

  Bytes viq_depth(PortId port, ClassId c) const { return viq_.at(port, c).depth; }
  const ViqCounters& counters(PortId port, ClassId c) const { return viq_.at(port, c).counters; }
  const SharedBuffer& buffer() const { return buffer_; }
  const HeadroomPool& headroom_pool() const { return pool_; }
  const Partitions& partitions() const { return partitions_; }
  const Loans& loans() const { return loans_; }
  const MmuConfig& config() const { return config_; }

  // The bytes that a queue counts for a frame: its length, or its whole cells.
  Bytes counted(Bytes length) const { return config_.count_cells ? config_.whole_cells(length) : length; }

  // The most that VIQ (port, class) may hold, its loan included.
  Bytes limit(PortId port, ClassId c) const;

  // The most headroom that a lossless VIQ has held.
  Bytes headroom_peak(PortId port, ClassId c) const;

  // Asks for the cache line that admit() and release() touch of a VIQ.
  [[gnu::always_inline]] void prefetch(PortId port, ClassId c) const { ask_for_line(&viq_.at(port, c)); }

  // Binds the registers of block "mmu" to this MMU. `check` throws std::invalid_argument if a draft of the settings
  // does not fit the switch.
  using SettingsCheck = std::function<void(const MmuConfig&)>;
  void bind_registers(const ledger::Binder& binder, const SettingsCheck& check);

  // Throws std::invalid_argument, one line, when a running MMU cannot change to these settings: minimums for which the
  // cells in use leave no room, another way to count while packets are counted, or a pool or partitions smaller than
  // what they hold.
  void check_settings(const MmuConfig& settings) const;

  // Settings that check_settings() has let pass; they decide on packets that arrive from now on.
  void reconfigure(const MmuConfig& settings, Time now);

  // Free cells that neither a guaranteed minimum nor the headroom pool has been promised.
  std::int64_t free_shared() const { return buffer_.free() - pool_.free(); }

  // Sum of VIQs = buffer used, nothing negative, cells in use and set aside within the buffer. Throws InvariantBroken.
  void check(const std::string& device, Time now) const;

  // Block "mmu": what VIQs hold, thresholds, counters, the lists of free cells and of packets. Throws
  // std::invalid_argument when the buffer holds no cell, or when flow control needs partitions and one of them holds
  // less than a frame of each port.
  static ledger::Block declare(const MmuHardware& hardware);

 private:
  struct Rows;
  struct alignas(64) Viq {
    Bytes depth;
    std::int64_t cells = 0;
    ViqCounters counters;
  };

  Admission decide(const frame::Packet& packet, const Viq& viq, bool lossless, Bytes counted, std::int64_t wanted,
                   Bytes veq_depth) const;
  Admission decide_pooled(const frame::Packet& packet, const Viq& viq, std::int64_t wanted,
                          std::int64_t promised) const;
  Admission decide_lent(const frame::Packet& packet, const Viq& viq, Bytes depth, std::int64_t wanted) const;
  Admission room_for(ClassId c, std::int64_t cells) const;
  // Without a pool a lossless class has a static threshold: its headroom begins at the threshold, which must not move
  // down while a PAUSE is on its way.
  Bytes threshold(ClassId c, bool lossless) const {
    const std::uint32_t alpha = lossless ? config_.lossless_alpha_128ths : config_.alpha_128ths;
    return alpha == 0 ? config_.viq_limit[c] : dynamic_threshold(c, alpha);
  }
  Bytes dynamic_threshold(ClassId c, std::uint32_t alpha_128ths) const;
  std::int64_t free_for_threshold(Bytes threshold) const;
  void take(Viq& viq, ClassId c, std::int64_t cells);
  void admitted_pooled(const frame::Packet& packet, Viq& viq, Admission admission, std::int64_t cells, Time now);
  void released_beside_pool(Viq& viq, PortId port, ClassId c, Bytes length, Time now);
  std::int64_t unfilled(const Viq& viq, ClassId c) const;
  PerClass<std::int64_t> unfilled(const PerClass<std::int64_t>& minimums) const;
  PerClass<std::int64_t> promised(const PerClass<std::int64_t>& minimums) const;
  std::int64_t of_loan(PortId port, ClassId c, Bytes depth, std::int64_t cells) const;
  std::int64_t may_ask_for(PortId port, ClassId c, Bytes lent) const;
  PerClass<std::int64_t> promised_headroom(PortId port, ClassId c, Bytes to) const;
  std::int64_t use_loan(PortId port, ClassId c, std::int64_t cells);
  std::int64_t give_back_loan(PortId port, ClassId c, std::int64_t cells);
  void set_aside();
  void tell_threshold(PortId port, ClassId c);
  void wait_for_room(PortId port, ClassId c);
  void wake(Time now);
  void tell_all_thresholds(Time now);
  void rise(PortId port, ClassId c, Time now);

  // With a block (mmu_clocked.cpp).
  void set_block();
  ClockedAdmission::Books books(PortId port, ClassId c) const;
  Admission admit_by_block(const frame::Packet& packet, Viq& viq, bool lossless, Admission model, Bytes veq_depth,
                           Time now);
  void require_room(const frame::Packet& packet, const Viq& viq, bool of_pool, std::int64_t cells, Time now) const;
  void release_by_block(Viq& viq, PortId port, ClassId c, Bytes length, Time now);
  void settle_by_block(PortId port, ClassId c, bool asked, bool asks, Time now);
  void settle_rises(Time now);
  void follow_block(Time now);

  // With a block for partitions (mmu_partitioned.cpp).
  ClockedPartitions::Packet for_partition(PortId port, ClassId c, Bytes length, bool lossless) const;
  ClockedPartitions::Books partition_books(const ClockedPartitions::Packet& packet, Bytes before, Bytes after) const;
  Admission of_partition(ClockedPartitions::Answer answer, const ClockedPartitions::Packet& packet, bool lossless,
                         std::int64_t rest, Time now) const;
  Admission admit_to_partition(const frame::Packet& packet, Viq& viq, bool lossless, Admission model, Bytes veq_depth,
                               Time now);
  void release_of_partition(Viq& viq, PortId port, ClassId c, Bytes length, Time now);
  void restart_partitions(Time now);

  MmuConfig config_;
  std::vector<flow_control::ReceivingSide*> engines_;  // by port
  PerPortClass<Viq> viq_;
  PerClass<std::int64_t> minimums_;  // cells of one VIQ's guaranteed minimum
  SharedBuffer buffer_;
  HeadroomPool pool_;
  Partitions partitions_;
  Loans loans_;
  WaitingViqs waiting_;
  bool has_block_ = false;  // one of the next two; neither: the model alone
  std::unique_ptr<ClockedAdmission> clocked_;
  std::unique_ptr<ClockedPartitions> divided_;
  std::vector<ViqId> rises_;  // with a block: VIQs that resume by the model, at hand
};

}  // namespace weir::mmu
