// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/deadlock/pfcwd.h"

#include <algorithm>

#include "hw_model/base/class_mask.h"

namespace weir::deadlock {

using reference::PfcNews;

namespace {

// Cisco's chips, and the chip's own watchdog, act on the queue alone: the port's PFC mask stays.
bool masks(const PfcwdConfig& config) {
  return config.hardware.dld == Time(0) && config.rule != reference::PfcRule::kCisco;
}

}  // namespace

Pfcwd::Pfcwd(const SwitchContext& context, SwitchActions& actions)
    : actions_(actions),
      config_(context.config.pfcwd),
      times_{.rule = config_.rule,
             .detection = config_.detection,
             .restoration = config_.restoration,
             .poll = config_.poll,
             .alert = config_.action == StormAction::kAlert},
      lossless_(context.lossless),
      rates_(context.rates),
      random_(context.seed, context.name + ".pfcwd"),
      queues_(context.ports) {
  rates_.resize(context.ports, BitRate(1));
  if (config_.big_red_switch)
    actions_.schedule(PortId(0), ClassId(0), Time(0));
  if (polls()) {
    next_poll_ = config_.first_poll;
    config_.first_poll > Time(0) ? actions_.schedule(PortId(0), ClassId(0), next_poll_) : expect_poll(Time(0));
  }
}

template <class Visit>
void Pfcwd::for_each_queue(Visit visit) {
  for (std::size_t p = 0; p < queues_.ports(); ++p)
    for_each_class(lossless_, [&](ClassId c) { visit(queues_.at(PortId(p), c), PortId(p), c); });
}

void Pfcwd::expect_poll(Time from) {
  const Time jitter = config_.poll_jitter;
  const auto late = static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(2 * jitter.count() + 1)));
  next_poll_ = from + config_.interval() - jitter + Time(late);
  actions_.schedule(PortId(0), ClassId(0), next_poll_);
}

void Pfcwd::decided(const frame::Packet& packet, bool taken, bool, Time) {
  if (taken && watches(packet.traffic_class))
    queues_.at(packet.egress, packet.traffic_class).counters.entered(packet.length);
}

// A queue that drops is closed: what comes to it from inputs waits for the end of this instant.
void Pfcwd::queued(const frame::Packet& packet, std::size_t, Time now) {
  if (!watches(packet.traffic_class))
    return;
  Queue& queue = queues_.at(packet.egress, packet.traffic_class);
  if (packet.ingress == frame::kNoIngress)
    queue.counters.entered(packet.length);
  if (queue.dropping)
    actions_.schedule(packet.egress, packet.traffic_class, now);
}

void Pfcwd::left(const frame::Packet& packet, std::size_t, Time now, Time end) {
  if (!watches(packet.traffic_class))
    return;
  Queue& queue = queues_.at(packet.egress, packet.traffic_class);
  if (end > now) {
    queue.counters.left(packet.length);
  } else {
    queue.counters.dropped(packet.length);
    ++queue.dropped;
  }
}

void Pfcwd::pfc_received(PortId p, ClassId c, std::uint16_t quanta, Time now) {
  Queue& queue = queues_.at(p, c);
  if (!queue.counters.paused(now))
    queue.paused_since = now;
  queue.counters.frame(quanta, rates_[p.index()], now);
  if (!polls() && quanta > 0 && queue.looks_at == kNever) {
    queue.looks_at = queue.paused_since + config_.hardware.dld;
    actions_.schedule(p, c, std::max(queue.looks_at, now));
  }
}

bool Pfcwd::refuses(const frame::Packet& packet) {
  if (!watches(packet.traffic_class))
    return false;
  Queue& queue = queues_.at(packet.egress, packet.traffic_class);
  queue.refused += queue.dropping ? 1 : 0;
  return queue.dropping;
}

void Pfcwd::timer(PortId p, ClassId c, Time now) {
  if (now == next_poll_ && p == PortId(0) && c == ClassId(0))
    poll(now);
  if (config_.big_red_switch && now == Time(0))
    set_big_red_switch(true, now);
  if (!watches(c))
    return;
  Queue& queue = queues_.at(p, c);
  if (now == queue.acts_at)
    act(queue, p, c, queue.pending, now);
  if (!polls() && queue.looks_at != kNever && now >= queue.looks_at)
    judge_pause(queue, p, c, now);
  if (queue.dropping)
    actions_.drop_queue(p, c, now);
}

