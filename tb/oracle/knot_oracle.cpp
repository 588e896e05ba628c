// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/knot_oracle.h"

#include <algorithm>

#include "hw_model/datapath/link/kernel_time.h"

namespace weir::oracle {

namespace {

// Entries read at once: some megabytes, whatever the length of the run.
constexpr std::size_t kMostUnread = 1 << 16;

std::vector<std::size_t> first_places(const network::Network& network) {
  std::vector<std::size_t> first;
  std::size_t next = 0;
  for (const auto& ports : network.peers) {
    first.push_back(next);
    next += ports.size() * kClasses;
  }
  return first;
}

std::vector<std::size_t> peers_of(const network::Network& network) {
  const std::vector<std::size_t> first = first_places(network);
  std::vector<std::size_t> peers;
  for (const auto& ports : network.peers) {
    for (const network::Peer& peer : ports) {
      for (std::size_t c = 0; c < kClasses; ++c) {
        const bool none = peer.device == network::kNoDevice;
        peers.push_back(none ? kNoViq : first[peer.device] + peer.port.index() * kClasses + c);
      }
    }
  }
  return peers;
}

}  // namespace

KnotOracle::KnotOracle(network::Network& network, Time life, Time found_within,
                       const std::vector<std::optional<Bytes>>& fifo_room)
    : network_(network),
      first_(first_places(network)),
      judge_(peers_of(network), life, found_within,
             [this](std::size_t place, Time now) { return stops_for_ever(place, now); }) {
  for (std::size_t d = 0; d < network.devices.size(); ++d) {
    logs_.push_back(std::make_unique<KnotLog>(network, d, first_[d], d < fifo_room.size() ? fifo_room[d] : std::nullopt,
                                              [this] { told(); }));
    network.devices[d]->listen(*logs_.back());
    if (asic::SwitchAsic* const asic = network.devices[d].asic; asic != nullptr) {
      device_of_[asic] = d;
      asic->tell_declarations(*this);
    }
  }
}

std::string KnotOracle::name(std::size_t place) const {
  const auto device = static_cast<std::size_t>(std::ranges::upper_bound(first_, place) - first_.begin()) - 1;
  const std::size_t within = place - first_[device];
  return network_.topology.devices[device].name + ".p" + std::to_string(within / kClasses) + ".c" +
         std::to_string(within % kClasses);
}

void KnotOracle::declared(const asic::SwitchAsic& at, const deadlock::Declaration& declaration, Time now) {
  logs_[device_of_.at(&at)]->declared(declaration.ingress, declaration.traffic_class, now);
}

void KnotOracle::resolves(const asic::SwitchAsic& at, PortId ingress, ClassId c, Time now) {
  logs_[device_of_.at(&at)]->resolves(ingress, c, now);
}

void KnotOracle::resumed(const asic::SwitchAsic& at, PortId ingress, ClassId c, Time now) {
  logs_[device_of_.at(&at)]->resolved(ingress, c, now);
}

bool KnotOracle::stops_for_ever(std::size_t place, Time now) const {
  const auto device = static_cast<std::size_t>(std::ranges::upper_bound(first_, place) - first_.begin()) - 1;
  const host::Nic* const nic = network_.devices[device].nic;
  return nic != nullptr && nic->intake().for_ever_since(ClassId((place - first_[device]) % kClasses)) <= now;
}

// While one device has its turn, all others have come at least to the kernel's time.
void KnotOracle::told() {
  if (++unread_ >= kMostUnread) {
    judge_until(link::kernel_time());
  }
}

void KnotOracle::judge_until(Time reached) {
  std::vector<KnotEntry> entries;
  for (const auto& log : logs_) {
    log->take_until(reached, entries);
  }
  unread_ = 0;
  if (follower_) {
    put_in_order(entries);
    follower_(entries, reached);
  }
  judge_.judge(std::move(entries));
}

}  // namespace weir::oracle
