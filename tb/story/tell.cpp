// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/story/tell.h"

namespace weir::story {

report::Story tell(const Sources& sources) {
  Draft draft(sources);
  tell_deadlock(sources, draft);
  tell_units(sources, draft);
  tell_dissolved(sources, draft);
  tell_retry(sources, draft);
  tell_losses(sources, draft);
  tell_starved(sources, draft);
  if (sources.deadlocks.empty()) {
    tell_waits(sources, draft);
  }
  if (draft.empty()) {
    tell_nearest(sources, draft);
  }
  return draft.finish();
}

}  // namespace weir::story
