// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// An admission policy of one's own: police lets each ingress port have `rate`, by a token bucket of `burst` (RFC 2697
// with one colour), and refuses what is above. Latency: none.

#include <algorithm>

#include <weir/parts.h>

namespace {

using namespace weir::parts;  // NOLINT(google-build-using-namespace): a file of its own

constexpr std::int64_t kBit = 8'000'000'000'000;  // tokens of a byte: bit/s times picoseconds

class Police final : public Admission {
 public:
  explicit Police(Build& build)
      : rate_(build.rate({"rate", "What an ingress port may send."}, 10'000'000'000, {1, 400'000'000'000})),
        burst_(build.bytes({"burst", "Tokens of a full bucket."}, 30'000, {64, 1'000'000})),
        buckets_(build.place().ports, Bucket{burst_ * kBit, 0}) {
    if (burst_ < build.place().max_frame)
      build.refuse("burst", "wanted at least a frame of " + std::to_string(build.place().max_frame) + " B");
    build.declare({"tokens",
                   "bytes that the port may send",
                   20,
                   {{"port", buckets_.size()}},
                   static_cast<std::uint64_t>(burst_),
                   [this](const Indices& at) { return static_cast<std::uint64_t>(buckets_[at[0]].tokens / kBit); }});
  }

  bool admits(const Arrival& arrival, Time now) override {
    Bucket& bucket = buckets_[arrival.packet.ingress];
    const Time idle = std::min(now - bucket.since, (burst_ * kBit - bucket.tokens) / rate_ + 1);
    bucket.tokens = std::min(bucket.tokens + idle * rate_, burst_ * kBit);
    bucket.since = now;
    if (bucket.tokens < arrival.packet.length * kBit)
      return false;
    bucket.tokens -= arrival.packet.length * kBit;
    return true;
  }
  void reset(Time now) override { std::fill(buckets_.begin(), buckets_.end(), Bucket{burst_ * kBit, now}); }

 private:
  struct Bucket {
    std::int64_t tokens;
    Time since;
  };
  Rate rate_;
  Bytes burst_;
  std::vector<Bucket> buckets_;
};

}  // namespace

WEIR_PARTS { parts.add<Police>("police", "lets each ingress port have a rate, by a token bucket"); }
