// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The receiver of complaints about settings and conflicts between settings. A rule names the settings by their words;
// each front end knows where these stand: a line of a file, a write on the bus, an argument of a constructor.

#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace weir::ledger {

class Complaints {
 public:
  // The wrong setting first, then the settings that it conflicts with; as "flow_control.pfc.xoff", or within a table
  // "xoff".
  using Words = std::vector<std::string>;

  // `what`: what was wanted and what was got, in one line without the setting's name. Throws, so that later rules may
  // rely on what was checked.
  virtual void about(const Words& words, const std::string& what) = 0;

  void unless(bool holds, const Words& words, const std::string& what) {
    if (!holds)
      about(words, what);
  }

 protected:
  Complaints() = default;
  ~Complaints() = default;
  Complaints(const Complaints&) = default;
  Complaints& operator=(const Complaints&) = default;
};

// The complaints of one table's rules, which name settings without the table.
class OfTable final : public Complaints {
 public:
  OfTable(Complaints& all, std::string table) : all_(all), table_(std::move(table)) {}

  void about(const Words& words, const std::string& what) override {
    Words whole;
    for (const std::string& word : words)
      whole.push_back(word.find('.') == std::string::npos ? table_ + "." + word : word);
    all_.about(whole, what);
  }

 private:
  Complaints& all_;
  std::string table_;
};

// Turns the first complaint into an exception.
class Refusal final : public Complaints {
 public:
  void about(const Words& words, const std::string& what) override {
    throw std::invalid_argument(words.front() + ": " + what);
  }
};

}  // namespace weir::ledger
