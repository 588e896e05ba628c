// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/timed_device.h"

#include <utility>

namespace weir::asic {

namespace {

Time kernel_time() { return Time(static_cast<std::int64_t>(sc_core::sc_time_stamp().value())); }

}  // namespace

TimedDevice::TimedDevice(const sc_core::sc_module_name& name, const Timing& timing)
    : sc_core::sc_module(name), timing_(timing), scheduler_(*this), wake_("wake") {
  SC_HAS_PROCESS(TimedDevice);
  SC_METHOD(run);
  sensitive << wake_;
  dont_initialize();
}

void TimedDevice::sample_every(Time interval, std::function<void(Time)> sampler) {
  sample_interval_ = interval;
  sampler_ = std::move(sampler);
  scheduler_.schedule(interval, EventKind::kSample, PortId(0));
}

void TimedDevice::earliest_is_now(Time at) {
  if (at < armed_) {
    arm(kernel_time());
  }
}

void TimedDevice::run() {
  ++kernel_events_;
  const Time now = kernel_time();
  armed_ = kNever;
  const Time quantum_end = timing_.quantum > Time(0) ? (now / timing_.quantum + 1) * timing_.quantum : now + Time(1);
  const Time horizon = std::min(quantum_end, timing_.until);
  if (timing_.evicted) {
    for (unsigned round = 0; round < kPrefetchRounds; ++round) {
      scheduler_.for_each_before(horizon, [&](const Event& event) { prefetch(event, round); });
    }
  }
  scheduler_.set_running(true);
  while (scheduler_.earliest() < horizon) {
    const Event event = scheduler_.pop();
    now_ = event.at;
    ++events_;
    if (event.kind == EventKind::kSample) {
      sample();
    } else {
      work(event);
    }
  }
  scheduler_.set_running(false);
  scheduler_.set_horizon(horizon);
  arm(now);
}

// Asks the kernel to wake this device at the start of the quantum in which its next work lies.
void TimedDevice::arm(Time now) {
  const Time next = scheduler_.earliest();
  if (next >= timing_.until) {
    return;
  }
  const Time wake = timing_.quantum > Time(0) ? next - next % timing_.quantum : next;
  if (wake < armed_) {
    armed_ = wake;
    wake_.notify(sc_core::sc_time::from_value(static_cast<sc_dt::uint64>((wake - now).count())));
  }
}

void TimedDevice::sample() {
  sampler_(now_);
  scheduler_.schedule(now_ + sample_interval_, EventKind::kSample, PortId(0));
}

}  // namespace weir::asic
