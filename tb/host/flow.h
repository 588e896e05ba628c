// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A flow as its two hosts see it, and what each of them measures. An entry of FlowMeasurement is written by one host
// only: `sent` by the source, `received` by the destination, so that hosts share no state.

#pragma once

#include <cstdint>
#include <string>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "tb/traffic/source.h"

namespace weir::host {

// In Packet::flow, marks a packet as the acknowledgement of its flow.
inline constexpr std::uint32_t kAcknowledgement = 0x8000'0000;

struct FlowSpec {
  std::string name;
  std::uint32_t index = 0;
  frame::MacAddress source_address;
  frame::MacAddress destination_address;
  std::uint32_t source_ip = 0;
  std::uint32_t destination_ip = 0;
  std::uint16_t source_port = 0;       // UDP
  std::uint16_t destination_port = 0;  // UDP
  ClassId traffic_class;
  traffic::Demand demand;
  bool acknowledged = false;
  Bytes acknowledgement_length;
};

struct Sent {
  std::uint64_t packets = 0;
  std::uint64_t acknowledgements_received = 0;
};

struct Received {
  std::uint64_t packets = 0;
  std::uint64_t bytes = 0;
  std::uint64_t steady_bytes = 0;  // delivered in the last quarter of the run
  std::uint64_t acknowledgements_sent = 0;
  Time last;  // delivery of the latest packet
  std::uint32_t next_sequence = 0;
  std::uint64_t out_of_order = 0;
};

struct FlowMeasurement {
  Sent sent;
  Received received;
};

}  // namespace weir::host
