// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/internal_source.h"

#include "hw_model/frame/congestion_notification.h"
#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/packet_fields.h"
#include "hw_model/frame/private_tags.h"

namespace weir::asic {

frame::Packet* InternalSource::make(frame::MacAddress port, const frame::Packet& about,
                                    const congestion::Notice& notice, std::uint8_t ttl) {
  auto notification = frame::notification_about(about);
  if (held_ == congestion::kNotificationPlaces || !notification) {
    ++refused_;
    return nullptr;
  }
  notification->depth = notice.depth;
  notification->index = notice.index;
  notification->point = notice.index == 0 ? 0 : frame::queue_of(port, about.traffic_class);
  frame::Packet& packet = pool_.acquire();
  if (frame::write_congestion_notification(packet.bytes, frame::source_mac(about), port, about.traffic_class,
                                           *notification) == 0) {
    pool_.release(packet);
    ++refused_;
    return nullptr;
  }
  frame::set_routed_ttl(packet.bytes, ttl);
  packet.length = frame::kControlFrameLength;
  packet.ingress = frame::kNoIngress;
  // About an answer it is about its flow, too: the bit of answers would make a rate tag of it.
  const bool foreign = about.flow == frame::kForeignFlow;
  packet.flow = foreign ? about.flow : (about.flow & ~frame::kRateTag) | frame::kMadeInNetwork;
  packet.sequence = about.sequence;
  packet.injected = about.at;
  ++held_;
  return &packet;
}

frame::Packet* InternalSource::make_tag(frame::MacAddress destination, frame::MacAddress source,
                                        const frame::FeraTag& tag, std::uint32_t about, std::uint8_t ttl, Time now) {
  if (held_ == congestion::kNotificationPlaces) {
    ++refused_;
    return nullptr;
  }
  frame::Packet& packet = pool_.acquire();
  frame::write_fera_tag(packet.bytes, destination, source, tag);
  frame::set_routed_ttl(packet.bytes, ttl);
  packet.length = frame::kControlFrameLength;
  packet.ingress = frame::kNoIngress;
  packet.flow = about | frame::kRateTag;
  packet.sequence = tag.sequence;
  packet.injected = now;
  ++held_;
  return &packet;
}

bool InternalSource::adopt(frame::Packet& packet) {
  if (held_ == congestion::kNotificationPlaces) {
    ++refused_;
    return false;
  }
  packet.ingress = frame::kNoIngress;
  ++held_;
  return true;
}

bool InternalSource::wait(frame::Packet& packet) {
  waiting_.push_back(packet);
  return &waiting_.front() == &packet;
}

void InternalSource::give_up(frame::Packet& packet) {
  withdraw(packet);
  ++refused_;
}

void InternalSource::withdraw(frame::Packet& packet) {
  pool_.release(packet);
  --held_;
}

frame::Packet* InternalSource::enter() {
  if (waiting_.empty()) {
    return nullptr;
  }
  frame::Packet& packet = waiting_.front();
  waiting_.pop_front();
  entered_[static_cast<std::size_t>(own_kind(packet.flow))].add(frame::made_length(packet));
  queued_ += packet.length;
  return &packet;
}

void InternalSource::left(Bytes length) {
  --held_;
  queued_ -= length;
}

void InternalSource::drop(frame::Packet& packet) {
  left(packet.length);
  dropped_[static_cast<std::size_t>(own_kind(packet.flow))].add(frame::made_length(packet));
  pool_.release(packet);
}

}  // namespace weir::asic
