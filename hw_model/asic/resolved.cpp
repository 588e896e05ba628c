// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The values of settings that follow from other settings.

#include <algorithm>
#include <bit>
#include <cstdint>

#include "hw_model/asic/switch_settings.h"
#include "hw_model/base/class_mask.h"
#include "hw_model/frame/ethernet.h"
#include "hw_model/mechanisms/deadlock/unit_card.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::asic {
namespace {

// The classes in which packets of services with hops, or of plain services, may be at a switch.
ClassMask classes_at_a_switch(const reference::ClassMapperConfig& mapper) {
  const ClassMask hops = reference::hop_classes(mapper);
  ClassMask classes = 0;
  for (std::size_t c = 0; c < kClasses; ++c) {
    const reference::Service service = reference::service_of(mapper.services, ClassId(c));
    const bool is_used = service.is_plain() || (ClassId(c) >= reference::first_at_switch(mapper, service) &&
                                                (hops & mask_of(ClassId(c))) != 0);
    classes |= static_cast<ClassMask>(is_used ? 1U << c : 0U);
  }
  return classes;
}

// A scheme that follows the TTL wants a partition for every class up to the highest lossless class (TTL-based buffer
// management, section 1.3), all of one size where nothing else is said; but for class 0, in which nothing legal is at a
// switch (docs/decisions/0130). With several services: for every class in which packets may be.
PerClass<Bytes> resolved_partitions(const SwitchConfig& config) {
  constexpr unsigned kFirst = 1;
  if (!flow_control::traits_of(config.flow_control.scheme).follows_ttl || config.mmu.partitioned())
    return config.mmu.partition_size;
  const Bytes buffer = config.mmu.buffer - config.mmu.headroom_pool;
  const reference::ClassMapperConfig& mapper = config.class_mapper;
  if (mapper.services != reference::kOneService || reference::is_in_frames(mapper.source))
    return mmu::equal_partitions_of(buffer, classes_at_a_switch(mapper));
  const auto classes = static_cast<unsigned>(std::bit_width(unsigned{config.flow_control.lossless}));
  return classes > kFirst ? mmu::equal_partitions(buffer, classes - kFirst, kFirst) : PerClass<Bytes>{};
}

// All that a lossless VIQ may take, as far as the counters express it.
Bytes offered_by_credits(const SwitchConfig& config) {
  const flow_control::CbfcConfig& credits = config.flow_control.cbfc;
  const Bytes expressible = credits.block * (std::int64_t{1} << (credits.counter_bits - 1));
  return std::min(config.mmu.viq_limit.lowest_of(config.flow_control.lossless) + config.mmu.headroom, expressible);
}

// Credits of a channel so that frames of no length, and no mix of lengths, take more than this room.
std::uint32_t credits_within(const SwitchConfig& config, Bytes room) {
  const ue_cbfc::UeCbfcConfig& credits = config.flow_control.ue_cbfc.credits;
  auto most = static_cast<std::int64_t>(credits.highest_limit());
  for (Bytes length = frame::kMinFrameLength; length <= config.max_frame; length += Bytes(1)) {
    const Bytes counted = config.mmu.count_cells ? config.mmu.whole_cells(length) : length;
    most = std::min(most, room * std::int64_t{credits.credits(length)} / counted);
  }
  return static_cast<std::uint32_t>(std::max<std::int64_t>(most, 0));
}

// A receiver offers what its VIQs may take.
void offer_credits(SwitchConfig& config) {
  flow_control::UeCreditsConfig& ue = config.flow_control.ue_cbfc;
  if (!flow_control::traits_of(config.flow_control.scheme).by_channel || config.mmu.cell <= Bytes(0))
    return;
  Bytes room;
  std::uint32_t most = 0;
  for_each_class(config.flow_control.lossless, [&](ClassId c) {
    if (ue.limits[c.index()] != 0)
      return;
    const Bytes here = config.mmu.viq_limit[c] + config.mmu.headroom;
    most = here == room ? most : credits_within(config, here);
    room = here;
    ue.limits[c.index()] = most;
  });
}

// The rules that the profile has where the file leaves them open.
void set_profile(flow_control::UeCreditsConfig& ue, const IsSaid& is_said) {
  const ue_cbfc::UeCbfcConfig rules = ue_cbfc::with_profile(ue.credits, ue.profile);
  const auto take = [&](const char* word, auto member) {
    if (!is_said("flow_control.ue_cbfc", word))
      ue.credits.*member = rules.*member;
  };
  take("cc_update_eligible", &ue_cbfc::UeCbfcConfig::cc_update_eligible);
  take("cc_rule", &ue_cbfc::UeCbfcConfig::cc_rule);
  take("cf_delta", &ue_cbfc::UeCbfcConfig::cf_delta);
  take("vc_init_order", &ue_cbfc::UeCbfcConfig::vc_init_order);
}

void set_profile(llr::LlrPortConfig& retry, const IsSaid& is_said) {
  const llr::LlrConfig rules = llr::with_profile(retry.link, retry.profile);
  if (!is_said("link.llr", "bad_frame_rule"))
    retry.link.bad_frame_rule = rules.bad_frame_rule;
  if (!is_said("link.llr", "dup_in_nack_sent"))
    retry.link.dup_in_nack_sent = rules.dup_in_nack_sent;
}

}  // namespace

SwitchConfig with_defaults(SwitchConfig config, const IsSaid& is_said) {
  constexpr double kSpeedupOfCombined = 2.0;
  const flow_control::SchemeTraits& traits = flow_control::traits_of(config.flow_control.scheme);
  if (config.crossbar.strategy == crossbar::Strategy::kCombined && !is_said("switch.crossbar", "speedup"))
    config.crossbar.speedup = kSpeedupOfCombined;
  if (traits.follows_ttl && !is_said("switch.egress", "discipline"))
    config.egress.discipline = egress::Discipline::kRoundRobin;  // by strict priority the nearest sender starves
  if (config.mmu.pooled() && !is_said("switch.mmu", "count_cells"))
    config.mmu.count_cells = true;  // the pool is cells
  if (!traits.protects)
    config.flow_control.lossless = 0;  // nothing protects them: a loss is no fault
  else if (traits.follows_ttl && !is_said("flow_control", "lossless"))
    config.flow_control.lossless = reference::hop_classes(config.class_mapper);
  if (flow_control::credits_of(config.flow_control) == &config.flow_control.cbfc &&
      !is_said("flow_control.cbfc", "buffer"))
    config.flow_control.cbfc.buffer = offered_by_credits(config);
  set_profile(config.flow_control.ue_cbfc, is_said);
  set_profile(config.llr, is_said);
  return config;
}

SwitchConfig resolved(SwitchConfig config) {
  if (config.egress.quantum == Bytes(0))
    config.egress.quantum = config.max_frame;
  if (config.crossbar.strategy == crossbar::Strategy::kCombined && config.crossbar.output_buffer == Bytes(0))
    config.crossbar.output_buffer = config.mmu.buffer;
  config.flow_control.ttl_pfc.services = config.class_mapper.services;
  const reference::ClassSource source = config.class_mapper.source;
  config.flow_control.ttl_pfc.from_first =
      reference::follows_hops(source) && reference::traits_of(source).at_first_switch == 0;
  config.mmu.partition_size = resolved_partitions(config);
  offer_credits(config);
  config.flow_control.pfc.latch_xon = deadlock::declares(config.deadlock);
  return config;
}

}  // namespace weir::asic
