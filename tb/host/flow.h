// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A flow as its two hosts see it, and their measurements of the flow. Of a FlowMeasurement the source alone writes
// `sent` and the destination alone writes `received`, so that hosts share no state.

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

// This bit of Packet::flow marks a packet as an acknowledgement of its flow.
inline constexpr std::uint32_t kAcknowledgement = 0x8000'0000;

// The TTL that hosts write into packets of this class.
constexpr std::uint8_t initial_ttl(const reference::ClassMapperConfig& mapper, ClassId traffic_class) {
  constexpr std::uint8_t kOrdinary = 64;
  const bool counts = reference::follows_ttl(mapper.source) && !reference::service_of(mapper, traffic_class).is_plain();
  return counts ? mapper.ttl0 : kOrdinary;
}

// The DSCP by which switches put a packet into this class; 0: the DSCP does not decide the class; nullopt: no DSCP
// leads to this class.
inline std::optional<std::uint8_t> dscp_of(const reference::ClassMapperConfig& mapper, ClassId traffic_class) {
  if (!reference::uses_dscp(mapper)) {
    return 0;
  }
  const auto* const found = std::find(mapper.dscp_classes.begin(), mapper.dscp_classes.end(), traffic_class);
  return found == mapper.dscp_classes.end()
             ? std::nullopt
             : std::optional(static_cast<std::uint8_t>(found - mapper.dscp_classes.begin()));
}

// The PCP by which, with this DEI, switches put a packet into this class; the number of the class: the PCP does not
// decide it; nullopt: no PCP leads to this class.
inline std::optional<std::uint8_t> pcp_of(const reference::ClassMapperConfig& mapper, ClassId traffic_class, bool dei) {
  for (std::uint8_t pcp = 0; reference::uses_pcp(mapper) && pcp < kClasses; ++pcp) {
    if (mapper.pcp_classes[reference::code_point(pcp, dei)] == traffic_class) {
      return pcp;
    }
  }
  return reference::uses_pcp(mapper) ? std::nullopt : std::optional(static_cast<std::uint8_t>(traffic_class.index()));
}

// PCP and DSCP by which a class mapper by fields, from outside of weir, puts packets with this DEI into this class: the
// lowest PCP with DSCP 0, else the lowest DSCP with the number of the class or the lowest PCP. `pcp`: if set, this one.
// Nullopt: none lead there.
struct OwnFields {
  std::uint8_t pcp;
  std::uint8_t dscp;
};
inline std::optional<OwnFields> own_fields(const reference::ClassMapper& mapper, ClassId traffic_class, bool dei,
                                           std::optional<std::uint8_t> pcp) {
  for (std::uint8_t dscp = 0; dscp < reference::kDscps; ++dscp) {
    for (std::uint8_t i = 0; i <= kClasses; ++i) {
      const std::size_t next = i > 0 || dscp == 0 ? std::max(i, std::uint8_t{1}) - 1U : traffic_class.index();
      const auto one = pcp.value_or(static_cast<std::uint8_t>(next));
      if (mapper.map(reference::code_point(one, dei), dscp, 0) == traffic_class) {
        return OwnFields{one, dscp};
      }
    }
  }
  return std::nullopt;
}

// When a flow drawn by a workload begins. "The flow before" is of the same workload and host.
enum class Begins : std::uint8_t {
  kAtItsTime,         // demand.start
  kAfterSent,         // once the flow before has handed over its last packet
  kAfterAcknowledged  // once all packets of the flow before have been acknowledged
};

// FlowSpec::workload of a flow that is listed in the scenario, not drawn by a workload.
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
  ClassId traffic_class;               // class of the flow's queue
  std::optional<std::uint8_t> pcp;     // nullopt: the number of the class
  bool drop_eligible = false;          // DEI
  std::uint8_t ttl = 64;
  std::uint8_t tag_ttl = 0;  // of the flow's rate tags: frame::set_routed_ttl
  std::uint8_t dscp = 0;
  frame::Ecn ecn = frame::Ecn::kNotCapable;
  Framing framing = Framing::kUdp;
  traffic::Demand demand;
  bool acknowledged = false;
  Bytes acknowledgement_length;
  std::uint32_t workload = kListed;
  Begins begins = Begins::kAtItsTime;
  Begins next_begins = Begins::kAtItsTime;   // how the next flow of the same workload and host begins
  Time last_begin = kNever;                  // the flow begins before this time or not at all
  const RateControlKind* control = nullptr;  // null: packets go as the port takes them, answers are ignored
  ControlSettings settings;
  std::shared_ptr<const TcpSettings> tcp = {};  // set if and only if framing is kTcp
  std::optional<frame::Ecn> undetermined;       // the code point that the flow's hosts take for UE

  ClassId priority() const { return pcp ? ClassId(*pcp) : traffic_class; }
  // Whether rate tags go beside the flow's packets.
  bool tagged() const { return control != nullptr && control->tags; }
  // Whether packets have numbers on the wire; packets of a capture have none.
  bool numbered() const { return demand.capture == nullptr && (control != nullptr || framing != Framing::kUdp); }
  std::uint32_t connections() const { return tcp != nullptr ? tcp->connections : 1; }
};

struct Sent {
  std::uint64_t packets = 0;                    // packets made, including those sent again
  std::int64_t bytes_beyond = 0;                // sum of their lengths - spec.demand.frame_length
  std::uint64_t acknowledgements_received = 0;  // answers of any kind
  Bytes acknowledgement_bytes{0};               // bytes of these answers
  std::uint64_t retransmitted = 0;              // packets sent again, also counted in `packets`
  std::uint64_t notifications = 0;              // from switches, about packets of this flow
  std::uint64_t told_ce = 0;                    // answers that are notifications of CE
  std::uint64_t told_ue = 0;                    // answers that are notifications of UE
  std::uint64_t tags = 0;                       // rate tags made; not counted in `packets`
  std::uint64_t tags_returned = 0;
  std::uint64_t tags_lowered = 0;  // returned tags whose rate some port lowered
  Time longest_tag;                // from making a tag to its return
  std::uint64_t timeouts = 0;      // of TCP connections, as are the next two members
  std::uint64_t transactions = 0;  // wholly acknowledged transactions
  Time transaction_time{0};        // sum of their durations
  Time started = kNever;           // when the first packet was, or will be, due
};

struct Received {
  std::uint64_t packets = 0;         // packets taken by the flow's receiver; with go-back-N each once, in order
  std::uint64_t discarded = 0;       // packets discarded by go-back-N: duplicates, or too early
  Bytes discarded_bytes{0};          // their bytes
  std::uint64_t marked = 0;          // packets of `packets` marked CE or FECN
  std::uint64_t undetermined = 0;    // packets of `packets` marked UE
  std::uint64_t bytes = 0;           // bytes of `packets`
  std::int64_t taken_off_bytes = 0;  // bytes of hosts' tags that switches have taken off these packets
  std::uint64_t steady_bytes = 0;    // delivered in the last quarter of the run
  std::uint64_t acknowledgements_sent = 0;
  Bytes acknowledgement_bytes{0};   // bytes of these acknowledgements
  std::uint64_t notifications = 0;  // from switches, about these acknowledgements
  std::uint64_t tags = 0;           // rate tags that have arrived; each was returned
  std::uint64_t steady_tags = 0;    // rate tags that have arrived in the last quarter of the run
  Time last;                        // time of the latest delivery
  std::uint32_t next_sequence = 0;
  std::uint64_t out_of_order = 0;
};

struct FlowMeasurement {
  Sent sent;
  Received received;
};

}  // namespace weir::host
