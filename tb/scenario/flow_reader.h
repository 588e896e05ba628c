// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Reader of the keys common to [[flow]] and [[workload]], and check of paths. All functions throw ScenarioError.

#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "tb/network/routing.h"
#include "tb/scenario/reader.h"
#include "tb/scenario/scenario.h"

namespace weir::scenario {

class FlowReader {
 public:
  // `scenario` has its topology and device already.
  explicit FlowReader(const Scenario& scenario);

  // Reads class, lengths, framing, rate control and answers. `flow` has its kind already.
  void load(const Reader& reader, Flow& flow) const;

  // Checks that there is a path from source to destination, and that packets live long enough for the shortest path (if
  // they take it) or for the flow's own route, and have a class at each hop. Complaints are about `key`, or about the
  // key of the flow's own route.
  void check_path(const Reader& reader, std::string_view key, const Flow& flow);

  const std::vector<std::vector<network::Peer>>& peers() const { return peers_; }

 private:
  void load_packets(const Reader& reader, Flow& flow) const;
  void check_class(const Reader& reader, const Flow& flow) const;
  void check_fields(const Reader& reader, const Flow& flow, const reference::Service& service) const;
  void check_tags(const Reader& reader, const Flow& flow) const;
  void check_hops(const Reader& reader, std::string_view key, const Flow& flow, std::size_t passed) const;
  const std::vector<std::size_t>& distances_to(std::size_t host);
  void label_components();

  const Scenario& scenario_;
  reference::ClassMapper mapper_;
  std::vector<std::vector<network::Peer>> peers_;
  std::size_t switches_ = 0;
  std::unordered_map<std::size_t, std::vector<std::size_t>> distances_;  // by switch: links to it from each switch
  std::vector<std::size_t> component_;  // by device: devices with the same number reach each other
};

}  // namespace weir::scenario
