// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/conservation.h"

#include <map>

#include "hw_model/base/invariant.h"
#include "hw_model/frame/ethernet.h"

namespace weir::oracle {

namespace {

// The longest time from the start of a frame's transmission to its request for admission.
Time longest_transit(const network::Network& network, const port::Port& sender, const port::Port& receiver) {
  return network.longest_wire_time(sender, frame::kMaxFrameLength) + sender.link().delay + receiver.longest_parse();
}

// Whether the other end of the port's cable is a device of this process, whose books are at hand.
bool is_at_hand(const network::Network& network, const network::Peer& peer) {
  return peer.device != network::kNoDevice && network.devices[peer.device].is_here();
}

std::uint64_t packets_kept(const host::Nic& host) {
  std::uint64_t packets = 0;
  for (std::size_t c = 0; c < kClasses; ++c) {
    packets += host.intake().kept(ClassId(c)).size();
  }
  return packets;
}

}  // namespace

ConservationChecker::ConservationChecker(const network::Network& network, const Drops& drops)
    : network_(network),
      drops_(drops),
      here_(network.count_here()),
      sent_by_(network.devices.size()),
      received_by_(network.devices.size()) {
  for (const std::vector<network::Peer>& ports : network.peers) {
    marks_.emplace_back(ports.size());
  }
  for (const host::FlowSpec& flow : network.flows) {
    sent_by_[network.topology.device_of(frame::Ipv4Address(flow.source_ip))].push_back(flow.index);
    received_by_[network.topology.device_of(frame::Ipv4Address(flow.destination_ip))].push_back(flow.index);
  }
}

void ConservationChecker::snapshot(std::size_t device, Time t) {
  if (!fault_.empty()) {
    return;
  }
  Instant& instant = pending_[t];
  instant.devices.resize(network_.devices.size());
  if (kCheckInvariants && network_.devices[device].asic) {
    try {
      network_.devices[device].asic->check();
    } catch (const InvariantBroken& broken) {
      fault_ = broken.what();
      return;
    }
  }
  instant.devices[device] = books_of(device);
  if (++instant.arrived == here_) {
    close(instant, t);
    pending_.erase(t);
  }
}

void ConservationChecker::evaluate(Time now) {
  if constexpr (kCheckInvariants) {
    audit(now);
  } else if (!fault_.empty()) {
    throw InvariantBroken(fault_);
  }
}

void ConservationChecker::audit(Time now) {
  if (!network_.border) {
    audit_books(NetworkBooks(network_, drops_), now);
  }
  audit_queues(now);
}

void ConservationChecker::audit_queues(Time now) {
  std::uint64_t frames = 0;
  for (const std::size_t d : network_.here()) {
    frames += packets_waiting(network_.devices[d], network_.peers[d].size());
    if (const host::Nic* nic = network_.devices[d].nic) {
      frames += packets_kept(*nic);
      DeviceBooks books;
      books.device = network_.topology.devices[d].name;
      books.misdelivered = nic->misdelivered();
      count_flows(d, books);
      if (books.entered != nic->made() || books.taken != nic->taken()) {
        note(Imbalance{std::to_string(nic->made()) + " packets made and " + std::to_string(nic->taken()) +
                           " taken, but of flows " + std::to_string(books.entered) + " and " +
                           std::to_string(books.taken),
                       books.device, ""},
             now);
      }
    }
    for (std::size_t p = 0; p < network_.peers[d].size(); ++p) {
      frames += network_.devices[d]->port(PortId(p)).frames_under_way();
      if (const asic::PortRetry* retry = network_.devices[d]->retry(PortId(p))) {
        frames += retry->kept();
      }
    }
  }
  for (const auto& [sender, link] : network_.lossy_links) {
    link->for_each_held([&](const frame::Packet&, bool) { ++frames; });
  }
  frames += network_.border ? network_.border->waiting() : 0;
  if (frames != network_.pool.in_use()) {
    note(Imbalance{std::to_string(network_.pool.in_use()) + " frames in use, but " + std::to_string(frames) +
                       " in queues and on wires",
                   "the network", ""},
         now);
  }
  audit_links(now);
  audit_repaired_links(now);
  if (!fault_.empty()) {
    throw InvariantBroken(fault_);
  }
}

DeviceBooks ConservationChecker::books_of(std::size_t device) const {
  const network::Device& dev = network_.devices[device];
  DeviceBooks books;
  books.device = network_.topology.devices[device].name;
  books.ports.resize(network_.peers[device].size());
  for (std::size_t p = 0; p < books.ports.size(); ++p) {
    books.ports[p] = port_books(device, PortId(p));
  }
  if constexpr (kCheckInvariants) {
    books.waiting = packets_waiting(dev, books.ports.size());
  }
  dev.asic ? count_switch(device, books) : count_host(device, books);
  return books;
}

PortBooks ConservationChecker::port_books(std::size_t device, PortId port) const {
  const network::Device& dev = network_.devices[device];
  PortBooks books;
  for (std::size_t c = 0; c < kClasses; ++c) {
    books.data_sent += dev->egress().counters(port, ClassId(c)).sent;
  }
  const port::PortCounters& counters = dev->port(port).counters();
  books.data_received = counters.frames_received;
  // Feedback that takes no time on the wire is not counted as sent.
  const bool out_of_band = dev->engine(port).out_of_band();
  books.control_sent = dev->control_frames_sent(port);
  books.control_received = out_of_band ? 0 : counters.control_frames_received;
  return books;
}

void ConservationChecker::count_host(std::size_t device, DeviceBooks& books) const {
  const host::Nic& nic = *network_.devices[device].nic;
  books.host = true;
  books.misdelivered = nic.misdelivered();
  books.kept = packets_kept(nic);
  books.entered = nic.made();
  books.taken = nic.taken();
  if constexpr (kCheckInvariants) {
    count_flows(device, books);
  }
}

// Counts the host's books again from each flow's measurements.
void ConservationChecker::count_flows(std::size_t device, DeviceBooks& books) const {
  books.entered = 0;
  books.taken = books.misdelivered + network_.devices[device].nic->damaged_frames();
  for (const std::uint32_t flow : sent_by_[device]) {
    const host::Sent& sent = network_.measurements[flow].sent;
    books.entered += sent.packets + sent.tags;
    books.taken += sent.acknowledgements_received + sent.notifications + sent.tags_returned;
  }
  for (const std::uint32_t flow : received_by_[device]) {
    const host::Received& received = network_.measurements[flow].received;
    books.entered += received.acknowledgements_sent + received.tags;
    books.taken += received.packets + received.discarded + received.notifications + received.tags;
  }
}

void ConservationChecker::count_switch(std::size_t device, DeviceBooks& books) const {
  const asic::SwitchAsic& asic = *network_.devices[device].asic;
  for (std::size_t p = 0; p < books.ports.size(); ++p) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      books.entered += asic.mmu().counters(PortId(p), ClassId(c)).admitted;
      books.taken += asic.drops(PortId(p), ClassId(c)).total();
      const asic::DropCounters& drops = asic.drops(PortId(p), ClassId(c));
      books.withdrawn += drops.watchdog + drops.pfcwd_waiting + drops.resolution + drops.reset_waiting;
    }
  }
  books.taken += asic.tags_taken_off();
  books.own = asic.internal_source().entered();
  books.entered += books.own;
  books.withdrawn += asic.internal_source().dropped();
  books.queued = asic.egress().total() + asic.crossbar().in_transit() - asic.internal_source().queued();
  // Bytes held by whole cells cannot be derived from the bytes in queues, so both entries are made equal.
  books.buffered = asic.mmu().config().count_cells ? books.queued : asic.mmu().buffer().counted();
}

