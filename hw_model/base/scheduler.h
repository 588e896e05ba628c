// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The scheduler: the one queue of timed work of a device. A binary heap in a total order, (time, kind, port, class):
// work at the same picosecond is done in the order of EventKind, then port, then class, never in the order of processes
// or pointers. An owner keeps at most one event pending per (time, kind, port, class), so the order is total.
//
// The next slot of a crossbar lies beside the heap, because its time changes often: set_slot(). In the total order it
// has the place of an event (time, kCrossbarSlot, port 0, class 0).

#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "hw_model/base/cold_line.h"
#include "hw_model/base/ids.h"
#include "hw_model/base/units.h"

namespace weir {

// In the order in which simultaneous work is done: events that free buffer come before those that fill it; a control
// frame takes effect before a decision that it could change; probes see the state after everything else.
enum class EventKind : std::uint8_t {
  kAction,          // an action of the bench on the device at a set time
  kOrderedSet,      // a control ordered set may leave a port, before a frame that could begin now
  kTransmitEnd,     // the last bit of a frame has left a port: the packet leaves
                    // the buffer
  kSetArrival,      // the last byte of an ordered set has arrived
  kFrameArrival,    // the last bit of any frame has arrived at a port with
                    // link-level retry, which decides whether the port takes it
  kControlArrival,  // the last bit of a control frame has arrived
  kControlEffect,   // a received control frame has been processed (arrival + t_r)
  kRetryTimer,      // link-level retry: a timer may have run out
  kPauseExpiry,     // flow control, sending side: a class timer may have run out
  kHostService,     // a host with a service rate has taken a packet
  kAdmission,       // a received data frame has been parsed and looked up, and asks
                    // the MMU for room
  kFeedbackTimer,   // flow control, receiving side: refresh of a pause, or the
                    // credit period
  kCrossbarSlot,    // the crossbar's next cell time
  kGateOpen,        // a rate limiter has counted down
  kDetectorTimer,   // a congestion detector samples its queue
  kDeadlockTimer,   // the deadlock unit looks at a queue
  kEdgeTimer,       // the edge of a FERA region looks at its flows
  kInternalFrame,   // a frame that the switch has made itself enters its queue
  kSource,          // a host's traffic source
  kRegisterAccess,  // software reads or writes a register: it sees all work of
                    // this instant
  kSample,          // probes, oracle snapshots
  kTrace,           // waveforms show what no other event of this instant changes
};

// As it lies in memory, an entry of the heap (Scheduler::Entry).
struct Event {
  Time at;
  ClassId traffic_class;
  PortId port;
  EventKind kind;
};

class alignas(64) Scheduler {
 public:
  // The owner is told when an event becomes the earliest while the device is not running its queue.
  class Owner {
   public:
    virtual void earliest_is_now(Time at) = 0;

   protected:
    ~Owner() = default;
  };

  explicit Scheduler(Owner& owner) : owner_(owner) {}

  void schedule(Time at, EventKind kind, PortId port, ClassId traffic_class = ClassId(0));

  bool empty() const { return heap_.size() == std::size_t{top_is_free_} && slot_ == kNever; }
  Time earliest() { return std::min(earliest_in_heap(), slot_); }
  // For an owner that pops outside its turns.
  Event pop() {
    const Event event = slot_is_next() ? pop_slot() : pop_heap();
    fill_free_top();
    return event;
  }

  // When the crossbar's next slot is due; kNever: none is. In place of what was set before.
  void set_slot(Time at) {
    slot_ = at;
    bound_ = std::min(turn_horizon_, at);
    if (!running_ && at < earliest_in_heap()) {
      owner_.earliest_is_now(at);
    }
  }
  Time slot() const { return slot_; }

  // The parts of earliest() and pop(). slot_is_next() only while something is pending.
  Time earliest_in_heap() {
    fill_free_top();
    return heap_.empty() ? kNever : heap_.front().at();
  }
  // While the owner is running the queue. The top of the heap stays free: most work schedules an event, which takes the
  // place at once.
  Event pop_heap() {
    const Entry top = heap_.front();
    reached_ = reached_.before(top) ? top : reached_;
    top_is_free_ = true;
    return top.event();
  }
  bool slot_is_next() {
    fill_free_top();
    return heap_.empty() || slot_entry().before(heap_.front());
  }
  Event pop_slot() {
    const Entry entry = slot_entry();
    reached_ = reached_.before(entry) ? entry : reached_;
    slot_ = kNever;
    bound_ = turn_horizon_;
    return entry.event();
  }
  // Before this time the heap alone says what the owner's turn has next: the end of the turn, or the slot.
  Time bound() const { return bound_; }

  // The time of the work at hand.
  Time reached() const { return reached_.at(); }

  // Whether the work of this kind at this instant, if there was any, has been done: the work at hand, or work before
  // it, comes after it in the total order.
  bool passed(Time at, EventKind kind) const { return !reached_.before(entry_of(at, kind, PortId(0))); }

