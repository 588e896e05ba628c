// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/equipped_port: a lossless port and, for each class of `tcd`, a TCD detector. It is made of the
// cycle models of these blocks; what it adds is what stands between them. Outputs are those before the clock edge.
// Order in a cycle: the port says who is held, has credits and goes; then each detector sees whether its class may send
// again, then a departure. The detectors are in reset until the port runs.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "hw_model/cycle_models/lossless_port_cycle.h"
#include "hw_model/cycle_models/tcd_detector_cycle.h"
#include "hw_model/reference/equipped_port_widths.h"

namespace weir::reference {

struct EquippedPortConfig : LosslessPortConfig {
  unsigned tcd = kPortTcd;  // classes with a detector
  unsigned stamp_bits = kTcdStampBits;
  unsigned q_bits = kQBits;

  TcdDetectorConfig detector() const { return {.stamp_bits = stamp_bits, .q_bits = q_bits}; }
  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
  bool operator==(const EquippedPortConfig&) const = default;
};

// A bit a class in masks; depths in bytes; two classes a number of `depths`, the first in the lower bits.
struct EquippedPortInputs : LosslessPortInputs {
  std::uint32_t now = 0;  // ticks
  std::uint64_t depths_0_1 = 0;
  std::uint64_t depths_2_3 = 0;
  std::uint64_t depths_4_5 = 0;
  std::uint64_t depths_6_7 = 0;
  std::uint32_t ecn = 0;  // two bits a class
  std::uint32_t red_mark = 0;
  std::uint32_t paused = 0;
  std::uint32_t longest_on = 0;  // settings
  std::uint32_t sample_period = 0;
  std::uint32_t low_threshold = 0;
  std::uint32_t rise = 0;
  std::uint32_t band = 0;
  std::uint32_t hard_level = 0;
  bool sticky = false;
  bool hold = false;
  std::uint32_t undetermined = 0;
  std::uint32_t shown = 0;  // class
  bool operator==(const EquippedPortInputs&) const = default;
};

// Bytes of the packet of class c that waits, and of what waits behind the packet, modulo 2^q_bits.
std::uint32_t waiting_length(const LosslessPortInputs& in, std::size_t c);
std::uint32_t waits_behind(const EquippedPortConfig& config, const EquippedPortInputs& in, std::size_t c);
// Sets the depth of a queue, with the packet that waits: its lowest q_bits bits.
void set_queue_depth(const EquippedPortConfig& config, EquippedPortInputs& in, std::size_t c, std::uint64_t depth);

struct EquippedPortOutputs : LosslessPortOutputs {
  std::uint32_t ecn = 0;  // of the packet that goes
  bool ce = false;
  bool ue = false;
  std::uint32_t states = 0;  // two bits a class: TcdState
  std::uint32_t spans = 0;
  std::uint32_t pauses_seen = 0;
  std::uint32_t holds = 0;
  std::uint32_t stamp = 0;  // of the class shown
  std::uint32_t sample = 0;
  std::uint32_t detector_clocks = 0;
  bool operator==(const EquippedPortOutputs&) const = default;
};

class EquippedPortCycle {
 public:
  explicit EquippedPortCycle(const EquippedPortConfig& config);

  // One cycle; outputs as before its clock edge.
  EquippedPortOutputs clock(const EquippedPortInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n resets the registers at once.
  EquippedPortOutputs evaluate(const EquippedPortInputs& in) { return judge(in, port_.evaluate(in)).out; }

  // Of the parts, for stimulus that aims.
  const LosslessPortCycle& port() const { return port_; }
  const TcdDetectorCycle& detector(std::size_t c) const { return detectors_[c]; }

 private:
  // What the detectors get and say in a cycle.
  struct Cycle {
    std::array<TcdDetectorInputs, kClasses> detectors{};
    std::uint32_t off = 0;
    EquippedPortOutputs out;
  };
  Cycle judge(const EquippedPortInputs& in, const LosslessPortOutputs& port);
  TcdDetectorInputs detector_inputs(const EquippedPortInputs& in, const Cycle& cycle, std::uint32_t c) const;
  bool has_detector(std::uint32_t c) const { return (config_.tcd >> c & 1U) != 0; }

  EquippedPortConfig config_;
  LosslessPortCycle port_;
  std::array<TcdDetectorCycle, kClasses> detectors_;
  std::uint32_t off_ = 0;  // classes that might not send at the last edge
};

}  // namespace weir::reference
