// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Ctrl-C and SIGTERM, taken as a wish to end in order.

#pragma once

#include <atomic>
#include <string_view>

namespace weir {

// From now on a signal sets this; the same one again ends the program at once, as if nobody had caught it.
const std::atomic<bool>& catch_stop_signals();

bool is_stopped();               // whether one came, and how: its word and its exit status
std::string_view how_stopped();  // "interrupted", "terminated"
int status_of_stop();

}  // namespace weir
