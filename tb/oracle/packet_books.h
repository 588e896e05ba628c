// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What has become of all packets of a run, each in packets and bytes: of each flow its packets and its answers, and of
// each kind of frame that the network makes itself. What came into being is somewhere: injected + made + doubled =
// delivered + consumed + dropped + discarded + in the network. Of the control frames, which end at the next port, those
// of deadlock units alone are packets here.
//
// Reckoned when no device is at work, in one walk over all that waits; nobody counts anything for it packet by packet.

#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/asic/internal_source.h"
#include "hw_model/base/amount.h"
#include "hw_model/datapath/crossbar/crossbar.h"
#include "tb/network/network.h"
#include "tb/oracle/books.h"
#include "tb/oracle/drops.h"

namespace weir::oracle {

// Packets that lie somewhere, by flow, and frames of the network's own by kind. Bytes are frame::made_length().
class Census final : public crossbar::WaitingVisitor {
 public:
  // All that waits in a device's queues.
  void take(const network::Device& device, std::size_t ports);

  void add(const frame::Packet& packet);
  void add(const frame::PacketQueue& packets);
  void waiting(const frame::Packet& packet, const frame::Packet&) override { add(packet); }

  Amount data(std::uint32_t flow) const { return flow < data_.size() ? data_[flow] : Amount(); }
  Amount answers(std::uint32_t flow) const { return flow < answers_.size() ? answers_[flow] : Amount(); }
  Amount own(asic::OwnKind kind) const { return own_[static_cast<std::size_t>(kind)]; }

  // A control frame, of which those of deadlock units are counted.
  void add_control(const frame::Packet& packet);
  Amount unit_messages() const { return unit_messages_; }

 private:
  std::vector<Amount> data_;     // by flow
  std::vector<Amount> answers_;  // by flow
  std::array<Amount, asic::kOwnKinds.size()> own_;
  Amount unit_messages_;
};

// Packets of whatever kind in a device's queues.
std::uint64_t packets_waiting(const network::Device& device, std::size_t ports);

// Of some kind of frame.
struct PacketBooks {
  Amount injected;    // by hosts, as packets of flows and answers to them; each time that one is sent again
  Amount made;        // by switches, and rate tags by hosts
  Amount doubled;     // by links with faults
  Amount delivered;   // taken by the host that they were for
  Amount consumed;    // of what was made: has ended where it was to end, in a host or a switch
  Amount dropped;     // by switches, and lost by links with faults
  Amount discarded;   // by go-back-N at its receiver
  Amount in_network;  // in queues and on wires

  PacketBooks& operator+=(const PacketBooks& other);

  // Of them: what has come into being, and what has become of it.
  Amount begun() const;
  Amount known() const;
};

// Nothing where they add up. `what`: "packets of flow f1".
std::optional<Imbalance> imbalance_of(const PacketBooks& books, const std::string& what);

class NetworkBooks {
 public:
  // Walks over all that waits. Both must outlive this; no device is at work, now and below.
  NetworkBooks(const network::Network& network, const Drops& drops);

  PacketBooks data(const host::FlowSpec& flow) const;
  PacketBooks answers(const host::FlowSpec& flow) const;
  PacketBooks own(asic::OwnKind kind) const;

  // Messages of deadlock units in frames of their own, which end at the next switch.
  PacketBooks unit_messages() const;

 private:
  struct Gone {
    Amount dropped;
    Amount doubled;
  };
  void close(std::uint32_t of, PacketBooks& books) const;

  const network::Network& network_;
  Census inside_;
  std::map<std::uint32_t, Gone> gone_;  // by Packet::flow
  std::array<Gone, asic::kOwnKinds.size()> own_gone_;
};

}  // namespace weir::oracle
