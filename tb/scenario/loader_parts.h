// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The parts of the loader, one function per part of the file. They take a document that is checked value by value,
// resolve defaults and check relations between keys. All throw ScenarioError.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tb/scenario/document.h"
#include "tb/scenario/loader.h"
#include "tb/scenario/own_settings.h"
#include "tb/scenario/reader.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

// The file merged with its bases and the command line's settings, checked value by value. `folder` as in load_text.
Document checked_document(std::string_view text, const std::string& file, const Overrides& overrides,
                          const std::optional<std::string>& folder = {});
Document checked_file(const std::string& path, const Overrides& overrides);

// Loads [scenario], [measure], and topology.seed.
void load_header(const Document& document, Scenario& scenario);

// `seed` draws random graphs and failures.
network::Topology load_topology(const Document& document, std::uint64_t seed);

// The settings common to all devices, resolved; ports stay empty.
asic::SwitchConfig load_device(const Document& document);
// Loads the settings of single switches into `scenario`, which has its topology and device; returns the documents that
// they come from, in the order of Scenario::own. Settings equal to the common ones are not stored.
std::vector<OwnDocument> load_own_settings(const Document& document, Scenario& scenario);
// The documents that hold the settings of each device.
class DeviceDocuments {
 public:
  DeviceDocuments(const Document& document, std::vector<OwnDocument>& own, const Scenario& scenario)
      : document_(document), own_(own), scenario_(scenario) {}

  // The document of this device; from now on messages about it name the device.
  const Document& of(std::size_t device);

 private:
  const Document& document_;
  std::vector<OwnDocument>& own_;
  const Scenario& scenario_;
};
// Checks the chip's rules for each device of `scenario`, which has its topology, device and shapers.
void check_devices(DeviceDocuments& documents, const Scenario& scenario);
// Checks that the forwarding tables have room for all entries of `scenario`, which is complete.
void check_tables(DeviceDocuments& documents, const Scenario& scenario);
// Loads [fidelity] into `scenario`, which has its topology.
void load_fidelities(const Document& document, Scenario& scenario);
// Refuses RTL that is not built with the widths that a switch asks for. After check_devices().
void check_fidelities(const Document& document, const Scenario& scenario);

// Loads the tables of [switch.forwarding], and [[switch.route]], into `scenario`, which has its topology.
void load_routes(const Document& document, Scenario& scenario);

// Loads [[switch.egress.shaper]] into `scenario`, which has its topology and device.
void load_shapers(const Document& document, Scenario& scenario);

// Loads [[host]] for `scenario`, which has its topology.
std::vector<HostService> load_hosts(const Document& document, const Scenario& scenario);

// Loads [traffic] and [[flow]], and checks routes.
std::vector<Flow> load_flows(const Document& document, const Scenario& scenario);

// Loads how packets of the flow are framed, sent and answered; `undetermined`: the code point of UE. `flow` has its
// kind, lengths and `acknowledged`.
void load_transport(const Reader& reader, frame::Ecn undetermined, Flow& flow);

// Loads [traffic.CONTROL], the settings for all flows of this rate control. `settings.tcd` is set already.
void load_control_settings(const Document& document, const host::RateControlKind& control,
                           host::ControlSettings& settings);

// Loads [traffic.tcp] and the flow's own TCP keys into `flow`, which has its framing and control; refuses these keys
// for other framings.
void load_tcp(const Reader& reader, Flow& flow);

// Loads [[workload]] and draws its flows, into `scenario`, which has its duration, topology, device and flows.
void load_workloads(const Document& document, Scenario& scenario);

// Loads when packets of the flow become due. `flow` has its kind.
void load_demand(const Reader& reader, Flow& flow);

// Loads the further keys of a flow of kind = "pcap" and reads its capture; refuses these keys for other kinds.
void load_capture(const Reader& reader, Flow& flow);
// Throws ScenarioError if an address in a capture does not lead to exactly one host.
void check_captured_destinations(const Scenario& scenario);
// Warnings about frames of captures that are not played as captured.
std::vector<std::string> capture_warnings(const Scenario& scenario);

// Warnings about other settings that have no effect or another one than the file suggests.
std::vector<std::string> usage_warnings(const Scenario& scenario);

// Loads [[event]] into `scenario`, which has its flows and its faults of links: flows started by an event lose their
// own start.
void load_events(const Document& document, Scenario& scenario);

// Loads the keys of an event at the ports of a cable.
void load_port_deed(const Reader& reader, const Scenario& scenario, PortDeed deed, ScenarioEvent& event);

// Loads the keys of an event that sets up or removes channels of ue_cbfc.
void load_channels(const Reader& reader, const Scenario& scenario, bool removes, ScenarioEvent& event);

// Loads the keys of an event that cuts a cable, and adds what is lost on it to `scenario`, which has its faults of
// links.
void load_cut_link(const Reader& reader, Scenario& scenario, ScenarioEvent& event);

// All ports of a device that have a cable, and the port at the other end of a cable.
std::vector<network::End> ports_of(const Scenario& scenario, std::size_t device);
network::End far_end(const Scenario& scenario, const network::End& end);

// Loads [[link_fault]] into `scenario`, which has its topology.
void load_link_faults(const Document& document, Scenario& scenario);

// Loads [[link_damage]] into `scenario`, which has its faults of links.
void load_link_damage(const Document& document, Scenario& scenario);

// Adds errors of the wire, unless the scheme of flow control cannot live with them, or the links have [[link_fault]].
void add_link_errors(const Reader& reader, Scenario& scenario, LinkErrors errors);

// The ports that send into the links which an entry names by its keys `between` and `from`.
std::vector<network::End> senders_of(const Reader& reader, const network::Topology& topology);

// Loads [expect]; the flows, devices, events, ports and classes in its keys must exist.
std::vector<Expectation> load_expectations(const Document& document, const Scenario& scenario);

}  // namespace weir::scenario
