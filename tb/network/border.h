// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The border of a network that several processes, its ranks, simulate together: each rank has its own devices, and a
// cable between devices of two ranks ends on each of them at a far end. A frame that an own device sends into such a
// cable goes into the outbox of the other rank, and at the ranks' next meeting to the port at the cable's other end.
// The cable's delay is at least the time between two meetings, so that the frame comes before its last bit.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
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
  FarEnd& far_end(std::size_t cable) { return *far_ends_.at(cable); }

  // The frames for a rank since the last forget(), in the order of the calls that brought them.
  std::span<const std::byte> outbox(std::uint32_t rank) const { return outboxes_[rank]; }
  void forget(std::uint32_t rank) { outboxes_[rank].clear(); }

  // Hands over the frames that another rank has sent, its outbox for this rank. No device is at work, and none has done
  // the work of an instant at which one of these frames arrives. Throws std::invalid_argument if these are no frames.
  void deliver(std::span<const std::byte> frames);

 private:
  friend class FarEnd;
  void send(std::size_t cable, std::uint32_t rank, frame::Packet& packet, Time arrival);

  link::FramePool& pool_;
  Division division_;
  std::vector<std::vector<std::byte>> outboxes_;             // by rank
  std::map<std::size_t, std::unique_ptr<FarEnd>> far_ends_;  // by cable
};

// One end of such a cable, at the own port.
class FarEnd final : public OnCable {
 public:
  // `rank`: the one that has the device at the other end.
  FarEnd(const sc_core::sc_module_name& name, link::FramePool& pool, Border& border, std::size_t cable,
         std::uint32_t rank)
      : OnCable(name, pool), border_(border), cable_(cable), rank_(rank) {}

  // A frame of the other rank whose last bit arrives at `arrival`, in the present or later.
  void deliver(frame::Packet& packet, Time arrival) { give(packet, arrival); }

 private:
  void take(frame::Packet& packet, Time arrival) override { border_.send(cable_, rank_, packet, arrival); }

  Border& border_;
  std::size_t cable_;
  std::uint32_t rank_;
};

}  // namespace weir::network
