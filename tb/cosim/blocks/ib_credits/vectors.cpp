// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of the credits of InfiniBand.

#include <algorithm>
#include <array>
#include <deque>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "tb/cosim/blocks/ib_credits/ib_credits.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::IbCreditsInputs;
using reference::IbCreditsOutputs;

constexpr std::int64_t kTick = 1200;           // ps
constexpr std::int64_t kBlock = 64;            // bytes
constexpr int kPackets = 400;                  // in a phase
constexpr int kReport = 6;                     // packet times from message to message
constexpr std::uint32_t kMostBuffer = 20'000;  // blocks

// Two ends of a link of which the near one is recorded. Both send packets of all sizes when they may; each buffer
// drains fast, slowly, not at all, and fast again. Of the messages some are lost and some come twice. Then one end is
// reset, so that both come up anew, and all begins once more, with ABR set by messages.
class IbCreditsTraffic {
 public:
  IbCreditsTraffic(const reference::IbCreditsConfig& config, BitRate rate, VectorRecorder<IbCreditsKind>& recorder)
      : recorder_(recorder),
        ends_{reference::IbCreditsCycle(config), reference::IbCreditsCycle(config)},
        rate_(rate),
        random_(1, "ib_credits_traffic"),
        buffer_(std::min(kMostBuffer, config.half())),
        longest_((std::uint32_t{1} << config.blocks_bits) - 1) {}

  void play() {
    for (const bool resync : {false, true}) {
      come_up(resync);
      for (const std::uint64_t drain : {4U, 1U, 0U, 8U}) {  // quarters of a packet time's chance
        for (int packet = 0; packet < kPackets; ++packet) {
          const auto sizes = vector_packet_sizes();
          const unsigned bytes = sizes[random_.below(sizes.size())];
          exchange(std::min(static_cast<std::uint32_t>((bytes + kBlock - 1) / kBlock), longest_), drain, packet);
          rest(serialization_time(Bytes(bytes), rate_).count() / kTick);
        }
      }
    }
  }

 private:
  using Cycle = std::array<IbCreditsInputs, 2>;  // of both ends

  Cycle idle() const {
    const IbCreditsInputs in{.resync = resync_, .buffer = buffer_};
    return {in, in};
  }

  // The far end wakes up; the near one keeps what its buffer holds.
  void come_up(bool resync) {
    resync_ = resync;
    ends_[1].clock({.rst_n = false});
    holds_[1].clear();
    Cycle anew = idle();
    anew[0].init = anew[1].init = true;
    clock(anew);
    tell(false);
  }

  // A message of each end, perhaps lost or twice.
  void tell(bool may_be_lost) {
    Cycle in = idle();
    std::array<int, 2> times{1, 1};
    for (std::size_t end = 0; end < 2; ++end) {
      const IbCreditsOutputs out = ends_[end].evaluate(in[end]);
      in[1 - end].heard_fctbs = out.fctbs;
      in[1 - end].heard_fccl = out.told_fccl;
      const std::uint64_t luck = random_.below(8);
      times[1 - end] = may_be_lost && luck < 2 ? 0 : luck == 7 ? 2 : 1;
    }
    for (int n = 0; n < 2; ++n) {
      for (std::size_t end = 0; end < 2; ++end) {
        in[end].heard = n < times[end];
        in[end].take = n == 0;
      }
      clock(in);
    }
  }

  void exchange(std::uint32_t blocks, std::uint64_t drain, int packet) {
    Cycle in = idle();
    for (std::size_t end = 0; end < 2; ++end) {
      in[end].head_blocks = blocks;
      if (ends_[end].evaluate(in[end]).may_send) {
        in[end].sent = in[1 - end].admitted = true;
        in[end].sent_blocks = in[1 - end].admitted_blocks = blocks;
        holds_[1 - end].push_back(blocks);
      }
      if (holds_[end].size() > 1 && random_.below(4) < drain) {
        in[end].released = true;
        in[end].released_blocks = holds_[end].front();
        holds_[end].pop_front();
      }
      in[end].period = packet % kReport == 0;
    }
    clock(in);
    if (packet % kReport == 0) {
      tell(true);
    }
  }
  void rest(std::int64_t cycles) {
    for (std::int64_t n = 0; n < cycles; ++n) {
      clock(idle());
    }
  }
  void clock(const Cycle& in) {
    ends_[0].clock(in[0]);
    ends_[1].clock(in[1]);
    recorder_.clock(in[0]);
  }

  VectorRecorder<IbCreditsKind>& recorder_;
  std::array<reference::IbCreditsCycle, 2> ends_;
  BitRate rate_;
  RandomStream random_;
  std::uint32_t buffer_;
  std::uint32_t longest_;
  bool resync_ = false;
  std::array<std::deque<std::uint32_t>, 2> holds_;  // blocks of packets in each buffer
};

}  // namespace

void IbCreditsKind::play(const Setup& setup, const VectorOptions& options, VectorRecorder<IbCreditsKind>& recorder) {
  recorder.directed("everything that a cycle may bring in any combination; each after each other; messages; packets",
                    setup);
  for (const BitRate rate : options.rates) {
    const std::string mbps = std::to_string(rate.count() / 1'000'000);
    recorder.begin(
        "packets_" + mbps + "mbps",
        "a link of " + mbps + " Mbps whose buffers drain fast, slowly, not at all; messages lost and doubled", setup);
    IbCreditsTraffic(setup, rate, recorder).play();
  }
  recorder.random("constrained random: limits and buffers at and beside each other, everything at once", options,
                  setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
