// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The border of a network that several processes, its ranks, simulate together: each rank has its own devices, and a
// cable between devices of two ranks ends on each of them at a far end. A frame that an own device sends into such a
// cable waits for the ranks' next meeting, and goes from there to the port at the cable's other end. The cable's delay
// is at least the time between two meetings, so that the frame comes before its last bit.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <vector>

#include "hw_model/datapath/link/frame_transaction.h"
#include "tb/network/on_cable.h"
#include "tb/network/topology.h"

namespace weir::network {

// Which rank each device belongs to, and which of them this process is.
struct Division {
  std::uint32_t rank = 0;
  std::uint32_t ranks = 1;
  std::vector<std::uint32_t> rank_of;  // by index in Topology::devices, each below `ranks`

  bool is_own(std::size_t device) const { return rank_of[device] == rank; }
  std::size_t ranks_with_devices() const { return std::set(rank_of.begin(), rank_of.end()).size(); }
};

class FarEnd;

class Border {
 public:
  // `pool` must outlive the border.
  Border(link::FramePool& pool, Division division, const Topology& topology);
  ~Border();
  Border(const Border&) = delete;
  Border& operator=(const Border&) = delete;

  bool is_own(std::size_t device) const { return division_.is_own(device); }
  const Division& division() const { return division_; }

  // The other end of a cable between an own device and one of another rank. `cable`: index into Topology::cables.
  // Throws std::out_of_range for other cables.
  FarEnd& far_end(std::size_t cable);

  // Puts the frames for a rank since the last call into a message, in the order in which they were sent.
  void take(std::uint32_t rank, std::vector<std::byte>& message);

  // How many frames wait for a meeting.
  std::size_t waiting() const;

  // Hands over the frames that another rank has sent, its message for this rank. No device is at work, and none has
  // done the work of an instant at which one of these frames arrives. Throws std::invalid_argument if these are no
  // frames.
  void deliver(std::span<const std::byte> message);

 private:
  friend class FarEnd;

  // A frame on its way to another rank.
  struct Sent {
    Time arrival;
    std::uint32_t cable = 0;
    frame::Packet* packet = nullptr;
  };

  link::FramePool& pool_;
  Division division_;
  std::vector<std::vector<Sent>> outboxes_;        // by rank
  std::vector<std::unique_ptr<FarEnd>> far_ends_;  // by cable; null: none between ranks
};

// One end of such a cable, at the own port.
class FarEnd final : public OnCable {
 public:
  // `rank`: the one that has the device at the other end.
  FarEnd(const sc_core::sc_module_name& name, link::FramePool& pool, Border& border, std::size_t cable,
         std::uint32_t rank)
      : OnCable(name, pool), outbox_(border.outboxes_[rank]), cable_(static_cast<std::uint32_t>(cable)) {}

  // A frame of the other rank whose last bit arrives at `arrival`, in the present or later.
  void deliver(frame::Packet& packet, Time arrival) { give(packet, arrival); }

  [[gnu::always_inline]] void prefetch(unsigned round) const {
    if (port_ != nullptr) {
      port_->prefetch_receiving(round);
    }
  }

  void take(frame::Packet& packet, Time arrival) override { outbox_.push_back({arrival, cable_, &packet}); }

 private:
  std::vector<Border::Sent>& outbox_;
  std::uint32_t cable_;
};

}  // namespace weir::network
