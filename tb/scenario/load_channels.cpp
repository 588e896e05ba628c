// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Events in which software sets up or removes channels of Ultra Ethernet's credits.

#include <bit>
#include <string>

#include "hw_model/base/class_mask.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/scenario/find_named.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"

namespace weir::scenario {

namespace {

using Way = SetChannels::Way;

// Both directions of each cable of the device; or of the cable `between`, the direction from `from`.
std::vector<Way> ways_of(const Reader& reader, const Scenario& scenario) {
  std::vector<Way> ways;
  if (!reader.has("device")) {
    for (const network::End& sender : senders_of(reader, scenario.topology)) {
      ways.push_back({sender, far_end(scenario, sender)});
    }
    return ways;
  }
  if (reader.has("from")) {
    reader.fail("from", "only with between");
  }
  for (const network::End& end :
       ports_of(scenario, device_named(reader, "device", reader.text("device"), scenario.topology))) {
    ways.push_back({end, far_end(scenario, end)});
    ways.push_back({far_end(scenario, end), end});
  }
  return ways;
}

ClassMask classes_of(const Reader& reader, const Scenario& scenario, bool removes) {
  const ClassMask lossless = scenario.device.flow_control.lossless;
  if (!removes && !reader.has("class")) {
    return lossless;
  }
  const ClassId c(static_cast<std::size_t>(reader.integer("class")));
  if ((lossless & mask_of(c)) == 0) {
    reader.fail("class", "wanted a lossless class (flow_control.lossless), which has a channel; got " +
                             std::to_string(c.index()));
  }
  return mask_of(c);
}

// A limit holds the largest frame, and is no more than the receiver has room for.
void check_limit(const Reader& reader, const Scenario& scenario, const SetChannels& set) {
  for (const Way& way : set.ways) {
    const asic::SwitchConfig& receiver = scenario.device_of(way.receiver.device);
    const flow_control::UeCreditsConfig& ue = receiver.flow_control.ue_cbfc;
    const std::uint32_t frame = ue.credits.credits(receiver.max_frame);
    if (ue.pooled()) {
      reader.fail("limit", "channels that share pool_credits have no limits of their own");
    }
    if (*set.limit < frame) {
      reader.fail("limit", "wanted at least the " + std::to_string(frame) +
                               " credits of a frame of switch.max_frame; got " + std::to_string(*set.limit));
    }
    for_each_class(set.classes, [&](ClassId c) {
      if (*set.limit > ue.limits[c.index()]) {
        reader.fail("limit", "wanted at most the " + std::to_string(ue.limits[c.index()]) + " credits that " +
                                 scenario.topology.devices[way.receiver.device].name + " offers; got " +
                                 std::to_string(*set.limit));
      }
    });
  }
}

std::string text_of(const Reader& reader, const SetChannels& set) {
  std::string text = set.removes ? "software removes the channel" : "software sets up the channel";
  if (std::popcount(set.classes) == 1) {
    text += " of class " + std::to_string(std::countr_zero(set.classes));
  } else {
    text = "software sets up the channels of all lossless classes";
  }
  if (reader.has("device")) {
    return text + " on the links of " + reader.text("device");
  }
  const std::vector<Value>& pair = reader.list("between");
  if (!reader.has("from")) {
    return text + " between " + pair[0].text + " and " + pair[1].text;
  }
  const std::string from = reader.text("from");
  return text + " from " + from + " to " + pair[from == pair[0].text ? 1 : 0].text;
}

}  // namespace

void load_channels(const Reader& reader, const Scenario& scenario, bool removes, ScenarioEvent& event) {
  if (!flow_control::traits_of(scenario.device.flow_control.scheme).by_channel) {
    reader.fail("do", "only flow_control.scheme = \"ue_cbfc\" has channels");
  }
  if (reader.has("device") == reader.has("between")) {
    reader.fail("between", reader.has("device") ? "wanted 'between' or 'device'; got both"
                                                : "wanted 'between' or 'device'; got none");
  }
  SetChannels set;
  set.removes = removes;
  set.ways = ways_of(reader, scenario);
  set.classes = classes_of(reader, scenario, removes);
  if (reader.has("limit")) {
    set.limit = static_cast<std::uint32_t>(reader.integer("limit"));
    check_limit(reader, scenario, set);
  }
  event.what_text = text_of(reader, set);
  event.what = std::move(set);
}

}  // namespace weir::scenario
