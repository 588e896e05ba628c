// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/knot_log.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "hw_model/frame/ethernet.h"

namespace weir::oracle {

KnotLog::KnotLog(const network::Network& network, std::size_t device, std::size_t first, std::optional<Bytes> fifo_room,
                 Told told)
    : network_(network),
      device_(device),
      first_(first),
      told_(std::move(told)),
      egresses_(network.peers[device].size()),
      ingresses_(network.peers[device].size()) {
  const asic::SwitchAsic* const asic = network.devices[device].asic;
  xon_moves_ = asic != nullptr && asic->mmu().config().lossless_alpha_128ths != 0;
  if (fifo_room) {
    fifos_.assign(kClasses, KnotFifos(egresses_.ports(), *fifo_room));
  }
}

void KnotLog::write(const KnotEntry& entry) {
  entries_.push_back(entry);
  told_();
}

void KnotLog::take_until(Time until, std::vector<KnotEntry>& into) {
  const auto later =
      std::stable_partition(entries_.begin(), entries_.end(), [&](const KnotEntry& entry) { return entry.at < until; });
  into.insert(into.end(), entries_.begin(), later);
  entries_.erase(entries_.begin(), later);
}

void KnotLog::declared(PortId ingress, ClassId c, Time now) {
  follow_xon(c, now);
  write({.at = now, .event = KnotEvent::kDeclared, .place = place(ingress, c)});
}

void KnotLog::resolves(PortId ingress, ClassId c, Time now) {
  follow_xon(c, now);
  write({.at = now, .event = KnotEvent::kResolved, .place = place(ingress, c)});
}

void KnotLog::resolved(PortId ingress, ClassId c, Time now) {
  write({.at = now, .event = KnotEvent::kDisturbed, .place = place(ingress, c)});
}

Bytes KnotLog::xon_of(PortId ingress, ClassId c) const {
  const flow_control::ViqPauses* const pauses = network_.devices[device_]->engine(ingress).viq_pauses();
  return pauses != nullptr ? pauses->resumes_at(c) : Bytes(0);
}

// Writes a kLowers where XON has fallen during a pause. XON moves without a call here, so each packet checks it.
void KnotLog::follow_xon(ClassId c, Time now) {
  for (std::size_t p = 0; xon_moves_ && p < ingresses_.ports(); ++p) {
    Ingress& ingress = ingresses_.at(PortId(p), c);
    const Bytes xon = xon_of(PortId(p), c);
    if (ingress.pauses && xon < ingress.xon) {
      ingress.xon = xon;
      write({.at = now, .event = KnotEvent::kLowers, .place = place(PortId(p), c), .amount = xon.count()});
    }
  }
}

// Only packets of lossless classes that occupy a VIQ can be part of a deadlock.
bool KnotLog::watches(const frame::Packet& packet) const {
  const network::Device& device = network_.devices[device_];
  return device.asic != nullptr && packet.ingress != frame::kNoIngress &&
         device->engine(packet.ingress).lossless(packet.traffic_class);
}

// The packet's length in the unit of XON.
Bytes KnotLog::counted(const frame::Packet& packet) const {
  return network_.devices[device_].asic->mmu().counted(packet.length);
}

// The bytes of the ingress that stand or wait at the egress change by `more`.
void KnotLog::changes(PortId egress, PortId ingress, ClassId c, Bytes more, Time now) {
  Egress& one = egresses_.at(egress, c);
  one.of.resize(egresses_.ports());
  one.of[ingress.index()] += more;
  if (one.gated && more != Bytes(0)) {
    write({.at = now,
           .event = more > Bytes(0) ? KnotEvent::kStands : KnotEvent::kFalls,
           .place = place(egress, c),
           .of = place(ingress, c),
           .amount = more.count()});
  }
}

KnotFifos* KnotLog::fifos(const frame::Packet& packet) {
  return fifos_.empty() ? nullptr : &fifos_[packet.traffic_class.index()];
}

KnotFifos::Packet KnotLog::waiting(const frame::Packet& packet) const {
  return {.egress = packet.egress, .length = packet.length, .counted = counted(packet)};
}

void KnotLog::follow_fifos(ClassId c, Time now) {
  const KnotFifos& fifos = fifos_[c.index()];
  for (std::size_t e = 0; e < egresses_.ports(); ++e) {
    std::vector<Bytes>& of = egresses_.at(PortId(e), c).of;
    of.resize(egresses_.ports());
    for (std::size_t i = 0; i < of.size(); ++i) {
      changes(PortId(e), PortId(i), c, fifos.stands(PortId(e), PortId(i)) - of[i], now);
    }
  }
}

void KnotLog::decided(const frame::Packet& packet, bool taken, bool, Time now) {
  if (!taken) {
    return;
  }
  if (KnotFifos* const fifos = this->fifos(packet); fifos != nullptr) {
    fifos->enter(packet.ingress, waiting(packet));
    follow_xon(packet.traffic_class, now);
    return follow_fifos(packet.traffic_class, now);
  }
  if (!watches(packet)) {
    return;
  }
  follow_xon(packet.traffic_class, now);
  changes(packet.egress, packet.ingress, packet.traffic_class, counted(packet), now);
}

void KnotLog::queued(const frame::Packet& packet, std::size_t, Time now) {
  KnotFifos* const fifos = this->fifos(packet);
  if (fifos == nullptr) {
    return;
  }
  if (packet.ingress == frame::kNoIngress) {
    fifos->queue(packet.egress, packet.length);
  } else {
    fifos->cross(packet.ingress);
  }
  follow_fifos(packet.traffic_class, now);
}

void KnotLog::left(const frame::Packet& packet, std::size_t, Time now, Time end) {
  Egress& egress = egresses_.at(packet.egress, packet.traffic_class);
  egress.sends_until = std::max(egress.sends_until, end);
  KnotFifos* const fifos = this->fifos(packet);
  if (fifos != nullptr && packet.ingress == frame::kNoIngress) {
    fifos->leave(packet.egress, packet.length);
    return follow_fifos(packet.traffic_class, now);
  }
  if (fifos == nullptr && !watches(packet)) {
    return;
  }
  follow_xon(packet.traffic_class, now);
  if (fifos != nullptr) {
    fifos->leave(packet.egress, packet.ingress, waiting(packet));
    follow_fifos(packet.traffic_class, now);
  } else {
    changes(packet.egress, packet.ingress, packet.traffic_class, -counted(packet), now);
  }
  if (end == now) {  // dropped
    write({.at = now, .event = KnotEvent::kDisturbed, .place = place(packet.ingress, packet.traffic_class)});
  }
}

void KnotLog::held(PortId egress, ClassId c, bool on, std::size_t, Time now) {
  Egress& one = egresses_.at(egress, c);
  one.gated = on;
  const std::size_t place = this->place(egress, c);
  if (!on) {
    return write({.at = now, .event = KnotEvent::kFreed, .place = place});
  }
  ++one.times;
  write({.at = now, .event = KnotEvent::kGated, .place = place, .amount = one.times});
  for (std::size_t i = 0; i < one.of.size(); ++i) {
    if (one.of[i] > Bytes(0)) {
      write({.at = now,
             .event = KnotEvent::kStands,
             .place = place,
             .of = this->place(PortId(i), c),
             .amount = one.of[i].count()});
    }
  }
  write({.at = std::max(now, one.sends_until), .event = KnotEvent::kHeld, .place = place, .amount = one.times});
}

void KnotLog::pausing(PortId ingress, ClassId c, bool on, Time now) {
  const std::size_t viq = place(ingress, c);
  if (on) {
    Ingress& one = ingresses_.at(ingress, c);
    one = {.pauses = true, .xon = xon_of(ingress, c)};
    return write({.at = now, .event = KnotEvent::kPauses, .place = viq, .amount = one.xon.count()});
  }
  ingresses_.at(ingress, c).pauses = false;
  const Time acts = acts_at(ingress, now);
  write({.at = now, .event = KnotEvent::kResumes, .place = viq, .amount = acts.count()});
  write({.at = acts, .event = KnotEvent::kActs, .place = viq});
}

// When a PFC frame that begins to leave now takes effect at the peer.
Time KnotLog::acts_at(PortId ingress, Time now) const {
  const port::Port& port = network_.devices[device_]->port(ingress);
  const network::Peer& peer = network_.peers[device_][ingress.index()];
  return now + port.wire_time(frame::kMinFrameLength) + port.link().delay + network_.processing_delay(peer.device);
}

// The engines were reset just before and logged RESUMEs; no frame tells the peers, so these entries become kForgets.
void KnotLog::reset(Time now) {
  std::vector<std::pair<std::size_t, Time>> forgotten;
  for (KnotEntry& entry : entries_) {
    if (entry.at == now && entry.event == KnotEvent::kResumes) {
      entry.event = KnotEvent::kForgets;
      forgotten.emplace_back(entry.place, Time(entry.amount));
    }
  }
  std::erase_if(entries_, [&](const KnotEntry& entry) {
    return entry.event == KnotEvent::kActs &&
           std::ranges::find(forgotten, std::pair(entry.place, entry.at)) != forgotten.end();
  });
  for (std::size_t p = 0; p < egresses_.ports(); ++p) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      ingresses_.at(PortId(p), ClassId(c)).pauses = false;
      Egress& egress = egresses_.at(PortId(p), ClassId(c));
      egress.of.clear();
      if (std::exchange(egress.gated, false)) {
        write({.at = now, .event = KnotEvent::kFreed, .place = place(PortId(p), ClassId(c))});
      }
    }
  }
  for (KnotFifos& fifos : fifos_) {
    fifos.clear();
  }
  write({.at = now, .event = KnotEvent::kDisturbed, .place = first_});
}

}  // namespace weir::oracle
