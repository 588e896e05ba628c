// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// How far a VIQ goes beyond Bm under buffer-based GFC, in the whole switch: with the room that the loader asks for
// nothing is lost, whatever the thresholds, rates, frames and delays, and with a packet less it is. The derivation is
// in docs/results/gfc_bound.md. Each test needs a process of its own, as ctest gives it.

#include "tb/tests/unit/asic/gfc_bound_draws.h"

namespace weir::asic::gfc_bound_test {

// Bm - B1 in percent of 2 C tau: at the fluid bound or beyond, or not.
struct Margin {
  std::int64_t lowest;
  std::int64_t highest;
};
constexpr Margin kSafe{100, 133};
constexpr Margin kUnsafe{5, 95};

Draw buffer_based(Random& random, std::size_t lengths, Margin range = kSafe) {
  const Link link = random_link(random);
  Draw draw{.settings = settings_of(random, link), .lengths = {link.mtu}, .duration = {}};
  while (draw.lengths.size() < lengths) {
    draw.lengths.push_back(Bytes(random.between(64, link.mtu.count())));
  }
  const Bytes b1(random.between(2 * link.mtu.count(), 20 * link.mtu.count()));
  const Bytes margin =
      bounds::buffer_based_margin(link.rate, link.tau) * random.between(range.lowest, range.highest) / 100;
  draw.settings.push_back("flow_control.scheme=gfc_buffer_based");
  set(draw, "flow_control.gfc_buffer_based.b1", b1);
  set(draw, "flow_control.gfc_buffer_based.bm", b1 + margin + Bytes(1));
  draw.duration = serialization_time(b1 + margin, link.rate) + 150 * link.tau;
  return draw;
}

// Each draw twice: with the room of the bound, and with one packet less.
struct Pair {
  Bytes bound;
  std::size_t enough;
  std::size_t one_less;
};

Pair add_pair(Networks& networks, const scenario::Scenario& scenario) {
  const Bytes bound = bounds::gfc_room(scenario).value();
  const scenario::Scenario enough = with_room(scenario, bound);
  EXPECT_THAT(bounds::safety_warnings(enough), IsEmpty());
  const scenario::Scenario one_less = with_room(scenario, bound - longest(scenario));
  EXPECT_THAT(bounds::safety_warnings(one_less), Not(IsEmpty()));
  return {bound, networks.add(enough), networks.add(one_less)};
}

// Whether Bm - B1 is 2 C tau also with what the paper's tau leaves out (the message itself, the pipeline, a tick),
// where a VIQ counts bytes and the limiter keeps the rate that is asked for. Then so many packets beyond Bm are proven.
bool fluid_bound_holds(const scenario::Scenario& scenario) {
  using reference::Rounding;
  const SwitchConfig& device = scenario.device;
  const Rounding rounding = device.limiter.rounding;
  const bounds::GfcLoop loop =
      bounds::gfc_loop(scenario, scenario.topology.cables.front().link, scenario.device, scenario.device);
  const Time tau =
      2 * loop.wait + loop.feedback + 2 * loop.delay + loop.processing + loop.pipeline + loop.limiter.period;
  return !device.mmu.count_cells && (rounding == Rounding::kResidual || rounding == Rounding::kCeil) &&
         device.flow_control.gfc_buffer_based.bm - device.flow_control.gfc_buffer_based.b1 >=
             bounds::buffer_based_margin(loop.rate, tau);
}

// One length: the bound is what comes, to the byte, in nearly every draw.
TEST(GfcBound, OfOneLengthIsReached) {
  Random random("one length");
  Networks networks;
  std::vector<Pair> pairs;
  for (int i = 0; i < 200; ++i) {
    const scenario::Scenario scenario = load(buffer_based(random, 1));
    pairs.push_back(add_pair(networks, scenario));
    if (fluid_bound_holds(scenario)) {
      EXPECT_LE(pairs.back().bound, scenario.device.flow_control.gfc_buffer_based.bm + 2 * longest(scenario)) << i;
    }
  }
  networks.run();
  std::size_t reached = 0;
  for (const Pair& pair : pairs) {
    EXPECT_EQ(networks.drops(pair.enough), 0U) << pair.enough;
    EXPECT_LE(networks.peak(pair.enough), pair.bound) << pair.enough;
    const bool to_the_byte = networks.peak(pair.enough) == pair.bound;
    EXPECT_EQ(networks.drops(pair.one_less) > 0, to_the_byte) << pair.one_less;
    reached += to_the_byte ? 1 : 0;
  }
  EXPECT_GE(reached, 195U) << "of " << pairs.size();
}

// The recursion holds outside the fluid bound, too; there all depends on the delay, and far more than Bm is needed.
TEST(GfcBound, OfOneLengthIsReachedOutsideTheFluidBound) {
  Random random("unsafe");
  Networks networks;
  std::vector<Pair> pairs;
  for (int i = 0; i < 300; ++i) {
    const scenario::Scenario scenario = load(buffer_based(random, 1, kUnsafe));
    const Bytes bound = bounds::gfc_room(scenario).value();
    pairs.push_back({bound, networks.add(with_room(scenario, bound)),
                     networks.add(with_room(scenario, bound - longest(scenario)))});
  }
  networks.run();
  std::size_t reached = 0;
  for (const Pair& pair : pairs) {
    EXPECT_EQ(networks.drops(pair.enough), 0U) << pair.enough;
    EXPECT_LE(networks.peak(pair.enough), pair.bound) << pair.enough;
    reached += networks.drops(pair.one_less) > 0 ? 1 : 0;
  }
  EXPECT_GE(reached, 130U) << "of " << pairs.size();
}

// Lengths mixed, and a drain that is stopped, slow, or keeps up for a while: nothing is lost; a loss would throw.
TEST(GfcBound, HoldsWhateverTheFramesAndTheDrain) {
  Random random("mixed");
  Networks networks;
  std::vector<Bytes> bound;
  for (int i = 0; i < 300; ++i) {
    Draw draw = buffer_based(random, static_cast<std::size_t>(random.between(1, 4)));
    draw.block_percent = random.one_in(2) ? 100 : random.between(30, 99);
    const scenario::Scenario scenario = load(draw);
    bound.push_back(bounds::gfc_room(scenario).value());
    if (fluid_bound_holds(scenario)) {
      EXPECT_LE(bound.back(), scenario.device.flow_control.gfc_buffer_based.bm + 3 * longest(scenario)) << i;
    }
    networks.add(with_room(scenario, bound.back()));
  }
  networks.run();
  for (std::size_t i = 0; i < bound.size(); ++i) {
    EXPECT_EQ(networks.drops(i), 0U) << i;
    EXPECT_LE(networks.peak(i), bound[i]) << i;
  }
}

// Looks for the lengths of frames that take a VIQ furthest, by trying on an arithmetic model of the loop: frames start
// as the stage known at the end of the one before lets them. Nothing delays a message, so that all are equally late.
class Adversary {
 public:
  // Frames start at kStart, and no later than kLongest.
  static constexpr Time kStart = 100_us;  // when "block" has the port
  static constexpr Time kLongest = 14_ms;
  static constexpr Time kTick{60};  // of the limiter, so fine that the model need not count ticks

