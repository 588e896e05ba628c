// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Events at the ports of a cable: what link-level retry and the credits of Ultra Ethernet do otherwise for a time, and
// what management does to them.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/scenario/device_config.h"
#include "tb/scenario/find_named.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {

namespace {

// "h1 <does something to> s1".
std::string words_of(PortDeed deed) {
  switch (deed) {
    case PortDeed::kHoldAcks:
      return "sends no ACKs to";
    case PortDeed::kFreezeAcks:
      return "sends ACKs with one number to";
    case PortDeed::kFlushRetry:
      return "flushes its link-level retry to";
    case PortDeed::kInitRetry:
      return "initialises its link-level retry to";
    case PortDeed::kClearCounters:
      return "clears its counters of the link to";
    case PortDeed::kStopCcUpdates:
      return "sends no CC_Updates to";
    case PortDeed::kIgnoreCcUpdates:
      return "sends CC_Updates in vain to";
  }
  return "";
}

std::string text_of(const Reader& reader, const ActAtPorts& act) {
  if (reader.has("device")) {
    return reader.text("device") + " clears its counters of links";
  }
  const std::vector<Value>& pair = reader.list("between");
  std::string text =
      "on the link of " + pair[0].text + " and " + pair[1].text + " each end " + words_of(act.deed) + " the other";
  if (reader.has("from")) {
    const std::string from = reader.text("from");
    text = from + " " + words_of(act.deed) + " " + pair[from == pair[0].text ? 1 : 0].text;
  }
  text += act.length == kNever ? "" : " for " + text::to_text(act.length);
  return text + (act.first_number ? ", with number " + std::to_string(*act.first_number) + " first" : "");
}

// What is not there cannot be done.
void refuse_scheme(const Reader& reader, const Scenario& scenario, const ActAtPorts& act) {
  const bool credits = flow_control::traits_of(scenario.device.flow_control.scheme).by_channel;
  const auto retries = [&](const network::End& end) { return has_llr(scenario, end); };
  switch (act.deed) {
    case PortDeed::kStopCcUpdates:
    case PortDeed::kIgnoreCcUpdates:
      if (!credits) {
        reader.fail("do", "only flow_control.scheme = \"ue_cbfc\" has CC_Updates");
      }
      return;
    case PortDeed::kClearCounters:
      if (!credits && std::none_of(act.ends.begin(), act.ends.end(), retries)) {
        reader.fail("do",
                    "there is nothing to clear: wanted link.llr.wanted = true, or flow_control.scheme = \"ue_cbfc\"");
      }
      return;
    default:
      if (!std::all_of(act.ends.begin(), act.ends.end(), retries)) {
        reader.fail("do", "the cable has no link-level retry; wanted link.llr.wanted = true at both its ends");
      }
  }
}

// An LLR_INIT leaves inside a frame. Its receiver must not take that frame for a new one of the same number.
void refuse_numbers(const Reader& reader, const Scenario& scenario, PortDeed deed, const ScenarioEvent& event) {
  const bool at_start = !event.after && event.at == Time(0);
  const bool zero = scenario.device.llr.link.init_seq == llr::InitSeq::kZero;
  if (reader.has("first_number") && zero) {
    reader.fail("first_number", "link.llr.init_seq = \"zero\" begins with 0; wanted \"tx_seq\"");
  }
  if (reader.has("first_number") && !at_start) {
    reader.fail("first_number",
                "a frame on the wire could be taken for a later one with the same number; wanted at = \"0s\"");
  }
  if ((deed == PortDeed::kFlushRetry || deed == PortDeed::kInitRetry) && zero && !at_start) {
    reader.fail("do",
                "with link.llr.init_seq = \"zero\" a frame on the wire could be taken for the first one anew; wanted "
                "\"tx_seq\"");
  }
  if (deed == PortDeed::kFreezeAcks && zero) {
    reader.fail("do",
                "with link.llr.init_seq = \"zero\" the frozen number would acknowledge later frames that have not "
                "arrived; wanted \"tx_seq\"");
  }
}

}  // namespace

network::End far_end(const Scenario& scenario, const network::End& end) {
  return cable_at(scenario, end).opposite(end);
}

// All ports of a device that have a cable.
std::vector<network::End> ports_of(const Scenario& scenario, std::size_t device) {
  std::vector<network::End> ends;
  for (const network::Cable& cable : scenario.topology.cables) {
    for (const network::End& end : {cable.a, cable.b}) {
      if (end.device == device) {
        ends.push_back(end);
      }
    }
  }
  return ends;
}

void load_port_deed(const Reader& reader, const Scenario& scenario, PortDeed deed, ScenarioEvent& event) {
  ActAtPorts act;
  act.deed = deed;
  if (deed == PortDeed::kClearCounters && reader.has("device") == reader.has("between")) {
    reader.fail("between", reader.has("device") ? "wanted 'between' or 'device'; got both"
                                                : "wanted 'between' or 'device'; got none");
  }
  if (reader.has("device")) {
    if (reader.has("from")) {
      reader.fail("from", "only with between");
    }
    act.ends = ports_of(scenario, device_named(reader, "device", reader.text("device"), scenario.topology));
  } else {
    act.ends = senders_of(reader, scenario.topology);
  }
  refuse_scheme(reader, scenario, act);
  if (deed == PortDeed::kClearCounters && event.after) {
    reader.fail("after", "the ACKs on the wire are counted up to a time that is known before; wanted 'at'");
  }
  if (deed == PortDeed::kIgnoreCcUpdates) {
    std::transform(act.ends.begin(), act.ends.end(), act.ends.begin(),
                   [&](const network::End& end) { return far_end(scenario, end); });
  }
  refuse_numbers(reader, scenario, deed, event);
  act.length = reader.has("length") ? reader.time("length") : kNever;
  if (reader.has("first_number")) {
    act.first_number = static_cast<std::uint32_t>(reader.integer("first_number"));
  }
  event.what_text = text_of(reader, act);
  event.what = std::move(act);
}

}  // namespace weir::scenario
