// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/traffic/size_distribution.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "tb/text/csv.h"

namespace weir::traffic {

Bytes SizeDistribution::quantile(double share) const {
  const double wanted = share * static_cast<double>(kWhole);
  const auto above = std::upper_bound(points_.begin(), points_.end(), wanted, [](double value, const Point& point) {
    return value < static_cast<double>(point.share);
  });
  if (above == points_.begin()) {
    return Bytes(points_.front().bytes);
  }
  const auto to = above == points_.end() ? std::prev(above) : above;
  const auto from = std::prev(to);
  const double part = (wanted - static_cast<double>(from->share)) / static_cast<double>(to->share - from->share);
  const double size = static_cast<double>(from->bytes) + part * static_cast<double>(to->bytes - from->bytes);
  return Bytes(std::clamp(static_cast<std::int64_t>(std::ceil(size)), from->bytes + 1, to->bytes));
}

double SizeDistribution::share_up_to(Bytes size) const {
  const auto above = std::upper_bound(points_.begin(), points_.end(), size.count(),
                                      [](std::int64_t value, const Point& point) { return value < point.bytes; });
  if (above == points_.begin()) {
    return 0;
  }
  const auto from = std::prev(above);
  double share = static_cast<double>(from->share);
  if (above != points_.end()) {
    share += static_cast<double>(above->share - from->share) * static_cast<double>(size.count() - from->bytes) /
             static_cast<double>(above->bytes - from->bytes);
  }
  return share / static_cast<double>(kWhole);
}

double SizeDistribution::mean() const {
  double sum = static_cast<double>(points_.front().share) * static_cast<double>(points_.front().bytes);
  for (std::size_t i = 1; i < points_.size(); ++i) {  // whole numbers from + 1 to `to`, each as likely
    const Point& from = points_[i - 1];
    const Point& to = points_[i];
    sum += static_cast<double>(to.share - from.share) * (static_cast<double>(from.bytes + to.bytes) + 1) / 2;
  }
  return sum / static_cast<double>(kWhole);
}

SizeDistribution read_size_distribution(std::string_view text, const std::string& file) {
  constexpr std::size_t kBytes = 0;
  constexpr std::size_t kPercent = 1;
  constexpr std::array kColumns{text::CsvColumn{"bytes"}, text::CsvColumn{"percent"}};
  constexpr unsigned kDecimals = 6;
  constexpr std::int64_t kMostBytes = 1'000'000'000'000'000;
  const text::CsvTable table(text, file, kColumns);
  std::vector<SizeDistribution::Point> points;
  for (const text::CsvRow& row : table.rows()) {
    const SizeDistribution::Point point{row.integer(kBytes, 0, kMostBytes),
                                        row.decimal(kPercent, kDecimals, 0, SizeDistribution::kWhole)};
    if (!points.empty() && point.bytes <= points.back().bytes) {
      row.refuse(kBytes, "wanted more than in the line before, " + std::to_string(points.back().bytes) + "; got " +
                             std::to_string(point.bytes));
    }
    if (!points.empty() && point.share < points.back().share) {
      row.refuse(kPercent, "wanted at least that of the line before; got " + std::string(row.field(kPercent)));
    }
    if (point.bytes == 0 && point.share > 0) {
      row.refuse(kPercent, "wanted 0, because no flow has 0 bytes; got " + std::string(row.field(kPercent)));
    }
    if (!points.empty() && points.back().share == SizeDistribution::kWhole) {
      row.refuse(kPercent, "wanted no line behind that of 100");
    }
    points.push_back(point);
  }
  if (points.back().share != SizeDistribution::kWhole) {
    table.rows().back().refuse(kPercent,
                               "wanted 100 in the last line; got " + std::string(table.rows().back().field(kPercent)));
  }
  return SizeDistribution(std::move(points));
}

}  // namespace weir::traffic
