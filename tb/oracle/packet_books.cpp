// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/packet_books.h"

#include <algorithm>
#include <utility>

#include "hw_model/datapath/link/frame_transaction.h"
#include "hw_model/frame/itsy_message.h"
#include "hw_model/frame/link_local.h"
#include "hw_model/frame/mac_control.h"

namespace weir::oracle {
namespace {

constexpr std::size_t place_of(asic::OwnKind kind) { return static_cast<std::size_t>(kind); }

bool is_own(std::uint32_t flow) { return flow != frame::kForeignFlow && (flow & frame::kMadeInNetwork) != 0; }

// The amount of `number` tags or messages, which all have the length of a control frame.
Amount short_frames(std::uint64_t number) {
  return {number, frame::kControlFrameLength * static_cast<std::int64_t>(number)};
}

Amount sum(std::initializer_list<Amount> amounts) {
  Amount all;
  for (const Amount& one : amounts) {
    all += one;
  }
  return all;
}

std::string text(const Amount& amount) {
  return std::to_string(amount.packets) + " (" + std::to_string(amount.bytes.count()) + " B)";
}

}  // namespace

std::uint64_t packets_waiting(const network::Device& device, std::size_t ports) {
  struct Count final : crossbar::WaitingVisitor {
    void waiting(const frame::Packet&, const frame::Packet&) override { ++packets; }
    std::uint64_t packets = 0;
  } count;
  for (std::size_t p = 0; p < ports; ++p) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      count.packets += device->egress().waiting(PortId(p), ClassId(c)).size();
    }
  }
  if (device.asic) {
    device.asic->crossbar().visit_waiting(count);
  }
  return count.packets;
}

void Census::take(const network::Device& device, std::size_t ports) {
  for (std::size_t p = 0; p < ports; ++p) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      add(device->egress().waiting(PortId(p), ClassId(c)));
    }
  }
  if (device.asic) {
    device.asic->crossbar().visit_waiting(*this);
  }
}

void Census::add(const frame::PacketQueue& packets) {
  for (const frame::Packet& packet : packets) {
    add(packet);
  }
}

void Census::add(const frame::Packet& packet) {
  link::FramePool::ask_for_frame(packet);
  const frame::Packet* const due = std::exchange(ahead_[oldest_], &packet);
  oldest_ = (oldest_ + 1) % kAhead;
  if (due != nullptr) {
    count(*due);
  }
}

void Census::finish() {
  for (const frame::Packet*& packet : ahead_) {
    if (packet != nullptr) {
      count(*std::exchange(packet, nullptr));
    }
  }
}

void Census::count(const frame::Packet& packet) {
  if (packet.flow == frame::kForeignFlow || frame::is_damaged_link_local(packet)) {
    return;
  }
  const Bytes length = frame::made_length(packet);
  if (is_own(packet.flow)) {
    return own_[place_of(asic::own_kind(packet.flow))].add(length);
  }
  std::vector<Amount>& counts = (packet.flow & host::kAcknowledgement) != 0 ? answers_ : data_;
  const std::uint32_t flow = packet.flow & ~host::kAcknowledgement;
  if (flow >= counts.size()) {
    counts.resize(flow + 1);
  }
  counts[flow].add(length);
}

void Census::add_protected(const network::Device& sender, PortId from, const network::Device& receiver, PortId to) {
  const auto count = [&](const frame::Packet& packet, bool control) { control ? add_control(packet) : add(packet); };
  sender->retry(from)->for_each_on_link([&](const asic::PortRetry::OnLink& one) { count(one.packet, one.control); });
  const port::Port& port = receiver->port(to);
  for (const frame::Packet& packet : port.arriving()) {
    if (packet.link_number == frame::kNoLinkNumber) {
      count(packet, port.takes_as_control(packet));
    }
  }
}

void Census::add_control(const frame::Packet& packet) {
  if (frame::is_itsy(packet.bytes)) {
    unit_messages_.add(packet.length);
  }
}

