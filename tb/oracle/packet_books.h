// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Where all packets of a run have gone, in packets and bytes: for each flow its packets and its answers, and for each
// kind of frame that the network makes itself. The books balance: injected + made + doubled = delivered + consumed +
// dropped + discarded + in the network. Control frames, which end at the next port, are no packets here, except for
// deadlock units' messages.
//
// Computed when no device is at work, in one walk over all waiting packets; the run counts nothing for it.

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

// A count of waiting packets by flow, and of the network's own frames by kind. Bytes are frame::made_length().
class Census final : public crossbar::WaitingVisitor {
 public:
  // Counts all packets in a device's queues.
  void take(const network::Device& device, std::size_t ports);

  // A packet is counted when some more have come, or by finish(), before which no count is complete: in a large network
  // a packet is two cold lines, which are asked for in time.
  void add(const frame::Packet& packet);
  void add(const frame::PacketQueue& packets);
  void finish();
  void waiting(const frame::Packet& packet, const frame::Packet&) override { add(packet); }

  Amount data(std::uint32_t flow) const { return flow < data_.size() ? data_[flow] : Amount(); }
  Amount answers(std::uint32_t flow) const { return flow < answers_.size() ? answers_[flow] : Amount(); }
  Amount own(asic::OwnKind kind) const { return own_[static_cast<std::size_t>(kind)]; }

  // Counts what is on the link to a port with link-level retry: of a numbered frame the copy that its sender keeps, as
  // long as the port has not accepted that frame; plain frames on the wire.
  void add_protected(const network::Device& sender, PortId from, const network::Device& receiver, PortId to);

  // Counts a control frame; only those of deadlock units count.
  void add_control(const frame::Packet& packet);
  Amount unit_messages() const { return unit_messages_; }

 private:
  friend struct ToldBooks;
  static constexpr std::size_t kAhead = 16;

  void count(const frame::Packet& packet);

  std::array<const frame::Packet*, kAhead> ahead_{};  // a ring of those that are not counted yet; null: none
  std::size_t oldest_ = 0;
  std::vector<Amount> data_;     // by flow
  std::vector<Amount> answers_;  // by flow
  std::array<Amount, asic::kOwnKinds.size()> own_;
  Amount unit_messages_;
};

// The number of packets of any kind in a device's queues.
std::uint64_t packets_waiting(const network::Device& device, std::size_t ports);

// The books of one kind of frame.
struct PacketBooks {
  Amount injected;    // by hosts: packets of flows and answers; each resending counts
  Amount made;        // by switches, and rate tags by hosts
  Amount doubled;     // by links with faults
  Amount delivered;   // taken by the destination host
  Amount consumed;    // the part of `made` that ended where it should, in a host or a switch
  Amount dropped;     // by switches, lost on links with faults, and found damaged by hosts
  Amount discarded;   // by the receiver's go-back-N
  Amount in_network;  // in queues and on wires

  PacketBooks& operator+=(const PacketBooks& other);

  // begun(): sum of frames that came into being. known(): sum of frames whose fate is known.
  Amount begun() const;
  Amount known() const;
};

// Whether the books balance; nullopt: they do. `what`: "packets of flow f1".
std::optional<Imbalance> imbalance_of(const PacketBooks& books, const std::string& what);

class NetworkBooks {
 public:
  // Counts all waiting packets. Both references must outlive this object; no device may be at work during any call.
  NetworkBooks(const network::Network& network, const Drops& drops);

  // In a network divided among ranks: what the devices here have in their books, as a text; and the books of all
  // devices, from the texts of all ranks. `network` has the measurements of all flows by then.
  std::string tell() const;
  NetworkBooks(const network::Network& network, const std::vector<std::string>& told);

  PacketBooks data(const host::FlowSpec& flow) const;
  PacketBooks answers(const host::FlowSpec& flow) const;
  PacketBooks own(asic::OwnKind kind) const;

  // Messages of deadlock units in frames of their own, which end at the next switch.
  PacketBooks unit_messages() const;

 private:
  friend struct ToldBooks;

  struct Gone {
    Amount dropped;
    Amount doubled;
  };
  // Frames that switches have made and taken off.
  struct Own {
    Amount made;
    Amount consumed;
  };
  void close(std::uint32_t of, PacketBooks& books) const;
  void count_own(const asic::SwitchAsic& asic);
  void count_unit_messages(const asic::SwitchAsic& asic);
  void add_given_up(const asic::PortRetry& retry);

  const network::Network& network_;
  Census inside_;
  std::map<std::uint32_t, Gone> gone_;  // by Packet::flow
  std::array<Gone, asic::kOwnKinds.size()> own_gone_;
  std::array<Own, asic::kOwnKinds.size()> own_;
  PacketBooks unit_messages_;  // without those in the network
};

}  // namespace weir::oracle
