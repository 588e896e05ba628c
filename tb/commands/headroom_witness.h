// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <vector>

#include "tb/headroom/link_headroom.h"

namespace weir {

// weir headroom --witness FILE: writes the scenario that fills the queue of the only row, and beside it the capture
// that the scenario plays (FILE with the ending .pcap), runs it, and says what came of it. Returns the exit status:
// kNotHeld if the queue has not filled to the last cell or has lost a frame. Throws std::invalid_argument, one line,
// for several rows, for a FILE that does not end in .toml, and as headroom::make_witness().
int write_and_run_witness(const headroom::LinkRequest& request, const std::vector<headroom::LinkRow>& rows,
                          const std::string& file);

}  // namespace weir
