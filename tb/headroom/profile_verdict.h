// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Judges a table of priority-group profiles (profile_table.h) row by row against the headroom that the link needs.

#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "tb/headroom/profile_table.h"

namespace weir::headroom {

// The headroom that a row's link needs if its own and the peer's times together are `times`; must not fall as `times`
// grow. The bound of tb/bounds, with the lengths of frames and the cells that the user gives.
using NeededHeadroom = std::function<Bytes(const Profile& row, Time times)>;

struct ProfileVerdict {
  Profile row;
  Bytes needed;              // with the times that the user gives
  bool loses = false;        // the row's xoff is less than needed
  Bytes on_the_cable;        // what a cable of this length holds in both directions
  bool below_cable = false;  // xoff is less than that: the row cannot be lossless, whatever the frames and times
  // The longest own and peer's time together with which the row loses nothing; nothing if it loses even with 0.
  std::optional<Time> covers;
  // The line of a row of the same rate and a shorter cable with more xoff; 0: none.
  std::size_t falls_from = 0;

  // How far the row is above what is needed, 0 if it loses.
  Bytes spare() const { return loses ? Bytes(0) : row.xoff - needed; }
};

// One verdict for each row, in the order of the rows. `times`: own and peer's time together, by the row's rate.
std::vector<ProfileVerdict> judge_profiles(std::span<const Profile> rows, const NeededHeadroom& needed,
                                           const std::function<Time(BitRate)>& times);

}  // namespace weir::headroom
