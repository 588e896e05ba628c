// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Records the inputs of one instance of a block in a running scenario, whatever model does its work. The recorder wraps
// the factories: the chosen instance gets an additional C++ model that sees the same calls, and the recorder writes
// this model's cycles.

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

  // `instance`: a name such as "s1.p0.c0"; empty: the first instance made. `about`: further header lines.
  Recorder(std::string block, std::string instance, HeaderLines about, Write write);
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  // Wraps the factories of a network with these blocks. The recorder must outlive all that the factories make.
  reference::Factories wrap(reference::Factories factories, std::span<const BlockChoice> blocks);

  // Throws std::invalid_argument if the scenario has no such instance. Call after all instances have been made.
  void require_found() const;
  // The run ended at this time: writes the last cycle and the length.
  void finish(Time end);

  // Called by the blocks.
  //
  // Whether to record this instance; called for each instance made.
  bool wants(const std::string& instance);
  // The writer for the chosen instance's cycles; writes the header at once.
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
  std::vector<std::string> instances_;  // instances of the block seen so far
  std::string found_;
  std::function<void(Time end)> finish_;
};

}  // namespace weir::cosim