PacketBooks& PacketBooks::operator+=(const PacketBooks& other) {
  for (Amount PacketBooks::*const member :
       {&PacketBooks::injected, &PacketBooks::made, &PacketBooks::doubled, &PacketBooks::delivered,
        &PacketBooks::consumed, &PacketBooks::dropped, &PacketBooks::discarded, &PacketBooks::in_network}) {
    this->*member += other.*member;
  }
  return *this;
}

Amount PacketBooks::begun() const { return sum({injected, made, doubled}); }

Amount PacketBooks::known() const { return sum({delivered, consumed, dropped, discarded, in_network}); }

std::optional<Imbalance> imbalance_of(const PacketBooks& books, const std::string& what) {
  const Amount begun = books.begun();
  const Amount known = books.known();
  if (begun.packets == known.packets && begun.bytes == known.bytes) {
    return std::nullopt;
  }
  return Imbalance{what + ": " + text(books.injected) + " injected + " + text(books.made) + " made + " +
                       text(books.doubled) + " doubled = " + text(begun) + ", but " + text(books.delivered) +
                       " delivered + " + text(books.consumed) + " consumed + " + text(books.dropped) + " dropped + " +
                       text(books.discarded) + " discarded + " + text(books.in_network) +
                       " in the network = " + text(known),
                   "", ""};
}

NetworkBooks::NetworkBooks(const network::Network& network, const Drops& drops) : network_(network) {
  for (const std::size_t d : network.here()) {
    const network::Device& device = network.devices[d];
    inside_.take(device, network.peers[d].size());
    for (std::size_t p = 0; p < network.peers[d].size(); ++p) {
      inside_.add(device->port(PortId(p)).data_under_way());
      device->port(PortId(p)).for_each_control_under_way([&](const frame::Packet& one) { inside_.add_control(one); });
      if (device->retry(PortId(p)) != nullptr) {
        const network::Peer& peer = network.peers[d][p];
        inside_.add_protected(device, PortId(p), network.devices[peer.device], peer.port);
        add_given_up(*device->retry(PortId(p)));
      }
    }
    for (std::size_t c = 0; device.nic != nullptr && c < kClasses; ++c) {
      inside_.add(device.nic->intake().kept(ClassId(c)));
    }
    for (const auto& [flow, dropped] : drops.of(d).by_flow()) {
      gone_[flow].dropped += dropped;
    }
    if (device.nic != nullptr) {
      for (const auto& [flow, damaged] : device.nic->damaged()) {
        gone_[flow].dropped += damaged;
      }
    }
    if (device.asic != nullptr) {
      count_own(*device.asic);
      count_unit_messages(*device.asic);
    }
  }
  for (const auto& [sender, link] : network.lossy_links) {
    for (const auto& [flow, struck] : link->data_by_flow()) {
      gone_[flow].dropped += {struck.lost, struck.lost_bytes};
      gone_[flow].doubled += {struck.doubled, struck.doubled_bytes};
    }
    link->for_each_held([&](const frame::Packet& packet, bool control) {
      control ? inside_.add_control(packet) : inside_.add(packet);
    });
    const network::LinkFaultCounters& struck = link->unit_messages();
    unit_messages_.dropped += {struck.lost, struck.lost_bytes};
    unit_messages_.doubled += {struck.doubled, struck.doubled_bytes};
  }
  for (const auto& [sender, wire] : network.damaged_links) {
    unit_messages_.dropped += short_frames(wire->counters().unit_messages);
  }
  inside_.finish();
  for (const auto& [flow, gone] : gone_) {
    if (is_own(flow)) {
      Gone& own = own_gone_[place_of(asic::own_kind(flow))];
      own.dropped += gone.dropped;
      own.doubled += gone.doubled;
    }
  }
}

