// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/queue_place.h"

#include <charconv>

namespace weir::report {

std::optional<QueuePlace> parse_place(std::string_view text) {
  const std::size_t class_point = text.rfind(".c");
  if (class_point == std::string_view::npos) {
    return std::nullopt;
  }
  const std::size_t port_point = text.substr(0, class_point).rfind(".p");
  if (port_point == std::string_view::npos || port_point == 0) {
    return std::nullopt;
  }
  const auto number = [](std::string_view digits, unsigned& value) {
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return end.ec == std::errc{} && end.ptr == digits.data() + digits.size();
  };
  QueuePlace place;
  place.device = text.substr(0, port_point);
  const bool read = number(text.substr(port_point + 2, class_point - port_point - 2), place.port) &&
                    number(text.substr(class_point + 2), place.traffic_class);
  return read ? std::optional(place) : std::nullopt;
}

}  // namespace weir::report
