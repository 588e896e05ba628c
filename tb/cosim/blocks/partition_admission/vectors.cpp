// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Vectors of partition admission.

#include <deque>

#include "hw_model/base/random_stream.h"
#include "tb/cosim/blocks/partition_admission/partition_admission.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::PartitionAdmissionInputs;
using reference::PartitionAdmissionOutputs;

constexpr std::uint32_t kCell = 208;  // bytes

// A switch whose classes are hops: frames of every size come in through all ports, and leave, each VIQ's in order, now
// faster and now more slowly than they come.
class AdmissionTraffic {
 public:
  AdmissionTraffic(const reference::PartitionAdmissionConfig& config, std::uint32_t minimum,
                   VectorRecorder<PartitionAdmissionKind>& recorder)
      : recorder_(recorder), config_(config), random_(minimum, "partition_admission_traffic") {
    in_.minimum = minimum;
    in_.viq_limit = 20'000;
    in_.headroom = 12'000;
    in_.xoff = 16'000;
    in_.xon = 13'000;
    in_.pausing = static_cast<std::uint8_t>((1U << config.classes) - 2);
  }

  void play() {
    for (std::uint8_t c = 1; c < config_.classes; ++c) {
      in_.set = true;
      in_.set_class = c;
      in_.set_size = 300 + 20U * c;
      recorder_.clock(in_);
    }
    in_.set = false;
    for (const std::uint64_t share : {2U, 14U, 8U, 15U}) {  // of 16 cycles that a packet leaves in
      for (int cycle = 0; cycle < 400; ++cycle) {
        step(share);
      }
    }
  }

 private:
  struct Packet {
    std::uint32_t port;
    std::uint8_t of_class;
    std::uint32_t length;
    std::uint32_t cells;
  };

  void step(std::uint64_t share) {
    const auto sizes = vector_packet_sizes();
    const auto length = static_cast<std::uint32_t>(sizes[random_.below(sizes.size())]);
    const Packet packet{static_cast<std::uint32_t>(random_.below(config_.ports)),
                        static_cast<std::uint8_t>(random_.below(config_.classes)), length,
                        (length + kCell - 1) / kCell};
    in_.arrives = random_.below(16) < 12;
    in_.arrives_port = in_.read_port = packet.port;
    in_.arrives_class = in_.read_class = packet.of_class;
    in_.arrives_length = packet.length;
    in_.arrives_cells = packet.cells;
    in_.departs = !inside_.empty() && random_.below(16) < share;
    if (in_.departs) {
      const Packet& leaves = inside_.front();
      in_.departs_port = leaves.port;
      in_.departs_class = leaves.of_class;
      in_.departs_length = leaves.length;
      in_.departs_cells = leaves.cells;
      inside_.pop_front();
    }
    if (recorder_.clock(in_).admits) {
      inside_.push_back(packet);
    }
  }

  VectorRecorder<PartitionAdmissionKind>& recorder_;
  reference::PartitionAdmissionConfig config_;
  RandomStream random_;
  PartitionAdmissionInputs in_{};
  std::deque<Packet> inside_;
};

}  // namespace

void PartitionAdmissionKind::play(const Setup& setup, const VectorOptions& options,
                                  VectorRecorder<PartitionAdmissionKind>& recorder) {
  recorder.directed(
      "each answer in each class and at each port; arrivals and departures of a cycle; sizes; what is absent", setup);
  for (const std::uint32_t minimum : {0U, 4U}) {
    recorder.begin("traffic_minimum_" + std::to_string(minimum),
                   "frames through every VIQ that come faster than they leave, and more slowly, with " +
                       std::to_string(minimum) + " cells guaranteed",
                   setup);
    AdmissionTraffic(setup, minimum, recorder).play();
  }
  recorder.random("constrained random: packets, departures and sizes at and beside what is free and held", options,
                  setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
