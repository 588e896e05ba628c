// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What part of the packet buffer flow control takes: the room that a queue must have above the threshold at which a
// scheme first acts, so that nothing is lost; of credits, what must be advertised so that a sender at line rate never
// waits for them. Beside registers it is the other, often the larger cost of a scheme.

#pragma once

#include <string>
#include <vector>

#include "hw_model/asic/switch_config.h"
#include "tb/cost/queue_frames.h"

namespace weir::cost {

struct Headroom {
  std::string scheme;
  std::string formula;  // in the symbols of the source
  std::string source;   // paper and equation
  Bytes each;     // by the formula, of a (port, lossless class) on the port that needs most; of a port under PAUSE
  Bytes packets;  // beyond it, for whole packets: the formulas are of fluids, or count from a whole packet on
  // Of PFC and PAUSE, the worst mix of frames on the port that needs most, exactly, in whole cells, with the frame that
  // reaches XOFF; else 0.
  Bytes worst;
  std::int64_t worst_cells = 0;
  std::vector<bounds::FramesAlike> worst_mix = {};  // frames after XOFF but the last one
  Bytes worst_last;                                 // length of the last one
  std::int64_t queues = 0;  // that need it: each (port, lossless class) that packets can fill; under PAUSE each port
  Bytes all;                // by the formula, of all of them
  Bytes pool;  // switch.mmu.headroom_pool with room for all of them at once, in cells; 0: the scheme takes none
  // The least packet buffer in which the scheme works: of every queue the formula with whole packets, or the worst mix
  // if that is more, and one frame below the threshold.
  Bytes least;
  Bytes buffer;  // of the switch

  bool fits() const { return least <= buffer; }
  double part_of_buffer() const { return static_cast<double>(least.count()) / static_cast<double>(buffer.count()); }
};

// By the formula, of one (port, class) on `port`, under PAUSE of the whole port; 0 for a scheme without one.
Bytes headroom_each(flow_control::Scheme scheme, const asic::SwitchConfig& device, const link::LinkConfig& port);

// And what whole packets add to it.
Bytes packets_each(flow_control::Scheme scheme, const asic::SwitchConfig& device);

// Both, or, under PFC and PAUSE, the worst mix of these frames in whole cells, if that is more.
Bytes needed_each(flow_control::Scheme scheme, const asic::SwitchConfig& device, const link::LinkConfig& port,
                  const QueueFrames& frames);

// One entry for each of `schemes` that has one, in their order. `filled`: of each port the VIQs that packets can fill
// under a scheme that follows the TTL (bounds/filled_viqs.h); empty: those of all lossless classes at switches.
std::vector<Headroom> headrooms(const asic::SwitchConfig& device, const std::vector<flow_control::Scheme>& schemes,
                                const QueueFrames& frames, const std::vector<std::size_t>& filled = {});

// A line for each that does not fit.
std::vector<std::string> misfits(const std::vector<Headroom>& headrooms);

// In whole KiB, as the document of eq. 14 counts: 21,968 B are 22 KiB, and 32 ports x 8 classes 5,632 KiB.
std::int64_t whole_kib(Bytes bytes);

}  // namespace weir::cost
