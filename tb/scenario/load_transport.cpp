// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The keys of a flow that say how its packets are framed, when they may be sent, and how they are answered.

#include <array>
#include <string>

#include "tb/scenario/key_check.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/loader_parts.h"
#include "tb/text/quantity.h"

namespace weir::scenario {
using text::to_text;

namespace {

// Of one sender; the numbers on the wire tell packets apart that are so many apart.
constexpr std::int64_t kMostPackets = (1 << 23) - 1;

void require_framing(const Reader& reader, Flow& flow) {
  if (flow.framing != host::Framing::kRoceV2) {
    return;
  }
  if (flow.frame_length < host::kLeastRoceData) {
    reader.fail("frame_length", "wanted at least " + to_text(host::kLeastRoceData) + " for framing = \"rocev2\"; got " +
                                    to_text(flow.frame_length));
  }
  if (flow.acknowledgement_length < host::kLeastRoceAnswer) {
    reader.fail("acknowledgement_length", "wanted at least " + to_text(host::kLeastRoceAnswer) +
                                              " for framing = \"rocev2\"; got " + to_text(flow.acknowledgement_length));
  }
}

// `window` or `window_packets`; a flow's own goes before that of [traffic].
void load_window(const Reader& reader, Flow& flow) {
  const bool own = reader.has_own("window") || reader.has_own("window_packets");
  const auto has = [&](std::string_view key) { return own ? reader.has_own(key) : reader.has(key); };
  if (has("window") && has("window_packets")) {
    reader.fail("window_packets", "wanted window or window_packets; got both");
  }
  if (has("window_packets")) {
    flow.settings.window = flow.frame_length * reader.integer("window_packets");
    return;
  }
  if (!has("window")) {
    reader.fail("window", "required for control = \"window\", but missing; wanted " +
                              wanted(*find_key("traffic", "window")) + ", or window_packets");
  }
  flow.settings.window = reader.bytes("window");
  if (flow.settings.window < flow.frame_length) {
    reader.fail("window",
                "wanted at least one frame, " + to_text(flow.frame_length) + "; got " + to_text(flow.settings.window));
  }
  if (flow.settings.window / flow.frame_length > kMostPackets) {
    reader.fail("window", "wanted at most " + std::to_string(kMostPackets) + " frames of " +
                              to_text(flow.frame_length) + "; got " + to_text(flow.settings.window));
  }
}

}  // namespace

void load_transport(const Reader& reader, Flow& flow) {
  constexpr std::array kOfTransport{
      "framing", "ecn", "control", "window", "timeout", "window_packets", "acknowledge_every", "notify_interval"};
  if (flow.kind == SourceKind::kPcap) {
    for (const char* key : kOfTransport) {
      if (reader.has_own(key)) {
        reader.fail(key, "not for kind = \"pcap\": the frames of the capture decide");
      }
    }
    return;
  }
  constexpr std::array kFramings{host::Framing::kUdp, host::Framing::kRoceV2};
  constexpr std::array kEcn{frame::Ecn::kNotCapable, frame::Ecn::kEct0, frame::Ecn::kEct1};
  flow.framing = reader.word("framing", kFramings);
  flow.ecn = reader.word("ecn", kEcn);
  require_framing(reader, flow);
  if (const std::size_t control = reader.word_index("control"); control > 0) {
    flow.control = host::rate_controls()[control - 1];
  }
  constexpr std::array kOfWindow{"window", "window_packets", "timeout", "acknowledge_every"};
  if (flow.control == nullptr) {
    for (const char* key : kOfWindow) {
      if (reader.has_own(key)) {
        reader.fail(key, "only for control = \"window\"");
      }
    }
  } else {
    if (flow.acknowledged) {
      reader.fail("acknowledged", "not for control = \"window\", which has acknowledgements of its own");
    }
    load_window(reader, flow);
    flow.settings.timeout = reader.time("timeout");
    flow.settings.acknowledge_every = reader.count("acknowledge_every");
  }
  if (reader.has("notify_interval")) {
    const bool numbered = flow.control != nullptr || flow.framing == host::Framing::kRoceV2;
    if (!numbered) {
      reader.fail("notify_interval", "only for a flow with a control or with framing = \"rocev2\"");
    }
    flow.settings.notify_interval = reader.time("notify_interval");
  }
}

}  // namespace weir::scenario
