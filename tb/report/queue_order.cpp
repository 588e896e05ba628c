// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/queue_order.h"

#include <algorithm>
#include <tuple>

namespace weir::report {

std::vector<const QueueResult*> busiest_first(const std::vector<QueueResult>& queues) {
  std::vector<const QueueResult*> ordered;
  ordered.reserve(queues.size());
  for (const QueueResult& queue : queues) {
    ordered.push_back(&queue);
  }
  const auto activity = [](const QueueResult* queue) {
    return std::tuple(queue->pauses_sent, queue->viq_peak_bytes, queue->veq_peak_bytes);
  };
  std::ranges::stable_sort(ordered, std::ranges::greater{}, activity);
  return ordered;
}

}  // namespace weir::report
