// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A frame of the capture, and those that switches and hosts send about others: pauses, credits, queue depths, messages
// and rate tags.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "hw_model/frame/mac_control.h"
#include "hw_model/frame/packet.h"

namespace weir::capture {

struct Sample {
  std::vector<std::uint8_t> bytes;  // what the model holds of the frame
  Bytes length = frame::kControlFrameLength;
  std::string comment;
  nlohmann::json fields;  // tshark's field -> its text; "padding": the last bytes, which tshark shows in no field
};

inline const frame::MacAddress kSource = frame::MacAddress::of_port(0x010203, 0x0405);
inline const frame::MacAddress kDestination = frame::MacAddress::of_port(0x0a0b0c, 0x0d0e);

std::vector<Sample> control_samples();

}  // namespace weir::capture
