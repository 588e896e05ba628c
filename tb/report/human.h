// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Formats of quantities for people: four significant digits and a decimal prefix.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace weir::report {

std::string human_bytes(double bytes);      // "745.5 KB"
std::string human_rate(double bps);         // "4.998 Gbps"
std::string human_seconds(double seconds);  // "12.5 us"; "0 s"
std::string human_count(std::uint64_t n);   // "1,234,567"
std::string human_ratio(double ratio);      // "1.274"

// "1 packet", "1,234 packets", "2 classes".
std::string counted(std::uint64_t n, std::string_view thing);

// Natural order of names: "s2" before "s10".
bool natural_less(std::string_view a, std::string_view b);

// "s1.p2.c0"
std::string place_name(std::string_view device, unsigned port, unsigned traffic_class);

}  // namespace weir::report
