// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A flow as its two hosts see it, and what each of them measures. An entry of FlowMeasurement is written by one host
// only: `sent` by the source, `received` by the destination, so that hosts share no state.

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/reference/class_mapper.h"
#include "tb/host/rate_control.h"
#include "tb/host/tcp_settings.h"
#include "tb/host/transport.h"
#include "tb/traffic/source.h"

namespace weir::host {

// In Packet::flow, marks a packet as the acknowledgement of its flow.
inline constexpr std::uint32_t kAcknowledgement = 0x8000'0000;

// The TTL with which hosts send what is in this class.
constexpr std::uint8_t initial_ttl(const reference::ClassMapperConfig& mapper, ClassId traffic_class) {
  constexpr std::uint8_t kOrdinary = 64;
  const bool counts = reference::follows_ttl(mapper.source) && !reference::service_of(mapper, traffic_class).is_plain();
  return counts ? mapper.ttl0 : kOrdinary;
}

// The DSCP that hosts write so that switches put a packet into this class; 0 where the DSCP does not decide, nothing
// where none leads there.
inline std::optional<std::uint8_t> dscp_of(const reference::ClassMapperConfig& mapper, ClassId traffic_class) {
  if (!reference::uses_dscp(mapper)) {
    return 0;
  }
  const auto* const found = std::find(mapper.dscp_classes.begin(), mapper.dscp_classes.end(), traffic_class);
  return found == mapper.dscp_classes.end()
             ? std::nullopt
             : std::optional(static_cast<std::uint8_t>(found - mapper.dscp_classes.begin()));
}

// When a flow that a workload has drawn begins.
enum class Begins : std::uint8_t {
  kAtItsTime,         // demand.start
  kAfterSent,         // once the flow before it, of its workload and host, has handed over its last packet
  kAfterAcknowledged  // once all packets of the flow before it have been acknowledged
};

// FlowSpec::workload of a flow that no workload has drawn.
inline constexpr std::uint32_t kListed = 0xffff'ffff;

struct FlowSpec {
  std::string name;
  std::uint32_t index = 0;
  frame::MacAddress source_address;
  frame::MacAddress destination_address;
  std::uint32_t source_ip = 0;
  std::uint32_t destination_ip = 0;
  std::uint16_t source_port = 0;       // UDP; TCP: of the first connection
  std::uint16_t destination_port = 0;  // UDP or TCP
  ClassId traffic_class;               // in which it queues, and its PCP
  std::uint8_t ttl = 64;
  std::uint8_t tag_ttl = 0;  // of its rate tags: frame::set_routed_ttl
  std::uint8_t dscp = 0;
  frame::Ecn ecn = frame::Ecn::kNotCapable;
  Framing framing = Framing::kUdp;
  traffic::Demand demand;
  bool acknowledged = false;
  Bytes acknowledgement_length;
  std::uint32_t workload = kListed;
  Begins begins = Begins::kAtItsTime;
  Begins next_begins = Begins::kAtItsTime;   // the next of its workload and host
  Time last_begin = kNever;                  // it does not begin at or after this time
  const RateControlKind* control = nullptr;  // null: sends as the port takes it, and hears nothing
  ControlSettings settings;
  std::shared_ptr<const TcpSettings> tcp = {};  // of framing kTcp, and of no other
  std::optional<frame::Ecn> undetermined;       // the code point that its hosts take for UE

  // Rate tags go beside its packets.
  bool tagged() const { return control != nullptr && control->tags; }
  // Packets have numbers on the wire. Not those of a capture.
  bool numbered() const { return demand.capture == nullptr && (control != nullptr || framing != Framing::kUdp); }
  std::uint32_t connections() const { return tcp != nullptr ? tcp->connections : 1; }
};

struct Sent {
  std::uint64_t packets = 0;                    // made, those that went again included
  std::int64_t bytes_beyond = 0;                // of these: by which they were longer than spec.demand.frame_length
  std::uint64_t acknowledgements_received = 0;  // answers of any kind
  Bytes acknowledgement_bytes{0};               // of these
  std::uint64_t retransmitted = 0;              // of `packets`
  std::uint64_t notifications = 0;              // that switches have sent about packets of this flow
  std::uint64_t told_ce = 0;                    // of the answers, notifications that said CE
  std::uint64_t told_ue = 0;                    // likewise UE
  std::uint64_t tags = 0;                       // rate tags made; no packets of the flow
  std::uint64_t tags_returned = 0;
  std::uint64_t tags_lowered = 0;  // of tags_returned: by some port
  Time longest_tag;                // from making a tag to its return
  std::uint64_t timeouts = 0;      // of TCP connections, as are the next two
  std::uint64_t transactions = 0;  // that were wholly acknowledged
  Time transaction_time{0};        // of these, from their beginnings, together
  Time started = kNever;           // when the first packet was, or will be, due
};

struct Received {
  std::uint64_t packets = 0;       // that the flow's receiver took; with go-back-N each once, in order
  std::uint64_t discarded = 0;     // that go-back-N threw away: taken before, or too early
  Bytes discarded_bytes{0};        // of these
  std::uint64_t marked = 0;        // of `packets`: with CE, or FECN
  std::uint64_t undetermined = 0;  // likewise UE
  std::uint64_t bytes = 0;         // of `packets`
  std::int64_t label_bytes = 0;    // by which switches have made these shorter: labels of hosts that they took off
  std::uint64_t steady_bytes = 0;  // delivered in the last quarter of the run
  std::uint64_t acknowledgements_sent = 0;
  Bytes acknowledgement_bytes{0};   // of these
  std::uint64_t notifications = 0;  // that switches have sent about these
  std::uint64_t tags = 0;           // rate tags that have arrived, each of which was returned
  std::uint64_t steady_tags = 0;    // of these, in the last quarter of the run
  Time last;                        // delivery of the latest of `packets`
  std::uint32_t next_sequence = 0;
  std::uint64_t out_of_order = 0;
};

struct FlowMeasurement {
  Sent sent;
  Received received;
};

}  // namespace weir::host
