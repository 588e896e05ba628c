// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <memory>
#include <string>

#include "tb/host/tcp_settings.h"
#include "tb/host/transport.h"
#include "tb/scenario/loader_parts.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {

namespace {

constexpr std::array kOfFlow{"connections", "transaction_packets", "transaction_gap"};

void refuse_foreign_keys(const Reader& reader) {
  for (const char* key : kOfFlow) {
    if (reader.has_own(key)) {
      reader.fail(key, "only for framing = \"tcp\"");
    }
  }
}

// Refuses settings of functions that TCP has itself, or cannot support.
void check_others(const Reader& reader, const Flow& flow) {
  if (flow.control != nullptr && !flow.control->tags && !flow.control->wants_index) {
    reader.fail("control",
                "wanted \"none\", \"bcn\" or \"fera\" for framing = \"tcp\", which has windows and "
                "acknowledgements of its own; got " +
                    text::in_quotes(flow.control->word));
  }
  if (flow.acknowledged) {
    reader.fail("acknowledged", "not for framing = \"tcp\", which has acknowledgements of its own");
  }
  if (flow.settings.notify_interval != kNever) {
    reader.fail("notify_interval", "not for framing = \"tcp\", whose receivers report no marks");
  }
}

void load_transactions(const Reader& reader, const Flow& flow, host::TcpSettings& settings) {
  if (!reader.has("transaction_packets")) {
    if (reader.has_own("transaction_gap")) {
      reader.fail("transaction_gap", "only with transaction_packets");
    }
    return;
  }
  if (flow.kind != SourceKind::kBacklogged) {
    reader.fail("transaction_packets", "only for kind = \"backlogged\"");
  }
  if (reader.has("size")) {
    reader.fail("transaction_packets", "wanted transaction_packets or size; got both");
  }
  settings.transaction = reader.count("transaction_packets");
  settings.idle = reader.time("transaction_gap");
}

void load_window(const Reader& tcp, const Flow& flow, host::TcpSettings& settings) {
  constexpr Bytes kLargest{65'535};
  const Bytes segment = flow.frame_length - host::least_data(host::Framing::kTcp, true);
  const std::int64_t segments = tcp.integer("window_segments");
  if (segment * segments > kLargest) {
    tcp.fail("window_segments", "wanted at most " + std::to_string(kLargest / segment) + " segments of " +
                                    text::to_text(segment) + ", " + text::to_text(kLargest) +
                                    ", because windows are not scaled; got " + std::to_string(segments));
  }
  settings.receive_window = segment * segments;
}

}  // namespace

void load_tcp(const Reader& reader, Flow& flow) {
  if (flow.framing != host::Framing::kTcp) {
    return refuse_foreign_keys(reader);
  }
  check_others(reader, flow);
  const Reader tcp(reader.document(), "traffic.tcp");
  host::TcpSettings settings;
  load_window(tcp, flow, settings);
  settings.initial_window = tcp.count("initial_window");
  settings.initial_timeout = tcp.time("initial_timeout");
  settings.least_timeout = tcp.time("least_timeout");
  settings.longest_timeout = tcp.time("longest_timeout");
  if (settings.longest_timeout < settings.least_timeout) {
    tcp.fail("longest_timeout", "wanted at least least_timeout, " + text::to_text(settings.least_timeout) + "; got " +
                                    text::to_text(settings.longest_timeout));
  }
  settings.limited_transmit = tcp.boolean("limited_transmit");
  settings.overhead = tcp.time("overhead");
  settings.acknowledge_every = tcp.count("acknowledge_every");
  settings.acknowledge_after = tcp.time("acknowledge_after");
  settings.start_within = tcp.time("start_within");
  settings.fresh = tcp.boolean("fresh");
  settings.connections = reader.count("connections");
  load_transactions(reader, flow, settings);
  flow.tcp = std::make_shared<const host::TcpSettings>(settings);
}

}  // namespace weir::scenario
