// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A story while it is being told: sentences with the events that prove them, which are put into the columns of
// story.json at the end.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tb/network/network.h"
#include "tb/oracle/deadlock.h"
#include "tb/report/results.h"
#include "tb/report/story.h"
#include "tb/scenario/scenario.h"
#include "tb/story/devices.h"
#include "tb/story/event_record.h"

namespace weir::story {

// The time of a result in seconds, exact to the picosecond in runs of up to two hours.
inline Time time_of(double seconds) {
  return Time(static_cast<std::int64_t>(seconds * static_cast<double>(kPicosecondsPerSecond) + 0.5));
}

// Everything that a story is told from, as of the end of a run.
struct Sources {
  const scenario::Scenario& scenario;
  const network::Network& net;
  const EventRecord& record;
  const std::vector<oracle::DeadlockFound>& deadlocks;
  const report::Results& results;
  const report::TimeSeries& series;
  const Devices& devices;
  Time end;

  const std::string& device(std::size_t index) const { return net.topology.devices[index].name; }
  bool is_host(std::size_t index) const { return net.topology.devices[index].kind == network::DeviceKind::kHost; }
  // "s1.p2.c0"
  std::string name(oracle::QueueId queue) const;
  // The same, or "s1.p2" where the event is of a port.
  std::string name(const Event& event) const;
  // The device at the other end of the queue's cable.
  const std::string& peer(oracle::QueueId queue) const;
  // "s1.p0.c0 pauses h1 at 801 KB (XOFF 800 KB)", of an event kPauses. Without depth where other queues than this VIQ
  // decide about the pause; without XOFF where the device pauses below it.
  std::string pause(const Event& event) const;
  // The events as a list, empty if there is none.
  std::vector<Event> proof(Time at, oracle::QueueId queue, report::StoryEvent what) const;
  std::vector<Event> proof(Time at, const std::string& queue, report::StoryEvent what) const;
  // "f1"; "acknowledgements of f1", "notifications about f1", "rate tags of f1".
  std::string flow(std::uint32_t flow) const;
};

// The queue of that name, "s1.p2.c0"; nothing: there is none.
std::optional<oracle::QueueId> queue_named(const network::Network& net, const std::string& name);

class Draft {
 public:
  explicit Draft(const Sources& sources) : sources_(sources) {}

  // Adds a sentence. `rule`: one of report::kStoryRules.
  void say(std::optional<Time> at, const std::string& queue, std::string_view rule, std::string text,
           std::vector<Event> proofs = {});
  bool empty() const { return told_.empty(); }

  // The story: sentences by time, those of the whole run last, and the kept events with the proofs that had been left
  // out of these.
  report::Story finish() const;

 private:
  struct Told {
    report::Sentence sentence;
    std::vector<Event> proofs;
  };

  const Sources& sources_;
  std::vector<Told> told_;
};

}  // namespace weir::story
