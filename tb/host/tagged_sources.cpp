// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How rate tags leave a host and come back to it. A tag goes before the packet made when the tag is due, or by itself;
// by itself it goes before all packets not made yet, as answers do. A flow whose class is held has at most one tag
// waiting, which is written when its turn comes.

#include <algorithm>

#include "tb/host/rate_tag.h"
#include "tb/host/sources.h"

namespace weir::host {
namespace {

constexpr std::int64_t kPicosecondsPerNanosecond = 1'000;

}  // namespace

// Sends a tag that is due; false: no flow of the class has one to send.
bool Sources::send_due_tag(ClassId c, Time now) {
  std::vector<std::uint32_t>& due = tags_due_[c.index()];
  while (!due.empty()) {
    FlowSource& source = sources_[due.front()];
    due.erase(due.begin());
    // Not if a tag has gone before a packet since, or the flow is over.
    if (source.numbered && source.numbered->control && source.numbered->control->wants_tag(false, now)) {
      make_tag(source, now);
      look_again(source, now);
      return true;
    }
  }
  return false;
}

void Sources::make_tag(FlowSource& source, Time now) {
  const FlowSpec& spec = source.numbered->flow;
  Sent& sent = (*context_.measurements)[source.flow].sent;
  const frame::FeraTag tag{.traffic_class = spec.traffic_class,
                           .flow = spec.index,
                           .sequence = source.numbered->control->tag_sent(now),
                           .clock_ns = static_cast<std::uint64_t>(now.count() / kPicosecondsPerNanosecond)};
  frame::Packet& packet = make_rate_tag(*context_.pool, spec.destination_address, spec.source_address, spec, tag, now);
  ++sent.tags;
  ++made_;
  context_.egress->enqueue(packet, now);
}

void Sources::tag_returned(const frame::FeraTag& tag, Time now) {
  Sent& sent = (*context_.measurements)[tag.flow].sent;
  const auto clock = static_cast<std::uint64_t>(now.count() / kPicosecondsPerNanosecond);
  ++sent.tags_returned;
  sent.tags_lowered += tag.lowered_by == frame::kFeraNobody ? 0 : 1;
  if (tag.clock_ns <= clock) {
    const auto ago = static_cast<std::int64_t>(clock - tag.clock_ns);
    sent.longest_tag = std::max(sent.longest_tag, Time(ago * kPicosecondsPerNanosecond));
  }
  const auto place = place_of_.find(tag.flow);
  if (place == place_of_.end()) {
    return;  // of a flow that is over
  }
  FlowSource& source = sources_[place->second];
  const BitRate rate(tag.rate_kbps == frame::kFeraNotLimited ? 0 : tag.rate_kbps * frame::kFeraRateUnit);
  source.numbered->control->feedback({.advertised = Advertised{.rate = rate, .sequence = tag.sequence}}, now);
  look_again(source, now);
  refill(source.traffic_class, now);
  arm();
}

}  // namespace weir::host