  // Asks for the cache lines of the heap that schedule() touches first.
  [[gnu::always_inline]] void prefetch_next_place() const {
    ask_for_line(heap_.data() + heap_.size());
    ask_for_line(heap_.data() + heap_.size() / 2);
  }

  // Asks for the cache lines that a turn begins with, in two rounds: of the scheduler, and of the heap.
  [[gnu::always_inline]] void prefetch(unsigned round) const {
    constexpr std::uintptr_t kLine = 64;
    const void* const begin = round == 0 ? static_cast<const void*>(this) : heap_.data();
    const auto first = reinterpret_cast<std::uintptr_t>(begin);  // null where nothing has been scheduled
    for (std::uintptr_t line = 0; line < (round == 0 ? 2 : 4); ++line) {
      ask_for_line(reinterpret_cast<const void*>(first + line * kLine));
    }
  }

  // Calls `visit` with every event before `horizon`, in no order; between turns.
  template <class Visit>
  void for_each_before(Time horizon, Visit visit) const {
    for (const Entry& entry : heap_) {
      if (entry.at() < horizon) {
        visit(entry.event());
      }
    }
  }

  // Whether this work would be the next that the owner takes in its present turn. If so, it counts as taken: the owner
  // does it now, without an event.
  bool takes_turn(Time at, EventKind kind, PortId port = PortId(0)) {
    const Entry entry = entry_of(at, kind, port);
    if (at >= turn_end_ || at >= slot_) {
      return false;
    }
    fill_free_top();
    if (!heap_.empty() && heap_.front().before(entry)) {
      return false;
    }
    reached_ = reached_.before(entry) ? entry : reached_;
    return true;
  }

  // Likewise, for the last act of the work at hand. The event that is left out counts in left_out().
  bool goes_on(Time at, EventKind kind, PortId port) {
    const bool next = takes_turn(at, kind, port);
    left_out_ += next ? 1 : 0;
    return next;
  }
  std::uint64_t left_out() const { return left_out_; }

  // The owner takes all events before `horizon`, one after the other, before anybody else can schedule one. `ahead`:
  // work may take its turn without an event.
  void begin_turn(Time horizon, bool ahead) {
    turn_horizon_ = horizon;
    turn_end_ = ahead ? horizon : Time(0);
    bound_ = std::min(horizon, slot_);
  }

  // While set, the owner is running the queue and need not be told of earlier
  // events.
  void set_running(bool running) {
    running_ = running;
    fill_free_top();
  }
  bool running() const { return running_; }

  // The owner works in turns of this length, each turn in one go; 0: instant by instant.
  Time quantum() const { return quantum_; }
  void set_quantum(Time quantum) { quantum_ = quantum; }

  // The first instant at which others may still schedule work when the time is `now`, whether or not the owner has had
  // its turn: the end of the turn, or, instant by instant, `now` itself.
  Time open_from(Time now) const {
    return std::max(horizon_, quantum_ > Time(0) ? (now / quantum_ + 1) * quantum_ : now);
  }

  // All work before this time has been done; nothing may be scheduled before it.
  Time horizon() const { return horizon_; }
  void set_horizon(Time horizon) { horizon_ = horizon; }

 private:
  static constexpr unsigned kKindShift = 32;
  static constexpr unsigned kPortShift = 16;

  // The sort key: 64 bits of time, then kind, port and class packed into one integer.
  struct Entry {
    std::uint64_t time;
    std::uint64_t order;
    Time at() const { return Time(static_cast<std::int64_t>(time)); }
    Event event() const {
      static_assert(std::endian::native == std::endian::little);
      return std::bit_cast<Event>(*this);
    }
    // As one number without a sign: many events fall on one instant, so that a branch by time alone is hard to guess.
    __extension__ using Number = unsigned __int128;
    Number number() const { return (Number{time} << 64) | order; }
    bool before(const Entry& other) const { return number() < other.number(); }
  };

  static Entry entry_of(Time at, EventKind kind, PortId port, ClassId traffic_class = ClassId(0)) {
    return {static_cast<std::uint64_t>(at.count()),
            (static_cast<std::uint64_t>(kind) << kKindShift) | (port.index() << kPortShift) | traffic_class.index()};
  }
  void fill_top(Entry entry);
  void fill_free_top() {
    if (top_is_free_) {
      fill_top_with_last();
    }
  }
  void fill_top_with_last();
  Entry slot_entry() const { return entry_of(slot_, EventKind::kCrossbarSlot, PortId(0)); }

  // What schedule() touches is on the first cache line: a device at the other end of a cable calls it, too.
  std::vector<Entry> heap_;
  Owner& owner_;
  Time horizon_;
  Entry reached_{};  // the last in the order of all that has been popped
  bool running_ = false;
  bool top_is_free_ = false;  // heap_.front() has been popped

  std::uint64_t left_out_ = 0;
  Time slot_ = kNever;
  Time bound_;  // the earlier of turn_horizon_ and slot_
  Time turn_horizon_;
  Time turn_end_;
  Time quantum_;
};

}  // namespace weir
