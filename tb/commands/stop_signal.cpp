// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/stop_signal.h"

#include <csignal>

#include "tb/commands/commands.h"
#include "tb/ranks/start.h"

namespace weir {
namespace {

std::atomic<bool> stop_requested = false;
std::atomic<int> signal_received = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

extern "C" void request_stop(int number) {
  signal_received = number == ranks::kInterrupt ? SIGINT : number == ranks::kTerminate ? SIGTERM : number;
  stop_requested = true;
  std::signal(number, SIG_DFL);
}

}  // namespace

const std::atomic<bool>& catch_stop_signals() {
  std::signal(SIGINT, request_stop);
  std::signal(SIGTERM, request_stop);
  return stop_requested;
}

void catch_signals_of_ranks() {
  std::signal(ranks::kInterrupt, request_stop);
  std::signal(ranks::kTerminate, request_stop);
}

bool is_stopped() { return stop_requested; }

std::string_view how_stopped() { return signal_received == SIGINT ? "interrupted" : "terminated"; }

int status_of_stop() { return kSignalled + signal_received; }

}  // namespace weir
