// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Drops at switches: how many packets of each flow, and why a packet of a lossless class found no room
// (docs/decisions/0018).
//
// The loss of a lossless packet is a result, as long as the settings may be at fault. If the headroom of each VIQ is
// what the scheme's bound requires, exhausted headroom proves the model wrong, and the run stops. A switch that is
// reset forgets that its peer has paused it and sends on: losses at this peer are attributed to the reset.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/base/amount.h"
#include "hw_model/base/named.h"
#include "tb/network/network.h"

namespace weir::oracle {

// The loss of a packet of a lossless class, as one line of text: packet, queue, bound.
struct LosslessDrop {
  Time at;
  std::uint32_t flow = 0;  // Packet::flow
  std::string text;
};

// Why a packet of a lossless class found no room.
enum class LossCause : std::uint8_t {
  kBufferFull,
  kPartitionFull,
  kPoolEmpty,
  kBelowBound,   // the headroom is less than the scheme's bound
  kObeyedLate,   // the headroom is the bound: the peer went on for longer than the bound allows
  kNoBoundKnown  // the headroom is used up, and no bound says how much would do
};
inline constexpr std::array<Named<LossCause>, 6> kLossCauses{{{LossCause::kBufferFull, "buffer full"},
                                                              {LossCause::kPartitionFull, "partition full"},
                                                              {LossCause::kPoolEmpty, "headroom pool empty"},
                                                              {LossCause::kBelowBound, "headroom below the bound"},
                                                              {LossCause::kObeyedLate, "peer obeyed late"},
                                                              {LossCause::kNoBoundKnown, "headroom used up"}}};

// The losses of one lossless queue.
struct QueueLosses {
  std::uint64_t packets = 0;
  Time first;
  Time last;
  std::string bound;                         // of the first
  LossCause cause = LossCause::kBufferFull;  // of the first
  Bytes most_needed;                         // the most headroom that all packets of one pause would have taken; 0:
                                             // unknown, because the scheme has no pauses or no headroom was missing
  Time pause = kNever;                       // beginning of the pause in which the latest packet was lost
  Bytes lost_in_pause;                       // as the MMU counts
};

// Interventions in a network from outside; all its switches' drops share them.
struct Disturbances {
  struct Reset {
    std::size_t device = 0;
    Time from;
    Time end;  // frames that arrive at the device before this time are lost
  };
  std::vector<Reset> resets;  // in the order in which they became known
  Time first = kNever;        // from this time on no bound holds
};

// The drops of one switch.
class SwitchDrops final : public asic::DropListener {
 public:
  // With `required_headroom` for each VIQ nothing is lost, whatever the traffic; nullopt: no bound is known.
  explicit SwitchDrops(std::optional<Bytes> required_headroom = {}) : required_headroom_(required_headroom) {}

  // For a switch of a network, with the peers of its ports; both references must outlive this object.
  SwitchDrops(std::optional<Bytes> required_headroom, const Disturbances& disturbances,
              const std::vector<network::Peer>& peers)
      : required_headroom_(required_headroom), disturbances_(&disturbances), peers_(&peers) {}

  // The first 16 losses, for reports; the counters count every drop.
  const std::vector<LosslessDrop>& lossless() const { return lossless_; }
  // All losses, by port and class; queues that lost nothing are left out.
  const std::map<std::pair<PortId, ClassId>, QueueLosses>& by_queue() const { return by_queue_; }
  const std::map<std::uint32_t, Amount>& by_flow() const { return by_flow_; }  // by Packet::flow; frame::made_length
  // Packets refused by the MMU because a reset made the peer forget its pause: by port, class and the MMU's answer.
  using OfReset = std::map<std::pair<PortId, ClassId>, std::array<std::uint64_t, mmu::kAdmissions>>;
  const OfReset& of_reset() const { return of_reset_; }

  // Throws InvariantBroken, with packet, queue, bound and time, if the bound excludes the loss.
  void dropped(const asic::SwitchAsic& at, const asic::Drop& drop, Time now) override;

  // The bound holds for the settings of the build only.
  void settings_change() override { required_headroom_.reset(); }

 private:
  void lost(const asic::SwitchAsic& at, const frame::Packet& packet, mmu::Admission answer, Time now);
  LossCause cause_of(const asic::SwitchAsic& at, const frame::Packet& packet, mmu::Admission answer,
                     bool disturbed) const;
  bool peer_forgot(const asic::SwitchAsic& at, PortId port, ClassId c, Time now) const;

  std::optional<Bytes> required_headroom_;
  const Disturbances* disturbances_ = nullptr;  // null: none
  const std::vector<network::Peer>* peers_ = nullptr;
  OfReset of_reset_;
  std::vector<LosslessDrop> lossless_;
  std::map<std::pair<PortId, ClassId>, QueueLosses> by_queue_;
  std::map<std::uint32_t, Amount> by_flow_;
};

// The drops of all switches of a network.
class Drops {
 public:
  // `required_headroom`: of each device. The network must outlive this object.
  Drops(network::Network& network, const std::function<std::optional<Bytes>(std::size_t device)>& required_headroom);
  Drops(network::Network& network, std::optional<Bytes> required_headroom)  // of all devices
      : Drops(network, [required_headroom](std::size_t) { return required_headroom; }) {}
  ~Drops();
  Drops(const Drops&) = delete;
  Drops& operator=(const Drops&) = delete;

  // Announces a change of settings at `from`, or a reset; call before any device has passed that time.
  void settings_change(Time from);
  void reset(const Disturbances::Reset& reset);

  // The drops of device `device`; a host's are always empty.
  const SwitchDrops& of(std::size_t device) const { return devices_[device]; }

 private:
  network::Network& network_;
  Disturbances disturbances_;
  std::vector<SwitchDrops> devices_;  // by device
};

// Whether each of `lossless_viqs` VIQs can use headroom `each`, however much the other VIQs use.
bool guarantees_headroom(const mmu::MmuConfig& config, std::size_t lossless_viqs, Bytes each);

}  // namespace weir::oracle
