// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/frame/wire.h"

namespace weir::frame {

std::string_view name(DecodeError error) {
  switch (error) {
    case DecodeError::kTruncated:
      return "truncated";
    case DecodeError::kTooManyTags:
      return "too_many_tags";
    case DecodeError::kWrongEtherType:
      return "wrong_ethertype";
    case DecodeError::kWrongDestination:
      return "wrong_destination";
    case DecodeError::kUnknownOpcode:
      return "unknown_opcode";
    case DecodeError::kUnknownSubtype:
      return "unknown_subtype";
    case DecodeError::kFieldOutOfRange:
      return "field_out_of_range";
    case DecodeError::kBadIpVersion:
      return "bad_ip_version";
    case DecodeError::kBadIpHeaderLength:
      return "bad_ip_header_length";
    case DecodeError::kBadIpTotalLength:
      return "bad_ip_total_length";
    case DecodeError::kBadIpHeaderChecksum:
      return "bad_ip_header_checksum";
    case DecodeError::kTtlExpired:
      return "ttl_expired";
    case DecodeError::kBadUdpLength:
      return "bad_udp_length";
    case DecodeError::kBadLengthField:
      return "bad_length_field";
    case DecodeError::kBadIpPayloadLength:
      return "bad_ip_payload_length";
    case DecodeError::kMisplacedExtension:
      return "misplaced_extension";
    case DecodeError::kTooManyExtensions:
      return "too_many_extensions";
    case DecodeError::kBadTcpOffset:
      return "bad_tcp_offset";
    case DecodeError::kBeyondParseDepth:
      return "beyond_parse_depth";
    case DecodeError::kRunt:
      return "runt";
    case DecodeError::kOversize:
      return "oversize";
    case DecodeError::kBadFcs:
      return "bad_fcs";
  }
  return "unknown_error";
}

}  // namespace weir::frame
