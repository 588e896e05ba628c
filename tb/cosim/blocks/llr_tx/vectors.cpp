// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of the transmitter of link-level retry.

#include <deque>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "tb/cosim/blocks/llr_tx/llr_tx.h"
#include "tb/cosim/blocks/llr_tx/script_writer.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using llr::LlrTxInputs;
using llr::ones;

constexpr std::int64_t kTick = 1200;  // ps
constexpr int kFrames = 100;          // in a phase
constexpr unsigned kStepBits = 8;     // of the ticks at once
constexpr std::size_t kLoop = 5;      // frames from a frame to what answers it

// The transmitter of a link of some frames' length: frames of all sizes, of which some are lost; a receiver that takes
// them in order answers with ACKs and NACKs, of which some are lost, too. The time is that of a prescaled counter,
// which goes on by many ticks at once, so that the cycles between two frames are few runs.
class LlrTxTraffic {
 public:
  LlrTxTraffic(const llr::LlrTxCycleConfig& config, BitRate rate, VectorRecorder<LlrTxKind>& recorder)
      : recorder_(recorder),
        model_(config),
        memory_(config),
        rate_(rate),
        random_(1, "llr_tx_traffic"),
        config_(config),
        step_(ones(std::min(kStepBits, config.timer_bits - 2))) {
    rules_.outstanding_frames_max = 16;
    rules_.outstanding_bytes_max = static_cast<std::uint32_t>(std::min<std::uint64_t>(40'000, ones(config.byte_bits)));
    rules_.replay_timer_max = static_cast<std::uint32_t>(std::min<std::uint64_t>(12'000, ones(config.timer_bits)));
    rules_.replay_count_max = 7;
  }

  void play() {
    LlrTxInputs in = next();
    clock(in);
    in = next();
    in.init_take = true;
    clock(in);
    in = next();
    in.set = 3;
    in.set_seq = model_.state().tx_seq;
    in.set_data = model_.state().init_data;
    clock(in);
    for (const std::uint64_t damaged : {0U, 1U, 6U}) {  // of 32
      for (int frame = 0; frame < kFrames; ++frame) {
        leave(damaged);
      }
    }
  }

 private:
  LlrTxInputs next() const {
    LlrTxInputs in = rules_;
    in.now = now_ & ones(config_.age_bits + 1) & ~step_;
    memory_.read(in);
    return in;
  }
  void leave(std::uint64_t damaged) {
    const auto sizes = vector_packet_sizes();
    const auto size = static_cast<std::uint32_t>(sizes[random_.below(sizes.size())] & ones(config_.length_bits));
    LlrTxInputs in = next();
    in.offer = in.replay_take = true;
    in.offer_length = size;
    in.offer_poisoned = random_.below(16) == 0;
    answer(in);
    const llr::LlrTxOutputs out = clock(in);
    if (out.keep || out.replay_due) {
      receive(out.keep ? out.tx_seq : out.replay_seq, random_.below(32) < damaged);
    }
    ++slots_;
    const std::int64_t rest = serialization_time(Bytes(size), rate_).count() / kTick;
    for (std::int64_t n = 0; n < rest; ++n) {
      clock(next());
    }
  }
  // What a receiver makes of it: an ACK, a NACK after the first frame that is missing, and then silence.
  void receive(std::uint32_t seq, bool lost) {
    const auto mask = static_cast<std::uint32_t>(ones(config_.seq_bits));
    if (!lost && seq == wanted_) {
      wanted_ = (wanted_ + 1) & mask;
      silent_ = false;
      answers_.push_back({slots_ + kLoop, 1, (wanted_ - 1) & mask});
    } else if (lost && !silent_) {
      silent_ = true;
      answers_.push_back({slots_ + kLoop, 2, (wanted_ - 1) & mask});
    }
  }
  void answer(LlrTxInputs& in) {
    if (answers_.empty() || answers_.front().at > slots_) {
      return;
    }
    if (random_.below(16) != 0) {  // else it is lost
      in.set = answers_.front().set;
      in.set_seq = answers_.front().seq;
    }
    answers_.pop_front();
  }
  llr::LlrTxOutputs clock(const LlrTxInputs& in) {
    const llr::LlrTxOutputs out = model_.clock(in);
    memory_.clock(in, out);
    recorder_.clock(in);
    ++now_;
    return out;
  }

  struct Answer {
    std::size_t at;  // of the slots of the line
    std::uint8_t set;
    std::uint32_t seq;
  };

  VectorRecorder<LlrTxKind>& recorder_;
  llr::LlrTxCycle model_;
  LlrTxMemory memory_;
  BitRate rate_;
  RandomStream random_;
  llr::LlrTxCycleConfig config_;
  std::uint64_t step_;  // of the time, in ticks, less one
  LlrTxInputs rules_{};
  std::uint64_t now_ = 0;
  std::size_t slots_ = 0;
  std::uint32_t wanted_ = 0;  // by the receiver
  bool silent_ = false;       // it has sent a NACK
  std::deque<Answer> answers_;
};

}  // namespace

void LlrTxKind::play(const Setup& setup, const VectorOptions& options, VectorRecorder<LlrTxKind>& recorder) {
  recorder.directed(
      "every state with all that a cycle may bring, windows and timers at their edges, each event after each "
      "other",
      setup);
  for (const BitRate rate : options.rates) {
    const std::string mbps = std::to_string(rate.count() / 1'000'000);
    recorder.begin("frames_" + mbps + "mbps",
                   "a line of " + mbps + " Mbps on which no frame, some and many are lost, and answers, too", setup);
    LlrTxTraffic(setup, rate, recorder).play();
  }
  recorder.random("constrained random: numbers and times at and beside the edges, memories that hold anything", options,
                  setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
