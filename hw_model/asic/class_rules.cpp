// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/class_rules.h"

#include <string>

#include "hw_model/asic/switch_settings.h"
#include "hw_model/base/quantity_text.h"
#include "hw_model/mechanisms/congestion/congestion_settings.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"

namespace weir::asic {
namespace {

// "0 to 3, 5 to 6".
std::string ranges_text(ClassMask classes) {
  std::string text;
  for (std::size_t c = 0; c < kClasses; ++c) {
    const bool is_in = (classes >> c & 1) != 0;
    const bool was_in = c > 0 && (classes >> (c - 1) & 1) != 0;
    const bool goes_on = (classes >> (c + 1) & 1) != 0;
    if (is_in && !was_in)
      text += (text.empty() ? "" : ", ") + std::to_string(c);
    else if (is_in && !goes_on)
      text += " to " + std::to_string(c);
  }
  return text;
}

std::string in_quotes(reference::ClassSource source) { return "\"" + std::string(reference::name_of(source)) + "\""; }

// The sources by which a class stands for a hop: "\"a\", \"b\" or \"c\"".
std::string sources_of_hops() {
  std::string words;
  for (std::size_t i = reference::kClassSources.size(); i-- > 0;) {
    const reference::ClassSource source = reference::kClassSources[i].value;
    if (!reference::follows_hops(source))
      continue;
    const char* before_others = words.find(" or ") == std::string::npos ? " or " : ", ";
    words = in_quotes(source) + (words.empty() ? "" : before_others) + words;
  }
  return words;
}

// Rules for the classes of hops, under a scheme that follows the TTL.
void check_hop_classes(const SwitchConfig& config, ledger::Complaints& complaints) {
  const reference::ClassMapperConfig& mapper = config.class_mapper;
  const ClassMask wanted = reference::hop_classes(mapper);
  complaints.unless((wanted & ~unsigned{config.flow_control.lossless}) == 0,
                    {"flow_control.lossless", "switch.class_mapper.ttl0", "switch.class_mapper.services"},
                    "under ttl_pfc wanted the class of each hop below switch.class_mapper.ttl0, " +
                        ranges_text(wanted) + ": packets pass through each of these classes");
}

// Rules for tags that switches put on frames, under any scheme.
void check_tags(const SwitchConfig& config, ledger::Complaints& complaints) {
  const Bytes tag = tag_length(config);
  complaints.unless(
      config.max_frame >= frame::kMinFrameLength + tag, {"switch.max_frame", "switch.class_mapper.source"},
      "wanted room for the shortest frame, " + quantity_text(frame::kMinFrameLength) +
          ", and the tag that switches put on, " + quantity_text(tag) + "; got " + quantity_text(config.max_frame));
  complaints.unless(
      tag == Bytes(0) || !congestion::any_detector(config.congestion, &congestion::DetectorTraits::reads_tags),
      {"congestion.detector", "switch.class_mapper.source"},
      "FERA's rate tags are known by their outer tag, before which switches put a tag of their own; wanted another "
      "detector, or another switch.class_mapper.source than " +
          in_quotes(config.class_mapper.source));
}

}  // namespace

bool has_lossless(const SwitchConfig& config) {
  return flow_control::traits_of(config.flow_control.scheme).protects && config.flow_control.lossless != 0;
}

void check_class_rule(const SwitchConfig& config, ledger::Complaints& complaints) {
  check_tags(config, complaints);
  const flow_control::FlowControlConfig& flow = config.flow_control;
  const bool by_ttl = reference::follows_hops(config.class_mapper.source);
  const bool changes = changes_classes(config);
  const flow_control::SchemeTraits& traits = flow_control::traits_of(flow.scheme);
  if (traits.follows_ttl) {
    complaints.unless(by_ttl, {"flow_control.scheme", "switch.class_mapper.source"},
                      "ttl_pfc wants switch.class_mapper.source = " + sources_of_hops() +
                          ", or a class would not stand for a hop; got " + in_quotes(config.class_mapper.source));
    check_hop_classes(config, complaints);
    return;
  }
  complaints.unless(
      !changes || !has_lossless(config) || traits.is_of_the_port, {"switch.class_mapper.source", "flow_control.scheme"},
      in_quotes(config.class_mapper.source) + " changes a packet's class at each hop, and the feedback of " +
          std::string(flow_control::name_of(flow.scheme)) +
          " names a class, which is another one upstream; wanted flow_control.scheme = " +
          (by_ttl ? "\"ttl_pfc\", " : "") + "\"pause\" or \"none\", or no lossless class");
}

std::string not_in_mapper(const reference::ClassMapperConfig& mapper) {
  if (reference::is_own(mapper.source) || reference::is_in_frames(mapper.source))
    return "switch.class_mapper.source is " + in_quotes(mapper.source) +
           ", and the RTL maps by PCP and DEI, by DSCP and by TTL";
  if (reference::follows_hops(mapper.source) && mapper.services != reference::kOneService)
    return "switch.class_mapper.services divides the classes, and the RTL has one service";
  return {};
}

}  // namespace weir::asic
