// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Coverage of a network's blocks in lock-step, and how many cycles were compared, added up over the instances of each
// block.

#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "tb/cosim/functional_coverage.h"
#include "tb/cosim/kind.h"

namespace weir::cosim {

struct LockstepCycles {
  std::uint64_t clocked = 0;      // all outputs compared
  std::uint64_t passed_over = 0;  // equal to the one before them, which changed neither side
};

struct BlockCoverage {
  std::string block;
  std::size_t instances = 0;
  LockstepCycles cycles{};              // of all instances
  std::vector<CoverageGroup> groups{};  // over all instances
  std::string file{};                   // in the run directory; numbered from the second width of a block on
};

// The bins and the cycles as CSV, in the columns of coverage_csv(); the cycles are its last group.
std::string coverage_csv(const BlockCoverage& block);

// What one instance has met.
template <class Kind>
class InstanceCoverage {
 public:
  using In = typename Kind::Inputs;
  using Out = typename Kind::Outputs;

  InstanceCoverage(const typename Kind::Setup& setup, unsigned latency) : bins_(setup, latency) { bins_.start(setup); }

  void sample(std::span<const In> in, std::span<const Out> out) {
    bins_.sample(in, out);
    cycles_.clocked += in.size();
  }
  // Cycles that are passed over.
  void rest(std::uint64_t cycles) {
    bins_.rest(cycles);
    cycles_.passed_over += cycles;
  }

  std::vector<CoverageGroup> bins() { return bins_.take(); }
  const LockstepCycles& cycles() const { return cycles_; }

 private:
  typename Kind::Coverage bins_;
  LockstepCycles cycles_;
};

class CoverageBook {
 public:
  // Opens the coverage of one more instance, which is just out of reset.
  template <class Kind>
  std::shared_ptr<InstanceCoverage<Kind>> open(const Variant<Kind>& variant, const typename Kind::Setup& setup) {
    auto page = std::make_shared<InstanceCoverage<Kind>>(setup, variant.latency);
    pages_.push_back({std::string(variant.name), [page] { return Taken{page->bins(), page->cycles()}; }});
    return page;
  }

  // One entry per block, in the order of their first instances; a further entry for instances of a block whose bins
  // differ because their widths differ.
  std::vector<BlockCoverage> added_up() const;

 private:
  struct Taken {
    std::vector<CoverageGroup> groups;
    LockstepCycles cycles;
  };
  struct Page {
    std::string block;
    std::function<Taken()> take;
  };
  std::vector<Page> pages_;
};

// Results of lock-step in a network.
struct LockstepTrail {
  std::filesystem::path wave_folder{};  // for lockstep_<instance>.fst at a difference; empty: none
  CoverageBook* coverage = nullptr;     // must outlive the installed blocks
};

}  // namespace weir::cosim
