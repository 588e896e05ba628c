// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of the receiver of link-level retry.

#include <deque>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "tb/cosim/blocks/llr_rx/llr_rx.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using llr::LlrRxInputs;

constexpr std::int64_t kTick = 1200;  // ps
constexpr int kFrames = 300;          // in a phase
constexpr std::size_t kLoop = 5;      // frames from a NACK to the replay that answers it

// The receiver of a link of some frames' length: frames of all sizes in order, of which some are damaged, some lost and
// some poisoned; NACKs, of which some are lost, lead to a replay a loop later, and so does silence in the end. Numbers
// come round in the middle.
class LlrRxTraffic {
 public:
  LlrRxTraffic(const llr::LlrRxCycleConfig& config, BitRate rate, VectorRecorder<LlrRxKind>& recorder)
      : recorder_(recorder),
        model_(config),
        rate_(rate),
        random_(1, "llr_rx_traffic"),
        most_(config.most_seq()),
        seq_((most_ - 150) & most_) {}

  void play() {
    clock({.init = true, .init_seq = seq_, .init_data = 1});
    clock({.echo_take = true});
    for (const std::uint64_t damaged : {0U, 1U, 8U}) {  // of 32
      for (int frame = 0; frame < kFrames; ++frame) {
        const auto sizes = vector_packet_sizes();
        send(damaged);
        rest(serialization_time(Bytes(sizes[random_.below(sizes.size())]), rate_).count() / kTick);
      }
    }
  }

 private:
  void send(std::uint64_t damaged) {
    if (!replays_.empty() && replays_.front().at == sent_) {
      seq_ = replays_.front().seq;
      replays_.pop_front();
    } else if (sent_ - progress_ > 8 * kLoop) {  // the replay timer
      seq_ = model_.state().next_rx_seq;
      progress_ = sent_;
    }
    ++sent_;
    const std::uint64_t harm = random_.below(32);
    const bool lost = harm < damaged / 2;
    LlrRxInputs in{.frame = !lost, .frame_seq = seq_};
    in.frame_fcs = harm < damaged ? 2 : random_.below(16) == 0 ? 1 : 0;
    seq_ = (seq_ + 1) & most_;
    if (model_.evaluate(in).accept) {
      progress_ = sent_;
    }
    clock(in);
    if (model_.evaluate({}).nack_due) {
      if (random_.below(8) != 0) {  // else it is lost
        replays_.push_back({sent_ + kLoop, model_.state().next_rx_seq});
      }
      clock({.nack_take = true});
    } else if (sent_ % 3 == 0) {
      clock({.ack_take = true});
    }
  }
  void rest(std::int64_t cycles) {
    for (std::int64_t n = 0; n < cycles; ++n) {
      clock({});
    }
  }
  void clock(const LlrRxInputs& in) {
    model_.clock(in);
    recorder_.clock(in);
  }

  struct Replay {
    std::size_t at;  // of the frames sent
    std::uint32_t seq;
  };

  VectorRecorder<LlrRxKind>& recorder_;
  llr::LlrRxCycle model_;
  BitRate rate_;
  RandomStream random_;
  std::uint32_t most_;
  std::uint32_t seq_;  // of the next frame
  std::size_t sent_ = 0;
  std::size_t progress_ = 0;  // when a frame was last accepted
  std::deque<Replay> replays_;
};

}  // namespace

void LlrRxKind::play(const Setup& setup, const VectorOptions& options, VectorRecorder<LlrRxKind>& recorder) {
  recorder.directed("every state, number, FCS and rule; all that a cycle may bring; each event after each other",
                    setup);
  for (const BitRate rate : options.rates) {
    const std::string mbps = std::to_string(rate.count() / 1'000'000);
    recorder.begin("frames_" + mbps + "mbps",
                   "a line of " + mbps + " Mbps on which no frame, some and many are damaged or lost", setup);
    LlrRxTraffic(setup, rate, recorder).play();
  }
  recorder.random(
      "constrained random: numbers at and beside the expected one and half of the space, everything at once", options,
      setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
