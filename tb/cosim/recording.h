// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A recording: the inputs of one block in a running scenario, cycle by cycle, as a text file that lock-step can replay.
// docs/user_guide/cosimulation.md describes the format: a header of `# name=value` lines, a line of column names, and a
// row for each cycle with activity at the inputs. Columns are RTL ports.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hw_model/base/named.h"
#include "tb/cosim/ports.h"

namespace weir::cosim {

// One line: "<file>:<line>: what was wanted". Bad input.
class BadRecording : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

inline constexpr std::string_view kFormat = "weir recording 1";

using HeaderLines = std::vector<std::pair<std::string, std::string>>;

// The file's content; whether its columns fit a block is checked by the player.
struct Recording {
  std::string file;  // for messages
  HeaderLines header{};
  std::vector<std::string> columns{};  // after "cycle"
  std::vector<std::size_t> lines{};    // line number of each row in the file
  std::vector<std::uint64_t> cycles{};
  std::vector<std::uint64_t> values{};  // row by row
  std::uint64_t length = 0;             // total cycles, including those after the last row

  static Recording parse(std::string file, std::string_view text);

  std::size_t rows() const { return cycles.size(); }
  std::span<const std::uint64_t> row(std::size_t n) const {
    return std::span(values).subspan(n * columns.size(), columns.size());
  }
  // Throws BadRecording if the header has no such line.
  const std::string& value_of(std::string_view name) const;
  unsigned number_of(std::string_view name) const;
  // The enumerator for the header's word; throws BadRecording for another word.
  template <class Enum, std::size_t kCount>
  Enum word_of(std::string_view name, const std::array<Named<Enum>, kCount>& words) const {
    const std::string& value = value_of(name);
    std::string wanted;
    for (const Named<Enum>& word : words) {
      if (word.name == value) {
        return word.value;
      }
      wanted += (wanted.empty() ? "" : ", ") + std::string(word.name);
    }
    throw BadRecording(file + ": " + std::string(name) + " = " + value + ", wanted one of " + wanted);
  }
  // Throws BadRecording if the recording is of another block.
  void require_block(std::string_view block) const;
  [[noreturn]] void refuse(std::size_t row, const std::string& what) const;
};

// The columns of a block's ports in a recording; either all outputs or none have columns.
struct RecordedColumns {
  std::vector<std::size_t> inputs{};  // column of each wanted port
  std::vector<std::size_t> outputs{};
};
// Throws BadRecording: a port without a column, a column without a port, a value beyond its port.
RecordedColumns match_columns(const Recording& recording, std::span<const Port> inputs, std::span<const Port> outputs);

// The parts of a recording's text.
std::string recording_head(const HeaderLines& header, std::span<const Port> inputs, std::span<const Port> outputs);
std::string recording_row(std::uint64_t cycle, std::span<const std::uint64_t> inputs,
                          std::span<const std::uint64_t> outputs);
std::string recording_end(std::uint64_t cycles);

}  // namespace weir::cosim
