// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Waveform probes of the ports with link-level retry: both states by name, the frames that are outstanding, and those
// that are still to be replayed.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/asic/port_retry.h"
#include "hw_model/base/ids.h"
#include "hw_model/base/trace.h"

namespace weir::asic {

class RetryProbes {
 public:
  // `retries`: by port, null for a port without; empty: no port has link-level retry. Before the run.
  RetryProbes(Trace& trace, const TraceSelection& selection, const std::string& device,
              const std::vector<const PortRetry*>& retries);

  // Whether any signal of this port is selected.
  bool any_of(PortId p) const { return p.index() < shown_.size() && shown_[p.index()].any; }

  // Records what has changed at this port by `now`.
  void record(PortId p, Time now);

 private:
  enum Kind { kTx, kRx, kOutstanding, kToReplay, kKinds };
  using Values = std::array<std::uint64_t, kKinds>;
  struct Shown {
    const PortRetry* retry = nullptr;
    bool any = false;
    std::array<std::optional<std::uint32_t>, kKinds> probe;  // none: not selected
    Values value{};
  };

  static Values values_of(const PortRetry& retry);

  Trace& trace_;
  std::vector<Shown> shown_;  // by port; empty: no port has link-level retry
};

}  // namespace weir::asic
