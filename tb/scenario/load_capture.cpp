// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The keys of kind = "pcap": which capture a flow plays, and how.

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <string>

#include "hw_model/frame/headers.h"
#include "hw_model/mechanisms/flow_control/flow_control_settings.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/loader_parts.h"
#include "tb/scenario/scenario_error.h"
#include "tb/text/quantity.h"
#include "tb/traffic/capture_file.h"

namespace weir::scenario {
namespace {

using traffic::CaptureFile;

template <class Address>
void keep_each_once(std::vector<Address>& addresses) {
  std::sort(addresses.begin(), addresses.end());
  addresses.erase(std::unique(addresses.begin(), addresses.end()), addresses.end());
}

std::uint64_t longer_than(const CaptureFile& capture, Bytes length) {
  const auto& frames = capture.frames();
  return static_cast<std::uint64_t>(
      std::count_if(frames.begin(), frames.end(), [length](const auto& frame) { return frame.length > length; }));
}

Bytes longest_of(const CaptureFile& capture) {
  Bytes longest;
  for (const traffic::CapturedFrame& frame : capture.frames()) {
    longest = std::max(longest, frame.length);
  }
  return longest;
}

// Whether the packet is in a service of one class, which follows no hops.
bool is_plain(const frame::Headers& headers, const reference::ClassMapperConfig& mapper) {
  const bool tagged = headers.ethernet && headers.ethernet->tag_count > 0;
  const frame::VlanTag outer = tagged ? headers.ethernet->tags[0] : frame::VlanTag{};
  const std::uint8_t dscp = headers.ipv4 ? headers.ipv4->dscp : (headers.ipv6 ? headers.ipv6->dscp : 0);
  return reference::ClassMapper(mapper)
      .named_by(reference::code_point(outer.pcp, outer.drop_eligible), dscp)
      .is_plain();
}

// The number of frames for which TTL-shifted PFC has no class: without a TTL, or with one above that of hosts.
std::uint64_t without_hop(const CaptureFile& capture, const reference::ClassMapperConfig& mapper) {
  const auto& frames = capture.frames();
  return static_cast<std::uint64_t>(std::count_if(frames.begin(), frames.end(), [&](const auto& frame) {
    const frame::Headers headers = frame::read_headers(capture.bytes(frame), frame.length);
    const std::uint8_t ttl = headers.ipv4 ? headers.ipv4->ttl : (headers.ipv6 ? headers.ipv6->hop_limit : 0);
    return !is_plain(headers, mapper) && (ttl == 0 || ttl > mapper.ttl0);
  }));
}

void find_destinations(Flow& flow) {
  for (const traffic::CapturedFrame& frame : flow.capture->frames()) {
    const frame::Headers headers = frame::read_headers(flow.capture->bytes(frame), frame.length);
    if (headers.ipv4) {
      flow.captured_destinations.push_back(headers.ipv4->destination.value());
    } else if (headers.ipv6) {
      flow.captured_destinations_v6.push_back(headers.ipv6->destination);
    }
  }
  keep_each_once(flow.captured_destinations);
  keep_each_once(flow.captured_destinations_v6);
}

// The host to which each address leads, and why.
template <class Address>
class Destinations {
 public:
  explicit Destinations(const Scenario& scenario) : scenario_(scenario) {}

  void own(Address address, std::size_t host, const std::string& why) { owners_[address] = {host, why}; }

  void claim(Address address, const Flow& flow) {
    const std::string& host = scenario_.topology.devices[flow.destination].name;
    const auto [entry, is_new] =
        owners_.try_emplace(address, flow.destination, "which flow " + flow.name + " leads to " + host);
    if (entry->second.first != flow.destination) {
      throw ScenarioError(flow.capture_where + ": flow " + flow.name + " to " + host + " plays " + flow.capture_file +
                          ", which sends to " + to_string(address) + ", " + entry->second.second);
    }
  }

