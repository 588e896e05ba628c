// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What switches drop: how many packets of each flow, and why a packet of a lossless class found no room
// (docs/decisions/0018).
//
// A lossless packet that is lost is a result, as long as the settings may be at fault. Where the headroom of each VIQ
// is what the scheme's bound requires, it cannot find its headroom exhausted: the model is wrong, and the run stops.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/asic/switch_asic.h"
#include "tb/network/network.h"

namespace weir::oracle {

// A packet of a lossless class that found no room, in one line: packet, queue, bound.
struct LosslessDrop {
  Time at;
  std::uint32_t flow = 0;  // Packet::flow
  std::string text;
};

// Of one switch.
class SwitchDrops final : public asic::DropListener {
 public:
  // With `required_headroom` for each VIQ nothing is lost, whatever the traffic; nothing where no bound is known.
  explicit SwitchDrops(std::optional<Bytes> required_headroom = {}) : required_headroom_(required_headroom) {}

  // The first 16: reports are for reading, the counters count every drop.
  const std::vector<LosslessDrop>& lossless() const { return lossless_; }
  const std::map<std::uint32_t, std::uint64_t>& by_flow() const { return by_flow_; }  // packets, by Packet::flow

  // Throws InvariantBroken, with packet, queue, bound and time, where the bound excludes the loss.
  void dropped(const asic::SwitchAsic& at, const asic::Drop& drop, Time now) override;

  // A bound that was worked out for the settings of the build says nothing of others.
  void settings_change() override { required_headroom_.reset(); }

 private:
  void lost(const asic::SwitchAsic& at, const frame::Packet& packet, mmu::Admission answer, Time now);

  std::optional<Bytes> required_headroom_;
  std::vector<LosslessDrop> lossless_;
  std::map<std::uint32_t, std::uint64_t> by_flow_;
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

  // A host has dropped nothing.
  const SwitchDrops& of(std::size_t device) const { return devices_[device]; }

 private:
  network::Network& network_;
  std::vector<SwitchDrops> devices_;  // by device
};

// Whether each of so many lossless VIQs can have this much headroom, whatever the others have.
bool guarantees_headroom(const mmu::MmuConfig& config, std::size_t lossless_viqs, Bytes each);

}  // namespace weir::oracle
