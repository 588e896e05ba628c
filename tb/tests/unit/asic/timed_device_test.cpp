// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Devices that only note what they are told to do. Each test needs a process of its own, as ctest gives it.

#include "hw_model/asic/timed_device.h"

#include "hw_model/base/invariant.h"
#include "hw_model/base/random_stream.h"
#include "tb/tests/unit/switch_kit.h"

namespace weir::asic::timed_device_test {

using Done = std::tuple<Time, EventKind, std::size_t>;  // when, what, port

class Device final : public TimedDevice {
 public:
  Device(const char* name, const Timing& timing) : TimedDevice(name, timing) {}

  void schedule(Time at, EventKind kind, std::size_t port = 0) { scheduler().schedule(at, kind, PortId(port)); }
  Time horizon() { return scheduler().horizon(); }

  std::vector<Done> done;
  std::vector<Time> woken;                      // the kernel's time at each piece of work
  std::function<void(const Event&)> also = {};  // more work, made by work

 private:
  void work(Event event) override {
    EXPECT_EQ(event.at, local_time());
    done.emplace_back(event.at, event.kind, event.port.index());
    woken.emplace_back(static_cast<std::int64_t>(sc_core::sc_time_stamp().value()));
    if (also) {
      also(event);
    }
  }
};

TEST(TimedDevice, WorksUpToTheEndOfItsQuantumInOneGo) {
  Device device("device", {.quantum = 1_us});
  for (const Time at : {200_ns, 999'999_ps, 1'000'000_ps, 1'500_ns, 7'300_ns}) {
    device.schedule(at, EventKind::kSource);
  }
  run(20_us);
  EXPECT_THAT(device.woken, ElementsAre(0_us, 0_us, 1_us, 1_us, 7_us));
  EXPECT_EQ(device.kernel_events(), 3U) << "once a quantum with work in it, and not in the others";
  EXPECT_EQ(device.events(), 5U);
  EXPECT_EQ(device.horizon(), 8_us);
}

TEST(TimedDevice, IsWokenForEachInstantWithoutQuanta) {
  Device device("device", {.quantum = 0_us});
  std::size_t port = 0;
  for (const Time at : {200_ns, 200_ns, 900_ns, 7'300_ns}) {
    device.schedule(at, EventKind::kSource, port++);
  }
  run(20_us);
  EXPECT_THAT(device.woken, ElementsAre(200_ns, 200_ns, 900_ns, 7'300_ns));
  EXPECT_EQ(device.kernel_events(), 3U);
}

TEST(TimedDevice, SleepsWhileThereIsNothingToDo) {
  Device device("device", {.quantum = 1_us});
  run(1'000'000_us);
  EXPECT_EQ(device.kernel_events(), 0U);
  device.schedule(1'000'000_us, EventKind::kSource);
  run(1_us);
  EXPECT_EQ(device.kernel_events(), 1U);
}

TEST(TimedDevice, IsWokenEarlierWhenEarlierWorkComes) {
  Device device("device", {.quantum = 1_us});
  device.schedule(9'500_ns, EventKind::kSource);
  run(3_us);
  device.schedule(5'200_ns, EventKind::kSource);
  run(10_us);
  EXPECT_THAT(device.woken, ElementsAre(5_us, 9_us));
  EXPECT_EQ(device.kernel_events(), 2U);
}

class TimedDeviceEnd : public testing::TestWithParam<std::int64_t> {};

TEST_P(TimedDeviceEnd, IsTheFirstInstantAtWhichNothingIsDone) {
  Device device("device", {.quantum = Time(GetParam()), .until = 3'500_ns});
  device.schedule(3'499'999_ps, EventKind::kSource);
  device.schedule(3'500_ns, EventKind::kTransmitEnd);
  device.schedule(4_us, EventKind::kTransmitEnd, 1);
  device.also = [&](const Event& event) { device.schedule(event.at + 1_ps, EventKind::kSource); };
  run(10_us);
  EXPECT_THAT(device.done, ElementsAre(Done{3'499'999_ps, EventKind::kSource, 0}));
  EXPECT_EQ(device.horizon(), GetParam() == 0 ? 3'499'999_ps : 3'500_ns)
      << "instant by instant, this one is still open";
}
INSTANTIATE_TEST_SUITE_P(Quanta, TimedDeviceEnd, testing::Values(0, 1, 1'000'000, 9'000'000));

TEST(TimedDevice, SamplesAtEveryMultipleAfterAllOtherWork) {
  Device device("device", {.quantum = 1_us, .until = 2'000_ns});
  std::vector<std::pair<Time, std::size_t>> samples;
  device.sample_every(300_ns, [&](Time t) { samples.emplace_back(t, device.done.size()); });
  device.schedule(300_ns, EventKind::kSource);
  device.schedule(300_ns, EventKind::kTransmitEnd);
  device.schedule(900'001_ps, EventKind::kSource);
  run(10_us);
  EXPECT_THAT(samples, ElementsAre(std::pair(300_ns, 2U), std::pair(600_ns, 2U), std::pair(900_ns, 2U),
                                   std::pair(1'200_ns, 3U), std::pair(1'500_ns, 3U), std::pair(1'800_ns, 3U)));
}

class TimedDeviceAction : public testing::TestWithParam<std::int64_t> {
 protected:
  // Without quanta a device must know the links' delay all the same.
  const Timing timing_{.quantum = Time(GetParam()), .until = 20_us, .lookahead = 1_us};
};

TEST_P(TimedDeviceAction, IsDoneBeforeAllOtherWorkOfItsInstantInTheOrderOfTheCalls) {
  Device device("device", timing_);
  std::vector<std::string> order;
  const auto note = [&](const char* what) { return [&order, what](Time) { order.emplace_back(what); }; };
  device.also = [&](const Event&) { order.emplace_back("work"); };
  device.sample_every(2'500_ns, [&](Time) { order.emplace_back("sample"); });
  device.schedule(2'500_ns, EventKind::kTransmitEnd);
  device.at(7'500_ns, note("third"));
  device.at(2'500_ns, [&](Time now) {
    EXPECT_EQ(now, 2'500_ns);
    EXPECT_EQ(device.local_time(), 2'500_ns);
    order.emplace_back("first");
    device.at(now, note("of the first"));
    device.at(now + 1_ps, note("a picosecond later"));
  });
  device.at(2'500_ns, note("second"));
  device.at(0_ps, note("at the start"));
  device.at(20_us, note("never"));
  run(8_us);
  EXPECT_THAT(order, ElementsAre("at the start", "first", "second", "of the first", "work", "sample",
                                 "a picosecond later", "sample", "third", "sample"));
}

// What one device does to another, and what the bench does between two stretches, reaches it a boundary of quanta
// later: the same instants, whether there are quanta or not, and whichever device the kernel wakes first.
TEST_P(TimedDeviceAction, HasAFirstInstantThatDoesNotDependOnQuanta) {
  std::vector<std::unique_ptr<Device>> devices;
  for (const char* name : {"a", "b", "c"}) {
    devices.push_back(std::make_unique<Device>(name, timing_));
    devices.back()->schedule(3'200_ns, EventKind::kSource);
    devices.back()->schedule(3'900_ns, EventKind::kSource);
  }
  std::vector<Time> done;
  const auto act = [&](Time now) { done.push_back(now); };
  devices[1]->at(3'400_ns, [&](Time now) {
    EXPECT_EQ(timing_.boundary_after(now), 4_us);
    for (const std::size_t other : {0U, 2U}) {
      EXPECT_THROW(devices[other]->at(3'999_ns, act), InvariantBroken);
      devices[other]->at(4_us, act);
    }
  });
  run(5'300_ns);
  EXPECT_THAT(done, ElementsAre(4_us, 4_us));
  EXPECT_THROW(devices[0]->at(5'999_ns, act), InvariantBroken);
  devices[0]->at(6_us, act);
  run(5_us);
  EXPECT_THAT(done, ElementsAre(4_us, 4_us, 6_us));
}

TEST_P(TimedDeviceAction, MayBeAskedForAtABoundaryThatNoDeviceHasPassed) {
  Device device("device", timing_);
  std::vector<Time> done;
  device.also = [&](const Event& event) { done.push_back(event.at); };
  device.schedule(2'900_ns, EventKind::kSource);
  device.schedule(3_us, EventKind::kSource);
  run(3_us);
  EXPECT_THAT(done, ElementsAre(2'900_ns));
  EXPECT_THROW(device.at(2'999_ns, [](Time) {}), InvariantBroken);
  device.at(3_us, [&](Time now) { done.push_back(now + 1_us); });
  run(1_us);
  EXPECT_THAT(done, ElementsAre(2'900_ns, 4_us, 3_us)) << "before all other work of its instant";
}

TEST_P(TimedDeviceAction, CannotBeAskedForByWorkOfItsInstant) {
  Device device("device", timing_);
  std::string refusal;
  device.also = [&](const Event& event) {
    try {
      device.at(event.at, [](Time) {});
    } catch (const InvariantBroken& broken) {
      refusal = broken.what();
    }
  };
  device.schedule(1_us, EventKind::kSource);
  run(2_us);
  EXPECT_EQ(refusal,
            "an action is asked for too late; from now on the first is at 1000001 ps; queue device; at 1000000 ps");
}
INSTANTIATE_TEST_SUITE_P(Quanta, TimedDeviceAction, testing::Values(0, 1, 1'000'000));

// Register accesses act at the end of a stretch of the lookahead: within a quantum that would be in the past.
TEST(TimedDevice, RefusesALookaheadWithinAQuantum) {
  const auto refusal = [](const Timing& timing) -> std::string {
    return error_of([&] { const Device device("device", timing); });
  };
  EXPECT_EQ(refusal({.quantum = 10_us, .lookahead = 1_us}),
            "device: Timing::lookahead is 1000000 ps, wanted 0 or a multiple of the quantum, 10000000 ps");
  EXPECT_NE(refusal({.quantum = 1_us, .lookahead = 1'500_ns}), "");
  EXPECT_EQ(refusal({.quantum = Time(-1)}), "device: Timing::quantum is -1 ps, wanted 0 or more");
  EXPECT_EQ(refusal({.quantum = 1_us, .lookahead = 10_us}), "");
  EXPECT_EQ(refusal({.quantum = 0_us, .lookahead = 10_us}), "");
}

// Two devices that keep giving themselves and one another work, a link's delay ahead at least: the same to the
// picosecond in quanta and event by event, and in quanta the kernel does less.
TEST(TimedDevice, QuantaChangeNothing) {
  constexpr Time kDelay = 1_us;
  std::vector<std::unique_ptr<Device>> devices;
  std::vector<RandomStream> random;
  for (const Time quantum : {kDelay, 0_us}) {
    for (std::size_t i = 0; i < 2; ++i) {
      const Timing timing{.quantum = quantum, .until = 500_us};
      devices.push_back(std::make_unique<Device>(("d" + std::to_string(devices.size())).c_str(), timing));
      random.emplace_back(7, "device " + std::to_string(i));
    }
  }
  for (std::size_t i = 0; i < devices.size(); ++i) {
    Device& self = *devices[i];
    Device& other = *devices[i ^ 1U];
    self.also = [&self, &other, &own = random[i]](const Event& event) {
      const auto span = [&] { return Time(static_cast<std::int64_t>(own.below(400'000))); };
      // Keys as unlike as those of ports and classes: one pending event each.
      const std::size_t port = event.port.index();
      if (event.kind == EventKind::kSource) {
        self.schedule(event.at + span(), EventKind::kTransmitEnd, port);
        other.schedule(event.at + kDelay + span(), EventKind::kAdmission, port);
      } else if (event.kind == EventKind::kAdmission) {
        self.schedule(event.at + span(), EventKind::kSource, port);
      }
    };
    for (std::size_t port = 0; port < 4; ++port) {
      self.schedule(Time(static_cast<std::int64_t>(port)), EventKind::kSource, port);
    }
  }
  run(600_us);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(devices[i]->done, devices[i + 2]->done);
    EXPECT_EQ(devices[i]->events(), devices[i + 2]->events());
    EXPECT_GT(devices[i]->events(), 3'000U);
    EXPECT_LE(devices[i]->kernel_events(), 500U);
    EXPECT_GT(devices[i + 2]->kernel_events(), 3'000U);
    EXPECT_TRUE(std::is_sorted(devices[i]->done.begin(), devices[i]->done.end()));
  }
}

}  // namespace weir::asic::timed_device_test
