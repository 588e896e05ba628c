// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/tcd_detector, register for register: the TCD detector of one queue. In a cycle an OFF period
// ends before a packet departs, and the departure's outputs are of the same cycle; the sweep examines the stamp from
// before the cycle, and a span that begins in the cycle begins all the same. The state machine is tcd_queue.h.

#pragma once

#include <cstdint>

#include "hw_model/reference/tcd_queue.h"
#include "hw_model/reference/widths.h"

namespace weir::reference {

struct TcdDetectorConfig {
  unsigned stamp_bits = kTcdStampBits;
  unsigned q_bits = kQBits;

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
};

struct TcdDetectorInputs {
  bool rst_n = true;
  bool sweep = false;
  bool off_end = false;
  bool departs = false;
  bool red_mark = false;
  bool paused = false;
  bool sticky = false;
  bool hold = false;
  std::uint8_t ecn = 0;           // of IPv4 and IPv6: 0 Not-ECT, 3 CE
  std::uint8_t undetermined = 0;  // the code point of UE
  std::uint32_t now = 0;          // ticks, as the next two
  std::uint32_t longest_on = 0;   // max(T_on)
  std::uint32_t period = 0;       // T
  std::uint32_t behind = 0;       // bytes, as all below
  std::uint32_t low_threshold = 0;
  std::uint32_t rise = 0;
  std::uint32_t band = 0;
  std::uint32_t hard_level = 0;  // all ones: none
  bool operator==(const TcdDetectorInputs&) const = default;
};

struct TcdDetectorOutputs {
  bool ce = false;  // the packet was given CE
  bool ue = false;
  bool running = false;
  bool pause_seen = false;
  bool held = false;
  std::uint8_t ecn = 0;
  std::uint8_t state = 0;  // TcdState
  std::uint32_t stamp = 0;
  std::uint32_t sample = 0;
  bool operator==(const TcdDetectorOutputs&) const = default;
};

class TcdDetectorCycle {
 public:
  explicit TcdDetectorCycle(const TcdDetectorConfig& config);

  // One cycle; outputs as before its clock edge.
  TcdDetectorOutputs clock(const TcdDetectorInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  TcdDetectorOutputs evaluate(const TcdDetectorInputs& in);

  // The registers.
  const TcdQueue& queue() const { return now_.queue; }
  std::uint32_t stamp() const { return now_.stamp; }
  bool running() const { return now_.running; }

  bool operator==(const TcdDetectorCycle&) const = default;

 private:
  struct Registers {
    TcdQueue queue;
    std::uint32_t stamp = 0;  // modulo 2^stamp_bits
    bool running = false;
    bool operator==(const Registers&) const = default;
  };

  TcdDetectorOutputs step(const TcdDetectorInputs& in, Registers& next) const;

  std::uint32_t stamp_mask_;
  Registers now_;
};

}  // namespace weir::reference
