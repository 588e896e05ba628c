// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/switch_options.h"

#include <array>
#include <stdexcept>
#include <string>

#include "tb/bounds/response.h"
#include "tb/cost/option_value.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::cost {
namespace {

using View = std::string_view;

constexpr double kShortestCable = 0.001;  // metres
constexpr double kLongestCable = 200'000;

// 5 ns a metre, the usual figure for copper and fibre.
void set_cable(SwitchRequest& request, View value) {
  const double length = metres(value);
  if (!(length >= kShortestCable && length <= kLongestCable)) {
    throw std::invalid_argument("wanted 0.001 to 200000 metres; got " + std::string(value));
  }
  request.delay = Time(static_cast<std::int64_t>(length * static_cast<double>(bounds::kTimePerMetre.count()) + 0.5));
}

void set_comparator(SwitchRequest& request, View value) {
  request.comparator = value_in(flow_control::kComparatorForms, value);
}

void set_partition_accounts(SwitchRequest& request, View value) {
  request.partition_accounts = value_in(mmu::kPartitionAccounts, value);
}

constexpr std::array kOptions = {
    SwitchOption{"ports", "UINT", "Ports, all alike (default: 32)",
                 [](SwitchRequest& request, View value) { request.ports = whole_number(value); }},
    SwitchOption{"classes", "UINT", "Queues of a port, 1..8 (default: 8)",
                 [](SwitchRequest& request, View value) { request.classes = whole_number(value); }},
    SwitchOption{"lossless", "UINT", "Lossless queues of a port (default: 1; with --sweep all)",
                 [](SwitchRequest& request, View value) { request.lossless = whole_number(value); }},
    SwitchOption{"stages", "UINT", "Stages N of buffer-based GFC (default: by the paper's rule, at most 24)",
                 [](SwitchRequest& request, View value) { request.stages = whole_number(value); }},
    SwitchOption{"counter-bits", "UINT", "Bits of credit counters (default: the fewest for the buffer)",
                 [](SwitchRequest& request, View value) { request.counter_bits = whole_number(value); }},
    SwitchOption{"comparator", "TEXT:{threshold,leading_zero}",
                 "Stage comparator of buffer-based GFC: threshold or leading_zero (default: threshold)",
                 set_comparator},
    SwitchOption{kPartitionAccounts, "TEXT:{flip_flops,memory}",
                 "Where a buffer with partitions has the accounts of VIQs: flip_flops or memory (default: flip_flops)",
                 set_partition_accounts},
    SwitchOption{"buffer", "QUANTITY", "Packet buffer (default: 5 MiB a Tbps, 12 MiB or more)",
                 [](SwitchRequest& request, View value) { request.buffer = text::parse_bytes(value); }},
    SwitchOption{"cell", "QUANTITY", "Unit of allocation of the packet buffer (default: 208B)",
                 [](SwitchRequest& request, View value) { request.cell = text::parse_bytes(value); }},
    SwitchOption{"max-frame", "QUANTITY", "Largest frame, the papers' MTU (default: 1500B)",
                 [](SwitchRequest& request, View value) { request.max_frame = text::parse_bytes(value); }},
    SwitchOption{"min-frame", "QUANTITY", "Smallest frame of a queue under PFC or PAUSE (default: 64B)",
                 [](SwitchRequest& request, View value) { request.frames.shortest = text::parse_bytes(value); }},
    SwitchOption{"overhead", "QUANTITY", "Preamble and gap of a frame there, 0B to 64B (default: 20B)",
                 [](SwitchRequest& request, View value) { request.frames.overhead = text::parse_bytes(value); }},
    SwitchOption{"block", "QUANTITY", "Block of credits (default: 64B)",
                 [](SwitchRequest& request, View value) { request.credit_block = text::parse_bytes(value); }},
    SwitchOption{"rate", "QUANTITY", "Line rate (default: 100Gbps)",
                 [](SwitchRequest& request, View value) { request.rate = text::parse_rate(value); }},
    SwitchOption{"delay", "QUANTITY", "Propagation of a cable, one way (default: 1.5us)",
                 [](SwitchRequest& request, View value) { request.delay = text::parse_time(value); }},
    SwitchOption{"cable", "FLOAT:FLOAT in [0.001 - 200000]",
                 "Length of a cable in metres, 5 ns each, in place of its propagation", set_cable},
    SwitchOption{
        "processing", "QUANTITY",
        "Time to act on a received control frame (default: by the line rate, IEEE 802.3 31B.3.7; 905 quanta at "
        "400 Gbps)",
        [](SwitchRequest& request, View value) { request.processing = text::parse_time(value); }},
    SwitchOption{"clock", "QUANTITY", "Period of the core's clock (default: 1.2ns)",
                 [](SwitchRequest& request, View value) { request.clock = text::parse_time(value); }},
};

}  // namespace

std::span<const SwitchOption> switch_options() { return kOptions; }

}  // namespace weir::cost
