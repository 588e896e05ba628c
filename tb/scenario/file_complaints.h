// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Turns the chip's complaints about settings into ScenarioErrors: each at the key that the complaint is about; if the
// file leaves that key out, at the first key that it conflicts with; if the file has none of these, at the nearest
// table.

#pragma once

#include "hw_model/ledger/complaints.h"
#include "tb/scenario/document.h"

namespace weir::scenario {

class FileComplaints final : public ledger::Complaints {
 public:
  explicit FileComplaints(const Document& document) : document_(document) {}

  void about(const Words& words, const std::string& what) override;

 private:
  const Document& document_;
};

}  // namespace weir::scenario
