// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/recording.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "tb/text/words.h"

namespace weir::cosim {

namespace {

[[noreturn]] void refuse_line(const std::string& file, std::size_t line, const std::string& what) {
  throw BadRecording(file + ":" + std::to_string(line) + ": " + what);
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) {
    return std::nullopt;
  }
  return value;
}

// Refuses a file without the format in its first line: its meaning is not to be guessed.
void require_format(const Recording& recording, std::string_view first) {
  if (first != "# " + std::string(kFormat)) {
    refuse_line(recording.file, 1, "no recording: its first line is not \"# " + std::string(kFormat) + "\"");
  }
}

void take_header(Recording& recording, std::string_view line, std::size_t at) {
  line.remove_prefix(std::min(line.size(), line.find_first_not_of("# ")));
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos) {
    refuse_line(recording.file, at, "wanted \"# name=value\"");
  }
  const std::string name(line.substr(0, equals));
  const std::string value(line.substr(equals + 1));
  if (name == "cycles") {
    const auto cycles = number(value);
    if (!cycles) {
      refuse_line(recording.file, at, "cycles = " + value + ", wanted a number");
    }
    recording.length = *cycles;
  }
  recording.header.emplace_back(name, value);
}

void take_columns(Recording& recording, std::string_view line, std::size_t at) {
  const auto fields = text::split(line, ',');
  if (fields.front() != "cycle") {
    refuse_line(recording.file, at, "the first column is \"" + std::string(fields.front()) + "\", wanted cycle");
  }
  recording.columns.assign(fields.begin() + 1, fields.end());
}

void take_row(Recording& recording, std::string_view line, std::size_t at) {
  const auto fields = text::split(line, ',');
  if (fields.size() != recording.columns.size() + 1) {
    refuse_line(recording.file, at,
                std::to_string(fields.size()) + " values, wanted " + std::to_string(recording.columns.size() + 1));
  }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto value = number(fields[i]);
    if (!value) {
      refuse_line(recording.file, at, "\"" + std::string(fields[i]) + "\", wanted a number from 0");
    }
    if (i > 0) {
      recording.values.push_back(*value);
    } else if (!recording.cycles.empty() && *value <= recording.cycles.back()) {
      refuse_line(recording.file, at,
                  "cycle " + std::to_string(*value) + " after cycle " + std::to_string(recording.cycles.back()) +
                      ", wanted ascending cycles");
    } else {
      recording.cycles.push_back(*value);
    }
  }
  recording.lines.push_back(at);
}

}  // namespace

// The longest recording: longer ones are mistakes in a number, which would play for hours.
constexpr std::uint64_t kLongestRecording = 100'000'000'000;

Recording Recording::parse(std::string file, std::string_view text) {
  Recording recording{.file = std::move(file)};
  std::size_t at = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
    }
    if (++at == 1) {
      require_format(recording, line);
    } else if (line.starts_with('#')) {
      take_header(recording, line, at);
    } else if (recording.columns.empty()) {
      take_columns(recording, line, at);
    } else {
      take_row(recording, line, at);
    }
  }
  if (at == 0) {
    require_format(recording, "");
  }
  if (recording.cycles.empty()) {
    throw BadRecording(recording.file + ": no cycles in it");
  }
  recording.length = std::max(recording.length, recording.cycles.back() + 1);
  if (recording.length > kLongestRecording) {
    throw BadRecording(recording.file + ": " + std::to_string(recording.length) + " cycles, wanted at most " +
                       std::to_string(kLongestRecording));
  }
  return recording;
}

const std::string& Recording::value_of(std::string_view name) const {
  for (const auto& [key, value] : header) {
    if (key == name) {
      return value;
    }
  }
  throw BadRecording(file + ": the header has no line \"# " + std::string(name) + "=...\"");
}

unsigned Recording::number_of(std::string_view name) const {
  const std::string& text = value_of(name);
  const auto value = number(text);
  if (!value || *value > 1'000'000'000) {
    throw BadRecording(file + ": " + std::string(name) + " = " + text + ", wanted a number");
  }
  return static_cast<unsigned>(*value);
}

void Recording::require_block(std::string_view block) const {
  if (value_of("block") != block) {
    throw BadRecording(file + ": recorded at a " + value_of("block") + ", does not fit a " + std::string(block));
  }
}

void Recording::refuse(std::size_t row, const std::string& what) const { refuse_line(file, lines[row], what); }

RecordedColumns match_columns(const Recording& recording, std::span<const Port> inputs, std::span<const Port> outputs) {
  RecordedColumns found;
  std::vector<unsigned> bits(recording.columns.size());
  const auto find = [&](const Port& port) {
    const auto at = std::ranges::find(recording.columns, port.name);
    const auto column = static_cast<std::size_t>(at - recording.columns.begin());
    if (at != recording.columns.end()) {
      bits[column] = port.bits;
    }
    return column;
  };
  for (const Port& port : inputs) {
    found.inputs.push_back(find(port));
    if (found.inputs.back() == recording.columns.size()) {
      throw BadRecording(recording.file + ": no column " + port.name);
    }
  }
  for (const Port& port : outputs) {
    found.outputs.push_back(find(port));
  }
  if (std::ranges::count(found.outputs, recording.columns.size()) == static_cast<std::ptrdiff_t>(outputs.size())) {
    found.outputs.clear();
  } else if (const auto missing = std::ranges::find(found.outputs, recording.columns.size());
             missing != found.outputs.end()) {
    throw BadRecording(recording.file + ": no column " +
                       outputs[static_cast<std::size_t>(missing - found.outputs.begin())].name +
                       ", though other outputs are there");
  }
  for (std::size_t column = 0; column < bits.size(); ++column) {
    if (bits[column] == 0) {
      throw BadRecording(recording.file + ": column " + recording.columns[column] + " is no port of the block");
    }
  }
  for (std::size_t row = 0; row < recording.rows(); ++row) {
    for (std::size_t column = 0; column < bits.size(); ++column) {
      const std::uint64_t value = recording.row(row)[column];
      if (bits[column] < std::numeric_limits<std::uint64_t>::digits && value >> bits[column] != 0) {
        recording.refuse(row, recording.columns[column] + " = " + std::to_string(value) + " does not fit " +
                                  std::to_string(bits[column]) + " bits");
      }
    }
  }
  return found;
}

std::string recording_head(const HeaderLines& header, std::span<const Port> inputs, std::span<const Port> outputs) {
  std::string text = "# " + std::string(kFormat) + "\n";
  for (const auto& [name, value] : header) {
    text += "# " + name + "=" + value + "\n";
  }
  text += "cycle";
  for (const std::span<const Port> ports : {inputs, outputs}) {
    for (const Port& port : ports) {
      text += "," + port.name;
    }
  }
  return text + "\n";
}

std::string recording_row(std::uint64_t cycle, std::span<const std::uint64_t> inputs,
                          std::span<const std::uint64_t> outputs) {
  std::string text = std::to_string(cycle);
  for (const std::span<const std::uint64_t> values : {inputs, outputs}) {
    for (const std::uint64_t value : values) {
      text += "," + std::to_string(value);
    }
  }
  return text + "\n";
}

std::string recording_end(std::uint64_t cycles) { return "# cycles=" + std::to_string(cycles) + "\n"; }

}  // namespace weir::cosim
