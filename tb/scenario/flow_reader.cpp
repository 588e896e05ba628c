// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/flow_reader.h"

#include <string>

#include "hw_model/asic/switch_settings.h"
#include "tb/host/flow.h"
#include "tb/scenario/loader_parts.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::in_quotes;
using text::to_text;

namespace {

// The most switches that the flow's packets pass.
std::size_t most_hops(const Scenario& scenario, const Flow& flow) {
  const reference::ClassMapperConfig& mapper = scenario.device.class_mapper;
  const reference::Service service = reference::service_of(mapper, flow.traffic_class);
  const std::size_t alive = host::initial_ttl(mapper, flow.traffic_class) - std::size_t{1};
  return service.is_plain() ? alive : reference::hops_of(mapper, service);
}

}  // namespace

FlowReader::FlowReader(const Scenario& scenario)
    : scenario_(scenario), mapper_(asic::class_mapper_of(scenario.device)), peers_(peers_of(scenario.topology)) {
  for (const network::DeviceSpec& device : scenario.topology.devices) {
    switches_ += device.kind == network::DeviceKind::kSwitch ? 1 : 0;
  }
  label_components();
}

void FlowReader::load(const Reader& reader, Flow& flow) const {
  load_packets(reader, flow);
  check_class(reader, flow);
  load_transport(reader, scenario_.device.congestion.undetermined, flow);
  check_tags(reader, flow);
}

// Loads class and lengths of the flow's packets; of a capture's packets only the keys that [traffic] gives to all
// flows.
void FlowReader::load_packets(const Reader& reader, Flow& flow) const {
  const auto reads = [&](std::string_view key) { return flow.kind != SourceKind::kPcap || reader.has(key); };
  if (reads("class")) {
    flow.traffic_class = ClassId(static_cast<std::size_t>(reader.integer("class")));
  }
  if (reads("frame_length")) {
    flow.frame_length = reader.bytes("frame_length");
  }
  flow.acknowledged = flow.kind != SourceKind::kPcap && reader.boolean("acknowledged");
  if (flow.kind == SourceKind::kPcap) {
    return;
  }
  flow.drop_eligible = reader.boolean("dei");
  if (reader.has("pcp")) {
    flow.pcp = static_cast<std::uint8_t>(reader.integer("pcp"));
  }
  const bool is_roce = reader.text("framing") == "rocev2";
  flow.acknowledgement_length = is_roce ? reader.bytes_or("acknowledgement_length", host::kLeastRoceAnswer)
                                        : reader.bytes("acknowledgement_length");
  for (const auto& [key, length] : {std::pair<std::string_view, Bytes>{"frame_length", flow.frame_length},
                                    {"acknowledgement_length", flow.acknowledgement_length}}) {
    if (length > scenario_.device.max_frame) {
      reader.fail(
          key, "wanted at most switch.max_frame, " + to_text(scenario_.device.max_frame) + "; got " + to_text(length));
    }
    const Bytes tag = asic::tag_length(scenario_.device);
    if (length > scenario_.device.max_frame - tag) {
      reader.fail(key, "with switch.class_mapper.source = " +
                           in_quotes(reference::name_of(scenario_.device.class_mapper.source)) + " frames are " +
                           to_text(tag) + " longer between switches; wanted at most switch.max_frame, " +
                           to_text(scenario_.device.max_frame) + ", less these; got " + to_text(length));
    }
  }
}

// Hosts do not forward, but each has one cable only, so plain connectedness says what can be reached.
void FlowReader::label_components() {
  component_.assign(peers_.size(), network::kNoDevice);
  std::vector<std::size_t> pending;
  for (std::size_t root = 0; root < peers_.size(); ++root) {
    if (component_[root] != network::kNoDevice) {
      continue;
    }
    component_[root] = root;
    pending.push_back(root);
    while (!pending.empty()) {
      const std::size_t device = pending.back();
      pending.pop_back();
      for (const network::Peer& peer : peers_[device]) {
        if (peer.device != network::kNoDevice && component_[peer.device] == network::kNoDevice) {
          component_[peer.device] = root;
          pending.push_back(peer.device);
        }
      }
    }
  }
}

void FlowReader::check_class(const Reader& reader, const Flow& flow) const {
  const ClassId traffic_class = flow.traffic_class;
  const reference::ClassMapperConfig& mapper = scenario_.device.class_mapper;
  const reference::Service service = reference::service_of(mapper, traffic_class);
  const ClassId first = reference::first_at_switch(mapper, service);
  if (traffic_class != service.first) {
    reader.fail("class", "with switch.class_mapper.source = \"" + std::string(reference::name_of(mapper.source)) +
                             "\" packets start in class " + std::to_string(service.first.index()) + "; got " +
                             std::to_string(traffic_class.index()));
  }
  const auto has_no_place = [&](const asic::SwitchConfig& device) {
    return device.mmu.partitioned() && device.mmu.partition_size[first.index()] == Bytes(0);
  };
  if (any_switch(scenario_, has_no_place)) {
    reader.fail("class", "class " + std::to_string(first.index()) +
                             " has no partition and would lose every packet; see switch.mmu.partitions");
  }
  if (flow.kind != SourceKind::kPcap) {
    check_fields(reader, flow, service);
  }
}