  Adversary(const scenario::Scenario& scenario, Bytes mtu)
      : loop_(bounds::gfc_loop(scenario, scenario.topology.cables.front().link, scenario.device, scenario.device)),
        mtu_(mtu) {
    const flow_control::GfcBufferBasedConfig& gfc = scenario.device.flow_control.gfc_buffer_based;
    thresholds_ = reference::gfc_stage_thresholds(gfc.bm, gfc.b1, gfc.stages);
  }

  // The depth once the last stage is obeyed, or after kLongest. After the last of `lengths` all frames are as long as
  // can be.
  Bytes highest(const std::vector<Bytes>& lengths) const {
    std::deque<std::pair<Time, std::size_t>> messages;  // when they are obeyed, and what they say
    const Time late = 2 * loop_.delay + loop_.feedback + loop_.processing - 2 * kTick;
    std::size_t stage = 0;
    std::size_t obeyed = 0;
    Bytes depth;
    Time start = kStart;
    for (std::size_t i = 0; obeyed < thresholds_.size() && start < kLongest; ++i) {
      const Bytes length = i < lengths.size() ? lengths[i] : mtu_;
      const Time end = start + serialization_time(length, loop_.rate);
      for (; !messages.empty() && messages.front().first <= end; messages.pop_front()) {
        obeyed = messages.front().second;
      }
      depth += length;
      const std::size_t before = stage;
      while (stage < thresholds_.size() && depth >= thresholds_[stage]) {
        ++stage;
      }
      if (stage != before) {
        messages.emplace_back(end + late, stage);
      }
      start += (end - start) * (std::int64_t{1} << obeyed);
    }
    return depth;
  }

