// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The parts of users (weir/parts.h) as cards of weir's lists of mechanisms.

#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "hw_model/frame/packet.h"
#include "tb/parts/own_part.h"

namespace weir::parts {

inline constexpr std::size_t kMostOfAKind = 8;

template <class Kind>
using MakerOf = std::unique_ptr<Kind> (*)(Build&);

// The part with the settings that its constructor asks for.
template <class Kind>
const OwnPart& learnt(OwnPart& part, MakerOf<Kind> make) {
  Sheet sheet(part);
  make(sheet);
  return part;
}

// Each adds the part to its list, and throws as Registry does. The part lives as long as the process.
void add_detector(const OwnPart& part, MakerOf<Detector> make);
void add_admission(const OwnPart& part, MakerOf<Admission> make);
void add_unit(const OwnPart& part, MakerOf<DeadlockUnit> make);
void add_arbiter(const OwnPart& part, MakerOf<Arbiter> make);

// The words of the detectors that were added; they live as long as the process.
const std::vector<std::string_view>& own_detectors();

inline unsigned number_of(ClassId c) { return static_cast<unsigned>(c.index()); }
inline unsigned number_of(PortId p) { return static_cast<unsigned>(p.index()); }

// A packet as parts see it.
inline Packet seen(const frame::Packet& packet) {
  return {.bytes = packet.bytes.data(),
          .kept = packet.bytes.size(),
          .length = packet.length.count(),
          .ingress = packet.ingress == frame::kNoIngress ? kNoPort : static_cast<unsigned>(packet.ingress.index()),
          .egress = static_cast<unsigned>(packet.egress.index()),
          .traffic_class = static_cast<unsigned>(packet.traffic_class.index())};
}

}  // namespace weir::parts
