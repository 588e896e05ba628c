// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/capture.h"

#include <stdexcept>

#include "tb/run/story_frames.h"

namespace weir {

namespace {

using capture::PortCapture;

std::vector<PortCapture::Port> ports_of(network::Network& net) {
  std::vector<PortCapture::Port> ports;
  for (std::size_t d = 0; d < net.devices.size(); ++d) {
    const network::DeviceSpec& device = net.topology.devices[d];
    for (std::size_t p = 0; p < device.ports; ++p) {
      const PortCapture::End end{net.devices[d].operator->(), static_cast<std::uint32_t>(d), PortId(p)};
      ports.push_back({device.name + ".p" + std::to_string(p), end, net.devices[d].asic});
    }
  }
  return ports;
}

}  // namespace

RunCapture::RunCapture(network::Network& net, const std::vector<std::string>& taps, capture::LinkCapture links,
                       const report::RunDirectory& directory, const std::string& program, const std::string& comment)
    : ports_(directory.file("capture.pcapng"), program, comment) {
  const std::vector<PortCapture::Port> ports = ports_of(net);
  for (const std::string& pattern : taps) {
    try {
      ports_.tap(pattern, ports);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("--pcap " + std::string(error.what()));
    }
  }
  ports_.tap_links(links, [&](const PortCapture::End& here) {
    const network::Peer& peer = net.peers[here.index][here.port.index()];
    return PortCapture::End{net.devices[peer.device].operator->(), static_cast<std::uint32_t>(peer.device), peer.port};
  });
}

void RunCapture::comment(const report::Story& story, const network::Network& net) {
  StoryFrames frames(story, net, ports_.names());
  if (frames.any()) {
    ports_.writer().for_each_packet([&](const report::CapturedPacket& packet) { frames.look(packet); });
    ports_.writer().add_comments(frames.comments());
  }
}

}  // namespace weir