// The network at one instant: each device by itself, and each link between its two ends.
void ConservationChecker::close(const Instant& instant, Time t) {
  for (const std::size_t d : network_.here()) {
    note(imbalance_of(instant.devices[d]), t);
  }
  for (const std::size_t d : network_.here()) {
    for (std::size_t p = 0; p < network_.peers[d].size(); ++p) {
      const network::Peer& peer = network_.peers[d][p];
      if (!is_at_hand(network_, peer)) {
        continue;
      }
      const PortBooks& sender = instant.devices[d].ports[p];
      const PortBooks& receiver = instant.devices[peer.device].ports[peer.port.index()];
      const LinkBooks link = link_books(d, PortId(p));
      Mark& mark = marks_[d][p];
      const Time transit = longest_transit(network_, network_.devices[d]->port(PortId(p)),
                                           network_.devices[peer.device]->port(peer.port));
      const bool repaired = network_.devices[d]->retry(PortId(p)) != nullptr;  // however late
      const bool due = !repaired && t - mark.at >= transit + link.longest_delay;
      note_link(d, PortId(p), imbalance_of(link, sender, receiver, due ? mark.sent : 0), t);
      if (due) {
        mark = {t, sender.data_sent};
      }
    }
  }
}

LinkBooks ConservationChecker::link_books(std::size_t device, PortId port) const {
  LinkBooks books;
  if (const auto lossy = network_.lossy_links.find({device, port}); lossy != network_.lossy_links.end()) {
    const network::LinkFaultCounters data = lossy->second->data();
    books.data_lost = data.lost;
    books.data_doubled = data.doubled;
    books.control_doubled = lossy->second->counters().doubled - data.doubled;
    books.longest_delay = lossy->second->longest_delay();
  }
  if (const auto wire = network_.damaged_links.find({device, port}); wire != network_.damaged_links.end()) {
    books.control_damaged = wire->second->counters().control;
  }
  return books;
}

// Every frame given to a link with faults or errors is somewhere, or known to be lost.
void ConservationChecker::audit_links(Time now) {
  for (const auto& [sender, wire] : network_.damaged_links) {
    const auto& [device, port] = sender;
    if (network_.devices[device]->retry(port) != nullptr) {
      continue;
    }
    const network::Peer& peer = network_.peers[device][port.index()];
    note_link(
        device, port,
        settled_imbalance_of(link_books(device, port), port_books(device, port), port_books(peer.device, peer.port),
                             network_.devices[peer.device]->port(peer.port).data_under_way().size()),
        now);
  }
  for (const auto& [sender, link] : network_.lossy_links) {
    const auto& [device, port] = sender;
    const network::Peer& peer = network_.peers[device][port.index()];
    std::uint64_t under_way = network_.devices[peer.device]->port(peer.port).data_under_way().size();
    link->for_each_held([&](const frame::Packet&, bool control) { under_way += control ? 0 : 1; });
    note_link(device, port,
              settled_imbalance_of(link_books(device, port), port_books(device, port),
                                   port_books(peer.device, peer.port), under_way),
              now);
  }
}

