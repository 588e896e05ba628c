// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of the PFC engine.

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "tb/cosim/blocks/pfc_engine/pfc_engine.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::PfcEngineInputs;

constexpr std::int64_t kTick = 1200;  // ps
constexpr int kCycles = 6000;
constexpr int kXoff = 60;  // of what a queue holds
constexpr int kXon = 40;

// Two engines at the ends of a cable, of which the near one is recorded: the frames of each reach the other some cycles
// later. Queues fill while the other end may send, and drain by chance.
class PfcTraffic {
 public:
  PfcTraffic(const reference::PfcEngineConfig& config, BitRate rate, bool port_pause)
      : near_(config), far_(config), random_(1, "pfc_engine_traffic") {
    const auto bits = static_cast<std::uint64_t>(rate.count() / 1'000'000) * kTick / 1'000'000;
    settings_.step = static_cast<std::uint32_t>((bits << config.prescaler_bits) / 512);
    settings_.pause_quanta = 40;
    settings_.refresh_quanta = 20;
    settings_.port_pause = port_pause;
  }

  void play(VectorRecorder<PfcEngineKind>& recorder) {
    for (int cycle = 0; cycle < kCycles; ++cycle) {
      const PfcEngineInputs near_in = inputs(near_, to_near_, near_depth_);
      const PfcEngineInputs far_in = inputs(far_, to_far_, far_depth_);
      fill(near_depth_, far_.evaluate(far_in).blocked);
      fill(far_depth_, near_.evaluate(near_in).blocked);
      send(near_.clock(near_in), near_in, to_far_);
      send(far_.clock(far_in), far_in, to_near_);
      recorder.clock(near_in);
    }
  }

 private:
  struct Cable {
    PfcEngineInputs frame{};
    int left = 0;  // cycles to its arrival
  };
  using Depths = std::array<int, kClasses>;

  PfcEngineInputs inputs(reference::PfcEngineCycle& engine, Cable& from, Depths& depths) {
    PfcEngineInputs in = settings_;
    if (from.left > 0 && --from.left == 0) {
      in.heard = true;
      in.heard_head = from.frame.heard_head;
      in.heard_times_0_3 = from.frame.heard_times_0_3;
      in.heard_times_4_7 = from.frame.heard_times_4_7;
    }
    for (std::size_t c = 0; c < kClasses; ++c) {
      const auto bit = static_cast<std::uint8_t>(1U << c);
      int& depth = depths[c];
      in.filled |= depth >= kXoff ? bit : std::uint8_t{0};
      if (depth > 0 && random_.below(c + 2) == 0) {
        depth -= 2;
        in.drained |= depth <= kXon ? bit : std::uint8_t{0};
      }
    }
    in.told = engine.evaluate(in).due && random_.below(8) == 0;
    return in;
  }
  void fill(Depths& depths, std::uint8_t blocked) {
    for (std::size_t c = 0; c < kClasses; ++c) {
      depths[c] += (blocked >> c & 1U) == 0 && random_.below(3) == 0 ? 2 : 0;
    }
  }
  static void send(const reference::PfcEngineOutputs& out, const PfcEngineInputs& in, Cable& to) {
    if (in.told) {
      to = {.frame = {.heard_head = out.head, .heard_times_0_3 = out.times_0_3, .heard_times_4_7 = out.times_4_7},
            .left = 24};
    }
  }

  reference::PfcEngineCycle near_;
  reference::PfcEngineCycle far_;
  RandomStream random_;
  PfcEngineInputs settings_{};
  Cable to_near_;
  Cable to_far_;
  Depths near_depth_{};
  Depths far_depth_{};
};

}  // namespace

void PfcEngineKind::play(const Setup& setup, const VectorOptions& options, VectorRecorder<PfcEngineKind>& recorder) {
  recorder.directed("each state of a class beside all that a cycle may bring; frames; both modes", setup);
  for (const BitRate rate : options.rates) {
    const std::string mbps = std::to_string(rate.count() / 1'000'000);
    for (const bool port_pause : {false, true}) {
      recorder.begin((port_pause ? "port_" : "classes_") + mbps + "mbps",
                     std::string("two ports of a line of ") + mbps + " Mbps that pause each other by " +
                         (port_pause ? "802.3x" : "PFC"),
                     setup);
      PfcTraffic(setup, rate, port_pause).play(recorder);
    }
  }
  recorder.random("constrained random: everything at once, timers that run out beside it", options, setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
