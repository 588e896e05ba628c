// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What a pin leads to that nothing is bound to: a line that is always high. What is written to it is lost.

#pragma once

#include <systemc>

namespace weir::platform {

class OpenLine final : public sc_core::sc_signal_inout_if<bool> {
 public:
  const sc_core::sc_event& default_event() const override { return never_; }
  const sc_core::sc_event& value_changed_event() const override { return never_; }
  const sc_core::sc_event& posedge_event() const override { return never_; }
  const sc_core::sc_event& negedge_event() const override { return never_; }
  const bool& read() const override { return high_; }
  const bool& get_data_ref() const override { return high_; }
  bool event() const override { return false; }
  bool posedge() const override { return false; }
  bool negedge() const override { return false; }
  void write(const bool&) override {}

 private:
  sc_core::sc_event never_;
  bool high_ = true;
};

// The one of all pins.
inline OpenLine& open_line() {
  static OpenLine line;
  return line;
}

}  // namespace weir::platform
