// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Records what a running scenario feeds one instance of a block, whatever does its work there. It stands in the
// factories: the chosen instance gets a C++ model beside it that sees the same calls, and the cycles of that model are
// what is written.

#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "hw_model/base/units.h"
#include "hw_model/reference/factories.h"
#include "tb/cosim/block.h"
#include "tb/cosim/recorded.h"

namespace weir::cosim {

class Recorder {
 public:
  using Write = std::function<void(std::string_view text)>;

  // The instance by its name, such as "s1.p0.c0"; empty: the first that is made. `about`: further header lines.
  Recorder(std::string block, std::string instance, HeaderLines about, Write write);
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // In a network that is made of these blocks. The recorder must outlive what the factories make.
  reference::Factories wrap(reference::Factories factories, std::span<const BlockChoice> blocks);

  // Throws std::invalid_argument when the scenario has no such instance. After all have been made.
  void require_found() const;
  // The run ended at this time: writes the last cycle and the length.
  void finish(Time end);

  // For the blocks themselves.
  //
  // Whether this instance is the one; asked for each that is made.
  bool wants(const std::string& instance);
  // Where the cycles of the chosen instance go; the header is written at once.
  template <class Kind>
  RecordedRows<Kind> rows_of(const Variant<Kind>& variant, const typename Kind::Setup& setup) const {
    RecordedRows<Kind> rows(setup, write_);
    HeaderLines header{{"block", std::string(variant.name)}};
    for (const auto& lines : {Kind::header(setup), HeaderLines{{"instance", found_}}, about_}) {
      header.insert(header.end(), lines.begin(), lines.end());
    }
    rows.begin(header);
    return rows;
  }
  void at_end(std::function<void(Time end)> finish) { finish_ = std::move(finish); }

 private:
  std::string block_;
  std::string wanted_;
  HeaderLines about_;
  Write write_;
  std::vector<std::string> instances_;  // of the block
  std::string found_;
  std::function<void(Time end)> finish_;
};

}  // namespace weir::cosim
