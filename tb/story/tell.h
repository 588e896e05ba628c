// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Tells the story of a run that has ended: docs/reference/story.md says which sentences there are, and what each means.

#pragma once

#include "tb/story/draft.h"

namespace weir::story {

// The chapters, in the order of telling. Each adds its sentences, or none.
void tell_deadlock(const Sources& sources, Draft& draft);
void tell_units(const Sources& sources, Draft& draft);
void tell_dissolved(const Sources& sources, Draft& draft);
void tell_retry(const Sources& sources, Draft& draft);
void tell_losses(const Sources& sources, Draft& draft);
void tell_starved(const Sources& sources, Draft& draft);
void tell_waits(const Sources& sources, Draft& draft);
void tell_nearest(const Sources& sources, Draft& draft);  // only if no other chapter had anything to tell

report::Story tell(const Sources& sources);

}  // namespace weir::story