  // Changes a few lengths at a time and keeps what is no worse.
  std::vector<Bytes> search(Random& random, std::int64_t frames) const {
    std::vector<Bytes> best;
    Bytes highest_of_all;
    for (int climb = 0; climb < 12; ++climb) {
      std::vector<Bytes> lengths(static_cast<std::size_t>(frames), mtu_);
      for (Bytes& length : lengths) {
        length = random.one_in(3) ? Bytes(random.between(64, mtu_.count())) : mtu_;
      }
      Bytes now = highest(lengths);
      for (int i = 0; i < 30'000; ++i) {
        std::vector<Bytes> tried = lengths;
        for (std::int64_t changes = random.between(1, 3); changes > 0; --changes) {
          Bytes& one = tried[static_cast<std::size_t>(random.between(0, frames - 1))];
          const std::int64_t far = random.one_of(std::array{3, 64, 1'500});
          one = random.one_in(4) ? mtu_ : std::clamp(one + Bytes(random.between(-far, far)), 64_B, mtu_);
        }
        if (const Bytes here = highest(tried); here >= now) {
          now = here;
          lengths = tried;
        }
      }
      if (now > highest_of_all) {
        highest_of_all = now;
        best = lengths;
      }
    }
    return best;
  }

 private:
  bounds::GfcLoop loop_;
  Bytes mtu_;
  std::vector<Bytes> thresholds_;
};

// With a limiter whose ticks are fine enough for an adversary, and whose registers are as wide as these want.
scenario::Scenario load_fine(const Draw& draw) {
  scenario::Scenario scenario = load(draw);
  scenario.device.limiter.period = Adversary::kTick;
  scenario.device.limiter.r_l_ticks = 20;
  scenario.device.limiter.factor_int = 20;
  return scenario;
}

// Frames of 64 to 1500 B in the order that an adversary has found; each a flow of one frame, and then MTU without end.
scenario::Scenario of_adversary(Random& random) {
  constexpr Bytes kMtu(1500);
  Draw draw{.settings = {"topology.rate=10Gbps", "topology.delay=" + picoseconds(random.between(8, 25) * 1'000'000),
                         "flow_control.scheme=gfc_buffer_based"},
            .lengths = {kMtu, 64_B},
            .duration = 15_ms};
  scenario::Scenario scenario = load_fine(draw);
  const network::Cable& cable = scenario.topology.cables.front();
  const Bytes margin = bounds::buffer_based_margin(
      cable.link.rate, bounds::feedback_latency(kMtu, cable.link.rate, cable.link.delay, Time(0)));
  const Bytes b1(random.between(1'500, 4'500));
  set(draw, "flow_control.gfc_buffer_based.b1", b1);
  set(draw, "flow_control.gfc_buffer_based.bm", b1 + margin + 130_B);
  draw.lengths = Adversary(load_fine(draw), kMtu).search(random, 2 * (b1 + margin).count() / kMtu.count());
  // Turns begin with the second flow.
  draw.lengths.insert(draw.lengths.begin(), kMtu);
  scenario = load_fine(draw);
  for (scenario::Flow& flow : scenario.flows) {
    if (flow.traffic_class == ClassId(0)) {
      const bool endless = flow.name == "fill";
      flow.start = Adversary::kStart + Time(endless ? 1 : 0);
      flow.size = endless ? Bytes(0) : flow.frame_length;
    } else if (flow.traffic_class == ClassId(1)) {
      flow.start = scenario.duration - Time(1);  // never
    }
  }
  return scenario;
}

// Of mixed lengths more may come than of one, and it comes within a frame of the bound.
TEST(GfcBound, OfMixedLengthsIsReachedWithinAFrame) {
  Random random("adversary");
  Networks networks;
  std::vector<Pair> pairs;
  std::vector<Bytes> bm;
  for (int i = 0; i < 12; ++i) {
    const scenario::Scenario scenario = of_adversary(random);
    pairs.push_back(add_pair(networks, scenario));
    bm.push_back(scenario.device.flow_control.gfc_buffer_based.bm);
  }
  networks.run();
  int within = 0;
  int more_than_two = 0;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const Bytes peak = networks.peak(pairs[i].enough);
    EXPECT_EQ(networks.drops(pairs[i].enough), 0U) << i;
    EXPECT_LE(peak, pairs[i].bound) << i;
    EXPECT_EQ(networks.drops(pairs[i].one_less) > 0, peak > pairs[i].bound - 1500_B) << i;
    within += networks.drops(pairs[i].one_less) > 0 ? 1 : 0;
    more_than_two += peak > bm[i] + 2 * 1500_B ? 1 : 0;
  }
  EXPECT_GE(within, 6);
  EXPECT_GE(more_than_two, 6);
}

// The last stage sends on: R_N T more, to the frame.
TEST(GfcBound, GrowsAtTheLastRate) {
  Networks networks;
  std::vector<std::pair<std::size_t, bounds::GfcBound>> runs;
  for (const int stages : {2, 4, 6}) {
    Draw draw{.settings = {"topology.rate=10Gbps", "flow_control.scheme=gfc_buffer_based",
                           "flow_control.gfc_buffer_based.b1=30KB", "flow_control.gfc_buffer_based.bm=45KB",
                           "flow_control.gfc_buffer_based.stages=" + std::to_string(stages)},
              .lengths = {1500_B},
              .duration = 1_ms};
    const scenario::Scenario scenario = load(draw);
    const auto bound =
        bounds::gfc_bound(scenario, scenario.topology.cables.front().link, scenario.device, scenario.device);
    runs.emplace_back(networks.add(with_room(scenario, bound->after(1_ms))), *bound);
  }
  networks.run();
  for (const auto& [run, bound] : runs) {
    EXPECT_EQ(networks.drops(run), 0U);
    EXPECT_LE(networks.peak(run), bound.after(1_ms));
    EXPECT_GE(networks.peak(run), bound.after(900_us) - 1500_B);  // the VIQ takes up to 100 us to fill
    EXPECT_EQ(bound.suffices(bound.at_once - 1_B), Time(-1));
    const Time span = bound.suffices(bound.after(1_ms));
    EXPECT_EQ(bound.after(span), bound.after(1_ms));
    EXPECT_EQ(bound.after(span + Time(1)), bound.after(1_ms) + bound.step);
  }
}

// A limiter that never hears of stage 2, 3, 4 ...
class Forgetful final : public reference::RateLimiter {
 public:
  Forgetful(std::unique_ptr<reference::RateLimiter> whole, std::uint64_t highest)
      : whole_(std::move(whole)), highest_(highest) {}
  void packet_sent(Time end, Time transmission) override { whole_->packet_sent(end, transmission); }
  void set_rate(Time now, std::uint64_t r_r) override { whole_->set_rate(now, std::min(r_r, highest_)); }
  void reset(Time now) override { whole_->reset(now); }
  Time idle_at() override { return whole_->idle_at(); }
  std::uint64_t r_r() const override { return whole_->r_r(); }
  reference::RateLimiterRegisters registers(Time now) override { return whole_->registers(now); }
  void set_modes(Time now, reference::Rounding rounding, reference::RateRaise rate_raise) override {
    whole_->set_modes(now, rounding, rate_raise);
  }
  bool modes_can_change() const override { return whole_->modes_can_change(); }

 private:
  std::unique_ptr<reference::RateLimiter> whole_;
  std::uint64_t highest_;
};

// The bound finds it: the run stops, because what is lost was not to be lost.
TEST(GfcBound, FindsALimiterThatForgetsStages) {
  Random random("one length");
  Networks networks;
  const auto forget = [](Factories factories) {
    factories.put<reference::RateLimiter>(
        [make = factories.of<reference::RateLimiter>()](
            reference::RateForm form, const reference::RateLimiterConfig& config, const std::string& name) {
          return std::make_unique<Forgetful>(make(form, config, name), 5);
        });
    return factories;
  };
  const scenario::Scenario scenario = load(buffer_based(random, 1));
  networks.add(with_room(scenario, bounds::gfc_room(scenario).value()), forget);
  EXPECT_THAT(error_of<std::exception>([&] { networks.run(); }),
              HasSubstr("a lossless class loses a packet although its headroom is as required"));
}

}  // namespace weir::asic::gfc_bound_test
