// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Converts the rows of a recording into cycles of a kind of block, with outputs if stated; and back.

#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tb/cosim/kind.h"
#include "tb/cosim/recording.h"

namespace weir::cosim {

// Ports that change from cycle to cycle; configured ports are in the header.
template <class In>
std::vector<PortOf<In>> recorded_inputs(std::vector<PortOf<In>> inputs) {
  std::erase_if(inputs, [](const PortOf<In>& port) { return port.configured; });
  return inputs;
}

template <class Kind>
struct Recorded {
  Mode<typename Kind::Setup> mode;
  std::vector<typename Kind::Inputs> inputs{};
  std::vector<typename Kind::Outputs> outputs{};  // empty: not stated
};

template <class Kind>
BlockPorts<typename Kind::Inputs, typename Kind::Outputs> ports_of(const Recording& recording,
                                                                   const typename Kind::Setup& setup) {
  try {
    return Kind::ports(setup);
  } catch (const std::invalid_argument& error) {
    throw BadRecording(recording.file + ": " + error.what());
  }
}

// One cycle from a row's columns, in the order of the ports.
template <class Cycle>
Cycle cycle_of(const Recording& recording, std::size_t row, const std::vector<PortOf<Cycle>>& ports,
               const std::vector<std::size_t>& columns) {
  Cycle cycle;
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const std::uint64_t value = recording.row(row)[columns[i]];
    if (value > ports[i].highest) {
      recording.refuse(
          row, ports[i].name + " = " + std::to_string(value) + ", wanted 0.." + std::to_string(ports[i].highest));
    }
    ports[i].set(cycle, value);
  }
  return cycle;
}

// Throws BadRecording for a recording of another variant.
template <class Kind>
Recorded<Kind> recorded_cycles(const Recording& recording, const Variant<Kind>& variant) {
  recording.require_block(variant.name);
  typename Kind::Setup setup = variant.setup;
  Kind::take_header(recording, setup);
  const auto ports = ports_of<Kind>(recording, setup);
  Recorded<Kind> recorded{.mode = {Kind::mode_name(setup), setup}};
  const auto inputs = recorded_inputs(ports.inputs);
  const RecordedColumns columns = match_columns(recording, names_of(inputs), names_of(ports.outputs));
  for (std::size_t n = 0; n < recording.rows(); ++n) {
    recorded.inputs.push_back(cycle_of(recording, n, inputs, columns.inputs));
    if (!columns.outputs.empty()) {
      recorded.outputs.push_back(cycle_of(recording, n, ports.outputs, columns.outputs));
    }
  }
  return recorded;
}

// Writes a recording of one instance, piece by piece.
template <class Kind>
class RecordedRows {
 public:
  using Write = std::function<void(std::string_view text)>;

  RecordedRows(const typename Kind::Setup& setup, Write write)
      : inputs_(recorded_inputs(Kind::ports(setup).inputs)),
        outputs_(Kind::ports(setup).outputs),
        write_(std::move(write)) {}

  void begin(const HeaderLines& header) { write_(recording_head(header, names_of(inputs_), names_of(outputs_))); }
  void add(std::uint64_t cycle, const typename Kind::Inputs& in, const typename Kind::Outputs& out) {
    write_(recording_row(cycle, values_at(inputs_, in), values_at(outputs_, out)));
    next_ = cycle + 1;
  }
  // Ends the recording after at least `cycles` cycles.
  void end(std::uint64_t cycles) { write_(recording_end(std::max(cycles, next_))); }
  // The cycle after the last row.
  std::uint64_t next() const { return next_; }

 private:
  std::vector<PortOf<typename Kind::Inputs>> inputs_;
  std::vector<PortOf<typename Kind::Outputs>> outputs_;
  Write write_;
  std::uint64_t next_ = 0;
};

}  // namespace weir::cosim