// Every data frame given to a link with link-level retry is accepted, still kept, or given up.
void ConservationChecker::audit_repaired_links(Time now) {
  for (const std::size_t d : network_.here()) {
    for (std::size_t p = 0; p < network_.peers[d].size(); ++p) {
      const asic::PortRetry* retry = network_.devices[d]->retry(PortId(p));
      if (retry == nullptr) {
        continue;
      }
      const network::Peer& peer = network_.peers[d][p];
      const port::Port& receiver = network_.devices[peer.device]->port(peer.port);
      LinkBooks books = link_books(d, PortId(p));
      for (const auto& [owner, lost] : retry->lost()) {
        books.data_lost += owner.control ? 0 : lost.amount.packets;
      }
      std::uint64_t under_way = receiver.data_under_way().size();
      retry->for_each_on_link([&](const asic::PortRetry::OnLink& one) { under_way += one.control ? 0 : 1; });
      for (const frame::Packet& packet : receiver.arriving()) {
        under_way += packet.link_number == frame::kNoLinkNumber && !receiver.takes_as_control(packet) ? 1 : 0;
      }
      note_link(d, PortId(p),
                settled_imbalance_of(books, port_books(d, PortId(p)), port_books(peer.device, peer.port), under_way),
                now);
    }
  }
}

std::vector<FlowBooks> ConservationChecker::flow_books(const NetworkBooks& network) const {
  std::vector<FlowBooks> all;
  all.reserve(network_.flows.size());
  for (const host::FlowSpec& spec : network_.flows) {
    const host::FlowMeasurement& measured = network_.measurements[spec.index];
    const PacketBooks data = network.data(spec);
    const PacketBooks answers = network.answers(spec);
    const bool in_order = spec.control != nullptr && spec.control->resends;
    // The frames of a capture belong to many flows, and those of TCP to many connections, which take ways of their own.
    const bool judged = !spec.demand.capture && !spec.tcp && (in_order || !may_overtake_);
    all.push_back({.flow = spec.name.empty() ? std::to_string(spec.index) : spec.name,
                   .sent = data.begun().packets,
                   .delivered = data.delivered.packets + data.discarded.packets,
                   .dropped = data.dropped.packets,
                   .inside = data.in_network.packets,
                   .out_of_order = judged ? measured.received.out_of_order : 0,
                   .answers_sent = answers.begun().packets,
                   .answers_received = answers.delivered.packets,
                   .answers_dropped = answers.dropped.packets,
                   .answers_inside = answers.in_network.packets,
                   .answered = spec.acknowledged && spec.settings.notify_interval == kNever,
                   .in_order = in_order});
  }
  return all;
}

void ConservationChecker::audit_books(const NetworkBooks& books, Time now) {
  audit_packets(books, now);
  if (!fault_.empty()) {
    throw InvariantBroken(fault_);
  }
}

void ConservationChecker::audit_packets(const NetworkBooks& books, Time now) {
  for (const FlowBooks& flow : flow_books(books)) {
    note(imbalance_of(flow), now);
  }
  for (const host::FlowSpec& spec : network_.flows) {
    const std::string name = spec.name.empty() ? std::to_string(spec.index) : spec.name;
    note(imbalance_of(books.data(spec), "packets of flow " + name), now);
    note(imbalance_of(books.answers(spec), "acknowledgements of flow " + name), now);
  }
  for (const auto& kind : asic::kOwnKinds) {
    note(imbalance_of(books.own(kind.value), "frames of kind " + std::string(kind.name)), now);
  }
  note(imbalance_of(books.unit_messages(), "messages of deadlock units in frames of their own"), now);
}

std::string ConservationChecker::port_name(std::size_t device, std::size_t port) const {
  return network_.topology.devices[device].name + ".p" + std::to_string(port);
}

// The link's name is made only for a fault: a sample looks at thousands of links.
void ConservationChecker::note_link(std::size_t device, PortId port, std::optional<Imbalance> imbalance, Time t) {
  if (imbalance) {
    const network::Peer& peer = network_.peers[device][port.index()];
    imbalance->place = port_name(device, port.index()) + " to " + port_name(peer.device, peer.port.index());
  }
  note(imbalance, t);
}

void ConservationChecker::note(const std::optional<Imbalance>& imbalance, Time t) {
  if (imbalance && fault_.empty()) {
    fault_ = imbalance->what + (imbalance->place.empty() ? "" : "; at " + imbalance->place) +
             (imbalance->flow.empty() ? "" : "; flow " + imbalance->flow) + "; at " + std::to_string(t.count()) + " ps";
  }
}

}  // namespace weir::oracle
