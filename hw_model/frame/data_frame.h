// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The headers of a data frame: Ethernet II, an 802.1Q tag, IPv4, UDP or TCP. A traffic source of UDP writes them once
// for a flow and copies them into each packet.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/tcp.h"
#include "hw_model/frame/wire.h"

namespace weir::frame {

struct DataFrameFields {
  MacAddress destination{};
  MacAddress source{};
  bool tagged = true;
  ClassId traffic_class{};  // PCP; not on the wire when untagged, nor are the next two
  bool drop_eligible = false;
  std::uint16_t vid = 0;  // 0 is a priority tag
  Ipv4Address source_ip{};
  Ipv4Address destination_ip{};
  std::uint8_t ttl = 64;
  std::uint8_t dscp = 0;  // 0..63
  Ecn ecn = Ecn::kNotCapable;
  std::uint16_t source_port = 0;
  std::uint16_t destination_port = 0;
  Bytes length{};  // frame length, destination MAC to FCS: 64..9216
};

inline constexpr std::size_t kMaxDataHeaderBytes = 46;  // 14 + 4 + 20 + 8

// Writes the headers and returns their length (42, or 46 tagged); 0 if `bytes` is shorter or a field is out of its
// range. IPv4 total length and UDP length follow from the frame length. The rest of `bytes` becomes zero: the
// payload's first bytes, the same in every run.
std::size_t write_data_frame(std::span<std::uint8_t> bytes, const DataFrameFields& fields);

// The same with TCP: ports, numbers, flags and window are those of `segment`, whose checksum is computed for `payload`
// bytes of zeros behind a header without options. IPv4 total length follows from `payload`; the rest of the frame is
// padding. Returns 54, or 58 tagged; 0 also if the payload does not fit.
std::size_t write_tcp_frame(std::span<std::uint8_t> bytes, const DataFrameFields& fields, const TcpHeader& segment,
                            Bytes payload);

}  // namespace weir::frame
