// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/commands/headroom_retry.h"

#include "tb/commands/quantity_option.h"

namespace weir {

void add_retry_options(CLI::App& command, RetryOptions& options) {
  CLI::Option* const llr = command.add_flag("--llr", options.llr,
                                            "Both ends have Ultra Ethernet's link-level retry: the larger of the "
                                            "headroom without it and of all that may be sent again");
  const auto text = [&](const char* name, std::string& value, const char* meaning) {
    command.add_option(name, value, meaning)->type_name("QUANTITY")->needs(llr);
  };
  command
      .add_option("--llr-frames", options.given.frames,
                  "--llr: OUTSTANDING_FRAMES_MAX (default: for full rate with the shortest frame)")
      ->needs(llr);
  text("--llr-bytes", options.bytes, "--llr: OUTSTANDING_BYTES_MAX (default: for full rate with every length)");
  text("--llr-spacing", options.spacing, "--llr: CTLOS_TARGET_SPACING, bytes between ACKs (default: 2048B)");
  text("--llr-processing", options.processing,
       "--llr: receiver after a frame and transmitter after an ACK, together (default: 0ns)");
  command
      .add_flag("--replay-first", options.given.replay_first,
                "--llr: PAUSE waits until what we send again is over (replay_first = 1)")
      ->needs(llr);
  command
      .add_flag("--pause-eligible", options.given.pause_eligible,
                "--llr: PAUSE has a number: it waits for a replay and for room in the window, and is repaired once")
      ->needs(llr);
}

std::optional<headroom::RetryRequest> retry_of(const RetryOptions& options) {
  if (!options.llr) {
    return {};
  }
  headroom::RetryRequest retry = options.given;
  if (!options.bytes.empty()) {
    retry.bytes = bytes_option("--llr-bytes", options.bytes);
  }
  if (!options.spacing.empty()) {
    retry.spacing = bytes_option("--llr-spacing", options.spacing);
  }
  if (!options.processing.empty()) {
    retry.processing = time_option("--llr-processing", options.processing);
  }
  return retry;
}

}  // namespace weir
