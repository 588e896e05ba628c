// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/timed_device.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "hw_model/base/invariant.h"
#include "hw_model/datapath/link/kernel_time.h"

namespace weir::asic {
namespace {

bool to_pause(const Timing& timing) { return timing.pause != nullptr && timing.pause->load(std::memory_order_relaxed); }

}  // namespace

// lookahead must be a multiple of the quantum, so that an action at a stretch's end is never earlier than work already
// done.
void TimedDevice::check(const Timing& timing) const {
  const auto refuse = [&](const std::string& what) { throw std::invalid_argument(std::string(name()) + ": " + what); };
  const auto text = [](Time time) { return std::to_string(time.count()) + " ps"; };
  if (timing.quantum < Time(0)) {
    refuse("Timing::quantum is " + text(timing.quantum) + ", wanted 0 or more");
  }
  if (timing.quantum > Time(0) && timing.lookahead % timing.quantum != Time(0)) {
    refuse("Timing::lookahead is " + text(timing.lookahead) + ", wanted 0 or a multiple of the quantum, " +
           text(timing.quantum));
  }
}

TimedDevice::TimedDevice(const sc_core::sc_module_name& name, const Timing& timing)
    : sc_core::sc_module(name), timing_(timing), scheduler_(*this), wake_("wake") {
  link::take_resolution();
  check(timing);
  scheduler_.set_quantum(timing.quantum);
  SC_HAS_PROCESS(TimedDevice);
  SC_METHOD(run);
  sensitive << wake_;
  dont_initialize();
}

std::uint64_t TimedDevice::events() const {
  const Time done = std::min(std::max(link::kernel_time(), scheduler_.horizon()), timing_.until);
  return events_ + scheduler_.left_out() + static_cast<std::uint64_t>(passed_over(done));
}

void TimedDevice::sample_every(Time interval, std::function<void(Time)> sampler) {
  sample_interval_ = interval;
  sampler_ = std::move(sampler);
  scheduler_.schedule(interval, EventKind::kSample, PortId(0));
}

void TimedDevice::earliest_is_now(Time at) {
  if (at < armed_) {
    arm();
  }
}

// An exception of a device would reach the user as E549, "uncaught exception"; here it becomes an error with a name.
void TimedDevice::run() {
  try {
    turn();
  } catch (const sc_core::sc_report&) {
    throw;
  } catch (const sc_core::sc_unwind_exception&) {
    throw;  // the kernel's own, when the process is killed
  } catch (const InvariantBroken& broken) {
    SC_REPORT_ERROR("weir/invariant", broken.what());
  } catch (const std::exception& error) {
    SC_REPORT_ERROR("weir/device", error.what());
  }
}

// Does the work of any event; false: the kernel pauses now.
[[gnu::noinline]] bool TimedDevice::take(Event event) {
  ++events_;
  if (EventKind::kAction < event.kind && event.kind < EventKind::kSample) {
    work(event);
  } else if (event.kind == EventKind::kSample) {
    sample(event.at);
    return !to_pause(timing_);  // nothing is ever run again; a quantum may have thousands of samples
  } else if (event.kind == EventKind::kTrace) {
    --events_;
    trace_due(event.port, event.at);
  } else {
    act(event.at);
  }
  return true;
}

// Asks for what this turn touches, and for the first that the next turn does: devices have their turns in much the same
// order in each quantum.
inline void TimedDevice::ask_for_lines(Time horizon) {
  if (TimedDevice* const last = std::exchange(timing_.turns->last, this); last != nullptr) {
    last->next_ = this;
  }
  if (next_ != nullptr) {
    ask_for_line(next_);
    ask_for_line(&next_->timing_);
    ask_for_line(&next_->armed_);
    next_->scheduler_.prefetch(0);
  }
  for (unsigned round = 0; round < kPrefetchRounds; ++round) {
    scheduler_.for_each_before(horizon, [&](Event event) { prefetch(event, round); });
  }
}

[[gnu::hot]] void TimedDevice::turn() {
  ++kernel_events_;
  const Time now = link::kernel_time();
  if (to_pause(timing_)) [[unlikely]] {
    sc_core::sc_pause();
  }
  armed_ = kNever;
  const Time quantum_end = timing_.quantum > Time(0) ? (now / timing_.quantum + 1) * timing_.quantum : now + Time(1);
  const Time horizon = std::min(quantum_end, timing_.until);
  if (timing_.turns != nullptr) {
    ask_for_lines(horizon);
  }
  scheduler_.set_running(true);
  scheduler_.begin_turn(horizon, trace_ == nullptr);  // a traced device records its changes event by event
  const auto pause = [&] {
    scheduler_.set_running(false);
    sc_core::sc_pause();
  };
  for (;;) {
    while (scheduler_.earliest_in_heap() < scheduler_.bound()) {
      const Event event = scheduler_.pop_heap();
      if (EventKind::kAction < event.kind && event.kind < EventKind::kSample) [[likely]] {
        ++events_;
        work(event);
      } else if (!take(event)) {
        return pause();
      }
    }
    if (scheduler_.slot() >= horizon) {
      break;
    }
    if (scheduler_.slot_is_next()) {
      ++events_;
      slot(scheduler_.pop_slot().at);
    } else if (!take(scheduler_.pop_heap())) [[unlikely]] {
      return pause();
    }
  }
  if (next_ != nullptr) {
    next_->scheduler_.prefetch(1);
  }
  scheduler_.set_running(false);
  // Instant by instant, more work may come for this instant: a frame that is handed over as its last bit arrives.
  scheduler_.set_horizon(timing_.quantum > Time(0) ? horizon : std::min(now, timing_.until));
  arm();
}

// Asks the kernel to wake this device at the start of the quantum in which its next work lies.
inline void TimedDevice::arm() {
  const Time next = scheduler_.earliest();
  if (next >= timing_.until) {
    return;
  }
  const Time wake = timing_.quantum > Time(0) ? next - next % timing_.quantum : next;
  if (wake < armed_) {
    armed_ = wake;
    wake_.notify(link::until(wake));
  }
}

void TimedDevice::at(Time when, std::function<void(Time)> action) {
  if (const Time first = first_for_action(); when < first) {
    broken_invariant(
        "an action is asked for too late; from now on the first is at " + std::to_string(first.count()) + " ps", name(),
        "", when);
  }
  auto& line = actions_[when];
  line.push_back(std::move(action));
  if (line.size() == 1) {
    scheduler_.schedule(when, EventKind::kAction, PortId(0));
  }
}

// The first time at which an action can still take effect: the same whether devices run in quanta or not, and whichever
// device the kernel has woken first.
Time TimedDevice::first_for_action() const {
  if (scheduler_.running()) {
    return acting_ ? local_time() : local_time() + Time(1);
  }
  const sc_core::sc_status status = sc_core::sc_get_status();
  if (status < sc_core::SC_RUNNING) {
    return Time(0);
  }
  // Between two sc_start() no device has done work of the kernel's time, but all may have done that of its quantum.
  const Time now = link::kernel_time();
  const Time begun = status == sc_core::SC_PAUSED ? now - Time(1) : now;
  return std::max(timing_.boundary_after(begun), scheduler_.horizon());
}

void TimedDevice::act(Time now) {
  acting_ = true;
  auto& due = actions_.begin()->second;
  while (!due.empty()) {
    due.front()(now);  // may add to `due`
    due.pop_front();
  }
  actions_.erase(actions_.begin());
  acting_ = false;
  acted(now);
}

void TimedDevice::sample(Time now) {
  sampler_(now);
  scheduler_.schedule(now + sample_interval_, EventKind::kSample, PortId(0));
}

}  // namespace weir::asic
