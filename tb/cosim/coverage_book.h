// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Coverage of a network's blocks in lock-step, added up over the instances of each block.

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
  std::vector<CoverageGroup> groups{};  // over all instances
  std::string file{};                   // in the run directory; numbered from the second width of a block on
};

class CoverageBook {
 public:
  // Opens the coverage of one more instance, which is just out of reset.
  template <class Kind>
  std::shared_ptr<typename Kind::Coverage> open(const Variant<Kind>& variant, const typename Kind::Setup& setup) {
    auto page = std::make_shared<typename Kind::Coverage>(setup, variant.latency);
    page->start(setup);
    pages_.push_back({std::string(variant.name), [page] { return page->take(); }});
    return page;
  }

  // One entry per block, in the order of their first instances; a further entry for instances of a block whose bins
  // differ because their widths differ.
  std::vector<BlockCoverage> added_up() const;

 private:
  struct Page {
    std::string block;
    std::function<std::vector<CoverageGroup>()> take;
  };
  std::vector<Page> pages_;
};

// Results of lock-step in a network.
struct LockstepTrail {
  std::filesystem::path wave_folder{};  // for lockstep_<instance>.fst at a difference; empty: none
  CoverageBook* coverage = nullptr;     // must outlive the installed blocks
};

}  // namespace weir::cosim
