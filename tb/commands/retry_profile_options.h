// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The options of `--format llr-profile`, of `weir cost --links` and `weir headroom --llr`.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "tb/cost/retry_profile.h"

namespace weir {

inline constexpr const char* kRetryProfileFormat = "llr-profile";

// As written; an empty one was not given.
struct RetryProfileOptions {
  std::string timer, pcs_lost, age, init, flush;
  std::optional<std::uint32_t> replays;
};

void add_retry_profile_options(CLI::App& command, RetryProfileOptions& options);

// Refuses these options beside another format. Throws std::invalid_argument, one line that names the option.
void refuse_beside_format(const CLI::App& command, const std::string& format);

// Throws std::invalid_argument, one line that names the option.
cost::RetryProfileRequest retry_profile_of(const RetryProfileOptions& options);

}  // namespace weir
