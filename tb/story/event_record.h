// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The record of a run's events: pauses, holds, losses, declarations, link-level retry, in one order, whatever the
// quantum. A run of any length keeps the first and the last events, and each queue's latest pause.
//
// Devices run ahead of one another by up to a quantum, so each device has a log in its local time; the logs are merged
// between stretches of the run.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "hw_model/asic/declaration_listener.h"
#include "hw_model/asic/drop_listener.h"
#include "hw_model/asic/retry_listener.h"
#include "hw_model/datapath/egress/gate_listener.h"
#include "tb/network/network.h"
#include "tb/oracle/wait_for_graph.h"
#include "tb/report/story.h"

namespace weir::story {

struct Event {
  Time at;
  oracle::QueueId queue;  // VIQ; egress queue for kHeld and kFreed; report::is_of_a_port: any class of the port
  report::StoryEvent what = report::StoryEvent::kPauses;
  Bytes depth;  // of the VIQ; of frames that link-level retry sends again, or has given up

  bool operator==(const Event&) const = default;
};

// The pauses of one VIQ.
struct Pauses {
  std::uint64_t number = 0;
  std::uint64_t ended = 0;
  Event latest;
  std::optional<Event> longest = {};  // the beginning of the longest pause that has ended
  Time longest_time;
};

// Events of one kind.
struct Repeated {
  std::uint64_t number = 0;
  Event first;
  std::set<std::pair<std::size_t, PortId>> ports = {};  // (device, port)
};

class EventRecord {
 public:
  // Listens to all devices of the network from now on, which must outlive this object. At most one record a network.
  explicit EventRecord(network::Network& network);
  ~EventRecord();
  EventRecord(const EventRecord&) = delete;
  EventRecord& operator=(const EventRecord&) = delete;

  // All devices have run up to `reached`: takes the events before that time, those of each device in the order in which
  // they happened, for merge().
  std::vector<Event> take_until(Time reached);

  // Puts events of all devices in order: of one instant by device, those of one device as they are.
  void merge(std::vector<Event> events);

  // The kept events in order, with `left_out` events between the first and the last.
  struct Kept {
    std::vector<Event> first;
    std::deque<Event> last;
    std::uint64_t left_out = 0;
  };
  const Kept& kept() const { return kept_; }

  // The kept event of that time, queue and kind; nothing: it has not been kept. Of pauses the latest of each VIQ is.
  std::optional<Event> find(Time at, oracle::QueueId queue, report::StoryEvent what) const;

  // The first event kResolves up to the latest merge.
  const std::optional<Event>& first_act() const { return first_act_; }

  // Events of that kind, of those that are of a port, up to the latest merge.
  const Repeated& repeated(report::StoryEvent what) const {
    return repeated_[static_cast<std::size_t>(what) - static_cast<std::size_t>(report::StoryEvent::kReplays)];
  }

  // Pauses of that VIQ up to the latest merge; null: it has never paused its peer.
  const Pauses* pauses_of(oracle::QueueId viq) const;

  // Calls visit(viq, pauses) for each VIQ that has paused its peer, by device, port and class.
  template <class Visit>
  void for_each_pausing(Visit visit) const {
    for (std::size_t d = 0; d < pauses_.size(); ++d) {
      for (std::size_t p = 0; p < pauses_[d].ports(); ++p) {
        for (std::size_t c = 0; c < kClasses; ++c) {
          if (const Pauses& one = pauses_[d].at(PortId(p), ClassId(c)); one.number > 0) {
            visit(oracle::QueueId{d, PortId(p), ClassId(c)}, one);
          }
        }
      }
    }
  }

 private:
  class DeviceLog;

  void keep(const Event& event);
  void count(const Event& event);

  std::vector<std::unique_ptr<DeviceLog>> logs_;  // of the devices here, in their order
  Kept kept_;
  std::optional<Event> first_act_;
  std::array<Repeated, 3> repeated_;          // from kReplays on
  std::vector<PerPortClass<Pauses>> pauses_;  // by device
};

}  // namespace weir::story
