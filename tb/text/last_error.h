// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Failures of functions that C calls: nothing is thrown, a line is kept.

#pragma once

#include <exception>
#include <string>

namespace weir::text {

// The line of the last failure in this thread; empty: the last call did not fail. `Interface` tells libraries apart
// that a process has loaded together.
template <class Interface>
std::string& last_error() {
  thread_local std::string line;
  return line;
}

// What `work` returns; if it throws, `failed`, and the reason is kept.
template <class Interface, class Result, class Work>
Result guarded(Result failed, const Work& work) {
  std::string& error = last_error<Interface>();
  error.clear();
  try {
    return work();
  } catch (const std::exception& thrown) {
    error = thrown.what();
  } catch (...) {
    error = "unknown failure";
  }
  return failed;
}

}  // namespace weir::text
