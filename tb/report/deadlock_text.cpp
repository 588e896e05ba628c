// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/deadlock_text.h"

#include <fmt/format.h>

#include "tb/report/human.h"

namespace weir::report {

std::string how_it_ended(const Deadlock& deadlock) {
  if (!deadlock.dissolved_at_seconds) {
    return "";
  }
  std::string text = ", dissolved at " + human_seconds(*deadlock.dissolved_at_seconds);
  if (deadlock.later > 0) {
    text += fmt::format(", {} more after it", human_count(deadlock.later));
  }
  return text;
}

}  // namespace weir::report
