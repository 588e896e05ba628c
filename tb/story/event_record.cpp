// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/story/event_record.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace weir::story {

using report::StoryEvent;

namespace {

constexpr std::array<std::string_view, 2> kActs{"watchdog", "pfcwd"};  // reasons of drops

}  // namespace

// The events of one device that have not been merged, in its local time.
class EventRecord::DeviceLog final : public egress::GateListener,
                                     public asic::DropListener,
                                     public asic::RetryListener,
                                     public asic::DeclarationListener {
 public:
  DeviceLog(network::Network& network, std::size_t device) : device_(network.devices[device]), index_(device) {
    device_->listen(static_cast<egress::GateListener&>(*this));
    device_->listen(static_cast<asic::RetryListener&>(*this));
    if (device_.asic != nullptr) {
      device_.asic->tell_drops(*this);
      device_.asic->tell_declarations(*this);
    }
  }
  ~DeviceLog() override {
    if (device_.asic != nullptr) {
      device_.asic->tell_no_more(*this);
    }
  }

  void take_until(Time until, std::vector<Event>& into) {
    const auto end = std::ranges::find_if(pending_, [&](const Event& event) { return event.at >= until; });
    into.insert(into.end(), pending_.begin(), end);
    pending_.erase(pending_.begin(), end);
  }

 private:
  void note(StoryEvent what, PortId port, ClassId c, Time now) {
    pending_.push_back({now, {index_, port, c}, what, device_->viq_depth(port, c)});
  }

  void held(PortId egress, ClassId c, bool on, Time now) override {
    note(on ? StoryEvent::kHeld : StoryEvent::kFreed, egress, c, now);
  }
  void pausing(PortId ingress, ClassId c, bool on, Time now) override {
    note(on ? StoryEvent::kPauses : StoryEvent::kResumes, ingress, c, now);
  }
  void dropped(const asic::SwitchAsic& at, const asic::Drop& drop, Time now) override {
    if (drop.answer && at.engine(drop.packet.ingress).guards(drop.packet.traffic_class)) {
      note(StoryEvent::kLost, drop.packet.ingress, drop.packet.traffic_class, now);
    } else if (std::ranges::find(kActs, drop.reason) != kActs.end()) {
      note(StoryEvent::kResolves, drop.packet.ingress, drop.packet.traffic_class, now);
    }
  }
  void declared(const asic::SwitchAsic&, const deadlock::Declaration& declaration, Time now) override {
    if (!declaration.again) {
      note(StoryEvent::kDeclared, declaration.ingress, declaration.traffic_class, now);
    }
  }
  void resolves(const asic::SwitchAsic&, PortId ingress, ClassId c, Time now) override {
    note(StoryEvent::kResolves, ingress, c, now);
  }
  void storm(const asic::SwitchAsic&, PortId egress, ClassId c, bool on, Time now) override {
    note(on ? StoryEvent::kStorm : StoryEvent::kStormOver, egress, c, now);
  }

  void note_port(StoryEvent what, PortId port, Bytes bytes, Time now) {
    pending_.push_back({now, {index_, port, ClassId()}, what, bytes});
  }
  void replays(PortId port, const Amount& kept, Time now) override {
    note_port(StoryEvent::kReplays, port, kept.bytes, now);
  }
  void flushes(PortId port, const Amount& given_up, Time now) override {
    note_port(StoryEvent::kFlushes, port, given_up.bytes, now);
  }
  void initialised(PortId port, Time now) override { note_port(StoryEvent::kInitialised, port, Bytes(0), now); }

  network::Device& device_;
  std::size_t index_;
  std::vector<Event> pending_;
};

EventRecord::EventRecord(network::Network& network) {
  kept_.first.reserve(report::kStoryKept);
  pauses_.reserve(network.devices.size());
  for (const std::size_t d : network.here()) {
    logs_.push_back(std::make_unique<DeviceLog>(network, d));
  }
  for (const network::DeviceSpec& device : network.topology.devices) {
    pauses_.emplace_back(device.ports);
  }
}

EventRecord::~EventRecord() = default;

std::vector<Event> EventRecord::take_until(Time reached) {
  std::vector<Event> events;
  for (const std::unique_ptr<DeviceLog>& log : logs_) {
    log->take_until(reached, events);
  }
  return events;
}

void EventRecord::merge(std::vector<Event> events) {
  std::ranges::stable_sort(events, {}, [](const Event& event) { return std::pair(event.at, event.queue.device); });
  for (const Event& event : events) {
    count(event);
    keep(event);
  }
}

void EventRecord::keep(const Event& event) {
  if (kept_.first.size() < report::kStoryKept) {
    kept_.first.push_back(event);
    return;
  }
  kept_.last.push_back(event);
  if (kept_.last.size() > report::kStoryKept) {
    kept_.last.pop_front();
    ++kept_.left_out;
  }
}

void EventRecord::count(const Event& event) {
  if (event.what == StoryEvent::kResolves && !first_act_) {
    first_act_ = event;
  }
  if (report::is_of_a_port(event.what)) {
    Repeated& all = repeated_[static_cast<std::size_t>(event.what) - static_cast<std::size_t>(StoryEvent::kReplays)];
    all.first = all.number == 0 ? event : all.first;
    ++all.number;
    all.ports.emplace(event.queue.device, event.queue.port);
  }
  if (event.what != StoryEvent::kPauses && event.what != StoryEvent::kResumes) {
    return;
  }
  Pauses& pauses = pauses_[event.queue.device].at(event.queue.port, event.queue.traffic_class);
  if (event.what == StoryEvent::kPauses) {
    ++pauses.number;
    pauses.latest = event;
    return;
  }
  ++pauses.ended;
  if (const Time took = event.at - pauses.latest.at; !pauses.longest || took > pauses.longest_time) {
    pauses.longest = pauses.latest;
    pauses.longest_time = took;
  }
}

std::optional<Event> EventRecord::find(Time at, oracle::QueueId queue, StoryEvent what) const {
  const auto is_it = [&](const Event& event) { return event.at == at && event.queue == queue && event.what == what; };
  if (const Pauses* pauses = pauses_of(queue); pauses != nullptr && is_it(pauses->latest)) {
    return pauses->latest;
  }
  const auto among = [&](const auto& events) -> std::optional<Event> {
    const auto same_time = std::ranges::equal_range(events, at, {}, &Event::at);
    const auto found = std::ranges::find_if(same_time, is_it);
    return found != same_time.end() ? std::optional(*found) : std::nullopt;
  };
  const std::optional<Event> first = among(kept_.first);
  return first ? first : among(kept_.last);
}

const Pauses* EventRecord::pauses_of(oracle::QueueId viq) const {
  const Pauses& found = pauses_[viq.device].at(viq.port, viq.traffic_class);
  return found.number > 0 ? &found : nullptr;
}

}  // namespace weir::story
