// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The ports of a switch under the gradient rule, and a host at each, which sends and takes: what a test of gates in RTL
// plays. Packets that come in by the last port come from elsewhere, as those of a switch do, and make its VIQs deep. Of
// the messages one of eight is lost.

#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/egress/clocked_scheduler.h"
#include "hw_model/datapath/egress/egress_settings.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/mechanisms/flow_control/gfc_gradient.h"
#include "tb/cosim/block.h"
#include "tb/tests/rtl/block_factories.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::cosim::gradient_star {

using egress::ClockedScheduler;
using flow_control::FakePort;
using flow_control::GfcGradient;
using flow_control::PortContext;

struct Setting {
  ClassMask lossless = 0x01;
  unsigned counter_bits = 16;
  bool whole_ports = false;  // packets of all classes, which a scheduler sends behind messages
};

inline constexpr std::size_t kPorts = 3;
inline constexpr Bytes kBm = 12'000_B;
inline constexpr Bytes kLongest = 9216_B;

inline PortContext context_of(FakePort& port, const reference::Factories& factories, const Setting& setting,
                              const std::string& name) {
  PortContext context = flow_control::context_for(flow_control::Scheme::kGfcGradient, port, setting.lossless);
  context.config.gfc_gradient = {.bm = kBm, .reports = {.block = 64_B, .counter_bits = setting.counter_bits}};
  context.max_frame = kLongest;
  context.name = name;
  context.factories = factories;
  return context;
}

inline const egress::EgressConfig kScheduling{.discipline = egress::Discipline::kStrictOverDwrr,
                                              .weights = {1, 2, 5, 1, 7, 3, 1, 4},
                                              .strict = 0b0100'0000,
                                              .quantum = kLongest};

class Star {
 public:
  Star(const reference::Factories& factories, std::uint64_t seed, const Setting& setting = {})
      : random_(seed, "gradient_gate_in_switch_test"), setting_(setting), turns_(kScheduling, kPorts) {
    for (std::size_t p = 0; p < kPorts; ++p) {
      const std::string name = std::to_string(p);
      ports_.push_back(std::make_unique<End>(factories, setting, "s1.p" + name));
      hosts_.push_back(std::make_unique<End>(factories, setting, "h" + name + ".p0"));
      ports_.back()->engine.judge_inputs();
      if (setting.whole_ports)
        schedulers_.push_back(egress::make_clocked_scheduler(factories, "s1", PortId(p), kScheduling));
    }
    for (std::size_t p = 0; p < kPorts; ++p) {
      ports_[p]->engine.start(Time(0));
      hosts_[p]->engine.start(Time(0));
    }
  }

