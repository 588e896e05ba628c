// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A table of lossless priority-group profiles by line rate and cable, as SONiC reads one (pg_profile_lookup.ini): lines
// of blank-separated columns, speed in Mbps, cable ("5m"), size, xon, xoff in bytes, threshold (an exponent: alpha =
// 2^n), and perhaps xon_offset in bytes. Lines that begin with '#' are comments.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/units.h"

namespace weir::headroom {

// One line: "file:line: what was wanted".
class ProfileError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

struct Profile {
  BitRate rate;
  std::int64_t cable = 0;  // metres
  Bytes size;              // reserved for the priority group
  Bytes xon;
  Bytes xoff;     // the headroom above XOFF
  int threshold;  // alpha = 2^threshold
  std::optional<Bytes> xon_offset;
  std::size_t line = 0;  // in the file, from 1
};

// The rows in their order. `file` is for messages. Throws ProfileError for a line with fewer than six or more than
// seven columns, a number that is none, a rate or cable of 0, two rows of one rate and cable, and for a text without
// rows.
std::vector<Profile> read_profiles(std::string_view text, const std::string& file);

// The table as SONiC reads it, with `comment` in its first line.
std::string profile_text(std::span<const Profile> profiles, const std::string& comment);

}  // namespace weir::headroom
