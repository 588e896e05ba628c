// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A discipline of one's own: start-time fair queueing (P. Goyal, H. Vin, H. Cheng, SIGCOMM '96), with the start tag of
// a packet taken when the packet comes to the head of its queue: the later of the virtual time, which is the start tag
// of the packet in transmission, and of the end tag of the packet before. The least start tag goes first.

#include <algorithm>
#include <array>

#include <weir/parts.h>

namespace {

using namespace weir::parts;  // NOLINT(google-build-using-namespace): a file of its own

constexpr std::int64_t kScale = 5'040;  // so that shares of small weights are whole

class Fair final : public Discipline {
 public:
  explicit Fair(Build& build) {
    for (std::size_t c = 0; c < weights_.size(); ++c)
      weights_[c] = build.integer({"weight_" + std::to_string(c), "The share of the class."}, 1, {1, 255});
    build.declare({"virtual_time", "the start tag of the packet that was sent last", 64, {}, 0, [this](const Indices&) {
                     return static_cast<std::uint64_t>(now_);
                   }});
    build.declare({"end_tag", "of the packet of the class that was sent last", 64, {{"class", weights_.size()}}});
  }

  unsigned next(const std::vector<Head>& heads, Time) const override {
    const auto earlier = [this](const Head& a, const Head& b) { return start(a.packet) < start(b.packet); };
    return std::min_element(heads.begin(), heads.end(), earlier)->packet.traffic_class;
  }
  void sent(const Packet& packet, unsigned, Time) override {
    now_ = start(packet);
    ends_[packet.traffic_class] = now_ + packet.length * kScale / weights_[packet.traffic_class];
  }
  void reset(Time) override {
    ends_ = {};
    now_ = 0;
  }

 private:
  std::int64_t start(const Packet& packet) const { return std::max(now_, ends_[packet.traffic_class]); }

  std::array<std::int64_t, 8> weights_{};
  std::array<std::int64_t, 8> ends_{};
  std::int64_t now_ = 0;
};

}  // namespace

WEIR_PARTS { parts.add<Fair>("fair", "start-time fair queueing"); }
