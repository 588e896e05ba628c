// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether a network stands still. A lossless queue stands if it has held packets and sent none for
// measure.standing_after; a network stands if all its queues with packets stand (docs/reference/oracle.md).
//
// Devices inspect their own queues at each sample, so that findings are equal with and without quanta. A queue's clock
// starts at the first sample at which it held packets and had sent none since the sample before, or exactly at the
// beginning of an earlier hold by flow control. A queue that has moved since the last sample does not stand.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "tb/network/network.h"
#include "tb/oracle/wait_for_graph.h"
#include "tb/ranks/communicator.h"
#include "tb/report/results.h"
#include "tb/scenario/scenario.h"

namespace weir {

// measure.standing_after, or its default.
Time standing_after(const scenario::Scenario& scenario);

class Standing {
 public:
  // `net` must outlive this object.
  explicit Standing(const network::Network& net);

  // Called by each device at its time t, after all other work of that instant.
  void sample(std::size_t device, Time t);

  // What holds an egress queue that sends nothing, at the end of a run, followed from queue to queue: "a circle of
  // waits through s1.p2.c0". `after`: standing_after(), which looks at each device.
  std::string held_by(const scenario::Scenario& scenario, oracle::QueueId queue, Time end, Time after) const;

  // The same of a divided network: every rank calls, and gets the answer.
  std::string held_by_together(const scenario::Scenario& scenario, oracle::QueueId queue, Time end,
                               ranks::Communicator& communicator) const;

  // Call at the end of a run that has reached `end`.
  void fill(const scenario::Scenario& scenario, Time end, report::Results& results) const;

  // The same on every rank of a divided network; only rank 0 fills `results`.
  void fill_together(const scenario::Scenario& scenario, Time end, ranks::Communicator& communicator,
                     report::Results& results) const;

 private:
  static constexpr std::uint64_t kEmpty = ~std::uint64_t{0};
  // Values that change when a VIQ moves.
  struct Viq {
    std::uint64_t admitted = 0;
    Bytes depth;
    bool operator==(const Viq&) const = default;
  };
  // The state of a queue, and of the VIQ of its port and class, at the last sample; and since when each is unchanged.
  struct Seen {
    std::uint64_t sent = kEmpty;  // packets
    Time veq_since{0};
    Viq viq;
    Time viq_since{0};
  };
  using Place = oracle::QueueId;
  // The queues of all devices, or of those here.
  struct Judged {
    bool any = false;  // lossless queues with packets
    bool all = true;   // of which none has moved for standing_after
    std::vector<Place> standing;
    std::optional<Place> longest;  // the egress queue that has stood for longest, since then
    Time longest_since;
  };
  // What holds a queue, or the queue on which to look.
  struct Held {
    std::string by;  // empty: look at `next`
    Place next{};
    Time next_since;
  };
  struct Told;

  std::uint64_t sent_by(Place at) const;  // kEmpty: nothing waits there
  Viq viq_of(Place at) const;
  std::optional<Time> veq_since(Place at, Time end) const;
  std::string held_here(const scenario::Scenario& scenario, Place at, Time end, Time after) const;
  Held held_from_peer(Place at, Time end) const;
  Judged judge(Time end, Time after) const;
  void report(const Judged& judged, const std::string& held_by, Time end, Time after, report::Results& results) const;
  std::string without_next(Place at) const;
  std::vector<Place> next(Place at) const;
  std::string name(Place at) const;

  const network::Network& net_;
  std::vector<PerPortClass<Seen>> seen_;  // by device
};

}  // namespace weir
