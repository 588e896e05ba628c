// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Buffer-to-buffer credits: a VIQ must hold as many longest frames as there are credits, and full rate asks for the
// credits of a loop.

#include <algorithm>
#include <string>
#include <vector>

#include "hw_model/datapath/parser/parser.h"
#include "hw_model/frame/mac_control.h"
#include "tb/bounds/lossless_lengths.h"
#include "tb/bounds/scheme_card.h"
#include "tb/tests/plugin/bb_credit/bb_credit.h"
#include "tb/text/quantity.h"

namespace weir::bounds {
namespace {

using flow_control::bb_credit_of;
using flow_control::BbCreditConfig;

// From the first bit of a frame to the effect of its R_RDY, if the frame leaves the receiver at line rate at once, and
// its R_RDY waits for a longest frame of the other direction.
Time loop_of(const link::LinkConfig& link, const asic::SwitchConfig& device, Bytes length) {
  const Bytes on_lines =
      2 * on_wire(length, link) + on_wire(device.max_frame, link) + on_wire(frame::kControlFrameLength, link);
  return 2 * link.delay + device.flow_control.processing_delay + parser::longest_latency(device.parser) +
         serialization_time(on_lines, link.rate);
}

std::int64_t credits_for_rate(const link::LinkConfig& link, const asic::SwitchConfig& device, Bytes length) {
  const Bytes frame = on_wire(length, link);
  return (bytes_at_least(loop_of(link, device, length), link.rate) + frame - Bytes(1)) / frame;
}

Bytes counted_frame(const asic::SwitchConfig& device) {
  return device.mmu.count_cells ? device.mmu.whole_cells(device.max_frame) : device.max_frame;
}

// What the receiver promises: room for the longest frame behind each credit.
Bytes promised(const asic::SwitchConfig& device) {
  return std::int64_t{bb_credit_of(device.flow_control).credits} * counted_frame(device);
}

class BbCreditCard final : public SchemeCard {
 public:
  RoomOfPort room(const asic::SwitchConfig& device, const link::LinkConfig& port) const override {
    return {credits_for_rate(port, device, device.max_frame) * counted_frame(device),
            "MTU ceil(C loop/MTU), loop = 2 t_w + t_r + t_parse + (3 MTU + s_rdy)/C",
            "Fibre Channel Framing and Signaling (FC-FS): a credit is a buffer for the longest frame"};
  }
  Bytes packets(const asic::SwitchConfig&) const override { return Bytes(0); }
  Bytes below_threshold(const asic::SwitchConfig&) const override { return Bytes(0); }  // all is granted

  std::optional<Bytes> required_headroom(const Alike& alike) const override {
    return promised(*alike.device) - least_limit(alike);
  }

  std::vector<std::string> warnings(const Alike& alike) const override {
    const std::uint32_t credits = bb_credit_of(alike.device->flow_control).credits;
    return {room_warning(alike,
                         "flow_control.bb_credit.credits, " + std::to_string(credits) + " frames of " +
                             text::to_text(alike.device->max_frame) + ",",
                         promised(*alike.device)),
            rate_warning(alike, credits)};
  }

  std::string error_of_wire(const flow_control::FlowControlConfig& config) const override {
    const unsigned n = bb_credit_of(config).sc_n;
    if (n == 0)
      return "a packet or R_RDY that is lost on the link takes its credit for good, and its class stops when all "
             "are gone; flow_control.bb_credit.sc_n brings them back";
    return "the credit of a packet or R_RDY that is lost on the link comes home after " + std::to_string(1U << n) +
           " frames at the latest (flow_control.bb_credit.sc_n = " + std::to_string(n) +
           "); its class stops if all credits are lost before";
  }

  void fit(const QueueRequest& request, bool, asic::SwitchConfig& device) const override {
    BbCreditConfig own = bb_credit_of(device.flow_control);
    own.credits = static_cast<std::uint32_t>(
        std::clamp<std::int64_t>(request.share / counted_frame(device), 1, flow_control::kMostBbCredits));
    flow_control::set_bb_credit(own, device.flow_control);
  }
  bool feedback_may_be_late() const override { return true; }

 private:
  // Credits count frames, so that the shortest frames need the most.
  static std::string rate_warning(const Alike& alike, std::uint32_t credits) {
    std::string worst;
    std::int64_t most = credits;
    for (const Inbound& inbound : alike.links) {
      for (const Bytes length : lossless_lengths(*alike.scenario)) {
        const std::int64_t wanted = credits_for_rate(inbound.cable->link, *alike.device, length);
        if (wanted > most) {
          most = wanted;
          worst = named(alike) + "flow_control.bb_credit.credits = " + std::to_string(credits) +
                  " are fewer than the " + std::to_string(wanted) + " that full rate of frames of " +
                  text::to_text(length) + " asks for on link " + name_of(*alike.scenario, *inbound.cable) +
                  ": the sender waits for R_RDYs on their way home";
        }
      }
    }
    return worst;
  }
};

}  // namespace

const SchemeCard& bb_credit_card() {
  static const BbCreditCard kCard;
  return kCard;
}

}  // namespace weir::bounds
