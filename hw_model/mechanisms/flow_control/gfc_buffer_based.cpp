// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/mechanisms/flow_control/gfc_buffer_based.h"

#include <algorithm>

#include "hw_model/base/class_mask.h"
#include "hw_model/base/require.h"
#include "hw_model/frame/mac_control.h"

namespace weir::flow_control {
reference::StageComparatorConfig GfcBufferBased::comparator_config(const PortContext& context) {
  const GfcBufferBasedConfig& gfc = context.config.gfc_buffer_based;
  return comparator_config(context, reference::gfc_stage_thresholds(gfc.bm, gfc.b1, gfc.stages));
}

reference::StageComparatorConfig GfcBufferBased::comparator_config(const PortContext& context,
                                                                   std::vector<Bytes> thresholds) {
  reference::StageComparatorConfig config;
  config.thresholds = std::move(thresholds);
  config.max_thresholds = context.config.gfc_buffer_based.max_thresholds;
  config.q_bits = context.config.gfc_buffer_based.q_bits;
  config.validate();
  const std::size_t stages = config.thresholds.size();
  const std::uint64_t widest = context.limiter.r_r_max(reference::RateForm::kStage);
  require(stages <= widest, "gfc_buffer_based: " + std::to_string(stages) + " stages, the limiter's r_r of " +
                                std::to_string(context.limiter.stage) + " bits holds at most " +
                                std::to_string(widest));
  return config;
}

GfcBufferBased::GfcBufferBased(const PortContext& context) : GfcSender(context, reference::RateForm::kStage) {
  const reference::StageComparatorConfig comparator = comparator_config(context);
  stages_ = static_cast<unsigned>(comparator.thresholds.size());
  first_threshold_ = context.config.gfc_buffer_based.b1;
  for (std::size_t i = 0; i < kClasses; ++i) {
    if (lossless(ClassId(i))) {
      set_comparator(receiving_[i], context.factories.of<reference::StageComparator>()(
                                        comparator, context.name + ".c" + std::to_string(i)));
    }
  }
}

void GfcBufferBased::set_comparator(ReceivingClass& state, std::unique_ptr<reference::StageComparator> comparator) {
  state.comparator = std::move(comparator);
  state.port = dynamic_cast<reference::PortStages*>(state.comparator.get());
}

void GfcBufferBased::packet_admitted(ClassId c, Bytes, Bytes depth, Time now) { depth_changed(c, true, depth, now); }
void GfcBufferBased::packet_released(ClassId c, Bytes, Bytes depth, Time now) { depth_changed(c, false, depth, now); }

void GfcBufferBased::depth_changed(ClassId c, bool comes, Bytes depth, Time now) {
  ReceivingClass& state = receiving_[c.index()];
  if (!state.comparator)
    return;
  const unsigned stage =
      state.port == nullptr ? state.comparator->stage(depth) : state.port->stage_with(comes, depth, now);
  state.stage = static_cast<std::uint16_t>(stage);
  const ClassMask bit = mask_of(c);
  due_ = static_cast<ClassMask>(state.stage != state.told_stage ? due_ | bit : due_ & ~bit);
  set_feedback_due(due_ != 0, now);
}

std::size_t GfcBufferBased::build_feedback(std::span<std::uint8_t> bytes, Time now) {
  if (due_ == 0)
    return 0;
  frame::PfcFrame frame{.enabled = due_};
  for_each_class(due_, [&](ClassId c) {
    ReceivingClass& state = receiving_[c.index()];
    state.told_stage = state.stage;
    frame.time[c.index()] = state.stage;
    ++counters_[c.index()].feedback_frames;
  });
  if (reference::PortStages* const port = receiving_[lowest_class(due_).index()].port)
    port->told(due_, frame.time, now);
  due_ = 0;
  feedback_due_ = false;
  return frame::write_pfc(bytes, address_, frame);
}

void GfcBufferBased::feedback_received(std::span<const std::uint8_t> bytes, Time now) {
  const auto control = frame::read_mac_control(bytes, address_);
  if (!control)
    return;
  const auto* message = std::get_if<frame::PfcFrame>(&*control);
  if (message == nullptr)
    return;
  for_each_class(message->enabled & lossless_, [&](ClassId c) {
    const unsigned stage = std::min<unsigned>(message->time[c.index()], stages_);
    obeyed_[c.index()] = static_cast<std::uint16_t>(stage);
    assign_stage(c, stage, now);
  });
}

// Of the receiving side, then of the sending side.
std::vector<Probe> GfcBufferBased::rtl_probes(ClassId c) const {
  std::vector<Probe> probes;
  const auto& comparator = receiving_[c.index()].comparator;
  const unsigned sides = comparator ? comparator->rtl().sides : 0;
  if (sides > 0) {
    probes.push_back({.name = "rtl_q", .unit = "B", .width = config().gfc_buffer_based.q_bits});
  }
  for (unsigned side = 0; side < sides; ++side) {
    probes.push_back({.name = std::string(kSideNames[side]) + "stage", .width = reference::kStageBits});
  }
  const std::vector<Probe> of_sender = GfcSender::rtl_probes(c);
  probes.insert(probes.end(), of_sender.begin(), of_sender.end());
  return probes;
}

Time GfcBufferBased::rtl_values(ClassId c, Time now, std::vector<std::uint64_t>& values) const {
  const reference::StageComparatorSides shown = receiving_[c.index()].comparator->rtl();
  if (shown.sides > 0) {
    values.push_back(shown.q);
    values.insert(values.end(), shown.stage.begin(), shown.stage.begin() + shown.sides);
  }
  return GfcSender::rtl_values(c, now, values);
}

}  // namespace weir::flow_control
