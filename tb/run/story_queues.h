// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The queues of a story, whose samples a large network keeps.

#pragma once

#include <set>
#include <string>

#include "tb/network/network.h"
#include "tb/report/results.h"
#include "tb/report/story.h"

namespace weir {

// Up to scenario::kMostStoryQueues names such as "s1.p2.c0", in this order: queues of sentences, and of the deadlock's
// circle, each with the queue of the same class at the other end of its cable; queues of events, as they happened.
std::set<std::string> queues_of_story(const report::Story& story, const network::Network& net,
                                      const report::Results& results);

}  // namespace weir
