// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Complaints of the chip's rules about settings that came from a scenario file: each is a ScenarioError at the key that
// it is about. Where the file leaves that key out, at the first of those that it does not fit; where it has none of
// them, at the nearest table.

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
