// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The keys of a flow that say how its packets are framed, when they may be sent, and how they are answered.

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include "tb/scenario/key_check.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/loader_parts.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::to_text;

namespace {

// Most packets of a sender in flight: numbers on the wire must tell them apart.
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

// Refuses keys that have no effect with this control.
void refuse_foreign_keys(const Reader& reader, const host::RateControlKind* control) {
  using Kind = host::RateControlKind;
  static constexpr std::array<std::pair<const char*, bool Kind::*>, 5> kKeys{{{"window", &Kind::windowed},
                                                                              {"window_packets", &Kind::windowed},
                                                                              {"acknowledge_every", &Kind::windowed},
                                                                              {"timeout", &Kind::resends},
                                                                              {"tcd", &Kind::has_tcd}}};
  for (const auto& [key, has] : kKeys) {
    if (!reader.has_own(key) || (control != nullptr && control->*has)) {
      continue;
    }
    std::string words;
    for (const Kind* kind : host::rate_controls()) {
      words += kind->*has ? (words.empty() ? "" : " or ") + text::in_quotes(kind->word) : "";
    }
    reader.fail(key, "only for control = " + words);
  }
}

// Requires packets that switches can mark and that do not look marked already.
void require_markable(const Reader& reader, frame::Ecn undetermined, const Flow& flow) {
  const std::string of_control = "control = " + text::in_quotes(flow.control->word);
  if (flow.control->wants_marks && flow.ecn == frame::Ecn::kNotCapable) {
    reader.fail("ecn", "wanted \"ect0\" or \"ect1\", because " + of_control +
                           " slows down for marks; got \"not_capable\", which no switch marks");
  }
  if (flow.settings.tcd && flow.ecn == undetermined) {
    reader.fail("ecn",
                "wanted another code point than congestion.undetermined for tcd = true, with which all packets would "
                "look undetermined");
  }
}

void load_control(const Reader& reader, frame::Ecn undetermined, Flow& flow) {
  if (flow.control->wants_roce && flow.framing != host::Framing::kRoceV2) {
    reader.fail("control", "wanted framing = \"rocev2\" for control = " + text::in_quotes(flow.control->word) +
                               ": FECN and BECN are bits of the BTH");
  }
  if (flow.control->resends && flow.acknowledged) {
    reader.fail("acknowledged",
                "not for control = " + text::in_quotes(flow.control->word) + ", which has acknowledgements of its own");
  }
  if (flow.control->windowed) {
    load_window(reader, flow);
  }
  if (flow.control->resends) {
    flow.settings.timeout = reader.time("timeout");
  }
  flow.settings.acknowledge_every =
      flow.control->windowed ? reader.count("acknowledge_every") : std::numeric_limits<std::uint32_t>::max();
  flow.settings.tcd = flow.control->has_tcd && reader.boolean("tcd");
  load_control_settings(reader.document(), *flow.control, flow.settings);
  require_markable(reader, undetermined, flow);
}

void load_notify_interval(const Reader& reader, Flow& flow) {
  const Time usual = flow.control == nullptr ? kNever : flow.control->notify_interval;
  if (!reader.has("notify_interval") && usual == kNever) {
    return;
  }
  const bool numbered = flow.control != nullptr || flow.framing == host::Framing::kRoceV2;
  if (!numbered) {
    reader.fail("notify_interval", "only for a flow with a control or with framing = \"rocev2\"");
  }
  flow.settings.notify_interval = reader.has("notify_interval") ? reader.time("notify_interval") : usual;
  // A default that is noted in [traffic] would be inherited by flows with other controls.
  const Value& root = reader.document().root;
  const bool inherited = !reader.has_fallback() && (root.find("flow") != nullptr || root.find("workload") != nullptr);
  if (!reader.has("notify_interval") && !inherited) {
    reader.note("notify_interval", usual);
  }
}

}  // namespace

void load_transport(const Reader& reader, frame::Ecn undetermined, Flow& flow) {
  constexpr std::array kOfTransport{"framing",
                                    "ecn",
                                    "control",
                                    "window",
                                    "timeout",
                                    "window_packets",
                                    "tcd",
                                    "acknowledge_every",
                                    "notify_interval",
                                    "connections",
                                    "transaction_packets",
                                    "transaction_gap"};
  if (flow.kind == SourceKind::kPcap) {
    for (const char* key : kOfTransport) {
      if (reader.has_own(key)) {
        reader.fail(key, "not for kind = \"pcap\": the frames of the capture decide");
      }
    }
    return;
  }
  constexpr std::array kFramings{host::Framing::kUdp, host::Framing::kRoceV2, host::Framing::kTcp};
  constexpr std::array kEcn{frame::Ecn::kNotCapable, frame::Ecn::kEct0, frame::Ecn::kEct1};
  flow.framing = reader.word("framing", kFramings);
  flow.ecn = reader.word("ecn", kEcn);
  require_framing(reader, flow);
  if (const std::size_t control = reader.word_index("control"); control > 0) {
    flow.control = host::rate_controls()[control - 1];
  }
  refuse_foreign_keys(reader, flow.control);
  if (flow.control != nullptr) {
    load_control(reader, undetermined, flow);
  }
  load_notify_interval(reader, flow);
  load_tcp(reader, flow);
}

}  // namespace weir::scenario
