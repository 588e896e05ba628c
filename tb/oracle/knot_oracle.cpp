// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/oracle/knot_oracle.h"

#include <algorithm>
#include <span>
#include <string_view>

#include "hw_model/datapath/link/kernel_time.h"
#include "tb/text/raw_bytes.h"

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
  logs_.resize(network.devices.size());
  for (const std::size_t d : network.here()) {
    logs_[d] = std::make_unique<KnotLog>(network, d, first_[d], d < fifo_room.size() ? fifo_room[d] : std::nullopt,
                                         [this] { told(); });
    network.devices[d]->listen(*logs_[d]);
    if (asic::SwitchAsic* const asic = network.devices[d].asic; asic != nullptr) {
      device_of_[asic] = d;
      asic->tell_declarations(*this);
    }
  }
}

std::size_t KnotOracle::device_at(std::size_t place) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(first_, place) - first_.begin()) - 1;
}

std::string KnotOracle::name(std::size_t place) const {
  const std::size_t device = device_at(place);
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
  if (const auto found = stopped_.find(place); found != stopped_.end()) {
    return found->second <= now;
  }
  const std::size_t device = device_at(place);
  const host::Nic* const nic = network_.devices[device].nic;
  return nic != nullptr && nic->intake().for_ever_since(ClassId((place - first_[device]) % kClasses)) <= now;
}

// While one device has its turn, all others have come at least to the kernel's time; not those of other ranks.
void KnotOracle::told() {
  if (++unread_ >= kMostUnread && !network_.border) {
    judge_until(link::kernel_time());
  }
}

std::vector<KnotEntry> KnotOracle::take_until(Time reached) {
  std::vector<KnotEntry> entries;
  for (const std::size_t d : network_.here()) {
    logs_[d]->take_until(reached, entries);
  }
  unread_ = 0;
  return entries;
}

void KnotOracle::judge_until(Time reached) { judge(take_until(reached), reached); }

std::string KnotOracle::tell(Time reached) {
  const std::vector<KnotEntry> entries = take_until(reached);
  std::string text;
  text::append_sized(text::raw_of(std::span<const KnotEntry>(entries)), text);
  for (const std::size_t d : network_.here()) {
    for (std::size_t c = 0; network_.devices[d].nic != nullptr && c < kClasses; ++c) {
      if (const Time since = network_.devices[d].nic->intake().for_ever_since(ClassId(c)); since != kNever) {
        text::append_raw(first_[d] + c, text);
        text::append_raw(since, text);
      }
    }
  }
  return text;
}

void KnotOracle::judge(const std::vector<std::string>& told, Time reached) {
  std::vector<KnotEntry> entries;
  for (std::string_view rest : told) {
    text::append_all(text::take_sized(rest), entries);
    while (!rest.empty()) {
      const auto place = text::take_raw<std::size_t>(rest);
      stopped_[place] = text::take_raw<Time>(rest);
    }
  }
  judge(std::move(entries), reached);
}

// Entries of one place are in the order in which they came about.
void KnotOracle::judge(std::vector<KnotEntry> entries, Time reached) {
  if (follower_) {
    put_in_order(entries);
    follower_(entries, reached);
  }
  judge_.judge(std::move(entries));
}

}  // namespace weir::oracle