void NetworkBooks::count_own(const asic::SwitchAsic& asic) {
  for (const auto& kind : asic::kOwnKinds) {
    Own& own = own_[place_of(kind.value)];
    own_gone_[place_of(kind.value)].dropped += asic.internal_source().dropped(kind.value);
    own.made += asic.internal_source().entered(kind.value);
    own.consumed += kind.value == asic::OwnKind::kRateTag ? short_frames(asic.tags_taken_off()) : Amount();
  }
}

void NetworkBooks::count_unit_messages(const asic::SwitchAsic& asic) {
  unit_messages_.dropped += short_frames(asic.messages_unheard());
  const deadlock::DeadlockUnit* const unit = asic.deadlock_unit();
  for (std::size_t p = 0; unit != nullptr && p < asic.ports(); ++p) {
    const deadlock::MessageCounters messages = unit->messages(PortId(p)).value_or(deadlock::MessageCounters());
    unit_messages_.made += short_frames(messages.frames);
    unit_messages_.consumed += short_frames(messages.taken);
  }
}

void NetworkBooks::add_given_up(const asic::PortRetry& retry) {
  for (const auto& [owner, lost] : retry.lost()) {
    (owner.control ? unit_messages_.dropped : gone_[owner.flow].dropped) += lost.amount;
  }
}

void NetworkBooks::close(std::uint32_t of, PacketBooks& books) const {
  if (const auto found = gone_.find(of); found != gone_.end()) {
    books.dropped = found->second.dropped;
    books.doubled = found->second.doubled;
  }
}

PacketBooks NetworkBooks::data(const host::FlowSpec& flow) const {
  const auto& [sent, received] = network_.measurements[flow.index];
  const auto number = static_cast<std::int64_t>(sent.packets);
  PacketBooks books;
  const Bytes each = flow.demand.capture == nullptr ? flow.demand.frame_length : Bytes(0);  // each captured has its own
  books.injected = {sent.packets, each * number + Bytes(sent.bytes_beyond)};
  books.delivered = {received.packets, Bytes(static_cast<std::int64_t>(received.bytes) + received.taken_off_bytes)};
  books.discarded = {received.discarded, received.discarded_bytes};
  books.in_network = inside_.data(flow.index);
  close(flow.index, books);
  return books;
}

PacketBooks NetworkBooks::answers(const host::FlowSpec& flow) const {
  const auto& [sent, received] = network_.measurements[flow.index];
  PacketBooks books;
  books.injected = {received.acknowledgements_sent, received.acknowledgement_bytes};
  books.delivered = {sent.acknowledgements_received, sent.acknowledgement_bytes};
  books.in_network = inside_.answers(flow.index);
  close(flow.index | host::kAcknowledgement, books);
  return books;
}

// A tag that a host returns has ended, and another one begins.
PacketBooks NetworkBooks::own(asic::OwnKind kind) const {
  PacketBooks books;
  std::uint64_t made_by_hosts = 0;
  std::uint64_t ended_in_hosts = 0;
  for (const host::FlowMeasurement& flow : network_.measurements) {
    if (kind == asic::OwnKind::kRateTag) {
      made_by_hosts += flow.sent.tags + flow.received.tags;
      ended_in_hosts += flow.sent.tags_returned + flow.received.tags;
    } else {
      ended_in_hosts += flow.sent.notifications + flow.received.notifications;
    }
  }
  books.made = short_frames(made_by_hosts);
  books.consumed = short_frames(ended_in_hosts);
  books.made += own_[place_of(kind)].made;
  books.consumed += own_[place_of(kind)].consumed;
  books.dropped = own_gone_[place_of(kind)].dropped;
  books.doubled = own_gone_[place_of(kind)].doubled;
  books.in_network = inside_.own(kind);
  return books;
}

PacketBooks NetworkBooks::unit_messages() const {
  PacketBooks books = unit_messages_;
  books.in_network = inside_.unit_messages();
  return books;
}

}  // namespace weir::oracle
