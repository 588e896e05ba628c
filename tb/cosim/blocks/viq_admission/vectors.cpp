// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The golden vectors of admission by VIQ.

#include <algorithm>
#include <deque>

#include "hw_model/base/random_stream.h"
#include "hw_model/base/units.h"
#include "tb/cosim/blocks/viq_admission/viq_admission.h"
#include "tb/cosim/vector_recorder.h"

namespace weir::cosim {

namespace {

using reference::ViqAdmissionInputs;

constexpr std::int64_t kTick = 1200;  // ps
constexpr std::int64_t kCell = 208;   // B
constexpr int kPackets = 240;

// Ports of one rate each bring a packet in turn, into few VIQs, lossless ones and others, faster than packets leave;
// then more leave than come. A lossless VIQ that asks for a pause brings none but three more.
class BufferTraffic {
 public:
  BufferTraffic(const reference::ViqAdmissionConfig& config, BitRate rate, VectorRecorder<ViqAdmissionKind>& recorder)
      : recorder_(recorder), config_(config), rate_(rate), random_(1, "viq_admission_traffic") {}

  void play(bool pooled) {
    const std::uint32_t all = std::min<std::uint32_t>(config_.most_cells(), 1200);
    settings_ = {.shared = all,
                 .pool = pooled ? all / 4 : 0,
                 .minimum = 2,
                 .limit = all / 2,
                 .headroom = all / 12,
                 .xoff = all / 3,
                 .gap = all / 40,
                 .alpha = 64,
                 .lossless_alpha = pooled ? 32U : 0U};
    for (int packet = 0; packet < kPackets; ++packet) {
      exchange(packet);
    }
    while (!inside_.empty()) {
      exchange(kPackets);
    }
  }

 private:
  struct Packet {
    std::uint32_t viq;
    std::uint32_t cells;
  };

  void exchange(int packet) {
    const auto sizes = vector_packet_sizes();
    const std::int64_t bytes = sizes[random_.below(sizes.size())];
    ViqAdmissionInputs in = settings_;
    const Packet comes{static_cast<std::uint32_t>(random_.below(8)),
                       static_cast<std::uint32_t>((bytes + kCell - 1) / kCell)};
    in.arrives = packet < kPackets;
    in.arrives_viq = comes.viq;
    in.arrives_cells = comes.cells;
    in.arrives_lossless = comes.viq >= 4;
    in.arrives_veq_full = random_.below(16) == 0;
    in.departs = !inside_.empty() && (packet % 80 >= 40 || packet >= kPackets || random_.below(4) == 0);
    if (in.departs) {
      in.departs_viq = inside_.front().viq;
      in.departs_cells = inside_.front().cells;
      inside_.pop_front();
    }
    recorder_.clock(in);
    if (recorder_.clock(settings_).admits) {
      inside_.push_back(comes);
    }
    // Sixteen ports share the block.
    const std::int64_t gap = serialization_time(Bytes(bytes), rate_).count() / kTick / 16;
    for (std::int64_t n = 2; n < gap; ++n) {
      recorder_.clock(settings_);
    }
  }

  VectorRecorder<ViqAdmissionKind>& recorder_;
  reference::ViqAdmissionConfig config_;
  BitRate rate_;
  RandomStream random_;
  ViqAdmissionInputs settings_;
  std::deque<Packet> inside_;
};

}  // namespace

void ViqAdmissionKind::play(const Setup& setup, const VectorOptions& options,
                            VectorRecorder<ViqAdmissionKind>& recorder) {
  recorder.directed("each answer and each bound; packets of a VIQ in successive cycles; XOFF and XON of each VIQ",
                    setup);
  for (const BitRate rate : options.rates) {
    const std::string mbps = std::to_string(rate.count() / 1'000'000);
    for (const bool pooled : {false, true}) {
      recorder.begin("packets_" + mbps + "mbps" + (pooled ? "_pool" : ""),
                     "packets of ports of " + mbps + " Mbps fill the buffer, which drains, " +
                         (pooled ? "with a headroom pool" : "with headroom of each VIQ"),
                     setup);
      BufferTraffic(setup, rate, recorder).play(pooled);
    }
  }
  recorder.random("constrained random: packets at and beside each bound, of few VIQs in a row", options, setup);
  recorder.play_all(setup, kShortAge);
}

}  // namespace weir::cosim