 private:
  const Scenario& scenario_;
  std::map<Address, std::pair<std::size_t, std::string>> owners_;
};

}  // namespace

void load_capture(const Reader& reader, Flow& flow) {
  constexpr std::array kPcapOnly{"file", "pace", "speed", "fcs"};
  constexpr std::array kNotOfPcap{"class", "pcp",   "dei",          "frame_length",          "rate",
                                  "size",  "route", "acknowledged", "acknowledgement_length"};
  if (flow.kind != SourceKind::kPcap) {
    for (const char* key : kPcapOnly) {
      if (reader.has_own(key)) {
        reader.fail(key, "only for kind = \"pcap\"");
      }
    }
    return;
  }
  for (const char* key : kNotOfPcap) {
    if (reader.has_own(key)) {
      reader.fail(key, "not for kind = \"pcap\": the frames of the capture decide");
    }
  }
  if (!reader.has("file")) {
    reader.fail("file", "required for kind = \"pcap\", but missing; wanted the path of a capture file");
  }
  constexpr std::array kPaces{traffic::Pace::kCapture, traffic::Pace::kLineRate};
  constexpr std::array kFcs{traffic::CaptureFcs::kAuto, traffic::CaptureFcs::kPresent, traffic::CaptureFcs::kAbsent};
  flow.pace = reader.word("pace", kPaces);
  flow.speed = reader.real("speed");
  flow.capture_file = reader.file("file");
  flow.capture_where = reader.where("file");
  try {
    flow.capture =
        std::make_shared<const CaptureFile>(traffic::read_capture(flow.capture_file, reader.word("fcs", kFcs)));
  } catch (const traffic::CaptureError& error) {
    reader.fail("file", error.what());
  }
  find_destinations(flow);
}

void check_captured_destinations(const Scenario& scenario) {
  Destinations<frame::Ipv4Address> v4(scenario);
  Destinations<frame::Ipv6Address> v6(scenario);
  const std::vector<network::DeviceSpec>& devices = scenario.topology.devices;
  for (std::size_t i = 0; i < devices.size(); ++i) {
    if (devices[i].kind == network::DeviceKind::kHost) {
      v4.own(scenario.topology.address(i), i,
             "which is host " + devices[i].name + "; topology.first_address moves the addresses of hosts");
    }
  }
  for (const Flow& flow : scenario.flows) {
    for (const std::uint32_t address : flow.captured_destinations) {
      v4.claim(frame::Ipv4Address(address), flow);
    }
    for (const frame::Ipv6Address address : flow.captured_destinations_v6) {
      v6.claim(address, flow);
    }
  }
}

std::vector<std::string> capture_warnings(const Scenario& scenario) {
  std::vector<std::string> warnings;
  for (const Flow& flow : scenario.flows) {
    if (!flow.capture) {
      continue;
    }
    // The folder of the file is no part of the scenario.
    const std::string name_of_file = std::filesystem::path(flow.capture_file).filename().string();
    const auto warn = [&](std::uint64_t frames, const std::string& what) {
      if (frames > 0) {
        warnings.push_back("flow " + flow.name + ", " + name_of_file + ": " + std::to_string(frames) +
                           (frames == 1 ? " frame " : " frames ") + what);
      }
    };
    warn(flow.capture->link_local(), "left out: MAC control stays on the link on which it was captured");
    warn(flow.capture->empty(), "left out: empty");
    warn(flow.capture->too_long(), "left out: longer than 9216 B");
    const Bytes tag = asic::tag_length(scenario.device);
    warn(longer_than(*flow.capture, scenario.device.max_frame - tag),
         "longer than switch.max_frame, " + text::to_text(scenario.device.max_frame) +
             (tag > Bytes(0) ? ", less the " + text::to_text(tag) + " of a tag between switches," : "") +
             " with the FCS: every port drops them as oversize; the longest has " +
             text::to_text(longest_of(*flow.capture)));
    if (const auto& mapper = scenario.device.class_mapper;
        flow_control::traits_of(scenario.device.flow_control.scheme).follows_ttl &&
        reference::follows_ttl(mapper.source)) {
      const bool one = mapper.services == reference::kOneService;
      warn(without_hop(*flow.capture, mapper),
           "without a TTL from 1 to switch.class_mapper.ttl0, " + std::to_string(mapper.ttl0) + ": in " +
               (one ? "class 0" : "the first class of their service") +
               ", which nothing pauses, they are lost where it has no partition, or a full one");
    }
    warn(flow.capture->cut(), "cut by the capture's snapshot length: the rest is played as zeros");
    warn(flow.capture->back_in_time(), "earlier than the one before: played right behind it");
  }
  return warnings;
}

}  // namespace weir::scenario
