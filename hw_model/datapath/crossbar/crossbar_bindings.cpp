// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The registers of the crossbar's inputs as software reads them.

#include "hw_model/datapath/crossbar/input_side.h"

namespace weir::crossbar {

void InputSide::bind_registers(const ledger::Binder& binder) const {
  using At = ledger::RegisterAccess;
  binder.bind("queue_waiting", {.read = [this](const At& at) {
                const std::vector<Queue>& queues = classes_[at.indices[1]].queues;  // none until a class is used
                const std::size_t output = at.indices.size() > 2 ? at.indices[2] : 0;
                return queues.empty() || queues[index(at.indices[0], output)].packets.empty() ? 0U : 1U;
              }});
  binder.bind("reserved", {.read = [this](const At& at) {
                return static_cast<std::uint64_t>(reserved_.at(PortId(at.indices[0]), ClassId(at.indices[1])).count());
              }});
}

}  // namespace weir::crossbar
