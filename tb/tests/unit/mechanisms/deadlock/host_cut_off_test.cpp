// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A host that holds its queue for longer than 100 us is cut off; another one, and a switch, are not.

#include "hw_model/mechanisms/deadlock/host_cut_off.h"

#include "tb/tests/unit/switch_kit.h"

namespace weir::deadlock::host_cut_off_test {

constexpr ClassId kC(0);
constexpr PortId kSwitch(0);
constexpr PortId kHost(1);

class Bench final : private SwitchActions {
 public:
  Bench() : cut_off(context(), *this) {}

  void queued(PortId egress, Time now) {
    run_until(now);
    ++waiting[egress.index()];
    cut_off.queued(egress, kC, now);
  }
  void hold(PortId egress, bool on, Time now) {
    run_until(now);
    cut_off.held(egress, kC, on, now);
  }
  // The timers up to `now`, those of that instant excepted.
  void run_until(Time now) {
    while (!timers_.empty() && timers_.begin()->first < now) {
      const auto [at, port] = *timers_.begin();
      timers_.erase(timers_.begin());
      cut_off.timer(PortId(port), kC, at);
    }
  }

  static SwitchContext context() {
    SwitchContext context;
    context.config.itsy.cut_off = 100_us;
    context.config.itsy.hosts = {0, 1};
    context.ports = 2;
    context.t_re = 128_us;
    return context;
  }

  std::map<std::size_t, int> waiting;
  std::vector<Time> dropped;
  HostCutOff cut_off;

 private:
  void schedule(PortId p, ClassId, Time at) override { timers_.emplace(at, p.index()); }
  void drop_head(PortId, ClassId, Time) override { ADD_FAILURE(); }
  bool lend(PortId, ClassId, Bytes, Time) override { return false; }
  bool resume(PortId, ClassId, Time) override { return false; }
  bool drop_waiting(PortId egress, ClassId, PortId ingress, const MayDrop& may, Time now) override {
    if (ingress != kSwitch || waiting[egress.index()] == 0 || !may(frame::Packet()))
      return false;
    --waiting[egress.index()];
    dropped.push_back(now);
    return true;
  }

  std::multimap<Time, std::size_t> timers_;
};

TEST(HostCutOff, DropsWhatWaitsAndWhatComesUntilTheHostLetsGo) {
  Bench bench;
  bench.hold(kHost, true, 10_us);
  bench.queued(kHost, 20_us);
  bench.queued(kHost, 30_us);
  bench.run_until(110_us);
  EXPECT_THAT(bench.dropped, IsEmpty());
  bench.queued(kHost, 120_us);
  bench.run_until(130_us);
  EXPECT_THAT(bench.dropped, ElementsAre(110_us, 110_us, 120_us));
  EXPECT_TRUE(bench.cut_off.cut(kHost, kC));
  bench.hold(kHost, false, 130_us);
  bench.queued(kHost, 140_us);
  bench.run_until(1_ms);
  EXPECT_EQ(bench.waiting[kHost.index()], 1) << "lossless again";
  EXPECT_EQ(bench.cut_off.times(kHost, kC), 1U);
}

TEST(HostCutOff, CutsOffNeitherAHostThatLetsGoNorASwitch) {
  Bench bench;
  bench.queued(kHost, 0_us);
  bench.queued(kSwitch, 0_us);
  bench.hold(kSwitch, true, 0_us);
  for (Time at = 10_us; at < 1_ms; at += 90_us) {
    bench.hold(kHost, true, at);
    bench.hold(kHost, false, at + 80_us);
  }
  bench.run_until(2_ms);
  EXPECT_THAT(bench.dropped, IsEmpty());
  EXPECT_FALSE(bench.cut_off.cut(kSwitch, kC));
}

TEST(HostCutOff, IsOverAtAReset) {
  Bench bench;
  bench.hold(kHost, true, 0_us);
  bench.run_until(200_us);
  ASSERT_TRUE(bench.cut_off.cut(kHost, kC));
  bench.cut_off.reset();
  bench.queued(kHost, 300_us);
  bench.run_until(400_us);
  EXPECT_THAT(bench.dropped, IsEmpty());
}

}  // namespace weir::deadlock::host_cut_off_test
