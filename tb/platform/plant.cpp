// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/platform/plant.h"

#include <vector>

namespace weir::platform {

namespace {

// A component may hold a frame longer than the switch lives that has sent it; then the pool stays for the frame's sake.
// The list is never destroyed, because components may be as long-lived as the process.
void end(Plant* plant) {
  static auto* const kept = new std::vector<std::unique_ptr<Plant>>;
  std::unique_ptr<Plant> last(plant);
  if (last->pool.in_use() > 0)
    kept->push_back(std::move(last));
}

}  // namespace

std::shared_ptr<Plant> Plant::of(const std::string& source) {
  static auto* const plants = new std::map<std::string, std::weak_ptr<Plant>>;
  std::erase_if(*plants, [](const auto& one) { return one.second.expired(); });
  std::weak_ptr<Plant>& found = (*plants)[source];
  std::shared_ptr<Plant> plant = found.lock();
  if (!plant) {
    plant = std::shared_ptr<Plant>(new Plant, end);
    found = plant;
  }
  return plant;
}

}  // namespace weir::platform
