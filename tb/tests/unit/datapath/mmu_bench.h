// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// An MMU of two ports, whose engines write down what they are told. Class 0 is lossless.

#pragma once

#include "hw_model/datapath/mmu/mmu.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::mmu {

inline constexpr ClassId kLossless{0};
inline constexpr ClassId kLossy{1};

struct Told {
  bool admitted;
  ClassId traffic_class;
  Bytes length;
  Bytes depth;
  Time at;
  bool operator==(const Told&) const = default;
};

class RecordingEngine final : public flow_control::ReceivingSide {
 public:
  RecordingEngine() : ReceivingSide(mask_of(kLossless)) {}
  void packet_admitted(ClassId c, Bytes length, Bytes depth, Time now) override {
    told.push_back({true, c, length, depth, now});
  }
  void packet_released(ClassId c, Bytes length, Bytes depth, Time now) override {
    told.push_back({false, c, length, depth, now});
  }
  std::size_t build_feedback(std::span<std::uint8_t>, Time) override { return 0; }

  std::vector<Told> told;
};

// Two ports. Packets go in by length alone.
class Bench {
 public:
  explicit Bench(const MmuConfig& config) : mmu_(config, {&engines_[0], &engines_[1]}) {}

  Admission admit(Bytes length, ClassId c = kLossless, Bytes veq_depth = Bytes(0), PortId port = PortId(0)) {
    frame::Packet packet;
    packet.length = length;
    packet.ingress = port;
    packet.traffic_class = c;
    return mmu_.admit(packet, veq_depth, ++now_);
  }
  void release(Bytes length, ClassId c = kLossless, PortId port = PortId(0)) { mmu_.release(port, c, length, ++now_); }

  // The answer to one more packet when `before` bytes are there.
  static Admission at(const MmuConfig& config, Bytes before, Bytes length, ClassId c) {
    Bench bench(config);
    EXPECT_FALSE(is_drop(bench.admit(before, c)));
    return bench.admit(length, c);
  }

  Mmu& mmu() { return mmu_; }
  Bytes depth(ClassId c = kLossless, PortId port = PortId(0)) const { return mmu_.viq_depth(port, c); }
  const std::vector<Told>& told(std::size_t port = 0) { return engines_[port].told; }
  Time now() const { return now_; }

 private:
  struct Clock {
    Time at;
    Time operator++() { return at += 1_ns; }
    operator Time() const { return at; }  // NOLINT(google-explicit-constructor): reads as a time
  };
  Clock now_;
  std::array<RecordingEngine, 2> engines_;
  Mmu mmu_;
};

}  // namespace weir::mmu
