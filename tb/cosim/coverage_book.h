// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the instances of a network's blocks met while they ran in lock-step, added up by block.

#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tb/cosim/functional_coverage.h"
#include "tb/cosim/kind.h"

namespace weir::cosim {

struct BlockCoverage {
  std::string block;
  std::size_t instances = 0;
  std::vector<CoverageGroup> groups{};  // of all of them
  std::string file{};                   // where a run writes them; numbered from the second width of a block on
};

class CoverageBook {
 public:
  // The page of one more instance, just out of reset.
  template <class Kind>
  std::shared_ptr<typename Kind::Coverage> open(const Variant<Kind>& variant, const typename Kind::Setup& setup) {
    auto page = std::make_shared<typename Kind::Coverage>(setup, variant.latency);
    page->start(setup);
    pages_.push_back({std::string(variant.name), [page] { return page->take(); }});
    return page;
  }

  // A line a block, in the order in which their first instances were opened; another where instances of a block have
  // other bins because their widths differ.
  std::vector<BlockCoverage> added_up() const;

 private:
  struct Page {
    std::string block;
    std::function<std::vector<CoverageGroup>()> take;
  };
  std::vector<Page> pages_;
};

// What lock-step in a network leaves behind.
struct LockstepTrail {
  std::filesystem::path wave_folder{};  // for lockstep_<instance>.fst of a difference; empty: none
  CoverageBook* coverage = nullptr;     // outlives what is installed
};

}  // namespace weir::cosim
