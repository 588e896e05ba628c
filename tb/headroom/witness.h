// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The witness of a headroom: a scenario in which a queue of each lossless class fills to its last cell, and loses a
// frame if it has a cell less.
//
// A star of six hosts. h1 plays a capture: frames until the queue stands a cell (or a byte) below XOFF, the frame that
// reaches XOFF, the worst mix of frames, the last frame, and more, which PAUSE must hold back. Class 7 of h4 keeps the
// port to h2 for itself, so that none of these frames leaves. Class 1 of h3 keeps the port back to h1 busy without a
// gap, with our longest frames; h1 starts so that XOFF is reached in the instant in which one of them begins. h5 and h6
// send two frames ahead, so that always one waits. With several classes h1 plays such a capture for each, one after the
// other, so that in the end all queues are full at once; our frames are then in class 7, too, because PFC frames delay
// more of them than XOFF holds. Source: derived; docs/results/pfc_headroom.md.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tb/headroom/link_headroom.h"

namespace weir::headroom {

inline constexpr int kHeldBack = 3;  // frames of a queue that PAUSE must hold back

// Throws std::invalid_argument: "--witness: " and what the model cannot play.
[[noreturn]] void refuse_witness(const std::string& what);

// A pipeline as the model has it: so many cycles of a clock.
struct Pipeline {
  Time clock;
  std::int64_t cycles;
};

// With as fast a clock as can be: memories of a switch take what its ports, of `rate` at most, bring in a clock. Throws
// std::invalid_argument, one line, if there is none.
Pipeline pipeline_of(Time pipeline, BitRate rate);

struct Witness {
  std::string scenario;               // TOML, which plays the captures
  std::vector<std::string> captures;  // pcap, of class 0, 1, ...
  Bytes xoff;
  Bytes headroom;  // above XOFF: LinkRow::each without what XOFF in units adds
};

// The file that holds the capture of a class: NAME.pcap of class 0, NAME_c1.pcap of class 1.
std::string capture_file(const std::string& name, unsigned traffic_class);

// `name`: of the captures' files, as capture_file() takes the name. Throws std::invalid_argument, one line, for what
// the model cannot play: a pool, eight lossless classes, a preamble and gap other than 0 or 20 B, a cable of 0 m, a
// pipeline that is no whole number of periods of a clock of the model, and a worst mix that is only bounded.
Witness make_witness(const LinkRequest& request, const LinkRow& row, const std::string& name);

}  // namespace weir::headroom
