// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Data packets as a host would send them, for tests of the datapath.

#pragma once

#include "hw_model/frame/data_frame.h"
#include "hw_model/frame/packet.h"

namespace weir {

// From 10.0.0.1:7 to 10.0.0.2:5001, TTL 64, tagged, class 3, 1500 B.
inline frame::DataFrameFields some_fields() {
  return {.destination = frame::MacAddress(0x02'00'00'02'00'00U),
          .source = frame::MacAddress(0x02'00'00'01'00'00U),
          .traffic_class = ClassId(3),
          .source_ip = frame::Ipv4Address(10, 0, 0, 1),
          .destination_ip = frame::Ipv4Address(10, 0, 0, 2),
          .source_port = 7,
          .destination_port = 5001,
          .length = Bytes(1500)};
}

// The frame but for its FCS, as a cable carries it.
inline std::vector<std::uint8_t> bytes_of(const frame::DataFrameFields& fields) {
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(fields.length.count()) - frame::kFcsBytes);
  frame::write_data_frame(bytes, fields);
  return bytes;
}

// Writes headers and length into a packet (which is not copied: it is a hook of a list).
inline void write_packet(frame::Packet& packet, const frame::DataFrameFields& fields) {
  packet.length = fields.length;
  packet.traffic_class = fields.traffic_class;
  frame::write_data_frame(packet.bytes, fields);
}

}  // namespace weir
