// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The parts of users (weir/parts.h) as cards of weir's lists of mechanisms.

#pragma once

#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "hw_model/frame/packet.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
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

// A part, and what its constructor has said.
template <class Kind>
struct Built {
  std::unique_ptr<Kind> part;
  std::vector<Register> registers;
  Promise promised;
};

// Builds the part with the settings that a config keeps.
template <class Kind>
Built<Kind> built(const OwnPart& part, MakerOf<Kind> make, const ledger::Kept& kept, Place place) {
  Sheet sheet(part, kept, std::move(place));
  std::unique_ptr<Kind> made = make(sheet);
  return {std::move(made), sheet.registers(), sheet.promised()};
}

// Where a part of a whole switch stands, by what the switch's parts are built from.
template <class Context>
Place place_in_switch(const Context& context) {
  Place place{.name = context.name,
              .ports = static_cast<unsigned>(context.rates.size()),
              .classes = context.classes,
              .max_frame = context.max_frame.count(),
              .buffer = context.buffer.count(),
              .seed = context.seed};
  for (const BitRate rate : context.rates)
    place.rates.push_back(rate.count());
  return place;
}

// The module of a part at a port: "mark_p2" of the port "s1.p2".
inline std::string name_at(const std::string& port, const OwnPart& part) {
  return part.word + "_" + port.substr(port.rfind('.') + 1);
}

// Parts whose cards are made of functions: there is a card for each of a few places, to which parts come in the order
// in which they are added. They live as long as the process.
template <class Kind>
class Places {
 public:
  struct Added {
    const OwnPart* part;
    MakerOf<Kind> make;
  };

  const Added& operator[](std::size_t place) const { return added_[place]; }
  const std::vector<Added>& added() const { return added_; }

  // The place of the next part. Throws std::invalid_argument: all are taken.
  std::size_t next(const OwnPart& part) const {
    if (added_.size() == kMostOfAKind)
      throw std::invalid_argument(part.chosen_by + ": at most " + std::to_string(kMostOfAKind) +
                                  " are taken from outside");
    return added_.size();
  }
  void take(const OwnPart& part, MakerOf<Kind> make) { added_.push_back({&part, make}); }

 private:
  std::vector<Added> added_;
};

// Each adds the part to its list, and throws as Registry does. The part lives as long as the process.
void add_detector(const OwnPart& part, MakerOf<Detector> make);
void add_admission(const OwnPart& part, MakerOf<Admission> make);
void add_unit(const OwnPart& part, MakerOf<DeadlockUnit> make);
void add_arbiter(const OwnPart& part, MakerOf<Arbiter> make);
void add_discipline(const OwnPart& part, MakerOf<Discipline> make);
void add_mapper(const OwnPart& part, MakerOf<ClassMapper> make);
void add_scheme(const OwnPart& part, MakerOf<FlowControl> make);

// The detectors, and the schemes, that were added.
const std::vector<Places<Detector>::Added>& own_detectors();
const std::vector<Places<FlowControl>::Added>& own_schemes();
// What a scheme promises at a port of this rate.
Promise promise_of(const Places<FlowControl>::Added& own, const flow_control::FlowControlConfig& config, BitRate rate,
                   weir::Bytes max_frame);

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
