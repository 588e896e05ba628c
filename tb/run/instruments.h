// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// All that watches a run: time series and oracles in each device's own time, waves and captures between stretches. On
// ranks each has those of its own devices, and rank 0 judges what concerns the whole network.

#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tb/oracle/conservation.h"
#include "tb/oracle/deadlock.h"
#include "tb/oracle/drops.h"
#include "tb/oracle/packet_books.h"
#include "tb/run/baselines.h"
#include "tb/run/capture.h"
#include "tb/run/declarations.h"
#include "tb/run/feedback_share.h"
#include "tb/run/sampler.h"
#include "tb/run/score.h"
#include "tb/run/simulation.h"
#include "tb/run/standing.h"
#include "tb/run/story_devices.h"
#include "tb/run/traced.h"
#include "tb/story/tell.h"

namespace weir {

class Instruments {
 public:
  // All three outlive this object.
  Instruments(const scenario::Scenario& scenario, const Observation& observation, network::Network& net);

  // All devices have run up to `reached`. Every rank calls.
  void look(Time reached);

  void finish(Time reached);

  // What is missing of waves and captures, and why.
  std::vector<std::string> unwritten() const;

  // An event takes place.
  void told(const scenario::ScenarioEvent& event, Time at);

  // The books of the network at the end, after finish(). Every rank calls; rank 0 gets those of all ranks, and audits
  // them.
  oracle::NetworkBooks books(Time end);

  // On ranks: what has been recorded of the devices of all, at rank 0. Every rank calls, after finish().
  void add_up(Time end);

  // After finish(): all that is asked of the frames that are in the network, whose contents nobody then needs any more.
  // Every rank calls; rank 0 has the measurements of all flows, and fills.
  void ask_frames(Time end, report::Results& results);

  const oracle::Drops& drops() const { return drops_; }
  const Occupancy* occupancy() const { return traced_.occupancy(); }
  const FeedbackShare* feedback() const { return feedback_.get(); }
  const Declarations& declarations() const { return declarations_; }
  std::optional<report::ScoreResult> score(Time end) const {
    return knots_ ? std::optional(score_of(*knots_, end)) : std::nullopt;
  }
  void report_baselines(Time end, report::Results& results) const;
  report::TimeSeries take_series() { return sampler_.take(); }
  const std::vector<Sampler::Place>& places() const { return sampler_.places(); }  // behind take_series()

  // The story of the run, if one is asked for, and the samples of its queues where only these are kept. After all else
  // has been measured. Every rank calls; rank 0 tells.
  void tell_story(Time end, Outcome& outcome);

  // After all else.
  void close_capture();

  bool deadlocked() const { return deadlock_.found() != nullptr; }
  const std::vector<oracle::DeadlockFound>& deadlocks() const { return deadlock_.all(); }

 private:
  template <typename Write>
  void write_capture(const Write& write);
  void sample(std::size_t device, Time t);
  void judge_knots(Time reached);
  void merge_events(Time reached);
  void show(const report::Story& story, const story::Devices& devices);
  void capture(void (capture::PortCapture::*write)(Time), std::string (capture::PortCapture::*tell)(Time),
               Time reached);
  std::optional<report::Story> told_by(const story::Devices& devices, Time end, const Outcome& outcome) const;
  void add_queues(const std::set<std::string>& names, Outcome& outcome);

  const scenario::Scenario& scenario_;
  const Observation& observation_;
  const network::Network& net_;
  Sampler sampler_;
  oracle::Drops drops_;
  oracle::DeadlockOracle deadlock_;
  oracle::ConservationChecker conservation_;
  std::optional<oracle::NetworkBooks> books_;  // of the devices here, at the end
  Standing standing_;
  Traced traced_;
  Declarations declarations_;
  std::unique_ptr<oracle::KnotOracle> knots_;        // null: no unit declares anything
  std::unique_ptr<baselines::Baselines> baselines_;  // null: not asked for
  std::unique_ptr<RunCapture> capture_;              // null: not asked for, or given up
  std::string capture_fault_;
  std::unique_ptr<FeedbackShare> feedback_;           // null: not asked for
  std::unique_ptr<story::EventRecord> record_;        // likewise
  std::unique_ptr<DevicesHere> devices_;              // what record_ asks; null: not yet, or on ranks
  std::unique_ptr<DevicesOnRanks> devices_on_ranks_;  // likewise; null: not yet, or one process
};

}  // namespace weir
