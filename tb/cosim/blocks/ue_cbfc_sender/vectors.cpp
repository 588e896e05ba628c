// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of the sender of Ultra Ethernet's credits.

#include <algorithm>
#include <array>
#include <cstddef>
#include <deque>

#include "hw_model/base/random_stream.h"
#include "tb/cosim/blocks/ue_cbfc_sender/ue_cbfc_sender.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::UeCbfcSenderInputs;

constexpr int kCycles = 12'000;
constexpr int kTickEvery = 20;  // cycles
constexpr int kCfSpacing = 40;  // cycles: CF_Updates
constexpr std::size_t kInUse = 4;

// A port at work: frames of four channels leave as their credits allow, by limits and then by a pool; the receiver
// frees fast, slowly and not at all; one CF_Update in five is lost, and one in five comes twice.
class SenderTraffic {
 public:
  SenderTraffic(const reference::UeCbfcSenderConfig& config, VectorRecorder<UeCbfcSenderKind>& recorder)
      : recorder_(recorder), config_(config), block_(config), random_(1, "ue_cbfc_sender_traffic") {}

  void play() {
    for (std::size_t n = 0; n < kInUse; ++n) {
      clock({.set = true, .set_enable = true, .set_vc = vc_of(n)});
    }
    for (int cycle = 0; cycle < kCycles; ++cycle) {
      UeCbfcSenderInputs in{
          .tick = cycle % kTickEvery == 0, .cc_take = cycle % 8 == 0, .read_vc = vc_of(random_.below(kInUse))};
      in.pool = cycle > kCycles / 2;
      in.pool_shared = std::min(config_.most(), 6 * config_.most_of_a_frame());
      in.cc_timer = 5;
      offer(in);
      free(cycle);
      update(in, cycle);
      if (clock(in).counts) {
        used_[sending_] += in.frame_credits;
      }
    }
  }

 private:
  std::uint8_t vc_of(std::size_t n) const { return static_cast<std::uint8_t>((n * 3 + 1) & (config_.channels() - 1)); }
  std::uint32_t own(std::size_t n) const { return config_.most_of_a_frame() / static_cast<std::uint32_t>(n + 1); }

  reference::UeCbfcSenderOutputs clock(const UeCbfcSenderInputs& in) {
    recorder_.clock(in);
    return block_.clock(in);
  }
  void offer(UeCbfcSenderInputs& in) {
    sending_ = random_.below(kInUse);
    in.frame = random_.below(3) == 0;
    in.frame_vc = vc_of(sending_);
    in.frame_mode = static_cast<std::uint8_t>(sending_ % 3);
    in.frame_exponent = static_cast<std::uint8_t>(sending_ * 5);
    in.frame_credits = 1 + static_cast<std::uint32_t>(random_.below(config_.most_of_a_frame()));
    in.frame_reserved = own(sending_);
    in.frame_limit = std::min(config_.most_on_wire() / 2, 4 * config_.most_of_a_frame());
  }
  void free(int cycle) {
    const std::size_t n = random_.below(kInUse);
    const std::uint64_t chance = std::array<std::uint64_t, 4>{8, 2, 0, 6}[static_cast<std::size_t>(cycle / 1'000 % 4)];
    if (used_[n] > 0 && random_.below(8) < chance) {
      const auto credits = static_cast<std::uint32_t>(1 + random_.below(used_[n]));
      used_[n] -= credits;
      freed_[n] = (freed_[n] + credits) & config_.most();
    }
  }
  // One of the two channels of a CF_Update a cycle.
  void update(UeCbfcSenderInputs& in, int cycle) {
    const int at = cycle % kCfSpacing;
    if (at > 2 || (at < 2 && random_.below(5) == 0) || (at == 2 && random_.below(5) != 0)) {
      return;
    }
    const std::size_t n = at == 2 ? told_ : (told_ + 1) % kInUse;  // the third is the second once more
    told_ = n;
    in.cf = true;
    in.cf_vc = vc_of(n);
    in.cf_freed = freed_[n] & config_.most_on_wire();
    in.cf_reserved = own(n);
  }

  VectorRecorder<UeCbfcSenderKind>& recorder_;
  reference::UeCbfcSenderConfig config_;
  reference::UeCbfcSenderCycle block_;
  RandomStream random_;
  std::array<std::uint32_t, kInUse> used_{};   // sent, and not freed by the other end
  std::array<std::uint32_t, kInUse> freed_{};  // R_CF
  std::size_t sending_ = 0;
  std::size_t told_ = 0;
};

}  // namespace

void UeCbfcSenderKind::play(const Setup& setup, const VectorOptions& options,
                            VectorRecorder<UeCbfcSenderKind>& recorder) {
  recorder.directed(
      "all that a cycle may bring, in any combination; limits, pools and CF_Updates to the credit; each after each "
      "other",
      setup);
  recorder.begin("traffic", "a port at work: four channels, limits and a pool, CF_Updates that are lost and doubled",
                 setup);
  SenderTraffic(setup, recorder).play();
  recorder.random("constrained random: everything at once, mostly of one channel, limits and pools to the credit",
                  options, setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
