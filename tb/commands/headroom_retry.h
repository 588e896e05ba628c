// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The options of `weir headroom` about link-level retry.

#pragma once

#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "tb/headroom/retry.h"

namespace weir {

// As written; an empty one was not given.
struct RetryOptions {
  bool llr = false;
  headroom::RetryRequest given;
  std::string bytes, spacing, processing;
};

void add_retry_options(CLI::App& command, RetryOptions& options);

// Nothing without --llr. Throws std::invalid_argument, one line that names the option.
std::optional<headroom::RetryRequest> retry_of(const RetryOptions& options);

}  // namespace weir
