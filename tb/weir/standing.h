// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Whether a network stands still: a lossless queue stands when it has held packets and sent none for
// measure.standing_after, a network when each of its queues does that holds packets (docs/reference/oracle.md).
//
// Devices look at their own queues at each sample, so that what is found is the same with quanta and without; a queue's
// clock starts at the last sample at which it was empty or had sent something since the sample before, or, where flow
// control holds it, exactly when that began.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/ids.h"
#include "tb/network/network.h"
#include "tb/report/results.h"
#include "tb/scenario/scenario.h"

namespace weir {

// measure.standing_after, or its default.
Time standing_after(const scenario::Scenario& scenario);

class Standing {
 public:
  // Outlives it.
  explicit Standing(const network::Network& net);

  // Of a device, called by it at t, after all other work of that instant.
  void sample(std::size_t device, Time t);

  // At the end of a run that has reached `end`.
  void fill(const scenario::Scenario& scenario, Time end, report::Results& results) const;

 private:
  // Of a queue and of the VIQ of the same port and class, and since when they have sent none.
  struct Seen {
    std::uint64_t sent = 0;
    Time veq_since{0};
    std::uint64_t admitted = 0;
    Bytes depth;
    Time viq_since{0};
  };
  struct Place {
    std::size_t device = 0;
    PortId port;
    ClassId c;
    auto operator<=>(const Place&) const = default;
  };

  std::optional<Time> veq_since(Place at, Time end) const;
  std::string held_by(Place start, Time end, Time after) const;
  std::string without_next(Place at) const;
  std::vector<Place> next(Place at) const;
  std::string name(Place at) const;

  const network::Network& net_;
  std::vector<PerPortClass<Seen>> seen_;  // by device
};

}  // namespace weir
