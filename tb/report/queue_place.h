// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The names of queues.

#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace weir::report {

// A queue in the form of Deadlock::cycle, "s1.p2.c0"; parse_place(): nullopt for any other form.
struct QueuePlace {
  std::string device;
  unsigned port = 0;
  unsigned traffic_class = 0;
};
std::optional<QueuePlace> parse_place(std::string_view text);

}  // namespace weir::report
