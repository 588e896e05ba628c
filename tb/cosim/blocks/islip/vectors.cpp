// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of iSLIP.

#include "hw_model/base/random_stream.h"
#include "tb/cosim/blocks/islip/islip.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::IslipInputs;

constexpr int kSlots = 2000;            // of a load
constexpr int kCyclesOfASlot = 3;       // of the crossbar's clock; the matching is taken in the last
constexpr std::uint64_t kLongest = 24;  // cells of a packet

// The virtual output queues of a crossbar: packets come at random and ask, cell by cell, until all have crossed.
class IslipTraffic {
 public:
  IslipTraffic(const reference::IslipConfig& config, VectorRecorder<IslipKind>& recorder)
      : recorder_(recorder), left_(std::size_t{config.inputs} * config.inputs), random_(1, "islip_traffic") {}

  void play(std::uint64_t packets_of_4096) {
    for (int slot = 0; slot < kSlots; ++slot) {
      IslipInputs in{};
      for (std::size_t pair = 0; pair < left_.size(); ++pair) {
        if (left_[pair] == 0 && random_.below(4096) < packets_of_4096) {
          left_[pair] = 1 + random_.below(kLongest);
        }
        in.req[0] |= std::uint64_t{left_[pair] > 0 ? 1U : 0U} << pair;
      }
      for (int cycle = 1; cycle < kCyclesOfASlot; ++cycle) {
        recorder_.clock(in);
      }
      in.take = true;
      const std::uint64_t crosses = recorder_.clock(in).match[0];
      for (std::size_t pair = 0; pair < left_.size(); ++pair) {
        left_[pair] -= crosses >> pair & 1U;
      }
    }
  }

 private:
  VectorRecorder<IslipKind>& recorder_;
  std::vector<std::uint64_t> left_;  // cells, by pair
  RandomStream random_;
};

}  // namespace

void IslipKind::play(const Setup& setup, const VectorOptions& options, VectorRecorder<IslipKind>& recorder) {
  recorder.directed(
      "each grant and each acceptance from each pointer; each pair in each iteration; each event after each", setup);
  recorder.begin("cells", "virtual output queues of a crossbar, at low, full and too high load", setup);
  IslipTraffic traffic(setup, recorder);
  for (const std::uint64_t load : {8U, 40U, 400U}) {
    traffic.play(load);
  }
  recorder.random("constrained random: nobody, one pair, a port, few, many and all ask; standing requests", options,
                  setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
