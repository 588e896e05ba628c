// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/gfc_conceptual.h"

#include "hw_model/base/class_mask.h"
#include "hw_model/frame/private_tags.h"
#include "hw_model/ledger/drafted.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::flow_control {
namespace {

constexpr unsigned kDepthFieldBits = 32;  // of the message

}  // namespace

GfcConceptual::GfcConceptual(const PortContext& context) : GfcSender(context, reference::RateForm::kFixedPoint) {
  out_of_band_ = true;
}

void GfcConceptual::packet_admitted(ClassId c, Bytes, Bytes depth, Time now) { depth_changed(c, depth, now); }
void GfcConceptual::packet_released(ClassId c, Bytes, Bytes depth, Time now) { depth_changed(c, depth, now); }

void GfcConceptual::depth_changed(ClassId c, Bytes depth, Time now) {
  if (!lossless(c))
    return;
  depth_[c.index()] = depth;
  due_ |= mask_of(c);
  set_feedback_due(true, now);
}

std::size_t GfcConceptual::build_feedback(std::span<std::uint8_t> bytes, Time) {
  if (due_ == 0)
    return 0;
  const ClassId c = lowest_class(due_);
  due_ &= static_cast<ClassMask>(~mask_of(c));
  feedback_due_ = due_ != 0;
  ++counters_[c.index()].feedback_frames;
  return frame::write_gfc_queue_depth(bytes, address_, {.traffic_class = c, .depth = depth_[c.index()]});
}

void GfcConceptual::feedback_received(std::span<const std::uint8_t> bytes, Time now) {
  const auto message = frame::read_private_message(bytes);
  if (!message)
    return;
  const auto* report = std::get_if<frame::GfcQueueDepth>(&*message);
  if (report == nullptr || !lossless(report->traffic_class))
    return;
  assign_rate(report->traffic_class, mapped(report->depth), now);
}

BitRate GfcConceptual::mapped(Bytes depth) const {
  const GfcConceptualConfig& gfc = config().gfc_conceptual;
  return linear_rate(gfc.bm - depth, gfc.bm - gfc.b0);
}

std::uint64_t GfcConceptual::receiver_state(ClassId c) const { return in_mbps(mapped(depth_[c.index()])); }

ledger::Block GfcConceptual::declare(const PortContext& context) {
  static constexpr auto kFields = ledger::state_fields<GfcConceptual>(ledger::holds(&GfcConceptual::depth_, "depth"),
                                                                      ledger::holds(&GfcConceptual::due_, "depth_due"));
  const ledger::Dimensions each_class = per_lossless_class(context);
  const ledger::Origin origin("gfc_conceptual", "GFC, SIGCOMM '19, section 4.1");
  ledger::Block block("flow_control");
  ledger::declare_all(block, origin, gfc_conceptual_settings(), context.config.gfc_conceptual);
  block
      .add(origin.state({.name = "depth",
                         .width = kDepthFieldBits,
                         .dimensions = each_class,
                         .width_follows = "the message's depth field",
                         .description = "VIQ depth that the next message says"}))
      .add(origin.state({.name = "depth_due",
                         .dimensions = each_class,
                         .description = "the VIQ has changed and the message is not yet sent"}));
  declare_limiters(block, context, reference::RateForm::kFixedPoint, "gfc_conceptual");
  declare_common(block, context, origin);
  ledger::require_declared(block, kFields);
  return block;
}

}  // namespace weir::flow_control
