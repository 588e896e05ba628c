// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Frames with every header that the parser knows, and the ways in which each can be malformed: what the parser, the
// captures and the fuzz targets are tested with. All bytes are the same in every run.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::samples {

struct SampleFrame {
  std::string name;                 // "ipv6 with fragment header, udp, cut at 60"
  std::vector<std::uint8_t> bytes;  // destination MAC to the last byte before the FCS

  Bytes length() const { return Bytes(static_cast<std::int64_t>(bytes.size() + 4)); }
};

// Sound frames: each header alone and in combinations.
std::vector<SampleFrame> sound_frames();

// Frames that a receiver must refuse, a field at fault in each.
std::vector<SampleFrame> faulty_frames();

// Each sound frame cut behind every byte of its headers; and each once more with the lengths of IP and UDP mended, so
// that the header behind them is the one that is cut.
std::vector<SampleFrame> cut_frames();

}  // namespace weir::samples
