// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/scenario/edge_list.h"

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>
#include <vector>

#include <boost/tokenizer.hpp>

#include "tb/scenario/document.h"
#include "tb/scenario/key_check.h"
#include "tb/scenario/key_spec.h"
#include "tb/scenario/scenario_error.h"
#include "tb/text/quantity.h"
#include "tb/text/words.h"

namespace weir::scenario {
using text::Dimension;
using text::in_quotes;
using text::one_line;
using text::parse_quantity;
using text::QuantityError;

namespace {

enum Column : std::size_t { kA, kB, kRate, kDelay, kColumns };
constexpr std::array<std::string_view, kColumns> kNames{"a", "b", "rate", "delay"};

class EdgeListReader {
 public:
  EdgeListReader(const std::string& file, const link::LinkConfig& defaults) : file_(file), defaults_(defaults) {}

  void line(const std::string& text) {
    ++line_;
    if (text.empty() || text.front() == '#') {
      return;
    }
    const std::vector<std::string> fields = split(text);
    if (!has_header_) {
      return header(fields);
    }
    if (fields.size() > columns_) {
      refuse("wanted at most " + std::to_string(columns_) + " fields, as the first line has; got " +
             std::to_string(fields.size()));
    }
    link::LinkConfig link = defaults_;
    if (const std::string rate = field(fields, kRate); !rate.empty()) {
      link.rate = BitRate(quantity(Dimension::kRate, "rate", rate));
    }
    if (const std::string delay = field(fields, kDelay); !delay.empty()) {
      link.delay = Time(quantity(Dimension::kTime, "delay", delay));
    }
    const std::size_t a = device(field(fields, kA));
    const std::size_t b = device(field(fields, kB));
    if (a == b) {
      refuse("wanted two different devices; got " + in_quotes(field(fields, kA)) + " twice");
    }
    topology_.add_cable(a, b, link);
  }

  network::Topology finish() {
    if (topology_.cables.empty()) {
      refuse("there is no edge; wanted a line \"a,b,rate,delay\" and one line for each cable");
    }
    for (network::DeviceSpec& spec : topology_.devices) {
      spec.kind = spec.ports == 1 ? network::DeviceKind::kHost : network::DeviceKind::kSwitch;
    }
    return std::move(topology_);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw ScenarioError(one_line(file_) + ":" + std::to_string(line_) + ": " + what);
  }

  std::vector<std::string> split(const std::string& text) const {
    using Fields = boost::tokenizer<boost::escaped_list_separator<char>>;
    std::vector<std::string> fields;
    try {
      for (const std::string& field : Fields(text)) {
        const std::size_t first = field.find_first_not_of(" \t");
        fields.push_back(first == std::string::npos ? ""
                                                    : field.substr(first, field.find_last_not_of(" \t") + 1 - first));
      }
    } catch (const boost::escaped_list_error&) {
      refuse("wanted fields divided by commas");
    }
    return fields;
  }

  void header(const std::vector<std::string>& fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto* const name = std::find(kNames.begin(), kNames.end(), fields[i]);
      if (name == kNames.end()) {
        refuse("unknown column " + in_quotes(fields[i]) + "; wanted \"a\", \"b\", \"rate\" or \"delay\"");
      }
      std::optional<std::size_t>& place = place_[static_cast<std::size_t>(name - kNames.begin())];
      if (place) {
        refuse("there are two columns " + in_quotes(fields[i]));
      }
      place = i;
    }
    if (!place_[kA] || !place_[kB]) {
      refuse("the first line names the columns; wanted \"a\" and \"b\" among them");
    }
    has_header_ = true;
    columns_ = fields.size();
  }

  std::string field(const std::vector<std::string>& fields, Column column) const {
    return place_[column] && *place_[column] < fields.size() ? fields[*place_[column]] : "";
  }

  std::int64_t quantity(Dimension dimension, std::string_view key, const std::string& text) const {
    const KeySpec& limits = *find_key("topology", key);
    try {
      const std::int64_t count = parse_quantity(dimension, text);
      if (count >= parse_quantity(dimension, limits.lowest) && count <= parse_quantity(dimension, limits.highest)) {
        return count;
      }
    } catch (const QuantityError& error) {
      refuse(std::string(key) + ": " + error.what());
    }
    refuse(std::string(key) + ": wanted " + std::string(limits.lowest) + " to " + std::string(limits.highest) +
           "; got " + in_quotes(text));
  }

  std::size_t device(const std::string& name) {
    if (!is_name(name)) {
      refuse("wanted the name of a device, of letters, digits, '_' and '-'; got " + in_quotes(name));
    }
    const auto [found, is_new] = index_.emplace(name, topology_.devices.size());
    if (is_new) {
      topology_.add_device(name, network::DeviceKind::kSwitch);
    }
    return found->second;
  }

  const std::string& file_;
  const link::LinkConfig& defaults_;
  std::size_t line_ = 0;
  bool has_header_ = false;
  std::size_t columns_ = 0;
  std::array<std::optional<std::size_t>, kColumns> place_;
  std::unordered_map<std::string, std::size_t> index_;
  network::Topology topology_;
};

}  // namespace

network::Topology parse_edge_list(std::string_view text, const std::string& file, const link::LinkConfig& defaults) {
  EdgeListReader reader(file, defaults);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    reader.line(std::string(line));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return reader.finish();
}

}  // namespace weir::scenario
