// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/crossbar/crossbar.h"
#include "hw_model/datapath/crossbar/input_queued.h"
#include "hw_model/datapath/crossbar/output_queued.h"

namespace weir::crossbar {

std::unique_ptr<Crossbar> make_crossbar(const CrossbarContext& context) {
  if (context.config.strategy == Strategy::kOutputQueued) {
    return std::make_unique<OutputQueued>(*context.output);
  }
  return make_input_queued(context);
}

}  // namespace weir::crossbar
