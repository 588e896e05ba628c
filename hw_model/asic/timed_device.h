// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A device with one scheduler, run in quanta.
//
// Devices meet only at links, and every link has a delay of at least one quantum. So nothing that other devices do in
// this quantum can reach a device before the next one, and the kernel need wake a device only once a quantum: the
// device then does all its work up to the end of the quantum in its own local time (temporal decoupling). A device
// without work is not woken at all. With quantum 0 a device is woken for each instant of its own work: slower, and the
// same to the bit.

#pragma once

#include <algorithm>
#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>

#include <systemc>

#include "hw_model/base/scheduler.h"
#include "hw_model/base/trace.h"
#include "hw_model/base/units.h"

namespace weir::asic {

class TimedDevice;

// The turns of a network that is so large that a device's state has left the cache when its turn comes again. Outlives
// the devices.
struct Turns {
  TimedDevice* last = nullptr;
};

struct Timing {
  Time quantum;                              // the smallest link delay; 0: event by event
  Time until = kNever;                       // nothing at or after this time is done
  Time lookahead{0};                         // the smallest link delay, also where `quantum` is 0; 0: `quantum`
  Turns* turns = nullptr;                    // null: the network is small, or its devices work instant by instant
  const std::atomic<bool>* pause = nullptr;  // once true: the kernel pauses when the turns of this instant are over

  // The first instant that no device can have passed while another one, or the kernel, is at `now`; it does not depend
  // on whether devices really run in quanta.
  Time boundary_after(Time now) const {
    const Time stretch = std::max(lookahead > Time(0) ? lookahead : quantum, Time(1));
    return (now / stretch + 1) * stretch;
  }
};

class TimedDevice : public sc_core::sc_module, private Scheduler::Owner {
 public:
  const Timing& timing() const { return timing_; }
  // The timed events of this device up to now, those included whose work was done without an event of their own.
  std::uint64_t events() const;
  std::uint64_t kernel_events() const { return kernel_events_; }
  Time local_time() const { return scheduler_.reached(); }

  // Calls `sampler` at every multiple of `interval`, after all other work of that instant. Before the run.
  void sample_every(Time interval, std::function<void(Time)> sampler);

  // Calls `action` at exactly `when`, before all other work of that instant; several of one instant in the order of
  // these calls. Before the run: any `when`. From this device's own work: later than now, or now from another action.
  // From elsewhere: from Timing::boundary_after(now) on; between two sc_start() also now, where now is such a boundary.
  // Throws InvariantBroken otherwise.
  void at(Time when, std::function<void(Time)> action);

  // Records value changes from now on; null when the device is not traced.
  Trace* trace() { return trace_.get(); }
  const Trace* trace() const { return trace_.get(); }

 protected:
  TimedDevice(const sc_core::sc_module_name& name, const Timing& timing);

  // Does the work of one event of this device.
  virtual void work(Event event) = 0;
  // That of a slot of its crossbar.
  virtual void slot(Time /*now*/) {}

  // All actions of this instant have been done.
  virtual void acted(Time) {}

  // The events before this time that the device has counted for without taking them from its scheduler; negative if it
  // has taken more than it counts.
  virtual std::int64_t passed_over(Time /*before*/) const { return 0; }

  // The other work of an instant for which EventKind::kTrace was scheduled is over. Such an event does not count among
  // events(), which are the same whatever is watched.
  virtual void trace_due(PortId, Time) {}

  // Asks for the cache lines that the work of this event is going to touch, if there are Timing::turns: asked for
  // together, for all events of the turn, they cost one wait instead of hundreds. Called in rounds, each of which may
  // read lines that the round before has asked for.
  static constexpr unsigned kPrefetchRounds = 4;
  virtual void prefetch(Event, unsigned /*round*/) const {}

  Scheduler& scheduler() { return scheduler_; }
  void enable_trace() { trace_ = std::make_unique<Trace>(); }
  void disable_trace() { trace_.reset(); }

 private:
  void earliest_is_now(Time at) override;
  void run();
  void turn();
  void ask_for_lines(Time horizon);
  bool take(Event event);
  void check(const Timing& timing) const;
  void arm();
  void sample(Time now);
  Time first_for_action() const;
  [[gnu::noinline]] void act(Time now);  // rare, and not to be paid for by every event

  Timing timing_;
  TimedDevice* next_ = nullptr;  // the device whose turn came behind this one's, when it last had one
  Scheduler scheduler_;
  sc_core::sc_event wake_;
  Time armed_ = kNever;  // when the kernel will wake this device
  std::uint64_t events_ = 0;
  std::uint64_t kernel_events_ = 0;
  Time sample_interval_;
  std::function<void(Time)> sampler_;
  std::map<Time, std::deque<std::function<void(Time)>>> actions_;  // by their instant, in the order of the calls
  bool acting_ = false;
  std::unique_ptr<Trace> trace_;
};

}  // namespace weir::asic
