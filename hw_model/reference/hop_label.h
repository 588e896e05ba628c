// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The rules of a switch for hop labels (docs/decisions/0208): a label is the class in which the switch that the packet
// reaches queues it. A packet without a label, or from a port whose labels are not trusted, starts in the first class
// of its service. It leaves with the next class of the service as its label, or with its own class if that is plain. In
// the last class of a service it is dropped: in the same class it would wait for its own kind, in the next service for
// other traffic.
//
// Combinational: a multiplexer, an adder of 3 bits, and the bit of `services` that says whether the sum is the first
// class of another service.

#pragma once

#include <cstddef>
#include <optional>

#include "hw_model/base/ids.h"
#include "hw_model/reference/services.h"

namespace weir::reference {

// The class in which a packet is queued. `named`: the service that its PCP or DSCP names, by any class of it.
constexpr ClassId class_of_label(ClassMask services, std::optional<ClassId> label, bool trusted, ClassId named) {
  return label && trusted ? *label : service_of(services, named).first;
}

// The label with which a packet queued in this class goes to the next switch; nothing: the packet is dropped.
constexpr std::optional<ClassId> label_after(ClassMask services, ClassId c) {
  const Service service = service_of(services, c);
  if (service.is_plain())
    return c;
  return c == service.last ? std::nullopt : std::optional(ClassId(c.index() + 1));
}

}  // namespace weir::reference
