// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Ctrl-C and SIGTERM as requests to end in order.

#pragma once

#include <atomic>
#include <string_view>

namespace weir {

// From now on a first signal sets the result; the same signal again ends the program at once, as by default. A rank of
// a run also takes the signals that stand for these two (tb/ranks/start.h).
const std::atomic<bool>& catch_stop_signals();

bool is_stopped();               // a signal has come
std::string_view how_stopped();  // "interrupted", "terminated"
int status_of_stop();

}  // namespace weir
