// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring the accounts of viq_admission into a given state and query them. A packet is judged by
// the settings of the cycle after it, so that each query is followed by two cycles with the same settings.

#pragma once

#include "hw_model/cycle_models/viq_admission_cycle.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class ViqAdmissionWriter : public ScriptWriter<ViqAdmissionWriter, reference::ViqAdmissionInputs> {
 public:
  explicit ViqAdmissionWriter(const reference::ViqAdmissionConfig& config) : config_(config) {}

  const reference::ViqAdmissionConfig& config() const { return config_; }
  std::uint32_t most() const { return config_.most_cells(); }
  std::uint32_t viq(std::uint32_t n) const { return n & (config_.viqs() - 1); }

  // Settings: all is shared, without limit, and XOFF is out of reach.
  In open() const { return {.shared = most(), .limit = most(), .xoff = most()}; }
  // What is beyond the minimum goes to the pool.
  In pooled() const { return {.pool = most(), .headroom = most(), .xoff = most()}; }

  static In arrival(In settings, std::uint32_t viq, std::uint32_t cells, bool lossless = false) {
    settings.arrives = true;
    settings.arrives_viq = viq;
    settings.arrives_cells = cells;
    settings.arrives_lossless = lossless;
    return settings;
  }
  static In departure(In settings, std::uint32_t viq, std::uint32_t cells) {
    settings.departs = true;
    settings.departs_viq = viq;
    settings.departs_cells = cells;
    return settings;
  }

  // The settings alone, for some cycles.
  void rest(const In& settings, int cycles = 1) {
    cycles_.insert(cycles_.end(), static_cast<std::size_t>(cycles), settings);
  }
  void arrive(const In& settings, std::uint32_t viq, std::uint32_t cells, bool lossless = false) {
    add(arrival(settings, viq, cells, lossless));
    rest(settings, 2);
  }
  void depart(const In& settings, std::uint32_t viq, std::uint32_t cells) {
    add(departure(settings, viq, cells));
    rest(settings, 2);
  }
  // Shows the account of a VIQ.
  void show(const In& settings, std::uint32_t viq) { arrive(settings, viq, 0); }

  // A reset, before which the registers show.
  void anew() {
    rest({});
    reset();
  }
  // The VIQ, empty before, holds so many cells: shared ones, or of its minimum; and so many of the pool.
  void put(std::uint32_t viq, std::uint32_t cells) {
    add(arrival(open(), viq, cells));
    rest(open());
  }
  void reserve(std::uint32_t viq, std::uint32_t cells) {
    In settings = open();
    settings.minimum = most();
    add(arrival(settings, viq, cells));
    rest(settings);
  }
  void hold(std::uint32_t viq, std::uint32_t cells) {
    add(arrival(pooled(), viq, cells, true));
    rest(pooled(), 2);
  }
  // The VIQ asks for a pause and holds so many cells.
  void ask(std::uint32_t viq, std::uint32_t cells) {
    In settings = open();
    settings.xoff = 0;
    arrive(settings, viq, cells, true);
  }

 private:
  reference::ViqAdmissionConfig config_;
};

}  // namespace weir::cosim
