// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What link-level retry, Ultra Ethernet's credits, faults and damage have done at the links of a device.

#pragma once

#include <cstddef>
#include <vector>

#include "tb/network/network.h"
#include "tb/report/results.h"

namespace weir {

// Adds the results of retry and credits at the ports of a device, with counters as they are at `at`. Adds nothing where
// no port has either.
void measure_links(const network::Network& net, std::size_t device, Time at, report::Results& results);

// The links with faults, and those with damage, from this device to others, by port.
std::vector<report::LinkResult> faulty_links(const network::Network& net, std::size_t device);
std::vector<report::LinkResult> damaged_links(const network::Network& net, std::size_t device);

// The packets of lossless classes that the wires of this device have damaged, at the ports that find them so; and those
// that link-level retry of the device has given up, without poisoned ones, which are lost on the link already.
std::vector<report::LossResult> losses_on_links(const network::Network& net, std::size_t device);
std::vector<report::LossResult> losses_of_retry(const network::Network& net, std::size_t device);

// Calls visit(port, link) for those links, by sending port, that begin at the device.
template <class Links, class Visit>
void for_each_link_of(const Links& links, std::size_t device, Visit visit) {
  for (auto link = links.lower_bound({device, PortId(0)}); link != links.end() && link->first.first == device; ++link) {
    visit(link->first.second, *link->second);
  }
}

}  // namespace weir
