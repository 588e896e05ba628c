// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/story_frames.h"

#include <algorithm>

#include <fmt/format.h>

#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/private_tags.h"
#include "tb/story/draft.h"

namespace weir {
namespace {

using report::CaptureDirection;

// Times of a capture are cut to nanoseconds.
std::int64_t nanoseconds(Time at) { return at / Time(1'000); }

bool is_control(std::span<const std::uint8_t> bytes) {
  constexpr std::size_t kType = 12;
  const auto is = [&](frame::EtherType type) {
    return bytes[kType] == static_cast<std::uint16_t>(type) >> 8U &&
           bytes[kType + 1] == (static_cast<std::uint16_t>(type) & 0xffU);
  };
  return bytes.size() > kType + 1 && (is(frame::EtherType::kMacControl) || is(frame::EtherType::kLocalExperiment));
}

bool stops(std::span<const std::uint8_t> bytes, ClassMask classes) {
  const auto control = frame::read_mac_control(bytes);
  if (!control) {
    return false;
  }
  if (const auto* pfc = std::get_if<frame::PfcFrame>(&*control)) {
    bool any = false;
    for_each_class(static_cast<ClassMask>(pfc->enabled & classes), [&](ClassId c) { any |= pfc->time[c.index()] > 0; });
    return any;
  }
  return std::get<frame::PauseFrame>(*control).quanta > 0;
}

bool is_feedback(std::span<const std::uint8_t> bytes, ClassMask classes) {
  if (stops(bytes, classes)) {
    return true;
  }
  const auto message = frame::read_private_message(bytes);
  if (!message) {
    return false;
  }
  const auto* credit = std::get_if<frame::CbfcCredit>(&*message);
  const ClassId c = credit != nullptr ? credit->virtual_lane : std::get<frame::GfcQueueDepth>(*message).traffic_class;
  return (classes & mask_of(c)) != 0;
}

// Whether a message of ITSY about one of the classes is in the frame, alone or on a PFC frame.
bool tells_of(std::span<const std::uint8_t> bytes, ClassMask classes) {
  constexpr std::size_t kSubtype = 14;
  const bool rides = frame::is_pfc(bytes);
  if (bytes.size() < frame::kControlFrameBytes || (!rides && !frame::is_itsy(bytes))) {
    return false;
  }
  const auto subtype = static_cast<frame::PrivateSubtype>(bytes[kSubtype]);
  if (!rides && subtype == frame::PrivateSubtype::kItsyCollecting) {
    return (classes >> (bytes[frame::kPrivateBody] >> 5U) & 1U) != 0;
  }
  const unsigned magic = bytes[frame::kItsyRides] << 8U | bytes[frame::kItsyRides + 1];
  const bool checks =
      rides ? magic == frame::kItsyMagic || magic == frame::kItsyMagicWithAlive
            : subtype == frame::PrivateSubtype::kItsyChecking || subtype == frame::PrivateSubtype::kItsyConsistency;
  return checks && (bytes[rides ? frame::kItsyRides + sizeof(frame::kItsyMagic) : frame::kPrivateBody] & classes) != 0;
}

// The classes that a pause because of this VIQ names.
ClassMask paused_for(const story::Devices& devices, oracle::QueueId viq) {
  ClassMask named = 0;
  for_each_class(kAllClasses, [&](ClassId c) {
    if (devices.holding_class({viq.device, viq.port, c}) == viq.traffic_class) {
      named = static_cast<ClassMask>(named | mask_of(c));
    }
  });
  return named;
}

}  // namespace

StoryFrames::StoryFrames(const report::Story& story, const network::Network& net, const story::Devices& devices,
                         std::span<const std::string> ports)
    : net_(net), devices_(devices), ports_(ports) {
  texts_.reserve(story.sentences.size());  // so that Wanted may point into it
  for (const report::Sentence& sentence : story.sentences) {
    texts_.push_back(
        fmt::format("story, step {}, {}: {}", texts_.size() + 1, story_time(story, sentence), sentence.text));
    if (sentence.at_ps) {
      want_step(story, sentence, texts_.back());
    }
  }
}

// A sentence about a hold that has no event in the story has the time of the hold.
void StoryFrames::want_step(const report::Story& story, const report::Sentence& sentence, const std::string& comment) {
  for (const std::uint64_t event : sentence.events) {
    if (const auto queue = story::queue_named(net_, story.queues[story.events.queue[event]])) {
      want_event(story.events.what[event], *queue, Time(story.events.at_ps[event]), comment);
    }
  }
  const std::optional<oracle::QueueId> queue = story::queue_named(net_, sentence.queue);
  if (queue && sentence.events.empty() && (sentence.rule == "held" || sentence.rule == "last_edge")) {
    want_event("held", *queue, Time(*sentence.at_ps), comment);
  }
}

// A frame leaves as soon as it is built; its time in a capture is that of its last bit.
void StoryFrames::want_event(const std::string& what, oracle::QueueId queue, Time at, const std::string& comment) {
  const network::Peer& peer = net_.peers[queue.device][queue.port.index()];
  const ClassMask c = mask_of(queue.traffic_class);
  const Time delay = net_.topology.cables[peer.cable].link.delay;
  if (what == "pauses") {
    const ClassMask named = paused_for(devices_, queue);
    want(Which::kFirstPause, queue.device, queue.port, CaptureDirection::kOutbound, named, at, comment);
    want(Which::kFirstPause, peer.device, peer.port, CaptureDirection::kInbound, named, at + delay, comment);
  } else if (what == "held") {
    const Time arrival = at - net_.processing_delay(queue.device);
    want(Which::kLatestFeedback, queue.device, queue.port, CaptureDirection::kInbound, c, arrival, comment);
    want(Which::kLatestFeedback, peer.device, peer.port, CaptureDirection::kOutbound, c, arrival - delay, comment);
  } else if (what == "declared" || what == "resolves") {
    for (std::size_t p = 0; p < net_.peers[queue.device].size(); ++p) {
      const Time arrival = at - net_.processing_delay(queue.device);
      want(Which::kItsyMessage, queue.device, PortId(p), CaptureDirection::kInbound, c, arrival, comment);
    }
  }
}

void StoryFrames::want(Which which, std::size_t device, PortId port, CaptureDirection direction, ClassMask classes,
                       Time at, const std::string& comment) {
  const std::string name = net_.topology.devices[device].name + ".p" + std::to_string(port.index());
  const auto tapped = std::ranges::find(ports_, name);
  if (tapped != ports_.end() && at >= Time(0)) {
    wanted_.push_back({.which = which,
                       .interface = static_cast<std::size_t>(tapped - ports_.begin()),
                       .direction = direction,
                       .classes = classes,
                       .at_ns = nanoseconds(at),
                       .comment = &comment});
  }
}

void StoryFrames::look(const report::CapturedPacket& packet) {
  if (!is_control(packet.bytes)) {
    return;
  }
  for (Wanted& wanted : wanted_) {
    if (packet.interface.index() != wanted.interface || packet.direction != wanted.direction) {
      continue;
    }
    const ClassMask c = wanted.classes;
    const bool found =
        wanted.which == Which::kFirstPause ? !wanted.found && packet.at_ns >= wanted.at_ns && stops(packet.bytes, c)
        : wanted.which == Which::kLatestFeedback ? packet.at_ns <= wanted.at_ns && is_feedback(packet.bytes, c)
                                                 : packet.at_ns == wanted.at_ns && tells_of(packet.bytes, c);
    if (found) {
      wanted.found = packet.number;
    }
  }
}

report::PacketComments StoryFrames::comments() const {
  report::PacketComments comments;
  for (const Wanted& wanted : wanted_) {
    if (wanted.found) {
      comments.emplace(*wanted.found, *wanted.comment);
    }
  }
  return comments;
}

}  // namespace weir
