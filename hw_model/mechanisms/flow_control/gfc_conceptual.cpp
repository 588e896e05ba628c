// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/gfc_conceptual.h"

#include <bit>

#include "hw_model/frame/private_tags.h"
#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/require.h"

namespace weir::flow_control {
namespace {

constexpr std::int64_t kBitsPerMegabit = 1'000'000;
constexpr unsigned kDepthFieldBits = 32;  // of the message

}  // namespace

void GfcConceptual::validate(const PortContext& context) {
  const GfcConceptualConfig& gfc = context.config.gfc_conceptual;
  require(gfc.b0 >= Bytes(0), "gfc_conceptual: b0 is " + text(gfc.b0) + ", wanted 0 or more");
  require(gfc.b0 < gfc.bm, "gfc_conceptual: b0 is " + text(gfc.b0) + ", wanted less than bm, " + text(gfc.bm));
  require(gfc.bm.count() >> kDepthFieldBits == 0,
          "gfc_conceptual: bm is " + text(gfc.bm) + ", which the message's depth field of 32 bits cannot say");
}

GfcConceptual::GfcConceptual(const PortContext& context)
    : GfcSender((validate(context), context), reference::RateForm::kFixedPoint), address_(context.address) {
  out_of_band_ = true;
}

void GfcConceptual::packet_admitted(ClassId c, Bytes, Bytes depth, Time now) { depth_changed(c, depth, now); }
void GfcConceptual::packet_released(ClassId c, Bytes, Bytes depth, Time now) { depth_changed(c, depth, now); }

void GfcConceptual::depth_changed(ClassId c, Bytes depth, Time now) {
  if (!lossless(c))
    return;
  depth_[c.index()] = depth;
  due_ |= mask_of(c);
  const bool was_due = feedback_due_;
  feedback_due_ = true;
  if (!was_due)
    port_->feedback_due(now);
}

std::size_t GfcConceptual::build_feedback(std::span<std::uint8_t> bytes, Time) {
  if (due_ == 0)
    return 0;
  const ClassId c(static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(due_))));
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
  const GfcConceptualConfig& gfc = config_.gfc_conceptual;
  return linear_rate(gfc.bm - depth, gfc.bm - gfc.b0);
}

std::uint64_t GfcConceptual::receiver_state(ClassId c) const {
  return static_cast<std::uint64_t>(mapped(depth_[c.index()]).count() / kBitsPerMegabit);
}

ledger::Block GfcConceptual::declare(const PortContext& context) {
  static constexpr auto kFields = ledger::state_fields<GfcConceptual>(
      ledger::model_only(&GfcConceptual::address_, "port.mac_address"), ledger::holds(&GfcConceptual::depth_, "depth"),
      ledger::holds(&GfcConceptual::due_, "depth_due"));
  const ledger::Dimensions each_class = per_lossless_class(context);
  validate(context);
  const GfcConceptualConfig& gfc = context.config.gfc_conceptual;
  const ledger::Origin origin("gfc_conceptual", "GFC, SIGCOMM '19, section 4.1");
  const auto bm = static_cast<std::uint64_t>(gfc.bm.count());
  ledger::Block block("flow_control");
  const auto threshold = [&](const char* name, Bytes reset, const char* what) {
    block.add(origin.setting({.name = name,
                              .width = ledger::bits_for(bm),
                              .reset = static_cast<std::uint64_t>(reset.count()),
                              .width_follows = "bits of Bm in bytes",
                              .description = what}));
  };
  threshold("b0", gfc.b0, "VIQ depth up to which the rate is C");
  threshold("bm", gfc.bm, "VIQ depth at which the rate is 0");
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