// The fields that a host writes into its headers must lead to the flow's class.
void FlowReader::check_fields(const Reader& reader, const Flow& flow, const reference::Service& service) const {
  const reference::ClassMapperConfig& mapper = scenario_.device.class_mapper;
  const std::string wanted = "class " + std::to_string(flow.traffic_class.index());
  const std::string with_dei = flow.drop_eligible ? " with DEI 1" : " with DEI 0";
  if (mapper_.own() != nullptr && !host::own_fields(mapper_, flow.traffic_class, flow.drop_eligible, flow.pcp)) {
    const std::string with_pcp = flow.pcp ? "no DSCP beside PCP " + std::to_string(*flow.pcp) : "no PCP and DSCP";
    reader.fail(flow.pcp ? "pcp" : "class",
                with_pcp + with_dei + " lead to " + wanted +
                    " by switch.class_mapper.source = " + in_quotes(reference::name_of(mapper.source)));
  }
  if (reference::uses_dscp(mapper) && !host::dscp_of(mapper, flow.traffic_class)) {
    reader.fail("class", "no DSCP leads to " + wanted + "; see switch.class_mapper.dscp_classes");
  }
  if (!flow.pcp && !host::pcp_of(mapper, flow.traffic_class, flow.drop_eligible)) {
    reader.fail("class", "no PCP" + with_dei + " leads to " + wanted + "; see switch.class_mapper.pcp_classes");
  }
  if (!flow.pcp || !reference::uses_pcp(mapper)) {
    return;
  }
  const ClassId found = mapper.pcp_classes[reference::code_point(*flow.pcp, flow.drop_eligible)];
  if (reference::service_of(mapper, found).first != service.first) {
    reader.fail("pcp", "PCP " + std::to_string(*flow.pcp) + with_dei + " leads to class " +
                           std::to_string(found.index()) + ", and the flow is of " + wanted +
                           "; see switch.class_mapper.pcp_classes");
  }
}

// Rate tags have the number of their flow's class as PCP, and neither a DEI nor a DSCP nor a TTL.
void FlowReader::check_tags(const Reader& reader, const Flow& flow) const {
  const std::uint8_t point = reference::code_point(flow.traffic_class.index(), false);
  if (flow.control == nullptr || !flow.control->tags) {
    return;
  }
  if (asic::maps_by_packets(scenario_.device)) {
    return;  // switches judge the tags, too
  }
  if (const ClassId found = mapper_.map(point, 0, 0); found != flow.traffic_class) {
    const bool by_pcp = reference::uses_pcp(mapper_.config()) && !reference::follows_hops(mapper_.config().source);
    const std::string wanted =
        by_pcp
            ? "PCP " + std::to_string(flow.traffic_class.index()) + " of that class in switch.class_mapper.pcp_classes"
            : "switch.class_mapper.source = \"pcp\", or a flow in class " + std::to_string(found.index());
    reader.fail("control", "rate tags of control = " + in_quotes(flow.control->word) + " would go in class " +
                               std::to_string(found.index()) + " and its packets in class " +
                               std::to_string(flow.traffic_class.index()) + "; wanted " + wanted);
  }
}

// Links from each switch to the one of this host.
const std::vector<std::size_t>& FlowReader::distances_to(std::size_t host) {
  const std::size_t root = peers_[host].front().device;
  const auto [place, is_new] = distances_.try_emplace(root, peers_.size(), network::kNoDevice);
  std::vector<std::size_t>& distance = place->second;
  if (!is_new) {
    return distance;
  }
  std::vector<std::size_t> reached{root};
  distance[root] = 0;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const network::Peer& peer : peers_[reached[i]]) {
      const bool is_switch = peer.device != network::kNoDevice &&
                             scenario_.topology.devices[peer.device].kind == network::DeviceKind::kSwitch;
      if (is_switch && distance[peer.device] == network::kNoDevice) {
        distance[peer.device] = distance[reached[i]] + 1;
        reached.push_back(peer.device);
      }
    }
  }
  return distance;
}

void FlowReader::check_path(const Reader& reader, std::string_view key, const Flow& flow) {
  const std::vector<network::DeviceSpec>& devices = scenario_.topology.devices;
  if (component_[flow.source] != component_[flow.destination]) {
    reader.fail(key, "there is no path from " + in_quotes(devices[flow.source].name) + " to " +
                         in_quotes(devices[flow.destination].name));
  }
  if (!flow.route.empty()) {
    return check_hops(reader, "route", flow, flow.route.size() - 2);
  }
  if (scenario_.tables == TableFill::kShortestPaths && switches_ > most_hops(scenario_, flow)) {
    check_hops(reader, key, flow, distances_to(flow.destination)[peers_[flow.source].front().device] + 1);
  }
}

// `passed`: switches on its way.
void FlowReader::check_hops(const Reader& reader, std::string_view key, const Flow& flow, std::size_t passed) const {
  const reference::ClassMapperConfig& mapper = scenario_.device.class_mapper;
  const std::size_t ttl = host::initial_ttl(mapper, flow.traffic_class);
  const std::string which = flow.route.empty() ? "the shortest path passes " : "passes ";
  if (passed >= ttl) {
    reader.fail(key, which + std::to_string(passed) + " switches, and packets leave their host with a TTL of " +
                         std::to_string(ttl) + "; wanted fewer switches than that");
  }
  if (passed > most_hops(scenario_, flow)) {
    const reference::Service service = reference::service_of(mapper, flow.traffic_class);
    const std::size_t lowest = reference::first_at_switch(mapper, service).index();
    reader.fail(key, which + std::to_string(passed) + " switches, and the service of class " +
                         std::to_string(service.first.index()) + " has classes for " +
                         std::to_string(most_hops(scenario_, flow)) + " of them, " +
                         (lowest == service.last.index() ? "class " : std::to_string(lowest) + " to ") +
                         std::to_string(service.last.index()) + "; see switch.class_mapper.services");
  }
}

}  // namespace weir::scenario
