// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/retry_profile_options.h"

#include <array>
#include <stdexcept>
#include <vector>

#include "tb/commands/quantity_option.h"

namespace weir {
namespace {

constexpr std::array kOptions = {"--llr-timer", "--llr-replays", "--llr-pcs-lost",
                                 "--llr-age",   "--llr-init",    "--llr-flush"};

std::vector<std::string> actions() {
  std::vector<std::string> names;
  for (const Named<llr::FrameAction>& known : llr::kFrameActions) {
    names.emplace_back(known.name);
  }
  return names;
}

void set(const std::string& written, llr::FrameAction& action) {
  for (const Named<llr::FrameAction>& known : llr::kFrameActions) {
    if (known.name == written) {
      action = known.value;
    }
  }
}

void set(const char* option, const std::string& written, std::optional<Time>& time) {
  if (!written.empty()) {
    time = time_option(option, written);
  }
}

}  // namespace

void add_retry_profile_options(CLI::App& command, RetryProfileOptions& options) {
  const auto time = [&](const char* name, std::string& value, const char* meaning) {
    command.add_option(name, value, meaning)->type_name("QUANTITY");
  };
  const auto action = [&](const char* name, std::string& value, const char* meaning) {
    command.add_option(name, value, meaning)->check(CLI::IsMember(actions()));
  };
  time("--llr-timer", options.timer,
       "llr-profile: REPLAY_TIMER_MAX (default: three loops of the largest frame and 500ns)");
  command.add_option("--llr-replays", options.replays, "llr-profile: REPLAY_COUNT_MAX, 1..255, endless (default: 1)");
  time("--llr-pcs-lost", options.pcs_lost, "llr-profile: PCS_LOST_TIMEOUT (default: -, as it is)");
  time("--llr-age", options.age, "llr-profile: DATA_AGE_TIMEOUT (default: -, as it is)");
  action("--llr-init", options.init, "llr-profile: what becomes of frames in INIT (default: best_effort)");
  action("--llr-flush", options.flush, "llr-profile: what becomes of frames in FLUSH (default: best_effort)");
}

void refuse_beside_format(const CLI::App& command, const std::string& format) {
  for (const char* option : kOptions) {
    if (command.count(option) > 0 && format != kRetryProfileFormat) {
      throw std::invalid_argument(std::string(option) + ": wanted --format " + kRetryProfileFormat + " beside it");
    }
  }
}

cost::RetryProfileRequest retry_profile_of(const RetryProfileOptions& options) {
  cost::RetryProfileRequest request;
  set("--llr-timer", options.timer, request.replay_timer);
  set("--llr-pcs-lost", options.pcs_lost, request.pcs_lost_timeout);
  set("--llr-age", options.age, request.data_age_timeout);
  set(options.init, request.init_action);
  set(options.flush, request.flush_action);
  request.replay_count = options.replays.value_or(request.replay_count);
  return request;
}

}  // namespace weir
