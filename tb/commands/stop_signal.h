// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Ctrl-C and SIGTERM as requests to end in order.

#pragma once

#include <atomic>
#include <string_view>

namespace weir {

// From now on a first signal sets the result; the same signal again ends the program at once, as by default.
const std::atomic<bool>& catch_stop_signals();

// The same in a rank of a run, which gets other signals for these two (tb/ranks/start.h).
void catch_signals_of_ranks();

bool is_stopped();               // a signal has come
std::string_view how_stopped();  // "interrupted", "terminated"
int status_of_stop();

}  // namespace weir
