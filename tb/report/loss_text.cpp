// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/loss_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "tb/report/human.h"

namespace weir::report {

std::string loss_text(const LossResult& loss) {
  const auto us = [](double seconds) { return fmt::format("{:.1f} us", 1e6 * seconds); };
  const std::string when = loss.packets == 1
                               ? "at " + us(loss.first_seconds)
                               : fmt::format("from {} to {}", us(loss.first_seconds), us(loss.last_seconds));
  return fmt::format("{} lost {} {} of class {} (lossless) {}: {}",
                     place_name(loss.device, loss.port, loss.traffic_class), human_count(loss.packets),
                     loss.packets == 1 ? "packet" : "packets", loss.traffic_class, when, loss.bound);
}

std::vector<std::string> loss_lines(const Results& results) {
  constexpr std::size_t kMost = 8;
  if (results.losses.empty()) {
    return results.faults;
  }
  std::vector<std::string> lines;
  const std::size_t said = std::min(results.losses.size(), kMost);
  std::uint64_t packets = 0;
  for (std::size_t i = 0; i < results.losses.size(); ++i) {
    if (i < said) {
      lines.push_back(loss_text(results.losses[i]));
    } else {
      packets += results.losses[i].packets;
    }
  }
  if (const std::size_t more = results.losses.size() - said; more > 0) {
    lines.push_back(
        fmt::format("and {} in summary.json, with {}", counted(more, "more queue"), counted(packets, "lost packet")));
  }
  return lines;
}

}  // namespace weir::report
