// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The switch whose cost is asked: from a few numbers, or as a scenario has it.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "hw_model/asic/switch_config.h"
#include "tb/cost/mechanisms.h"
#include "tb/scenario/scenario.h"

namespace weir::cost {

using namespace weir::literals;  // NOLINT(google-build-using-namespace): units of the defaults below

// A switch whose ports are all alike. What is not given follows from the rest.
struct SwitchRequest {
  unsigned ports = 32;
  unsigned classes = 8;                   // queues of a port
  std::optional<unsigned> lossless = {};  // of them, the first ones; all
  BitRate rate = 100_Gbps;
  std::optional<Bytes> buffer = {};  // packet buffer; default_buffer
  Bytes cell = 208_B;                // its unit of allocation
  Bytes max_frame = 1500_B;
  QueueFrames frames = {};              // of lossless queues: all lengths up to max_frame
  Time delay = Time(1'500'000);         // propagation one way; 300 m
  std::optional<Time> processing = {};  // t_r, t_pro; by the line rate (tb/bounds/response.h)
  Time clock = Time(1'200);             // of the core
  std::optional<unsigned> stages = {};  // N of buffer-based GFC; by the paper's rule, but no more than a comparator has
  std::optional<unsigned> counter_bits = {};  // of credits; the fewest that express the buffer of a queue, 12 or more
  Bytes credit_block = 64_B;
  flow_control::ComparatorForm comparator = flow_control::ComparatorForm::kThreshold;
  mmu::PartitionAccounts partition_accounts = mmu::PartitionAccounts::kFlipFlops;
};

// About what on-chip buffers have: the 12 MiB of 32 x 40 Gbps of TTL-based buffer management, and 5 MiB a Tbps above
// them, in whole MiB. 4 GiB at most, as --buffer.
Bytes default_buffer(unsigned ports, BitRate rate);

// Which queues have a threshold table of buffer-based GFC together.
enum class Thresholds : std::uint8_t {
  kQueue,  // none: a table each, as the RTL has it
  kPort,   // the classes of a port
};

// Flip-flops of a block that --synth builds unless more are asked for. One of 1,700 takes minutes, and time grows
// faster than flip-flops.
inline constexpr std::uint64_t kMostBuiltBits = 2048;

struct Setup {
  std::string title;  // "32 ports x 400 Gbps, 8 classes, 2 of them lossless"
  asic::SwitchConfig device;
  Selection selection;
  std::vector<std::string> warnings;  // what does not fit, each with both values
  Headrooms headrooms = {.as_needed = true};
  Thresholds thresholds = Thresholds::kQueue;
  std::uint64_t most_built_bits = kMostBuiltBits;
  std::string response;  // where t_r comes from
  // Of each port the VIQs that the routes of a scenario under TTL-shifted PFC let packets fill; empty: not known.
  std::vector<std::size_t> filled = {};
};

// Thresholds are set as high as they can be: above them is the headroom that the scheme needs, or, where that does not
// fit, half of what a queue may take. Every queue has the same share of the buffer. Limiters and stage
// comparators are as wide as this switch asks for (docs/decisions/0095). Throws
// std::invalid_argument, one line that names the option.
Setup make_setup(const SwitchRequest& request, const Selection& selection);

// A switch of a scenario with its links; `device` is its name, empty for the one with the most ports. Throws
// std::invalid_argument that names the nearest known name.
Setup make_setup(const scenario::Scenario& scenario, const std::string& device);

}  // namespace weir::cost
