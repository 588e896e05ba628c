// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A congestion detector of one's own: mark gives CE to a packet that leaves more than k behind it (DCTCP, SIGCOMM '10,
// section 3.1), at dequeue. Latency: none.

#include <weir/parts.h>

namespace {

using namespace weir::parts;  // NOLINT(google-build-using-namespace): a file of its own

class Mark final : public Detector {
 public:
  explicit Mark(Build& build)
      : k_(build.bytes({"k", "Bytes behind a leaving packet above which it is marked."}, 65'000, {0, 1'000'000'000})) {
    if (k_ > build.place().buffer)
      build.refuse("k", "wanted at most the buffer, " + std::to_string(build.place().buffer) + " B; got " +
                            std::to_string(k_) + " B");
    build.declare({"k",
                   "bytes behind a leaving packet above which it is marked",
                   30,
                   {},
                   static_cast<std::uint64_t>(k_),
                   [this](const Indices&) { return static_cast<std::uint64_t>(k_); },
                   [this](const Indices&, std::uint64_t k) { k_ = static_cast<Bytes>(k); }});
  }

  bool departs(const Packet&, Bytes behind, Time) override { return behind > k_; }

 private:
  Bytes k_;
};

}  // namespace

WEIR_PARTS { parts.add<Mark>("mark", "marks CE above one queue length, at dequeue"); }
