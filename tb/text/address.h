// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Parsers of internet addresses.

#pragma once

#include <optional>
#include <string>

#include "hw_model/frame/ipv4.h"
#include "hw_model/frame/ipv6.h"

namespace weir::text {

// "10.0.0.1", all four parts, decimal; nullopt for any other text.
std::optional<frame::Ipv4Address> parse_ipv4(const std::string& text);

// "2001:db8::1", in any form of RFC 4291; nullopt for any other text.
std::optional<frame::Ipv6Address> parse_ipv6(const std::string& text);

}  // namespace weir::text
