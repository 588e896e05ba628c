// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A traffic source says when packets become due; the host takes packets when its port has room. So a blocked source
// costs a counter, not a queue.

#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "hw_model/base/units.h"
#include "tb/traffic/intervals.h"

namespace weir::traffic {

enum class SourceKind {
  kBacklogged,    // always has a packet to send
  kConstantRate,  // a packet every frame_length / rate; packets that the port cannot take wait in the NIC
  kPcap,          // the frames of a capture file: pcap_source.h
  kPoisson,       // this and the next two: random_sources.h
  kBernoulli,
  kOnOff,
};

enum class Pace {
  kCapture,   // each frame at its time in the capture
  kLineRate,  // as fast as the port takes them
};

class CaptureFile;

inline constexpr std::uint64_t kMillion = 1'000'000;

// The demand of one flow.
struct Demand {
  SourceKind kind = SourceKind::kBacklogged;
  Bytes frame_length = Bytes(1500);
  BitRate rate = BitRate(0);  // > 0; kOnOff: rate of an on period; unused by kBacklogged and kPcap
  Time start = Time(0);       // kNever: the host will call start_at()
  Time stop = kNever;         // no packet is made at or after this time
  std::uint64_t packets = 0;  // total; 0: without end
  Bytes last_length = {};     // of the last packet; 0: frame_length

  // kPcap only; it has no frame_length, rate or acknowledgements.
  std::shared_ptr<const CaptureFile> capture = nullptr;
  Pace pace = Pace::kCapture;
  double speed = 1;  // > 0: divides the times of the capture

  // Random kinds only.
  std::uint64_t seed = 0;
  std::string stream = {};                              // prefix of the names of the flow's streams
  std::uint64_t probability_millionths = kMillion / 2;  // kBernoulli, > 0
  IntervalDistribution on = {};                         // kOnOff, like `off`
  IntervalDistribution off = {};
};

class Source {
 public:
  virtual ~Source() = default;

  // Sets a start that was not known before. Before the first wake().
  void start_at(Time start) { demand_.start = start; }

  // First called at demand.start, then at each returned time, when more packets are due. kNever: never again.
  virtual Time wake(Time now) = 0;

  // Whether a packet may be made at `now`.
  bool has_packet(Time now) const { return due_ > 0 && now < stop_; }
  virtual void take() { --due_; }

 protected:
  explicit Source(const Demand& demand) : stop_(demand.stop), demand_(demand) {}

  // First, on one cache line: the members needed for each packet.
  std::uint64_t due_ = 0;
  Time stop_;
  Demand demand_;
};

// Makes any kind but kPcap, for which a host makes one source for each class of the capture.
std::unique_ptr<Source> make_source(const Demand& demand);

}  // namespace weir::traffic
