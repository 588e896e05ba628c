// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of the egress scheduler.

#include <algorithm>
#include <array>
#include <bit>
#include <deque>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "tb/cosim/blocks/egress_scheduler/egress_scheduler.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::EgressSchedulerInputs;
using reference::kScheduledClasses;

constexpr std::int64_t kTick = 1200;  // ps
constexpr int kPackets = 100;         // in a phase

// A port with queues of packets of all sizes: by weight, with strict classes, and strict alone. Classes are paused,
// short of credits or of tokens for some packet times; queues run empty; the port's shaper stops some packets.
class SchedulerTraffic {
 public:
  SchedulerTraffic(const reference::EgressSchedulerConfig& config, BitRate rate,
                   VectorRecorder<EgressSchedulerKind>& recorder)
      : recorder_(recorder), config_(config), rate_(rate), random_(1, "egress_scheduler_traffic") {}

  void play() {
    for (const std::uint32_t strict : {0U, 0x90U, 0xffU}) {
      for (int packet = 0; packet < kPackets; ++packet) {
        arrive();
        exchange(strict);
      }
    }
  }

 private:
  void arrive() {
    for (auto& queue : queues_) {
      if (queue.size() < 6 && random_.below(8) == 0) {
        const auto sizes = vector_packet_sizes();
        queue.push_back(std::min<std::uint32_t>(sizes[random_.below(sizes.size())], config_.longest()));
      }
    }
  }
  // Some classes of 8, for some packet times.
  std::uint32_t some(std::uint32_t now) {
    return random_.below(8) == 0 ? static_cast<std::uint32_t>(random_.next() & random_.next() & 255U) : now;
  }
  void exchange(std::uint32_t strict) {
    blocked_ = some(blocked_);
    starved_ = some(starved_);
    closed_ = some(closed_);
    EgressSchedulerInputs in{.blocked = blocked_,
                             .credit = 255 & ~starved_,
                             .open = 255 & ~closed_,
                             .port_open = random_.below(8) == 0 ? 0U : 255U,
                             .ready = true,
                             .strict = strict,
                             .quantum = std::min<std::uint32_t>(9216, config_.longest())};
    for (std::size_t c = 0; c < kScheduledClasses; ++c) {
      in.waiting |= queues_[c].empty() ? 0U : 1U << c;
      set_scheduled_length(config_, in, c, queues_[c].empty() ? 0 : queues_[c].front());
      set_scheduled_weight(config_, in, c,
                           std::min<std::uint32_t>(static_cast<std::uint32_t>(1 + c % 3), config_.heaviest()));
    }
    const reference::EgressSchedulerOutputs out = recorder_.clock(in);
    std::int64_t busy = 8;
    if (out.grant) {
      auto& queue = queues_[static_cast<std::size_t>(std::countr_zero(out.chosen))];
      busy = serialization_time(Bytes(queue.front()), rate_).count() / kTick;
      queue.pop_front();
    }
    in.ready = false;
    for (std::int64_t n = 0; n < busy; ++n) {
      recorder_.clock(in);
    }
  }

  VectorRecorder<EgressSchedulerKind>& recorder_;
  reference::EgressSchedulerConfig config_;
  BitRate rate_;
  RandomStream random_;
  std::array<std::deque<std::uint32_t>, kScheduledClasses> queues_;
  std::uint32_t blocked_ = 0;
  std::uint32_t starved_ = 0;
  std::uint32_t closed_ = 0;
};

}  // namespace

void EgressSchedulerKind::play(const Setup& setup, const VectorOptions& options,
                               VectorRecorder<EgressSchedulerKind>& recorder) {
  recorder.directed(
      "each choice from each turn; each reason to be passed over; each grant from each turn; each event after each",
      setup);
  for (const BitRate rate : options.rates) {
    const std::string mbps = std::to_string(rate.count() / 1'000'000);
    recorder.begin(
        "packets_" + mbps + "mbps",
        "a port of " + mbps + " Mbps whose queues run empty and are paused, by weight and by strict priority", setup);
    SchedulerTraffic(setup, rate, recorder).play();
  }
  recorder.random("constrained random: lengths at and beside deficits, classes held for each reason", options, setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
