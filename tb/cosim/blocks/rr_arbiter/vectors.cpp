// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of the round-robin arbiter.

#include "hw_model/base/random_stream.h"
#include "tb/cosim/blocks/rr_arbiter/rr_arbiter.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::RrArbiterInputs;

constexpr int kCycles = 2000;              // of a load
constexpr std::uint64_t kLongest = 24;     // cells of a packet
constexpr std::uint64_t kAcceptedOf8 = 6;  // grants, where a crossbar's inputs choose among several

// The inputs of an output of a crossbar: packets come at random and ask until all of their cells have crossed. Cell by
// cell, as in weir's crossbar, or whole packets, whose lock is held until their last cell.
class RrArbiterTraffic {
 public:
  RrArbiterTraffic(const reference::RrArbiterConfig& config, VectorRecorder<RrArbiterKind>& recorder)
      : recorder_(recorder), model_(config), left_(config.inputs), random_(1, "rr_arbiter_traffic") {}

  void play(std::uint64_t packets_of_256, bool whole_packets) {
    for (int n = 0; n < kCycles; ++n) {
      RrArbiterInputs in{.accept = random_.below(8) < kAcceptedOf8};
      for (std::size_t input = 0; input < left_.size(); ++input) {
        if (left_[input] == 0 && random_.below(256) < packets_of_256) {
          left_[input] = 1 + random_.below(kLongest);
        }
        in.req |= std::uint64_t{left_[input] > 0 ? 1U : 0U} << input;
      }
      const reference::RrArbiterOutputs out = model_.evaluate(in);
      const bool last = out.grant_valid && in.accept && left_[out.grant_index] == 1;
      in.lock = whole_packets && out.grant_valid && !last;
      if (out.grant_valid && in.accept) {
        --left_[out.grant_index];
      }
      model_.clock(in);
      recorder_.clock(in);
    }
  }

 private:
  VectorRecorder<RrArbiterKind>& recorder_;
  reference::RrArbiterCycle model_;
  std::vector<std::uint64_t> left_;  // cells, by input
  RandomStream random_;
};

}  // namespace

void RrArbiterKind::play(const Setup& setup, const VectorOptions& options, VectorRecorder<RrArbiterKind>& recorder) {
  recorder.directed("each grant from each pointer, each lock over each pointer; each event after each other", setup);
  for (const bool whole : {false, true}) {
    recorder.begin(whole ? "packets" : "cells",
                   whole ? "packets that hold the output by a lock until their last cell"
                         : "packets that cross cell by cell, at low, full and too high load",
                   setup);
    RrArbiterTraffic traffic(setup, recorder);
    for (const std::uint64_t load : {1U, 3U, 32U}) {
      traffic.play(load, whole);
    }
  }
  recorder.random("constrained random: nobody, one, few, all but one and all ask; locks, standing requests", options,
                  setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