  // What is answered and written; steps often share a tick, or a picosecond.
  std::vector<std::uint64_t> play(int steps) {
    std::vector<std::uint64_t> said;
    for (int step = 0; step < steps; ++step) {
      now_ += random_.below(2) == 0 ? Time(0) : Time(static_cast<std::int64_t>(random_.below(3'000)));
      act(said);
    }
    return said;
  }

 private:
  struct End {
    End(const reference::Factories& factories, const Setting& setting, const std::string& name)
        : context(context_of(port, factories, setting, name)), engine(context) {}
    FakePort port;
    PortContext context;
    GfcGradient engine;
    PerClass<std::deque<Bytes>> waits;   // in the VIQ
    PerClass<std::deque<Bytes>> leaves;  // taken out of it
    PerClass<std::deque<Bytes>> sends;   // taken by this output
    PerClass<std::deque<Bytes>> comes;   // on their way to this end
  };

  void act(std::vector<std::uint64_t>& said) {
    const std::size_t p = random_.below(kPorts);
    const ClassId c(setting_.whole_ports ? random_.below(kClasses) : 0);
    End& port = *ports_[p];
    End& host = *hosts_[p];
    switch (random_.below(8)) {
      case 0:
      case 1:
        return p == kPorts - 1 ? come(port, c) : send(host, port, c, said);
      case 2:
        return admit(port, host, c);
      case 3:
      case 4:
        return take(port, c, random_.below(kPorts), said);
      case 5:
        return leave(port, c);
      case 6:
        return setting_.whole_ports ? serve(p, c, said) : message(port, host, c, said);
      default:
        return message(host, port, c, said);
    }
  }

  Bytes some_length() {
    return Bytes(static_cast<std::int64_t>(64 + random_.below(random_.below(2) == 0 ? 9'153 : 1'437)));
  }
  void come(End& port, ClassId c) {
    if (port.comes[c.index()].size() + port.waits[c.index()].size() < (setting_.counter_bits < 16 ? 20 : 40))
      port.comes[c.index()].push_back(some_length());
  }
  void send(End& host, End& port, ClassId c, std::vector<std::uint64_t>& said) {
    const Bytes length = some_length();
    said.push_back(host.engine.sendable_at(c, length, now_) == kNever ? 0 : 1);
    if (said.back() == 0)
      return;
    host.engine.packet_sent(c, length, now_, now_);
    port.comes[c.index()].push_back(length);
  }
  void admit(End& port, End& host, ClassId c) {
    if (std::deque<Bytes>& comes = port.comes[c.index()]; !comes.empty()) {
      const Bytes length = comes.front();
      comes.pop_front();
      port.engine.packet_admitted(c, length, length, now_);
      port.waits[c.index()].push_back(length);
    }
    if (std::deque<Bytes>& comes = host.comes[c.index()]; !comes.empty() && random_.below(2) == 0) {
      host.engine.packet_released(c, comes.front(), 0_B, now_);
      comes.pop_front();
    }
  }
  // An output would take the head of a VIQ.
  void take(End& from, ClassId c, std::size_t output, std::vector<std::uint64_t>& said) {
    std::deque<Bytes>& waits = from.waits[c.index()];
    if (waits.empty())
      return;
    GfcGradient& to = ports_[output]->engine;
    said.push_back(to.may_take(from.engine, c, now_) ? 3 : 2);
    if (said.back() == 2 || random_.below(8) == 0)
      return;
    to.taken(from.engine, c, waits.front(), now_);
    from.leaves[c.index()].push_back(waits.front());
    End& next = setting_.whole_ports ? *ports_[output] : *hosts_[output];
    (setting_.whole_ports ? next.sends : next.comes)[c.index()].push_back(waits.front());
    waits.pop_front();
  }
  void leave(End& port, ClassId c) {
    std::deque<Bytes>& leaves = port.leaves[c.index()];
    if (leaves.empty())
      return;
    port.engine.packet_released(c, leaves.front(), 0_B, now_);
    leaves.pop_front();
  }
  void message(End& end, End& peer, ClassId c, std::vector<std::uint64_t>& said) {
    if ((setting_.lossless & mask_of(c)) != 0)
      end.engine.feedback_timer(c, now_);
    if (end.engine.feedback_pending())
      write(end, peer, said);
  }
  void write(End& end, End& peer, std::vector<std::uint64_t>& said) {
    flow_control::Bytes60 bytes{};
    const std::size_t written = end.engine.build_feedback(bytes, now_);
    said.insert(said.end(), bytes.begin(), bytes.end());
    const bool elsewhere = &end == ports_.back().get();
    if (written != 0 && !elsewhere && random_.below(8) != 0)
      peer.engine.feedback_received({bytes.data(), written}, now_);
  }

  // Periods pass, a message goes that is due, or a packet.
  void serve(std::size_t p, ClassId c, std::vector<std::uint64_t>& said) {
    End& port = *ports_[p];
    if (random_.below(4) == 0) {
      if ((setting_.lossless & mask_of(c)) != 0)
        port.engine.feedback_timer(c, now_);
      return;
    }
    if (port.engine.feedback_pending())
      return write(port, *hosts_[p], said);
    const ClassMask waiting = waiting_at(port);
    const int chosen = choose(PortId(p), waiting);
    said.push_back(static_cast<std::uint64_t>(10 + chosen));
    ClockedScheduler* const block = schedulers_[p].get();
    if (chosen == ClockedScheduler::kNone || random_.below(8) == 0 || (block != nullptr && !block->start()))
      return;
    const ClassId next(static_cast<std::size_t>(chosen));
    std::deque<Bytes>& sends = port.sends[next.index()];
    turns_.sent(PortId(p), next, sends.front(), waiting);
    if (block != nullptr)
      block->started(turns_);
    hosts_[p]->comes[next.index()].push_back(sends.front());
    sends.pop_front();
  }
  static ClassMask waiting_at(const End& port) {
    ClassMask waiting = 0;
    for (std::size_t c = 0; c < kClasses; ++c)
      waiting |= port.sends[c].empty() ? ClassMask{0} : mask_of(ClassId(c));
    return waiting;
  }
  int choose(PortId p, ClassMask waiting) {
    const End& port = *ports_[p.index()];
    const auto some = [&] { return static_cast<ClassMask>(random_.below(4) == 0 ? random_.below(256) : 0); };
    egress::PortAsks asks{.waiting = waiting, .credit = waiting};
    asks.open = static_cast<ClassMask>(waiting & ~some());  // shapers
    asks.port_open = static_cast<ClassMask>(waiting & ~some());
    for (std::size_t c = 0; c < kClasses; ++c)
      asks.lengths[c] = port.sends[c].empty() ? 0_B : port.sends[c].front();
    const auto length = [&](ClassId of) { return asks.lengths[of.index()]; };
    const int next =
        asks.open == 0 ? ClockedScheduler::kNone : static_cast<int>(turns_.next(p, asks.open, length).index());
    const int model = next >= 0 && (asks.port_open >> next & 1U) != 0 ? next : ClockedScheduler::kNone;
    ClockedScheduler* const block = schedulers_[p.index()].get();
    return block == nullptr || waiting == 0 ? model : block->choose(asks, model, kScheduling, turns_, now_);
  }

  RandomStream random_;
  Setting setting_;
  egress::Turns turns_;
  std::vector<std::unique_ptr<ClockedScheduler>> schedulers_;
  std::vector<std::unique_ptr<End>> ports_;
  std::vector<std::unique_ptr<End>> hosts_;
  Time now_;
};

}  // namespace weir::cosim::gradient_star
