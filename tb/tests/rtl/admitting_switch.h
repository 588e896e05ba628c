// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The MMU and the flow control of a switch whose admission may be RTL, with packets of few VIQs; now and then other
// settings, or a reset.

#pragma once

#include <deque>
#include <string_view>

#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/mechanisms/flow_control/pfc.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::cosim {

inline constexpr std::int64_t kAdmissionCell = 208;
inline constexpr Bytes cells(std::int64_t n) { return Bytes(n * kAdmissionCell); }

class AdmittingSwitch {
 public:
  struct Load {
    std::string_view stream;  // of random numbers
    std::size_t ports;
    flow_control::PfcConfig pfc;
    Bytes deep;               // of a VEQ that has no room
    unsigned seldom_deep;     // one packet in so many comes for such a VEQ
    unsigned seldom_changed;  // one event in so many changes settings
  };

  AdmittingSwitch(const Load& load, const mmu::MmuConfig& config, std::uint64_t seed)
      : load_(load),
        random_(seed, load.stream),
        ports_(load.ports),
        engines_(engines(ports_, load.pfc)),
        config_(config),
        mmu_(config_, flow_control::sides<flow_control::ReceivingSide>(engines_)) {}
  virtual ~AdmittingSwitch() = default;

  // Each answer, and after each event which VIQs ask for a pause.
  std::vector<std::uint64_t> play(int events) {
    std::vector<std::uint64_t> seen;
    for (int n = 0; n < events; ++n) {
      now_ += 100_ns;
      if (random_.below(4) < (n / 500 % 3 == 1 ? 1U : 3U))
        seen.push_back(static_cast<std::uint64_t>(come()));
      else
        leave();
      if (random_.below(load_.seldom_changed) == 0)
        reconfigure();
      if (random_.below(1'500) == 0)
        reset();
      mmu_.check("s1", now_);
      seen.push_back(asking());
    }
    return seen;
  }

  mmu::Admission come(PortId port, ClassId c, std::int64_t length) {
    frame::Packet packet;
    packet.ingress = port;
    packet.traffic_class = c;
    packet.length = Bytes(length);
    const mmu::Admission answer =
        mmu_.admit(packet, random_.below(load_.seldom_deep) == 0 ? load_.deep : Bytes(0), now_);
    if (!mmu::is_drop(answer))
      inside_.push_back(packet);
    return answer;
  }

  mmu::Mmu& mmu() { return mmu_; }

 private:
  // Other settings; those that the MMU refuses are not taken.
  virtual void change(mmu::MmuConfig& draft, RandomStream& random) = 0;

  static flow_control::Engines engines(std::vector<flow_control::FakePort>& ports, const flow_control::PfcConfig& pfc) {
    constexpr ClassMask kLossless = 0xf0;
    flow_control::Engines engines;
    for (flow_control::FakePort& port : ports) {
      flow_control::PortContext context = flow_control::context_for(flow_control::Scheme::kPfc, port, kLossless);
      context.config.pfc = pfc;
      engines.push_back(std::make_unique<flow_control::Pfc>(context));
    }
    return engines;
  }

  mmu::Admission come() {
    const bool few = random_.below(3) != 0;
    const PortId port(random_.below(few ? 2 : ports_.size()));
    const ClassId c(few ? 3 + random_.below(2) : random_.below(kClasses));
    return come(port, c, static_cast<std::int64_t>(1 + random_.below(9 * kAdmissionCell)));
  }

  void leave() {
    if (inside_.empty())
      return;
    const frame::Packet packet = inside_.front();
    inside_.pop_front();
    mmu_.release(packet.ingress, packet.traffic_class, packet.length, now_);
  }

  void reconfigure() {
    mmu::MmuConfig draft = config_;
    change(draft, random_);
    try {
      mmu_.check_settings(draft);
    } catch (const std::invalid_argument&) {
      return;
    }
    config_ = draft;
    mmu_.reconfigure(config_, now_);
  }

  // All packets are lost but for those on the wire.
  void reset() {
    for (const auto& engine : engines_)
      engine->reset(now_);
    mmu_.restart_block(now_);
    while (inside_.size() > 4)
      leave();
  }

  std::uint64_t asking() const {
    std::uint64_t all = 0;
    for (const auto& engine : engines_) {
      for (std::size_t c = 0; c < kClasses; ++c)
        all = (all * 3) + (engine->receiver_state(ClassId(c)) != 0 ? 8U : 0U);
    }
    return all;
  }

  Load load_;
  RandomStream random_;
  std::vector<flow_control::FakePort> ports_;
  flow_control::Engines engines_;
  mmu::MmuConfig config_;
  mmu::Mmu mmu_;
  std::deque<frame::Packet> inside_;
  Time now_;
};

}  // namespace weir::cosim
