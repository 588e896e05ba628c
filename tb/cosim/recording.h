// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a running scenario fed one block, cycle by cycle, as a text file that lock-step plays again.
// docs/user_guide/cosimulation.md describes the format: a header of `# name=value` lines, a line of column names, then
// a row for each cycle in which something stands at the inputs. Columns are RTL ports.

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

// The file as it stands: which columns there are and what they mean is checked by those who play it.
struct Recording {
  std::string file;  // for messages
  HeaderLines header{};
  std::vector<std::string> columns{};  // after "cycle"
  std::vector<std::size_t> lines{};    // of the file, for each row
  std::vector<std::uint64_t> cycles{};
  std::vector<std::uint64_t> values{};  // row by row
  std::uint64_t length = 0;             // cycles, after the last row, too

  static Recording parse(std::string file, std::string_view text);

  std::size_t rows() const { return cycles.size(); }
  std::span<const std::uint64_t> row(std::size_t n) const {
    return std::span(values).subspan(n * columns.size(), columns.size());
  }
  // Throws BadRecording where there is none.
  const std::string& value_of(std::string_view name) const;
  unsigned number_of(std::string_view name) const;
  // The value that one of the words stands for.
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
  // Throws BadRecording for one of another block.
  void require_block(std::string_view block) const;
  [[noreturn]] void refuse(std::size_t row, const std::string& what) const;
};

// Columns that a block's recording has, found by name; outputs may be left out, all or none.
struct RecordedColumns {
  std::vector<std::size_t> inputs{};  // column of each wanted port
  std::vector<std::size_t> outputs{};
};
// Throws BadRecording: a port without a column, a column without a port, a value beyond its port.
RecordedColumns match_columns(const Recording& recording, std::span<const Port> inputs, std::span<const Port> outputs);

// The text of a file, piece by piece.
std::string recording_head(const HeaderLines& header, std::span<const Port> inputs, std::span<const Port> outputs);
std::string recording_row(std::uint64_t cycle, std::span<const std::uint64_t> inputs,
                          std::span<const std::uint64_t> outputs);
std::string recording_end(std::uint64_t cycles);

}  // namespace weir::cosim
