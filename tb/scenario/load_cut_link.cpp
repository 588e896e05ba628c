// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The event that cuts a cable for a time.

#include <string>
#include <utility>
#include <vector>

#include "tb/scenario/loader_parts.h"
#include "tb/scenario/reader.h"
#include "tb/text/quantity.h"

namespace weir::scenario {

void load_cut_link(const Reader& reader, Scenario& scenario, ScenarioEvent& event) {
  if (event.after) {
    reader.fail("after", "what is lost on the cable is known before the run; wanted 'at'");
  }
  CutLink cut;
  cut.ends = senders_of(reader, scenario.topology);
  cut.length = reader.has("length") ? reader.time("length") : kNever;
  network::LinkError error;
  error.kind = network::ErrorKind::kCut;
  error.from = event.at;
  error.until = cut.length == kNever ? kNever : event.at + cut.length;
  add_link_errors(reader, scenario, {error, cut.ends});
  const std::vector<Value>& pair = reader.list("between");
  event.what_text = "the link of " + pair[0].text + " and " + pair[1].text + " is down" +
                    (cut.length == kNever ? "" : " for " + text::to_text(cut.length));
  event.what = std::move(cut);
}

}  // namespace weir::scenario
