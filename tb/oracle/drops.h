// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What switches drop: how many packets of each flow, and why a packet of a lossless class found no room
// (docs/decisions/0018).
//
// A lossless packet that is lost is a result, as long as the settings may be at fault. Where the headroom of each VIQ
// is what the scheme's bound requires, it cannot find its headroom exhausted: the model is wrong, and the run stops.
// A switch that is reset forgets that a peer has told it to pause, and sends on: what this peer then loses is a loss of
// the reset.

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
#include "tb/network/network.h"

namespace weir::oracle {

// A packet of a lossless class that found no room, in one line: packet, queue, bound.
struct LosslessDrop {
  Time at;
  std::uint32_t flow = 0;  // Packet::flow
  std::string text;
};

// What a run has done to its network, from outside: all switches of a network know of it.
struct Disturbances {
  struct Reset {
    std::size_t device = 0;
    Time from;
    Time end;  // what arrives at the device before it is lost
  };
  std::vector<Reset> resets;  // by when it became known
  Time first = kNever;        // from here on no bound promises anything
};

// Of one switch.
class SwitchDrops final : public asic::DropListener {
 public:
  // With `required_headroom` for each VIQ nothing is lost, whatever the traffic; nothing where no bound is known.
  explicit SwitchDrops(std::optional<Bytes> required_headroom = {}) : required_headroom_(required_headroom) {}

  // Of a switch of a network, whose ports have these peers. Both outlive it.
  SwitchDrops(std::optional<Bytes> required_headroom, const Disturbances& disturbances,
              const std::vector<network::Peer>& peers)
      : required_headroom_(required_headroom), disturbances_(&disturbances), peers_(&peers) {}

  // The first 16: reports are for reading, the counters count every drop.
  const std::vector<LosslessDrop>& lossless() const { return lossless_; }
  const std::map<std::uint32_t, Amount>& by_flow() const { return by_flow_; }  // by Packet::flow; frame::made_length
  // Packets that the MMU refused because the peer at their port had been reset, by that port, their class and its
  // answer.
  using OfReset = std::map<std::pair<PortId, ClassId>, std::array<std::uint64_t, mmu::kAdmissions>>;
  const OfReset& of_reset() const { return of_reset_; }

  // Throws InvariantBroken, with packet, queue, bound and time, where the bound excludes the loss.
  void dropped(const asic::SwitchAsic& at, const asic::Drop& drop, Time now) override;

  // A bound that was worked out for the settings of the build says nothing of others.
  void settings_change() override { required_headroom_.reset(); }

 private:
  void lost(const asic::SwitchAsic& at, const frame::Packet& packet, mmu::Admission answer, Time now);
  bool peer_forgot(const asic::SwitchAsic& at, PortId port, ClassId c, Time now) const;

  std::optional<Bytes> required_headroom_;
  const Disturbances* disturbances_ = nullptr;  // null: none
  const std::vector<network::Peer>* peers_ = nullptr;
  OfReset of_reset_;
  std::vector<LosslessDrop> lossless_;
  std::map<std::uint32_t, Amount> by_flow_;
};

// Of all switches of a network.
class Drops {
 public:
  // Of each device of the network, which outlives it.
  Drops(network::Network& network, const std::function<std::optional<Bytes>(std::size_t device)>& required_headroom);
  Drops(network::Network& network, std::optional<Bytes> required_headroom)  // of all
      : Drops(network, [required_headroom](std::size_t) { return required_headroom; }) {}
  ~Drops();
  Drops(const Drops&) = delete;
  Drops& operator=(const Drops&) = delete;

  // Settings change from then on, or a switch is reset: before any device has passed that time.
  void settings_change(Time from);
  void reset(const Disturbances::Reset& reset);

  // A host has dropped nothing.
  const SwitchDrops& of(std::size_t device) const { return devices_[device]; }

 private:
  network::Network& network_;
  Disturbances disturbances_;
  std::vector<SwitchDrops> devices_;  // by device
};

// Whether each of so many lossless VIQs can have this much headroom, whatever the others have.
bool guarantees_headroom(const mmu::MmuConfig& config, std::size_t lossless_viqs, Bytes each);

}  // namespace weir::oracle
