// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of the receiver of Ultra Ethernet's credits.

#include <array>
#include <cstddef>
#include <deque>

#include "hw_model/base/random_stream.h"
#include "tb/cosim/blocks/ue_cbfc_receiver/ue_cbfc_receiver.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::UeCbfcReceiverInputs;

constexpr int kCycles = 12'000;
constexpr int kFromUpdateToUpdate = 400;  // cycles: CC_Updates
constexpr int kCfSpacing = 40;            // cycles: CF_Updates
constexpr std::size_t kInUse = 4;

// A port at work: frames of four channels come, one in fifty is lost, buffers drain fast, slowly and not at all, and
// the counts of CC_Updates repair what was lost.
class ReceiverTraffic {
 public:
  ReceiverTraffic(const reference::UeCbfcReceiverConfig& config, VectorRecorder<UeCbfcReceiverKind>& recorder)
      : recorder_(recorder),
        config_(config),
        largest_((std::uint32_t{1} << config.credits_bits) - 1),
        random_(1, "ue_cbfc_receiver_traffic") {}

  void play() {
    for (std::size_t n = 0; n < kInUse; ++n) {
      recorder_.clock({.set = true, .set_enable = true, .set_vc = vc_of(n)});
    }
    for (int cycle = 0; cycle < kCycles; ++cycle) {
      UeCbfcReceiverInputs in{.cf_take = cycle % kCfSpacing == 0, .read_vc = vc_of(random_.below(kInUse))};
      arrive(in);
      drain(in, cycle);
      const int entry = cycle % kFromUpdateToUpdate;
      if (entry < static_cast<int>(kInUse)) {  // while the counts are given, no frame comes
        in.accepted = false;
        in.cc = true;
        in.cc_vc = vc_of(static_cast<std::size_t>(entry));
        in.cc_consumed = sent_[static_cast<std::size_t>(entry)];
      } else if (in.accepted) {
        counted(in);
      }
      recorder_.clock(in);
    }
  }

 private:
  std::uint8_t vc_of(std::size_t n) const { return static_cast<std::uint8_t>((n * 3 + 1) & (config_.channels() - 1)); }

  void arrive(UeCbfcReceiverInputs& in) {
    arriving_ = random_.below(kInUse);
    in.accepted = random_.below(3) == 0 && held_[arriving_].size() <= config_.most() / largest_ / 4;
    in.accepted_vc = vc_of(arriving_);
    in.accepted_credits = 1 + static_cast<std::uint32_t>(random_.below(largest_));
  }
  void counted(UeCbfcReceiverInputs& in) {
    sent_[arriving_] = (sent_[arriving_] + in.accepted_credits) & config_.most();
    in.accepted = random_.below(50) != 0;
    if (in.accepted) {
      held_[arriving_].push_back(in.accepted_credits);
    }
  }
  void drain(UeCbfcReceiverInputs& in, int cycle) {
    const std::size_t n = random_.below(kInUse);
    const std::uint64_t chance = std::array<std::uint64_t, 4>{4, 2, 0, 8}[static_cast<std::size_t>(cycle / 1'000 % 4)];
    if (!held_[n].empty() && random_.below(8) < chance) {
      in.freed = true;
      in.freed_vc = vc_of(n);
      in.freed_credits = held_[n].front();
      held_[n].pop_front();
    }
  }

  VectorRecorder<UeCbfcReceiverKind>& recorder_;
  reference::UeCbfcReceiverConfig config_;
  std::uint32_t largest_;
  RandomStream random_;
  std::array<std::uint32_t, kInUse> sent_{};  // S_CC of the other end
  std::array<std::deque<std::uint32_t>, kInUse> held_;
  std::size_t arriving_ = 0;
};

}  // namespace

void UeCbfcReceiverKind::play(const Setup& setup, const VectorOptions& options,
                              VectorRecorder<UeCbfcReceiverKind>& recorder) {
  recorder.directed(
      "all that a cycle may bring, in any combination; counts of CC_Updates; turns; each after each other", setup);
  recorder.begin("traffic", "a port at work: frames of four channels, some lost, CC_Updates that repair", setup);
  ReceiverTraffic(setup, recorder).play();
  recorder.random("constrained random: everything at once, mostly of one channel, CC_Updates beside R_CC", options,
                  setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
