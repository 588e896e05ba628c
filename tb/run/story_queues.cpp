// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/story_queues.h"

#include <optional>

#include "tb/report/human.h"
#include "tb/report/queue_place.h"
#include "tb/scenario/fills.h"

namespace weir {

namespace {

// The queue of the same class at the other end of the cable; empty: no such queue.
std::string opposite(const std::string& queue, const network::Network& net) {
  const std::optional<report::QueuePlace> place = report::parse_place(queue);
  const std::size_t device = place ? net.topology.find(place->device) : net.topology.devices.size();
  if (device == net.topology.devices.size() || place->port >= net.peers[device].size()) {
    return {};
  }
  const auto& peer = net.peers[device][place->port];
  return report::place_name(net.topology.devices[peer.device].name, static_cast<unsigned>(peer.port.index()),
                            place->traffic_class);
}

}  // namespace

std::set<std::string> queues_of_story(const report::Story& story, const network::Network& net,
                                      const report::Results& results) {
  std::set<std::string> queues;
  const auto add = [&](const std::string& queue) {
    if (report::parse_place(queue) && queues.size() < scenario::kMostStoryQueues) {
      queues.insert(queue);
    }
  };
  const auto add_both = [&](const std::string& queue) {
    add(queue);
    add(opposite(queue, net));
  };
  for (const report::Sentence& sentence : story.sentences) {
    add_both(sentence.queue);
  }
  if (results.deadlock) {
    for (const std::string& queue : results.deadlock->cycle) {
      add_both(queue);
    }
  }
  for (const std::uint64_t queue : story.events.queue) {
    add(story.queues.at(queue));
  }
  return queues;
}

}  // namespace weir
