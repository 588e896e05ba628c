// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Networks drawn at random in which a VIQ goes as far beyond Bm as GFC lets it.

#pragma once

#include "hw_model/base/random_stream.h"
#include "tb/bounds/gfc_bounds.h"
#include "tb/bounds/safety_bounds.h"
#include "tb/oracle/drops.h"
#include "tb/scenario/builder.h"
#include "tb/scenario/loader.h"
#include "tb/tests/unit/asic/worst_case_flows.h"

namespace weir::asic {

inline const std::string kStar = R"([scenario]
sample_interval = "40us"
duration = "40us"

[topology]
kind = "star"
hosts = 6
)" + kWorstCaseFlows;

inline std::string bytes(std::int64_t count) { return std::to_string(count) + "B"; }
inline std::string picoseconds(std::int64_t count) { return std::to_string(count) + "ps"; }

// What h1 has to fill the VIQ with, and how much of the line to h2 "block" leaves.
struct Draw {
  std::vector<std::string> settings;
  std::vector<Bytes> lengths;  // of h1's flows, which take turns
  Time duration;
  std::int64_t block_percent = 100;
};

class Random {
 public:
  explicit Random(std::string_view name) : stream_(1, name) {}
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(stream_.below(static_cast<std::uint64_t>(high - low + 1)));
  }
  bool one_in(std::uint64_t n) { return stream_.below(n) == 0; }
  // Each power of ten as likely as the next.
  std::int64_t by_magnitude(std::int64_t low, std::int64_t high) {
    const double share = static_cast<double>(stream_.below(1'000'000)) / 1e6;
    return static_cast<std::int64_t>(static_cast<double>(low) *
                                     std::pow(static_cast<double>(high) / static_cast<double>(low), share));
  }
  template <class Choices>
  auto one_of(const Choices& choices) {
    return choices[stream_.below(std::size(choices))];
  }

 private:
  RandomStream stream_;
};

struct Link {
  BitRate rate;
  Bytes mtu;
  Time delay;
  Time processing;
  bool overhead;
  Time tau;
};

// 1 to 400 Gbps, MTU 256 to 9216 B, delays of 10 ns to 50 us; tau at most so many frames, so that a run is short.
inline Link random_link(Random& random, std::int64_t frames = 100) {
  constexpr std::array kGbps{1, 10, 25, 40, 100, 400};
  for (;;) {
    Link link;
    const std::int64_t gbps = random.one_of(kGbps);
    link.rate = BitRate(gbps * 1'000'000'000);
    link.mtu = Bytes(random.one_in(3) ? 1500 : random.between(256, gbps == 1 ? 2400 : 9216));
    link.delay = Time(random.by_magnitude(10'000, 50'000'000));
    link.processing = Time(random.by_magnitude(1'000, 10'000'000));
    link.overhead = random.one_in(4);
    link.tau =
        bounds::feedback_latency(link.mtu + Bytes(link.overhead ? 20 : 0), link.rate, link.delay, link.processing);
    if (link.tau < frames * serialization_time(link.mtu, link.rate)) {
      return link;
    }
  }
}

inline std::vector<std::string> settings_of(Random& random, const Link& link) {
  constexpr std::array kRounding{"residual", "residual", "ceil", "nearest", "floor"};
  const auto yes = [&](std::uint64_t n) { return std::string(random.one_in(n) ? "true" : "false"); };
  return {"topology.rate=" + std::to_string(link.rate.count()) + "bps",
          "topology.delay=" + picoseconds(link.delay.count()),
          "topology.wire_overhead=" + std::string(link.overhead ? "true" : "false"),
          "flow_control.processing_delay=" + picoseconds(link.processing.count()),
          "switch.max_frame=" + bytes(link.mtu.count()),
          "switch.parser.state_cycles=" + std::to_string(random.between(0, 3)),
          "switch.parser.lookup_cycles=" + std::to_string(random.between(0, 20)),
          "switch.mmu.buffer=1GB",
          "switch.mmu.count_cells=" + yes(8),
          "traffic.frame_length=" + bytes(link.mtu.count()),
          "limiter.rounding=" + std::string(random.one_of(kRounding)),
          "limiter.rate_raise=" + std::string(random.one_in(2) ? "clamp" : "hold")};
}

inline scenario::Scenario load(const Draw& draw) {
  std::vector<std::string> sets = draw.settings;
  sets.push_back("scenario.duration=" + picoseconds(draw.duration.count()));
  sets.push_back("scenario.sample_interval=" + picoseconds(draw.duration.count()));
  scenario::Scenario scenario = scenario::load_text(kStar, "gfc_bound.toml", {sets, {}, {}});
  scenario::Flow& fill = scenario.flows.front();
  fill.frame_length = draw.lengths.front();
  for (std::size_t i = 1; i < draw.lengths.size(); ++i) {
    scenario::Flow more = scenario.flows.front();
    more.name += std::to_string(i);
    more.frame_length = draw.lengths[i];
    scenario.flows.push_back(more);
  }
  if (draw.block_percent < 100) {
    scenario::Flow& block = scenario.flows[1];
    block.kind = scenario::SourceKind::kConstantRate;
    block.rate = scenario.topology.cables.front().link.rate * draw.block_percent / 100;
  }
  return scenario;
}

// With exactly this much room for the VIQ, and what the switch would be told of it.
inline scenario::Scenario with_room(scenario::Scenario scenario, Bytes room) {
  scenario.device.mmu.viq_limit = room;
  scenario.required_headroom = bounds::required_headroom(scenario);
  return scenario;
}

class Networks {
 public:
  Networks() { sc_core::sc_report_handler::set_actions(sc_core::SC_ID_INSTANCE_EXISTS_, sc_core::SC_DO_NOTHING); }

  std::size_t add(const scenario::Scenario& scenario, const scenario::WrapFactories& wrap = {}) {
    networks_.push_back(scenario::build(scenario, {}, wrap));
    drops_.push_back(std::make_unique<oracle::Drops>(*networks_.back(), scenario.required_headroom));
    duration_ = std::max(duration_, scenario.duration);
    return networks_.size() - 1;
  }
  void run() { weir::run(duration_); }

  Bytes peak(std::size_t i) const { return s1(i).mmu().counters(PortId(0), ClassId(0)).peak; }
  std::uint64_t drops(std::size_t i) const { return s1(i).drops(PortId(0), ClassId(0)).total(); }

 private:
  const SwitchAsic& s1(std::size_t i) const { return *networks_[i]->devices[networks_[i]->topology.find("s1")].asic; }

  std::vector<std::unique_ptr<network::Network>> networks_;
  std::vector<std::unique_ptr<oracle::Drops>> drops_;  // a loss against the bound ends the run
  Time duration_;
};

inline void set(Draw& draw, const std::string& key, Bytes value) {
  draw.settings.push_back(key + "=" + bytes(value.count()));
}

// Of the frames that fill the VIQ, as it counts them.
inline Bytes longest(const scenario::Scenario& scenario) {
  Bytes longest;
  for (const auto& frame :
       bounds::gfc_loop(scenario, scenario.topology.cables.front().link, scenario.device, scenario.device).frames) {
    longest = std::max(longest, frame.counted);
  }
  return longest;
}

}  // namespace weir::asic
