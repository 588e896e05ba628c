// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Writer of cycles that bring partition admission into a given state and query it. Settings last until changed; the
// guaranteed minimum changes at a reset.

#pragma once

#include "hw_model/cycle_models/partition_admission_cycle.h"
#include "tb/cosim/script_writer.h"

namespace weir::cosim {

class AdmissionWriter : public ScriptWriter<AdmissionWriter, reference::PartitionAdmissionInputs> {
 public:
  struct Viq {
    std::uint32_t port = 0;
    std::uint8_t of_class = 0;
  };

  explicit AdmissionWriter(const reference::PartitionAdmissionConfig& config) : config_(config) {}

  const reference::PartitionAdmissionConfig& config() const { return config_; }
  std::uint32_t most_cells() const { return (std::uint32_t{1} << config_.cell_bits) - 1; }
  std::uint32_t most_bytes() const { return (std::uint32_t{1} << config_.q_bits) - 1; }

  // Sets, from this cycle on: no limit, XOFF out of reach, every class pauses; then resets with this minimum.
  void reset(std::uint32_t minimum = 0) {
    stands_ = {.pausing = static_cast<std::uint8_t>((1U << config_.classes) - 1),
               .minimum = minimum,
               .viq_limit = most_bytes(),
               .headroom = 0,
               .xoff = most_bytes()};
    In in = stands_;
    in.rst_n = false;
    cycles_.push_back(in);
  }
  In& settings() { return stands_; }

  In idle() const { return stands_; }
  void partition(std::uint8_t of_class, std::uint32_t size) {
    In in = stands_;
    in.set = true;
    in.set_class = in.read_class = of_class;
    in.set_size = size;
    cycles_.push_back(in);
  }
  In arrival(Viq viq, std::uint32_t length, std::uint32_t cells) const {
    In in = stands_;
    in.arrives = true;
    in.arrives_port = in.read_port = viq.port;
    in.arrives_class = in.read_class = viq.of_class;
    in.arrives_length = length;
    in.arrives_cells = cells;
    return in;
  }
  void arrive(Viq viq, std::uint32_t length, std::uint32_t cells) { cycles_.push_back(arrival(viq, length, cells)); }
  In departure(Viq viq, std::uint32_t length, std::uint32_t cells) const {
    In in = stands_;
    in.departs = true;
    in.departs_port = in.read_port = viq.port;
    in.departs_class = in.read_class = viq.of_class;
    in.departs_length = length;
    in.departs_cells = cells;
    return in;
  }
  void depart(Viq viq, std::uint32_t length, std::uint32_t cells) { cycles_.push_back(departure(viq, length, cells)); }
  In both(Viq from, std::uint32_t length, std::uint32_t cells, Viq to, std::uint32_t left_length,
          std::uint32_t left_cells) const {
    In in = arrival(from, length, cells);
    const In leaves = departure(to, left_length, left_cells);
    in.departs = true;
    in.departs_port = leaves.departs_port;
    in.departs_class = leaves.departs_class;
    in.departs_length = left_length;
    in.departs_cells = left_cells;
    return in;
  }
  // Reads the registers of a VIQ and its class.
  void look(Viq viq) {
    In in = stands_;
    in.read_port = viq.port;
    in.read_class = viq.of_class;
    cycles_.push_back(in);
  }

 private:
  reference::PartitionAdmissionConfig config_;
  In stands_{};
};

}  // namespace weir::cosim
