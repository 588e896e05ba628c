// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How flows drawn by workloads come and go. A caller must not hold a reference to a source across these calls, except
// for leave() and sent_all(), which do not move sources.

#include <utility>

#include "tb/host/sources.h"

namespace weir::host {

// The flow takes a place of its class, and its packets are due now.
void Sources::begin(std::uint32_t flow, Time now) {
  const FlowSpec& spec = (*context_.flows)[flow];
  std::vector<std::uint32_t>& free = free_[spec.traffic_class.index()];
  FlowSource source = source_of(flow);
  std::uint32_t place = 0;
  if (free.empty()) {
    place = add(std::move(source));
  } else {
    place = free.back();
    free.pop_back();
    source.place = sources_[place].place;
    sources_[place] = std::move(source);
  }
  hear_of(spec, place);
  start_at(place, now);
}

// Begins one flow for each event, so that flows of one instant begin in their order.
void Sources::begin_at_their_time(Time now) {
  begin(arrivals_.flows[arrivals_.next++], now);
  if (arrivals_.next < arrivals_.flows.size()) {
    timers_.set(kArrivals, (*context_.flows)[arrivals_.flows[arrivals_.next]].demand.start);
  }
}

void Sources::begin_next(std::uint32_t workload, Time now) {
  const auto found = chains_.find(workload);
  if (found == chains_.end() || found->second.next == found->second.flows.size()) {
    return;
  }
  const std::uint32_t flow = found->second.flows[found->second.next];
  if (now < (*context_.flows)[flow].last_begin) {
    ++found->second.next;
    begin(flow, now);
  }
}

// The flow never resends: it ends here, and its acknowledgements, if any, are only counted.
void Sources::sent_all(FlowSource& source, Time now) {
  const FlowSpec& spec = (*context_.flows)[source.flow];
  leave(source);
  if (spec.next_begins == Begins::kAfterSent) {
    begin_next(spec.workload, now);
  } else if (spec.next_begins == Begins::kAfterAcknowledged) {
    const Sent& sent = (*context_.measurements)[spec.index].sent;
    unacknowledged_[spec.index] = spec.demand.packets - (sent.acknowledgements_received - sent.told_ce - sent.told_ue);
  }
}

void Sources::count_down(std::uint32_t flow, Time now) {
  const auto found = unacknowledged_.find(flow);
  if (found != unacknowledged_.end() && --found->second == 0) {
    unacknowledged_.erase(found);
    begin_next((*context_.flows)[flow].workload, now);
    arm();
  }
}

void Sources::leave(FlowSource& source) {
  const auto place = static_cast<std::uint32_t>(&source - sources_.data());
  const FlowSpec& spec = (*context_.flows)[source.flow];
  turns_[source.traffic_class.index()].ready.erase(source.place);
  timers_.set(slot_of(place, kDemand), kNever);
  timers_.set(slot_of(place, kControl), kNever);
  if (spec.control != nullptr) {
    hearing_.erase(connection_of(spec, Direction::kBack));
  }
  place_of_.erase(source.flow);
  free_[source.traffic_class.index()].push_back(place);
}

}  // namespace weir::host
