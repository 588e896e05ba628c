// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The counters by which a PFC watchdog judges an egress queue, of one (port, lossless class), as chips offer them to
// software (OpenCompute SAI, saiqueue.h and saiport.h).
//
//   received        PFC frames that name the class, XOFF and XON alike
//   on2off          XOFF frames that found the class not paused
//   paused time     time in which the class was paused, as frames said, whether or not the queue obeyed; read in
//                   microseconds and in quanta of 512 bit times
//   paused          whether the class is paused now, as frames said
//   bytes, packets  what the queue holds, and how many packets have left it
//   continuous      since the last read: never paused; paused all the time, and nothing left; anything else
//
// A MAC that is deaf, because all classes of its port are masked, hears no frame: `received` and `on2off` stand, a
// pause that stands runs out, and the next frame that is heard after that is judged as if it had not run out.
//
// Hardware: counters in SRAM, two flip-flops. The model reckons a pause when it is looked at; no event is needed.

#pragma once

#include <algorithm>
#include <cstdint>

#include "hw_model/base/units.h"

namespace weir::reference {

// What software reads at a poll.
struct PfcSample {
  std::uint64_t received = 0;
  std::uint64_t on2off = 0;
  std::uint64_t paused_us = 0;
  std::uint64_t paused_quanta = 0;
  std::uint64_t packets = 0;
  Bytes bytes;
  bool paused = false;
};

enum class PfcContinuous : std::uint8_t { kNotPaused, kPaused, kAtTimes };

class PfcCounters {
 public:
  // A frame names the class: paused for `quanta` of the port's `line_rate` (>= 1 bit/s) from now on; 0: not paused.
  void frame(std::uint16_t quanta, BitRate line_rate, Time now) {
    if (deaf_)
      return;
    ++received_;
    if (quanta > 0 && !paused(now) && !kept_)
      ++on2off_;
    kept_ = false;
    settle(now);
    until_ = now + pause_time(quanta, line_rate);
  }

  // The MAC hears nothing any more, or hears again.
  void deafen(bool on, Time now) {
    kept_ = kept_ || (on && paused(now));
    deaf_ = on;
  }

  void entered(Bytes length) { bytes_ += length; }
  void left(Bytes length) {
    bytes_ -= length;
    ++packets_;
  }
  void dropped(Bytes length) { bytes_ -= length; }

  // `now` is not before the last call of any other function.
  bool paused(Time now) const { return now < until_; }
  Time paused_time(Time now) const { return paused_ + std::max(std::min(now, until_) - since_, Time(0)); }

  PfcSample sample(BitRate line_rate, Time now) const {
    constexpr Time kMicrosecond{1'000'000};
    return {.received = received_,
            .on2off = on2off_,
            .paused_us = static_cast<std::uint64_t>(paused_time(now) / kMicrosecond),
            .paused_quanta = quanta(paused_time(now), line_rate),
            .packets = packets_,
            .bytes = bytes_,
            .paused = paused(now)};
  }

  // The state since the last read, which this call is from now on.
  PfcContinuous read_continuous(Time now) {
    const Time paused = paused_time(now) - read_paused_;
    const bool all = paused == now - read_at_ && packets_ == read_packets_;
    read_at_ = now;
    read_paused_ = paused_time(now);
    read_packets_ = packets_;
    if (paused == Time(0))
      return PfcContinuous::kNotPaused;
    return all ? PfcContinuous::kPaused : PfcContinuous::kAtTimes;
  }

  // The switch is reset: the queue is empty, no frame has come. Counters stay.
  void reset(Time now) {
    settle(now);
    until_ = std::min(until_, now);
    bytes_ = Bytes(0);
    deaf_ = kept_ = false;
  }

  // Whole quanta of 512 bit times at that rate.
  static std::uint64_t quanta(Time span, BitRate line_rate) {
    constexpr std::int64_t kBits = 512;
    return static_cast<std::uint64_t>(Wide{span.count()} * line_rate.count() / kPicosecondsPerSecond / kBits);
  }

 private:
  void settle(Time now) {
    paused_ = paused_time(now);
    since_ = now;
  }

  std::uint64_t received_ = 0;
  std::uint64_t on2off_ = 0;
  std::uint64_t packets_ = 0;
  Bytes bytes_;
  Time until_;   // end of the pause that the last frame said
  Time since_;   // paused_ counts up to here
  Time paused_;  // time paused before since_
  Time read_at_;
  Time read_paused_;
  std::uint64_t read_packets_ = 0;
  bool deaf_ = false;
  bool kept_ = false;  // the pause stood when the MAC became deaf, and no frame has been heard since
};

}  // namespace weir::reference
