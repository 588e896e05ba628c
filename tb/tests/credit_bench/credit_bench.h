// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A bench of one link with all 32 channels of Ultra Ethernet's credits: the sender and the receiver that run in ports
// (mechanisms/ue_cbfc), their messages as bytes, and a wire with a delay that loses frames, CC_Updates and CF_Updates,
// and brings CF_Updates twice. Beside them stands a second count without any modulus: of each channel, credits sent,
// lost, accepted, released, and heard of. Every count of both ends is compared with the second count after every event.
//
// Time is in bytes of line time; both directions have the same rate.

#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "hw_model/base/random_stream.h"
#include "hw_model/frame/ordered_set.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_receiver.h"
#include "hw_model/mechanisms/ue_cbfc/ue_cbfc_sender.h"

namespace weir::credit_bench {

using ue_cbfc::kChannels;

// Faults that the bench plants itself, to show that the second count finds each of them.
enum class Fault : std::uint8_t {
  kNone,
  kCountsDamaged,  // the receiver counts a frame that the wire has lost
  kOvertakes,      // a CC_Update goes in front of the frame that left before it
  kWrongChannel,   // the second count of a CF_Update names the first channel
  kIgnoresLimit,   // the sender does not ask whether it may send
  kFreesTwice,     // the receiver frees a frame twice
};

struct Setting {
  std::string name;
  ue_cbfc::UeCbfcConfig config;
  std::size_t channels = kChannels;  // in use, spread over the 32
  std::uint32_t limit = 300;         // of each channel, without a pool
  ue_cbfc::PoolShareConfig share{};  // of each channel, with config.pool_credits
  std::uint64_t delay = 20'000;      // bytes of line time, one way
  double frames_lost = 0;            // probabilities
  double cc_lost = 0;
  double cf_lost = 0;
  double cf_doubled = 0;
  std::uint64_t cc_timer = 100'000;  // bytes of line time
  double drain = 1;                  // share of the line at which the receiver releases frames
  std::uint32_t counts_from = 0;     // all counters start here
};

struct Totals {
  std::uint64_t frames = 0;
  std::uint64_t lost = 0;       // frames
  std::uint64_t delivered = 0;  // frames
  std::uint64_t credits = 0;
  std::uint64_t repaired = 0;  // credits that CC_Updates brought home
  std::uint64_t cf_updates = 0;
  std::uint64_t cc_updates = 0;
  std::uint64_t longest_round = 0;   // CF_Updates from news of a channel to the one about it
  std::uint64_t longest_repair = 0;  // line time from a loss to the arrival of its credits at the sender
  std::uint32_t most_used = 0;       // credits of all channels together
  std::uint64_t line_time = 0;       // until the last frame had left
  std::uint64_t line_used = 0;       // of it, by frames
  std::optional<std::string> error;  // the first difference from the second count
};

// Sends so many frames, then waits until all credits are home.
Totals run(const Setting& setting, std::uint64_t frames, std::uint64_t seed, Fault fault = Fault::kNone);

}  // namespace weir::credit_bench
