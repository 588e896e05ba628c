// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Ingress parser: header bytes -> header vector, once a hop. Total: any bytes give a header vector, with the reason
// where they are malformed. Latency: state_cycles for each header parsed plus lookup_cycles for the forwarding lookup
// and class mapper behind it.

#pragma once

#include <cstdint>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/datapath/parser/parser_config.h"
#include "hw_model/frame/packet.h"

namespace weir::parser {

enum class Verdict : std::uint8_t {
  kForward,
  kNotIpv4,      // nothing that this switch can route
  kMalformed,    // truncated header, wrong version, header length or total length
  kBadChecksum,  // IPv4 header checksum
  kTtlExpired,   // arrives with TTL 0 or would leave with it
};

struct HeaderVector {
  Verdict verdict = Verdict::kMalformed;
  std::uint8_t pcp = 0;        // of the outer tag; 0 where there is none
  std::uint8_t ip_offset = 0;  // of the IPv4 header, bytes from the start of the frame
  std::uint8_t ttl = 0;
  std::uint8_t dscp = 0;
  std::uint32_t source_ip = 0;
  std::uint32_t destination_ip = 0;
  std::uint32_t transport_ports = 0;  // source port in the upper half, destination port in the lower
  std::uint8_t protocol = 0;
  Time latency;
};

class Parser {
 public:
  explicit Parser(const ParserConfig& config) : config_(config) {}

  HeaderVector parse(const frame::Packet& packet) const;

 private:
  ParserConfig config_;
};

}  // namespace weir::parser
