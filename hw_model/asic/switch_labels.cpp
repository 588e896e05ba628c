// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Hop labels at a switch (reference/hop_label.h): between forwarding, which knows the port by which a packet leaves,
// and the MMU, which counts the packet with the length with which it will leave.

#include <algorithm>

#include "hw_model/asic/switch_asic.h"
#include "hw_model/frame/hop_label.h"
#include "hw_model/reference/hop_label.h"

namespace weir::asic {

// Takes the packet's class from its label, and writes the label for the next hop. False: the packet has been dropped.
bool SwitchAsic::label(PortId p, frame::Packet& packet, const parser::HeaderVector& header, Time now) {
  const reference::ClassMapperConfig& mapper = forwarding_.mapper();
  const bool trusted = leads_to_switch(config_, p) || mapper.label_trust == reference::LabelTrust::kAll;
  const std::optional<ClassId> label = trusted ? frame::hop_label(packet.bytes) : std::nullopt;
  packet.traffic_class = reference::class_of_label(mapper.services, label, trusted, packet.traffic_class);
  const auto& counters = [&]() -> DropCounters& { return drops_of(p, packet.traffic_class); };
  if (!leads_to_switch(config_, packet.egress)) {
    if (label)
      relabel(packet, [](std::vector<std::uint8_t>& bytes) { frame::take_off_hop_label(bytes); });
    return true;
  }
  const std::optional<ClassId> next = reference::label_after(mapper.services, packet.traffic_class);
  if (!next) {
    drop(packet, counters().no_class, {packet, "no_class"}, now);
    return false;
  }
  if (label) {
    frame::set_hop_label(packet.bytes, *next);
    return true;
  }
  if (!frame::takes_hop_label(packet.bytes)) {
    constexpr auto kReason = frame::DecodeError::kTooManyTags;
    drop(packet, counters().by_error[static_cast<std::size_t>(kReason)], {packet, frame::name(kReason)}, now);
    return false;
  }
  relabel(packet, [&](std::vector<std::uint8_t>& bytes) { frame::put_on_hop_label(bytes, *next, header.vid); });
  return true;
}

// A frame that a switch makes has its first hop here, as a frame of a host has. False: there is no class for the next
// hop.
bool SwitchAsic::has_next_class(frame::Packet& packet, const parser::HeaderVector& header) {
  const reference::ClassMapperConfig& mapper = forwarding_.mapper();
  if (!reference::is_in_frames(mapper.source) || !leads_to_switch(config_, packet.egress)) {
    return true;
  }
  const std::optional<ClassId> next = reference::label_after(mapper.services, packet.traffic_class);
  if (next) {
    relabel(packet, [&](std::vector<std::uint8_t>& bytes) { frame::put_on_hop_label(bytes, *next, header.vid); });
  }
  return next.has_value();
}

// Bytes beyond those that are kept are payload without content: the frame's own bytes stay known behind a tag. A frame
// that is too short without its label is padded.
template <class Change>
void SwitchAsic::relabel(frame::Packet& packet, Change change) {
  const std::span<const std::uint8_t> whole = link::FramePool::whole_of(packet);
  const auto without_fcs = static_cast<std::size_t>(packet.length.count()) - frame::kFcsBytes;
  const std::span<const std::uint8_t> first = std::span(packet.bytes).first(std::min(frame::kHeaderBytes, without_fcs));
  const std::span<const std::uint8_t> known = whole.empty() ? first : whole;
  relabelled_.assign(known.begin(), known.end());
  change(relabelled_);
  const auto added = std::ssize(relabelled_) - std::ssize(known);
  const Bytes made = frame::made_length(packet);
  const std::size_t kept = std::min(relabelled_.size(), frame::kHeaderBytes);
  const auto rest = std::span(relabelled_).subspan(kept);
  if (whole.empty() && std::all_of(rest.begin(), rest.end(), [](std::uint8_t byte) { return byte == 0; }))
    relabelled_.resize(kept);
  pool_.keep_instead(packet, relabelled_);
  packet.length = std::max(Bytes(packet.length.count() + added), frame::kMinFrameLength);
  constexpr unsigned kAboutLabels = frame::kTagPutOn | frame::kMostTakenOff << frame::kTakenOff;
  const auto shorter = static_cast<unsigned>(std::max((made - packet.length).count(), std::int64_t{0}));
  packet.extras = static_cast<std::uint8_t>((packet.extras & ~kAboutLabels) | (added > 0 ? frame::kTagPutOn : 0U) |
                                            shorter << frame::kTakenOff);
}

}  // namespace weir::asic
