// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A traffic source says when packets become due; the host takes them when its port has room. So a source that is
// blocked costs a number, not a queue.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hw_model/base/units.h"
#include "tb/traffic/intervals.h"

namespace weir::traffic {

enum class SourceKind {
  kBacklogged,    // always has a packet to send
  kConstantRate,  // a packet every frame_length / rate; what the port cannot take waits in the NIC
  kPcap,          // the frames of a capture file: pcap_source.h
  kPoisson,       // the next three: random_sources.h
  kBernoulli,
  kOnOff,
};

enum class Pace {
  kCapture,   // each frame at its time in the capture
  kLineRate,  // as fast as the port takes them
};

class CaptureFile;

inline constexpr std::uint64_t kMillion = 1'000'000;

// What one flow wants to send.
struct Demand {
  SourceKind kind = SourceKind::kBacklogged;
  Bytes frame_length = Bytes(1500);
  BitRate rate = BitRate(0);  // kBacklogged and kPcap have none; > 0. kOnOff: while it is on
  Time start = Time(0);       // kNever: when the host says so
  Time stop = kNever;         // no packet is made at or after this time
  std::uint64_t packets = 0;  // in all; 0: without end
  Bytes last_length = {};     // of the last of them; 0: frame_length

  // kPcap only, which has no frame_length, rate and acknowledgements.
  std::shared_ptr<const CaptureFile> capture = nullptr;
  Pace pace = Pace::kCapture;
  double speed = 1;  // > 0: times of the capture are divided by it

  // Random kinds only.
  std::uint64_t seed = 0;
  std::string stream = {};                              // the flow's streams begin with it
  std::uint64_t probability_millionths = kMillion / 2;  // kBernoulli, > 0
  IntervalDistribution on = {};                         // kOnOff, as is the next
  IntervalDistribution off = {};
};

class Source {
 public:
  virtual ~Source() = default;

  // The demand starts at this time after all. Before the first wake().
  void start_at(Time start) { demand_.start = start; }

  // First called at demand.start, then at each time that it has returned: more packets are due now. kNever: not again.
  virtual Time wake(Time now) = 0;

  // Whether a packet may be made at `now`.
  bool has_packet(Time now) const { return due_ > 0 && now < stop_; }
  virtual void take() { --due_; }

 protected:
  explicit Source(const Demand& demand) : stop_(demand.stop), demand_(demand) {}

  // What each packet asks for comes first, on one cache line.
  std::uint64_t due_ = 0;
  Time stop_;
  Demand demand_;
};

// Any kind but kPcap, of which a host makes a source for each class of the capture.
std::unique_ptr<Source> make_source(const Demand& demand);

}  // namespace weir::traffic