// Software reads all counters, then looks at every queue.
void Pfcwd::poll(Time now) {
  const Time measured = now - last_poll_;
  last_poll_ = now;
  expect_poll(now);
  for_each_queue([&](Queue& queue, PortId p, ClassId c) {
    queue.continuous = queue.counters.read_continuous(now);
    if (!config_.big_red_switch)
      tell(queue, p, c, queue.watchdog.poll(queue.counters.sample(rates_[p.index()], now), measured, times_), now);
  });
}

// A second storm changes nothing.
void Pfcwd::tell(Queue& queue, PortId p, ClassId c, PfcNews news, Time now) {
  const bool on = news == PfcNews::kStorm;
  if (news == PfcNews::kNone || news == queue.pending || (on == queue.watchdog.stormed() && queue.acts_at == kNever))
    return;
  ++(on ? queue.storms : queue.restores);
  actions_.storm(p, c, on, now);
  queue.pending = news;
  queue.acts_at = now + config_.action_delay;
  if (config_.action_delay == Time(0) || !polls())
    return act(queue, p, c, news, now);
  actions_.schedule(p, c, queue.acts_at);
}

void Pfcwd::act(Queue& queue, PortId p, ClassId c, PfcNews news, Time now) {
  queue.pending = PfcNews::kNone;
  queue.acts_at = kNever;
  queue.watchdog.act(news);
  news == PfcNews::kStorm ? begin(queue, p, c, config_.action, now) : end(queue, p, c, now);
}

// The chip's own watchdog: NORMAL, while the class is not paused for DLD; else RECOVERY for DLR.
void Pfcwd::judge_pause(Queue& queue, PortId p, ClassId c, Time now) {
  queue.looks_at = kNever;
  const auto look_at = [&](Time at) {
    queue.looks_at = at;
    actions_.schedule(p, c, at);
  };
  if (queue.watchdog.stormed()) {
    tell(queue, p, c, PfcNews::kRestore, now);
    queue.paused_since = now;
    if (queue.counters.paused(now))
      look_at(now + config_.hardware.dld);
  } else if (!queue.counters.paused(now)) {
    return;
  } else if (now - queue.paused_since < config_.hardware.dld) {
    look_at(queue.paused_since + config_.hardware.dld);
  } else {
    tell(queue, p, c, PfcNews::kStorm, now);
    look_at(now + config_.hardware.dlr);
  }
}

// The queue is closed before it obeys no PAUSE: nothing slips out.
void Pfcwd::begin(Queue& queue, PortId p, ClassId c, StormAction action, Time now) {
  if (action == StormAction::kAlert || queue.masked)
    return;
  queue.masked = true;
  queue.dropping = action == StormAction::kDrop;
  deafen(p, now);
  if (queue.dropping)
    actions_.block_groups(p, c, ~frame::DestinationGroups(), now);
  actions_.obey(p, c, false, now);
  if (queue.dropping)
    actions_.drop_queue(p, c, now);
}

void Pfcwd::end(Queue& queue, PortId p, ClassId c, Time now) {
  if (!queue.masked)
    return;
  const bool dropped = queue.dropping;
  queue.masked = queue.dropping = false;
  deafen(p, now);
  actions_.obey(p, c, true, now);
  if (dropped)
    actions_.block_groups(p, c, {}, now);
}

void Pfcwd::deafen(PortId p, Time now) {
  if (config_.counts_when_disabled || !masks(config_))
    return;
  bool deaf = true;
  for_each_class(lossless_, [&](ClassId c) { deaf = deaf && queues_.at(p, c).masked; });
  for_each_class(lossless_, [&](ClassId c) { queues_.at(p, c).counters.deafen(deaf, now); });
}

void Pfcwd::set_big_red_switch(bool on, Time now) {
  config_.big_red_switch = on;
  for_each_queue([&](Queue& queue, PortId p, ClassId c) {
    queue.pending = PfcNews::kNone;
    queue.acts_at = queue.looks_at = kNever;
    queue.watchdog.restart();
    if (queue.masked && on == queue.dropping)
      return;
    end(queue, p, c, now);
    if (on)
      begin(queue, p, c, StormAction::kDrop, now);
  });
}

// Polls go on: software runs on a processor beside the chip. Its engines have all classes in their masks again.
void Pfcwd::reset(Time now) {
  for_each_queue([&](Queue& queue, PortId p, ClassId c) {
    queue.counters.reset(now);
    queue.watchdog.restart();
    queue.continuous = reference::PfcContinuous::kNotPaused;
    queue.pending = PfcNews::kNone;
    queue.acts_at = queue.looks_at = kNever;
    queue.paused_since = now;
    queue.masked = queue.dropping = false;
    if (config_.big_red_switch)
      begin(queue, p, c, StormAction::kDrop, now);
  });
}

}  // namespace weir::deadlock
