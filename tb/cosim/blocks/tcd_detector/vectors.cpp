// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Vectors of the TCD detector.

#include <algorithm>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "tb/cosim/blocks/tcd_detector/tcd_detector.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::TcdDetectorInputs;

constexpr std::int64_t kTick = 1200;  // ps
constexpr std::uint32_t kClasses = 8;
constexpr std::uint32_t kPauseTicks = 40;

// The traffic of a port of this rate: frames of 64 to 9216 bytes from a queue that swells while a class is paused,
// falls, and is held; the sweep goes round eight classes.
class TcdTraffic {
 public:
  TcdTraffic(const reference::TcdDetectorConfig& config, BitRate rate, VectorRecorder<TcdDetectorKind>& recorder)
      : recorder_(recorder),
        rate_(rate),
        random_(1, "tcd_detector_traffic"),
        ticks_((std::uint32_t{1} << config.stamp_bits) - 1),
        most_((std::uint32_t{1} << config.q_bits) - 1) {
    const std::uint32_t safe = ticks_ - kClasses - 1;
    in_.longest_on = std::min(safe, 2000U);
    in_.period = std::min(safe, 1200U);
    in_.low_threshold = std::min(5000U, most_ / 4);
    in_.rise = std::min(2000U, most_ / 8);
    in_.band = std::min(2000U, most_ / 8);
    in_.hard_level = most_ / 4 * 3;
    in_.sticky = in_.hold = true;
    in_.undetermined = 2;
    in_.ecn = 1;
  }

  void play() {
    for (const std::int64_t slope : {400, -600, 0, 2000, -3000}) {
      for (int pause = 0; pause < 3; ++pause) {
        in_.paused = slope >= 0 && pause == 1;
        wait(kPauseTicks);
        in_.off_end = true;
        tick();
        for (const unsigned bytes : vector_packet_sizes()) {
          wait(std::max<std::int64_t>(1, serialization_time(Bytes(bytes), rate_).count() / kTick));
          depart(slope);
        }
      }
      wait(in_.longest_on);
      for (const unsigned bytes : vector_packet_sizes()) {
        wait(std::max<std::int64_t>(1, serialization_time(Bytes(bytes), rate_).count() / kTick));
        depart(slope);
      }
    }
  }

 private:
  void tick() {
    in_.now = (in_.now + 1) & ticks_;
    recorder_.clock(in_);
    in_.off_end = in_.departs = in_.sweep = false;
  }
  // Cycles in which nothing happens are left out, but for the sweep's last look.
  void wait(std::int64_t ticks) {
    in_.now = (in_.now + static_cast<std::uint32_t>(ticks)) & ticks_;
    in_.sweep = ticks >= kClasses;
    tick();
  }
  void depart(std::int64_t slope) {
    in_.departs = true;
    in_.ecn = static_cast<std::uint8_t>(random_.below(8) == 0 ? random_.below(4) : 1);
    in_.behind = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(in_.behind + slope + static_cast<std::int64_t>(random_.below(200)), 0, most_));
    in_.red_mark = in_.behind > most_ / 8;
    tick();
  }

  VectorRecorder<TcdDetectorKind>& recorder_;
  BitRate rate_;
  RandomStream random_;
  std::uint32_t ticks_;
  std::uint32_t most_;
  TcdDetectorInputs in_{};
};

}  // namespace

void TcdDetectorKind::play(const Setup& setup, const VectorOptions& options,
                           VectorRecorder<TcdDetectorKind>& recorder) {
  recorder.directed("each event in each state before, at and after the end of its span; code points; releases; orders",
                    setup);
  for (const BitRate rate : options.rates) {
    const std::string mbps = std::to_string(rate.count() / 1'000'000);
    recorder.begin("packets_" + mbps + "mbps",
                   "a queue of a line of " + mbps + " Mbps that is paused, released, falls and is held", setup);
    TcdTraffic(setup, rate, recorder).play();
  }
  recorder.random("constrained random: events, times and depths at and beside what they are compared with", options,
                  setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
