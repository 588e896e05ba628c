// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/channel_software.h"

#include <algorithm>

#include "hw_model/asic/port_retry.h"
#include "hw_model/asic/switch_asic.h"
#include "hw_model/base/class_mask.h"
#include "hw_model/frame/ethernet.h"
#include "tb/host/nic.h"

namespace weir::scenario {

using ue_cbfc::VcStep;

namespace {

flow_control::UeCredits& engine_of(network::Network& network, const network::End& end) {
  return dynamic_cast<flow_control::UeCredits&>(network.devices[end.device]->engine(end.port));
}

// What the receiver offers, unless the event says less.
std::uint32_t limit_of(network::Network& network, const SetChannels& set, const network::End& receiver, ClassId c) {
  return set.limit.value_or(engine_of(network, receiver).config().ue_cbfc.limits[c.index()]);
}

std::span<const VcStep> steps_of(network::Network& network, const SetChannels& set, const network::End& sender) {
  return set.removes ? ue_cbfc::removal_steps()
                     : ue_cbfc::init_steps(engine_of(network, sender).config().ue_cbfc.credits.vc_init_order);
}

}  // namespace

ChannelSoftware::ChannelSoftware(network::Network& network, const SetChannels& set, const SetChannels::Way& way,
                                 ClassId c, const ChannelSoftware* after)
    : network_(network),
      sender_(way.sender),
      receiver_(way.receiver),
      class_(c),
      removes_(set.removes),
      limit_(limit_of(network, set, way.receiver, c)),
      steps_(steps_of(network, set, way.sender)),
      after_(after) {}

flow_control::UeCredits& ChannelSoftware::engine() { return engine_of(network_, at_receiver_ ? receiver_ : sender_); }

void ChannelSoftware::begin(Time at) {
  device().at(at, [this](Time now) { go(now); });
}

// Takes all steps that can be taken at this end.
void ChannelSoftware::go(Time now) {
  const auto look_again = [&] { device().at(now + kLook, [this](Time then) { go(then); }); };
  if (!begun_ && after_ != nullptr && after_->done() > now)
    return look_again();
  if (!begun_) {
    begun_ = true;
    set_enqueue(!removes_, now);
  }
  while (next_ < steps_.size()) {
    const VcStep step = steps_[next_];
    const bool of_receiver = ue_cbfc::is_of_receiver(step) || (step == VcStep::kAwaitLink && heard_);
    if (of_receiver != at_receiver_)
      return hand_over(now);
    if (!ready(step, now))
      return look_again();
    if (step == VcStep::kAwaitLink && !heard_) {
      heard_ = true;
      continue;
    }
    take(step, now);
    ++next_;
  }
  at_receiver_ ? hand_over(now) : finish(now);
}

void ChannelSoftware::hand_over(Time now) {
  const Time then = device().timing().boundary_after(now);
  at_receiver_ = !at_receiver_;
  device().at(then, [this](Time at) { go(at); });
}

// A frame that was leaving when the queue was stopped uses its credits when its last bit has left.
bool ChannelSoftware::ready(VcStep step, Time now) {
  switch (step) {
    case VcStep::kAwaitCredits: {
      const ue_cbfc::SenderChannel& channel = engine().sender().channel(engine().channel_of(class_));
      const Time frame = network_.longest_wire_time(device().port(port()), engine().context().max_frame);
      return now > stepped_ + frame && (!channel.enabled || channel.used == 0);
    }
    case VcStep::kAwaitLink:
      return heard_ ? device().viq_depth(port(), class_) == Bytes(0) : link_is_silent(now) && all_acknowledged();
    case VcStep::kAwaitEmptyQueue: {
      const auto* const at = dynamic_cast<const asic::SwitchAsic*>(&device());
      return at != nullptr ? !at->holds_for(port(), class_) : device().egress().veq_depth(port(), class_) == Bytes(0);
    }
    default:
      return true;
  }
}

// At the sender: what left before its last step, a frame and a CC_Update behind the frame, has been taken; and what the
// receiver said before it fell silent, which was earlier, has taken effect.
bool ChannelSoftware::link_is_silent(Time now) {
  const flow_control::PortContext context = engine().context();
  const port::Port& line = device().port(port());
  const port::Port& other = network_.devices[receiver_.device]->port(receiver_.port);
  const Time there = network_.longest_wire_time(line, context.max_frame) +
                     network_.longest_wire_time(line, frame::kControlFrameLength) + line.link().delay +
                     other.longest_parse();
  const Time back = other.link().delay + context.config.processing_delay;
  return now > stepped_ + there + back;
}

// What the replay buffer held at the last step has been accepted, or given up.
bool ChannelSoftware::all_acknowledged() {
  const asic::PortRetry* const retry = device().retry(port());
  constexpr std::uint32_t kNumbers = 1U << 20;
  return retry == nullptr || (retry->tx().acked_seq + 1 - next_number_) % kNumbers < kNumbers / 2;
}

void ChannelSoftware::take(VcStep step, Time now) {
  engine().take_step(class_, step, limit_, now);
  if (step == VcStep::kDisableReceiver && removes_)
    engine().set_guarded(class_, false);
  if (step == VcStep::kEnableReceiver)
    engine().set_guarded(class_, true);
  if (at_receiver_)
    return;
  stepped_ = now;
  if (const asic::PortRetry* const retry = device().retry(port()))
    next_number_ = retry->tx().tx_seq;
}

// Frames of a class without a channel go by the best-effort channel, if there is one.
void ChannelSoftware::finish(Time now) {
  if (removes_ && engine().config().ue_cbfc.unmapped == flow_control::Unmapped::kBestEffort)
    set_enqueue(true, now);
  done_ = now;
}

// A switch drops what comes for a queue that takes nothing. A host has nobody to drop for: its flows wait.
void ChannelSoftware::set_enqueue(bool on, Time now) {
  engine().set_enqueue(class_, on);
  if (auto* const nic = dynamic_cast<host::Nic*>(&device()))
    nic->hold_flows(class_, !on, now);
}

void ChannelWork::begin(std::size_t event, const SetChannels& set, Time at) {
  for (const SetChannels::Way& way : set.ways) {
    for_each_class(set.classes, [&](ClassId c) {
      const auto before = std::find_if(all_.rbegin(), all_.rend(),
                                       [&](const One& one) { return one.software->is_about(way.sender, c); });
      const ChannelSoftware* const after = before == all_.rend() ? nullptr : before->software.get();
      all_.push_back({event, std::make_unique<ChannelSoftware>(network_, set, way, c, after)});
      all_.back().software->begin(at);
    });
  }
}

Time ChannelWork::done(std::size_t event, Time end) const {
  Time last = kNever;
  for (const One& one : all_) {
    if (one.event != event)
      continue;
    if (one.software->done() >= end)
      return kNever;
    last = last == kNever ? one.software->done() : std::max(last, one.software->done());
  }
  return last;
}

}  // namespace weir::scenario
