// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cost/gentle_top.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hw_model/base/class_mask.h"
#include "hw_model/cycle_models/gentle_port_cycle.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "hw_model/reference/widths.h"
#include "tb/cost/top_parts.h"
#include "tb/report/human.h"

namespace weir::cost {
namespace {

constexpr std::string_view kLimiter = "rate_limiter_stage";
constexpr std::string_view kComparator = "stage_comparator_leading_zero";
constexpr unsigned kSpanBits = 5;  // of log2(Bm - B1)

// A stage below the least rate of the limiter, which the switch keeps by other registers.
std::string too_slow(const asic::SwitchConfig& device) {
  const unsigned last = device.flow_control.gfc_buffer_based.max_thresholds;
  for (const link::LinkConfig& port : device.ports) {
    const BitRate lowest(port.rate.count() >> last);
    if (lowest < device.limiter.floor_rate)
      return fmt::format("it keeps no rate below the limiter's least, {}, and stage {} of {} is {}",
                         report::human_rate(static_cast<double>(device.limiter.floor_rate.count())), last,
                         report::human_rate(static_cast<double>(port.rate.count())),
                         report::human_rate(static_cast<double>(lowest.count())));
  }
  return "";
}

}  // namespace

bool has_stages(const Setup& setup) {
  return std::ranges::any_of(setup.selection.schemes, [](flow_control::Scheme scheme) {
    return flow_control::traits_of(scheme).limiter == reference::RateForm::kStage;
  });
}

std::string gentle_port_lacks(const Setup& setup, const std::vector<PlannedBlock>& planned) {
  if (setup.device.flow_control.gfc_buffer_based.comparator != flow_control::ComparatorForm::kLeadingZero)
    return "it compares depths in the form leading_zero, this switch in the form threshold";
  const std::vector<PlannedBlock> parts = gentle_parts(1);
  for (const PlannedBlock& part : parts) {
    const std::string lacks = wider(planned, part);
    if (!lacks.empty())
      return lacks;
  }
  return too_slow(setup.device);
}

std::vector<PlannedBlock> gentle_parts(std::uint64_t classes) {
  using namespace reference;
  PlannedBlock limiter = part_of(kLimiter, {}, kRLTickBits + kSubtickBits + kStageBits + kRCBits);
  limiter.block.instances = classes;
  const std::uint64_t table = kPortDepthBits + 1 + kSpanBits + kStageBits;
  return {std::move(limiter),
          part_of(kComparator, {{"STAGE_W", kStageBits}, {"Q_W", kPortDepthBits}, {"LOG2_SPAN_W", kSpanBits}},
                  table + kStageBits + 1)};
}

std::uint64_t gentle_own_bits(std::uint64_t classes) {
  constexpr std::uint64_t kComparators = 2;
  constexpr std::uint64_t kPacket = 1 + 3;  // whether one came, and its class
  constexpr std::uint64_t kStage = reference::kStageBits;
  return 2 * kStage * classes + kStage + kComparators * kPacket - 1;
}

}  // namespace weir::cost
