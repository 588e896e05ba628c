// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of the gradient gate.

#include <algorithm>
#include <deque>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "tb/cosim/blocks/gradient_gate/gradient_gate.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::GradientGateInputs;

constexpr std::int64_t kTick = 1200;  // ps
constexpr std::int64_t kBlock = 64;   // bytes
constexpr Bytes kBm{30'000};
constexpr int kPackets = 400;         // in a phase
constexpr std::int64_t kReport = 40;  // packet times from news to news

std::uint32_t blocks_of(unsigned bytes) { return static_cast<std::uint32_t>((bytes + kBlock - 1) / kBlock); }

// A port between two switches: frames of all sizes from a VIQ that swells and drains, to one that lets go fast, slowly,
// not at all, and fast again; its news comes every now and then. The VIQ of this port is that from which they come.
class GradientTraffic {
 public:
  GradientTraffic(const reference::GradientGateConfig& config, BitRate rate, VectorRecorder<GradientGateKind>& recorder)
      : recorder_(recorder),
        model_(config),
        rate_(rate),
        random_(1, "gradient_gate_traffic"),
        most_(static_cast<std::uint32_t>((std::uint64_t{1} << config.counter_bits) - 1)),
        stop_(std::min(static_cast<std::uint32_t>(kBm.count() / kBlock), most_ / 8)) {}

  void play() {
    for (const std::uint64_t drain : {4U, 1U, 0U, 8U}) {  // quarters of a packet time's chance
      for (int packet = 0; packet < kPackets; ++packet) {
        const auto sizes = vector_packet_sizes();
        const unsigned bytes = sizes[random_.below(sizes.size())];
        exchange(blocks_of(bytes), drain);
        rest(serialization_time(Bytes(bytes), rate_).count() / kTick);
      }
    }
  }

 private:
  void exchange(std::uint32_t blocks, std::uint64_t drain) {
    GradientGateInputs in{.wants = true, .blocks = blocks, .depth = model_.untaken(), .stop = stop_};
    const bool starts = model_.evaluate(in).starts;
    if (starts && model_.untaken() >= blocks) {
      in.taken = true;
      in.taken_blocks = blocks;
      far_.push_back(blocks);
    } else {
      in.wants = false;
    }
    const std::uint32_t come = blocks_of(64 + static_cast<unsigned>(random_.below(9153)));
    if (model_.untaken() + come < most_ / 4) {
      in.admitted = true;
      in.admitted_blocks = come;
    }
    if (leaving_ > 0) {
      in.left = true;
      in.left_blocks = leaving_;
    }
    leaving_ = in.taken_blocks;
    if (!far_.empty() && random_.below(4) < drain) {
      freed_ += far_.front();
      far_.pop_front();
    }
    if (++since_news_ >= kReport) {
      since_news_ = 0;
      in.news = true;
      in.news_freed = freed_ & most_;
    }
    clock(in);
  }
  void rest(std::int64_t cycles) {
    for (std::int64_t n = 0; n < cycles; ++n) {
      clock({.depth = model_.untaken(), .stop = stop_});
    }
  }
  void clock(const GradientGateInputs& in) {
    model_.clock(in);
    recorder_.clock(in);
  }

  VectorRecorder<GradientGateKind>& recorder_;
  reference::GradientGateCycle model_;
  BitRate rate_;
  RandomStream random_;
  std::uint32_t most_;
  std::uint32_t stop_;
  std::deque<std::uint32_t> far_;  // blocks of packets at the other end
  std::uint32_t freed_ = 0;
  std::uint32_t leaving_ = 0;  // blocks of the packet that is on its way out
  std::int64_t since_news_ = 0;
};

}  // namespace

void GradientGateKind::play(const Setup& setup, const VectorOptions& options,
                            VectorRecorder<GradientGateKind>& recorder) {
  recorder.directed("everything that a cycle may bring in any combination; each after each other; packets", setup);
  for (const BitRate rate : options.rates) {
    const std::string mbps = std::to_string(rate.count() / 1'000'000);
    recorder.begin("packets_" + mbps + "mbps",
                   "a port of a line of " + mbps + " Mbps to a VIQ that drains fast, slowly, not at all, and fast",
                   setup);
    GradientTraffic(setup, rate, recorder).play();
  }
  recorder.random("constrained random: H, depth and Bm at and beside each other, everything at once", options, setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
