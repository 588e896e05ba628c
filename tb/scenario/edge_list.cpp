// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/edge_list.h"

#include <array>
#include <string>
#include <unordered_map>
#include <utility>

#include "tb/scenario/document.h"
#include "tb/scenario/key_check.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/scenario_error.h"
#include "tb/text/csv.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {
namespace {

using text::CsvRow;
using text::Dimension;
using text::in_quotes;

enum Column : std::size_t { kA, kB, kRate, kDelay };
constexpr std::array<text::CsvColumn, 4> kColumns{{{"a"}, {"b"}, {"rate", false}, {"delay", false}}};

// The quantity in a column that has the name and the limits of a key of [topology].
std::int64_t quantity(const CsvRow& row, Column column, Dimension dimension) {
  const KeySpec& limits = *find_key("topology", kColumns.at(column).name);
  const std::string_view text = row.field(column);
  try {
    const std::int64_t count = text::parse_quantity(dimension, text);
    if (count >= text::parse_quantity(dimension, limits.lowest) &&
        count <= text::parse_quantity(dimension, limits.highest)) {
      return count;
    }
  } catch (const text::QuantityError& error) {
    row.refuse(column, error.what());
  }
  row.refuse(column, "wanted " + std::string(limits.lowest) + " to " + std::string(limits.highest) + "; got " +
                         in_quotes(text));
}

class EdgeListReader {
 public:
  explicit EdgeListReader(const link::LinkConfig& defaults) : defaults_(defaults) {}

  void read(const CsvRow& row) {
    link::LinkConfig link = defaults_;
    if (!row.field(kRate).empty()) {
      link.rate = BitRate(quantity(row, kRate, Dimension::kRate));
    }
    if (!row.field(kDelay).empty()) {
      link.delay = Time(quantity(row, kDelay, Dimension::kTime));
    }
    const std::size_t a = device(row, kA);
    const std::size_t b = device(row, kB);
    if (a == b) {
      row.refuse(kB, "wanted two different devices; got " + in_quotes(row.field(kB)) + " twice");
    }
    topology_.add_cable(a, b, link);
  }

  network::Topology finish() {
    for (network::DeviceSpec& spec : topology_.devices) {
      spec.kind = spec.ports == 1 ? network::DeviceKind::kHost : network::DeviceKind::kSwitch;
    }
    return std::move(topology_);
  }

 private:
  std::size_t device(const CsvRow& row, Column column) {
    const std::string name(row.field(column));
    if (!is_name(name)) {
      row.refuse(column,
                 "wanted the name of a device, of letters, digits, '_' and (not first) '-'; got " + in_quotes(name));
    }
    const auto [found, is_new] = index_.emplace(name, topology_.devices.size());
    if (is_new) {
      topology_.add_device(name, network::DeviceKind::kSwitch);
    }
    return found->second;
  }

  const link::LinkConfig& defaults_;
  std::unordered_map<std::string, std::size_t> index_;
  network::Topology topology_;
};

}  // namespace

network::Topology parse_edge_list(std::string_view text, const std::string& file, const link::LinkConfig& defaults) {
  EdgeListReader reader(defaults);
  try {
    const text::CsvTable table(text, file, kColumns);
    for (const CsvRow& row : table.rows()) {
      reader.read(row);
    }
  } catch (const text::CsvError& error) {
    throw ScenarioError(error.what());
  }
  return reader.finish();
}

}  // namespace weir::scenario
