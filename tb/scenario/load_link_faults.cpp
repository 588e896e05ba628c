// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include <array>
#include <vector>

#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/scenario/find_named.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::in_quotes;
using text::to_text;

namespace {

using network::FaultKind;

constexpr std::array kKinds{FaultKind::kLose, FaultKind::kDouble, FaultKind::kDelay};

void load_kind(const Reader& reader, network::LinkFault& fault) {
  fault.kind = reader.word("do", kKinds);
  fault.probability = reader.real("probability");
  fault.riding = reader.boolean("riding");
  if (reader.has("subtype")) {
    fault.subtype = static_cast<std::uint8_t>(reader.integer("subtype"));
    if (fault.riding) {
      reader.fail("subtype", "only for private frames; a message in a PFC frame has no subtype");
    }
  }
}

void load_times(const Reader& reader, network::LinkFault& fault) {
  for (const std::string_view key : {"least", "most"}) {
    if (reader.has(key) && (fault.riding || fault.kind == FaultKind::kLose)) {
      reader.fail(key, fault.riding ? "only for private frames; a message in a PFC frame waits for the next PFC frame"
                                    : "only for do = \"double\" and \"delay\"");
    }
  }
  if (fault.kind == FaultKind::kDelay && !fault.riding && !reader.has("most")) {
    reader.fail("most", "required for do = \"delay\", but missing; wanted the longest delay, such as \"1.5us\"");
  }
  if (fault.riding || fault.kind == FaultKind::kLose) {
    return;
  }
  fault.least = reader.time_or("least", Time(0));
  fault.most = reader.time_or("most", fault.least);
  if (fault.most < fault.least) {
    reader.fail("most", "wanted no less than least, " + to_text(fault.least) + "; got " + to_text(fault.most));
  }
}

}  // namespace

std::vector<network::End> senders_of(const Reader& reader, const network::Topology& topology) {
  std::vector<std::size_t> pair;
  for (const Value& device : reader.list("between")) {
    pair.push_back(device_named(reader, "between", device.text, topology));
  }
  const std::size_t none = topology.devices.size();
  const std::size_t from = reader.has("from") ? device_named(reader, "from", reader.text("from"), topology) : none;
  if (from != none && !pair.empty() && from != pair[0] && from != pair[1]) {
    reader.fail("from", "wanted one of the two devices of between; got " + in_quotes(reader.text("from")));
  }
  const auto is_meant = [&](std::size_t a, std::size_t b) {
    return (from == none || from == a) &&
           (pair.empty() || (pair[0] == a && pair[1] == b) || (pair[0] == b && pair[1] == a));
  };
  std::vector<network::End> senders;
  for (const network::Cable& cable : topology.cables) {
    if (is_meant(cable.a.device, cable.b.device)) {
      senders.push_back(cable.a);
    }
    if (is_meant(cable.b.device, cable.a.device)) {
      senders.push_back(cable.b);
    }
  }
  if (senders.empty()) {
    const std::vector<Value>& names = reader.list("between");
    reader.fail("between",
                "there is no cable between " + in_quotes(names[0].text) + " and " + in_quotes(names[1].text));
  }
  return senders;
}

void load_link_faults(const Document& document, Scenario& scenario) {
  const Value* list = document.root.find("link_fault");
  for (std::size_t i = 0; list != nullptr && i < list->elements.size(); ++i) {
    const Reader reader(document, "link_fault", list->elements[i], i);
    if (flow_control::traits_of(scenario.device.flow_control.scheme).by_channel) {
      reader.fail("do",
                  "a faulty link of [[link_fault]] carries no ordered sets, so that no credit comes home; wanted "
                  "another scheme than flow_control.scheme = \"ue_cbfc\"");
    }
    const bool repairs = scenario.device.llr.wanted ||
                         any_switch(scenario, [](const asic::SwitchConfig& device) { return device.llr.wanted; });
    if (repairs) {
      reader.fail("do",
                  "a faulty link of [[link_fault]] carries no ordered sets, so that no frame is acknowledged; wanted "
                  "link.llr.wanted = false");
    }
    LinkFaults& faults = scenario.link_faults.emplace_back();
    load_kind(reader, faults.fault);
    load_times(reader, faults.fault);
    faults.senders = senders_of(reader, scenario.topology);
  }
}

}  // namespace weir::scenario
