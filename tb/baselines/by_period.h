// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Detection by the switches' control planes (Shpiner et al.): every period each inspects its ports, and a port that is
// held with packets waiting is suspected and sends a message in the direction of its traffic. The next switch gives the
// message to those of its suspected ports at which packets of that ingress stand. Periods of ports have random phases.

#pragma once

#include <utility>

#include "tb/baselines/play.h"

namespace weir::baselines {

template <class Port>
class ByPeriod final : public Play {
 public:
  // `delay`: of a control plane, from a message's arrival to its action. `ports`: one for each place; `phases`: when
  // each port is first inspected, less than `period`. `graph` and `cables` must outlive this object.
  ByPeriod(std::vector<Port> ports, std::vector<Time> phases, Time period, Time delay, const PauseGraph& graph,
           const Cables& cables)
      : Play(cables.peers.size()),
        ports_(std::move(ports)),
        phases_(std::move(phases)),
        period_(period),
        delay_(delay),
        graph_(graph),
        cables_(cables),
        times_held_(cables.peers.size()) {}

  void run_until(Time end) override {
    while (agenda_.due(end)) {
      auto [now, what] = agenda_.take();
      if (what.look) {
        look(what.at, what.times, now);
      } else {
        arrive(what.at, std::move(what.message), now);
      }
    }
  }

  void told(const oracle::KnotEntry& entry) override {
    if (entry.event == oracle::KnotEvent::kPauses) {
      begins_to_pause(entry.place);
    } else if (entry.event == oracle::KnotEvent::kFreed) {
      ports_[entry.place].forget();
      ++times_held_[entry.place];
    } else if (entry.event == oracle::KnotEvent::kGated && sends(entry.place)) {
      const Time since = entry.at > phases_[entry.place] ? entry.at - phases_[entry.place] : Time(0);
      const Time at = phases_[entry.place] + (since + period_ - Time(1)) / period_ * period_;
      agenda_.add(at, {.look = true, .at = entry.place, .times = times_held_[entry.place], .message = {}});
    }
  }

 private:
  struct What {
    bool look = false;  // else a message arrives
    Point at = 0;       // an egress, or the VIQ at which the message arrives
    unsigned times = 0;
    typename Port::Message message;
  };

  bool sends(Point egress) const {
    const Point to = cables_.peers[egress];
    return cables_.of_switch(egress) && to != oracle::kNoViq && cables_.of_switch(to);
  }

  void look(Point egress, unsigned times, Time now) {
    if (times != times_held_[egress]) {
      return;
    }
    if (graph_.held(egress) && !graph_.empty(egress)) {
      const auto message = ports_[egress].send();
      const Bytes frame = count(Port::bits(message), false);
      agenda_.add(now + cables_.hop(egress, frame) + delay_,
                  {.look = false, .at = cables_.peers[egress], .times = 0, .message = message});
    }
    agenda_.add(now + period_, {.look = true, .at = egress, .times = times, .message = {}});
  }

  void arrive(Point viq, typename Port::Message message, Time now) {
    for (const Point egress : graph_.ahead(viq)) {
      auto copy = message;
      if (sends(egress) && ports_[egress].receive(copy)) {
        find(now, viq, copy.hops);
      }
    }
  }

  std::vector<Port> ports_;
  std::vector<Time> phases_;
  Time period_;
  Time delay_;
  const PauseGraph& graph_;
  const Cables& cables_;
  std::vector<unsigned> times_held_;
  Agenda<What> agenda_;
};

}  // namespace weir::baselines
