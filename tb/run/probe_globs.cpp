// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/run/probe_globs.h"

#include <stdexcept>

#include "tb/report/wave_scopes.h"
#include "tb/scenario/expectation_key.h"
#include "tb/text/words.h"

namespace weir {

bool ProbeGlobs::takes(const Probe& probe) {
  if (globs_.empty()) {
    return true;
  }
  const std::string path = report::signal_path(probe);
  for (const std::string& scope : {probe.device, path.substr(0, path.rfind('.'))}) {
    if (scopes_.empty() || scopes_.back() != scope) {
      scopes_.push_back(scope);
    }
  }
  signals_.push_back(path);
  bool taken = false;
  for (std::size_t i = 0; i < globs_.size(); ++i) {
    if (scenario::matches_within(globs_[i], path)) {
      met_[i] = true;
      taken = true;
    }
  }
  return taken;
}

void ProbeGlobs::require_met() const {
  for (std::size_t i = 0; i < globs_.size(); ++i) {
    if (met_[i]) {
      continue;
    }
    const std::string nearest_scope = text::nearest_hint(globs_[i], scopes_);
    throw std::invalid_argument("--probe " + text::one_line(globs_[i]) + ": there is no such signal, port or device" +
                                (nearest_scope.empty() ? text::nearest_hint(globs_[i], signals_) : nearest_scope) +
                                "; signals are named DEVICE.pN.SIGNAL, e.g. " + signals_.front() +
                                "; '*' stands for any letters");
  }
}

}  // namespace weir
