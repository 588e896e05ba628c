// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Loop detectors whose messages ride along and follow pauses upstream, as ITSY's do. (As published, such messages ride
// on data, which stands still in a deadlock.) A VIQ that begins to pause forwards the messages that have arrived at the
// held egresses where its packets stand, or begins a message if none has arrived. A message that arrives at a held
// egress goes on at once through every pausing VIQ with a packet there. A message ends where it finds a loop.

#pragma once

#include <optional>
#include <utility>

#include "tb/baselines/play.h"

namespace weir::baselines {

template <class Detector>
class AlongChain final : public Play {
 public:
  // `controller`: the time that a controller takes to answer a switch. `graph` and `cables` must outlive this object.
  AlongChain(Detector detector, const PauseGraph& graph, const Cables& cables, Time controller)
      : Play(cables.peers.size()),
        detector_(std::move(detector)),
        graph_(graph),
        cables_(cables),
        controller_(controller),
        came_(cables.peers.size()) {}

  void run_until(Time end) override {
    while (agenda_.due(end)) {
      auto [now, message] = agenda_.take();
      arrive(std::move(message), now);
    }
  }

  void told(const oracle::KnotEntry& entry) override {
    if (entry.event == oracle::KnotEvent::kFreed) {
      came_[entry.place].reset();
    } else if (entry.event == oracle::KnotEvent::kHeld && came_[entry.place]) {
      go_on_from(entry.place, entry.at);
    } else if (entry.event == oracle::KnotEvent::kPauses && cables_.of_switch(entry.place)) {
      begins_to_pause(entry.place);
      pause(entry.place, entry.at);
    }
  }

 private:
  static constexpr unsigned kMostHops = 255;
  static constexpr std::size_t kMostUnderWay = 4096;

  struct Message {
    typename Detector::Header header;
    unsigned hops = 0;
    Point at = 0;  // the egress at which it arrives
  };

  void pause(Point viq, Time now) {
    bool any = false;
    for (const Point egress : graph_.ahead(viq)) {
      if (came_[egress]) {
        go_on(*came_[egress], viq, now, !any);
        any = true;
      }
    }
    if (!any) {
      send({detector_.begin(viq)}, viq, now, true);
    }
  }

  void arrive(Message message, Time now) {
    if (!graph_.gated(message.at)) {
      return;
    }
    const Point at = message.at;
    came_[at] = std::move(message);
    go_on_from(at, now);
  }

  // The message goes on over no edge until the packet on the wire has left.
  void go_on_from(Point egress, Time now) {
    for (const Point viq : graph_.behind(egress)) {
      go_on(*came_[egress], viq, now, false);
    }
  }

  bool sends(Point viq) const {
    const Point to = cables_.peers[viq];
    return to != oracle::kNoViq && cables_.of_switch(to);
  }

  // Not to hosts, which belong to no loop.
  void go_on(Message message, Point viq, Time now, bool on_pause) {
    if (!sends(viq)) {
      return;
    }
    const Visit visit = detector_.visit(message.header, viq);
    const Time after = visit.controller ? now + controller_ : now;
    if (visit.loop) {
      find(after, viq, message.hops);
    } else {
      send(std::move(message), viq, after, on_pause && !visit.controller);
    }
  }

  void send(Message message, Point viq, Time now, bool on_pause) {
    if (!sends(viq)) {
      return;
    }
    if (++message.hops > kMostHops || agenda_.size() >= kMostUnderWay) {
      ++tally_.given_up;
      return;
    }
    message.at = cables_.peers[viq];
    const Bytes frame = count(detector_.bits(message.header), on_pause);
    agenda_.add(now + cables_.hop(viq, frame), std::move(message));
  }

  Detector detector_;
  const PauseGraph& graph_;
  const Cables& cables_;
  Time controller_;
  Agenda<Message> agenda_;
  std::vector<std::optional<Message>> came_;  // the latest message at each held egress since it was held
};

}  // namespace weir::baselines
