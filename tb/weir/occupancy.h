// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How deep queues and buffers are for how long, from the changes that devices trace for waves: exact in time, and
// nothing is asked of a device that is not traced. With waves it stands beside their writer.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tb/host/distribution.h"
#include "tb/report/results.h"
#include "tb/report/waves.h"

namespace weir {

class Occupancy final : public report::WaveWriter {
 public:
  // Depths are of "viq_depth_c<n>" and "veq_depth_c<n>" probes; others are left aside.
  void declare(const std::vector<Probe>& probes) override;
  void write(Time at, std::size_t signal, std::uint64_t value) override;
  void close(Time end) override;

  // Into the queues and buffers that are listed; after close().
  void fill(report::Results& results) const;
  // The text of occupancy.csv: weights in picoseconds, the numbers of a bin by rising depth.
  std::string csv() const;

 private:
  struct Depth {
    std::string name;      // "s1.p0.c0.viq"; of a switch's VIQs together "s1.viqs"
    Depth* sum = nullptr;  // of the device's VIQs, for a VIQ
    std::int64_t value = 0;
    Time since;
    host::Distribution times;

    void change(Time at, std::int64_t to);
  };

  std::map<std::string, Depth> depths_;  // by name; places do not move
  std::vector<Depth*> by_signal_;        // null: no depth
};

}  // namespace weir
