// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The distribution over time of the depths of queues and buffers, from the changes that devices trace for waves: exact
// in time. Devices without tracing cost nothing. With waves, this object gets the changes beside the writer.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tb/host/distribution.h"
#include "tb/report/results.h"
#include "tb/report/waves.h"

namespace weir {

class Occupancy final : public report::WaveWriter {
 public:
  // Uses probes "viq_depth_c<n>" and "veq_depth_c<n>"; ignores others.
  void declare(const std::vector<Probe>& probes) override;
  void write(Time at, std::size_t signal, std::uint64_t value) override;
  void write_unknown(Time, std::size_t) override {}  // gets all changes
  void close(Time end) override;

  // On ranks, after close(): the depths at the devices here, as a text; adds the text of another rank.
  std::string tell() const;
  void hear(std::string_view told);

  // Fills the queues and buffers in `results`; after close().
  void fill(report::Results& results) const;
  // The text of occupancy.csv: weights in picoseconds, bins by rising depth.
  std::string csv() const;

 private:
  struct Depth {
    std::string name;      // "s1.p0.c0.viq"; the sum of a switch's VIQs: "s1.viqs"
    Depth* sum = nullptr;  // for a VIQ: the sum of the device's VIQs
    std::int64_t value = 0;
    Time since;
    host::Distribution times;

    void change(Time at, std::int64_t to);
  };

  std::map<std::string, Depth> depths_;  // by name; entries have stable addresses
  std::vector<Depth*> by_signal_;        // null: not a depth
};

}  // namespace weir
