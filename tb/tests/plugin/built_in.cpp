// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Built-in parts as parts of weir/parts.h, under words of their own: runs with them write what runs with the built-in
// ones write.

#include <algorithm>

#include "hw_model/base/class_mask.h"
#include "hw_model/datapath/crossbar/arbiter.h"
#include "hw_model/ledger/origin.h"
#include "hw_model/mechanisms/congestion/red_marker.h"
#include "tb/parts/weir/parts.h"

namespace {

using namespace weir::parts;  // NOLINT(google-build-using-namespace): a file of its own

// Round robin: iSLIP with one iteration.
class RoundRobin final : public Arbiter {
 public:
  explicit RoundRobin(Build& build)
      : ports_(build.place().ports), arbiter_(ports_, 1), requests_(ports_), outputs_(ports_) {}

  void match(const Requests& asked, std::vector<Pair>& pairs) override {
    for (unsigned output = 0; output < ports_; ++output) {
      requests_.clear_row(output);
      for (unsigned input = 0; input < ports_; ++input)
        if (asked.asks(input, output))
          requests_.insert(output, input);
      asked.open(output) ? outputs_.insert(output) : outputs_.erase(output);
    }
    arbiter_.match(requests_, outputs_, matches_);
    for (const weir::crossbar::Match& match : matches_)
      pairs.push_back({static_cast<unsigned>(match.input.index()), static_cast<unsigned>(match.output.index())});
  }
  void alone(const Pair& pair) override {
    arbiter_.match_alone(requests_, {weir::PortId(pair.input), weir::PortId(pair.output)});
  }
  void reset() override { arbiter_.reset(); }

 private:
  unsigned ports_;
  weir::crossbar::Islip arbiter_;
  weir::crossbar::PortMatrix requests_;
  weir::crossbar::PortSet outputs_;
  std::vector<weir::crossbar::Match> matches_;
};

// What the MMU admits is admitted.
class Mmu final : public Admission {
 public:
  explicit Mmu(Build&) {}
  bool admits(const Arrival&, Time) override { return true; }
};

// red_ecn, without notifications.
class Red final : public Detector {
 public:
  explicit Red(Build& build)
      : marker_(config_of(build), depth_bits(build), build.place().seed, build.place().name + ".red") {}

  bool departs(const Packet&, Bytes behind, Time) override { return marker_.marks(weir::Bytes(behind)); }
  void reset(Time) override { marker_.reset(); }

 private:
  static unsigned depth_bits(const Build& build) {
    return weir::ledger::bits_for(static_cast<std::uint64_t>(build.place().buffer));
  }
  static weir::congestion::RedEcnConfig config_of(Build& build) {
    weir::congestion::RedEcnConfig config;
    config.k_min = weir::Bytes(build.bytes({"k_min", "No mark at or below."}, 5'000, {0, 1'000'000'000}));
    config.k_max = weir::Bytes(build.bytes({"k_max", "A mark above."}, 200'000, {0, 1'000'000'000}));
    config.p_max = build.real({"p_max", "Probability at k_max."}, 0.01, {0, 1});
    return config;
  }

  weir::congestion::RedMarker marker_;
};

}  // namespace

WEIR_PARTS {
  parts.add<RoundRobin>("built_in_turns", "round robin of weir");
  parts.add<Mmu>("built_in_mmu", "the MMU of weir alone");
  parts.add<Red>("built_in_red", "red_ecn of weir");
}
