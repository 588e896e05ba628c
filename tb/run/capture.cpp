// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/capture.h"

#include <stdexcept>

#include "tb/run/story_frames.h"

namespace weir {

namespace {

using capture::PortCapture;

// Calls visit(device, port, name).
template <class Visit>
void for_each_port(const network::Topology& topology, Visit visit) {
  for (std::size_t d = 0; d < topology.devices.size(); ++d) {
    for (std::size_t p = 0; p < topology.devices[d].ports; ++p) {
      visit(d, PortId(p), topology.devices[d].name + ".p" + std::to_string(p));
    }
  }
}

std::vector<PortCapture::Port> ports_of(network::Network& net) {
  std::vector<PortCapture::Port> ports;
  for_each_port(net.topology, [&](std::size_t d, PortId p, const std::string& name) {
    const PortCapture::End end{net.devices[d].operator->(), static_cast<std::uint32_t>(d), p};
    ports.push_back({name, end, net.devices[d].asic, BitRate(), net.longest_parse(d)});
  });
  std::vector<std::size_t> first;  // of each device, its first port
  for (std::size_t i = 0; i < ports.size(); ++i) {
    first.resize(ports[i].end.index + 1, i);
  }
  for (const network::Cable& cable : net.topology.cables) {
    for (const network::End& end : {cable.a, cable.b}) {
      ports[first[end.device] + end.port.index()].rate = cable.link.rate;
    }
  }
  return ports;
}

}  // namespace

void require_taps(const network::Topology& topology, const std::vector<std::string>& taps) {
  std::vector<std::string> names;
  for_each_port(topology, [&](std::size_t, PortId, const std::string& name) { names.push_back(name); });
  for (const std::string& pattern : taps) {
    try {
      capture::require_port(pattern, names);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("--pcap " + std::string(error.what()));
    }
  }
}

RunCapture::RunCapture(network::Network& net, const std::vector<std::string>& taps, capture::LinkCapture links,
                       const report::RunDirectory& directory, const std::string& program, const std::string& comment)
    : ports_(directory.file("capture.pcapng"), program, comment) {
  tap(net, taps, links);
}

RunCapture::RunCapture(network::Network& net, const std::vector<std::string>& taps, capture::LinkCapture links) {
  tap(net, taps, links);
}

void RunCapture::tap(network::Network& net, const std::vector<std::string>& taps, capture::LinkCapture links) {
  const std::vector<PortCapture::Port> ports = ports_of(net);
  for (const std::string& pattern : taps) {
    ports_.tap(pattern, ports);
  }
  ports_.tap_links(links, [&](const PortCapture::End& here) {
    const network::Peer& peer = net.peers[here.index][here.port.index()];
    return PortCapture::End{net.devices[peer.device].operator->(), static_cast<std::uint32_t>(peer.device), peer.port};
  });
}

void RunCapture::comment(const report::Story& story, const network::Network& net, const story::Devices& devices) {
  StoryFrames frames(story, net, devices, ports_.names());
  if (frames.any()) {
    ports_.writer().for_each_packet([&](const report::CapturedPacket& packet) { frames.look(packet); });
    ports_.writer().add_comments(frames.comments());
  }
}

}  // namespace weir
