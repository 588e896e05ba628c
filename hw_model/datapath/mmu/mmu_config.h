// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The settings of the MMU: buffer, thresholds, headroom and partitions.

#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

#include "hw_model/base/by_class.h"
#include "hw_model/base/class_mask.h"
#include "hw_model/base/ids.h"
#include "hw_model/base/named.h"
#include "hw_model/base/units.h"

namespace weir::mmu {

// Where the admission to partitions has the accounts of VIQs: rtl/partition_admission, or
// rtl/partition_admission_memory. Both give the same answers.
enum class PartitionAccounts : std::uint8_t { kFlipFlops, kMemory };
inline constexpr std::array<Named<PartitionAccounts>, 2> kPartitionAccounts{
    {{PartitionAccounts::kFlipFlops, "flip_flops"}, {PartitionAccounts::kMemory, "memory"}}};

// A VIQ fills its guaranteed minimum first, which is set aside for it, then the shared pool up to its threshold, then
// its headroom. The buffer is allocated in whole cells; thresholds and depths count frame bytes unless `count_cells`.
struct MmuConfig {
  Bytes buffer = Bytes(12 * 1024 * 1024);  // the whole packet buffer
  Bytes cell = Bytes(208);                 // allocation unit
  bool count_cells = false;                // VIQ and VEQ depths in whole cells instead of frame bytes
  Bytes viq_reserved = Bytes(0);           // guaranteed minimum of each (ingress port, class), in whole cells
  std::uint32_t alpha_128ths = 0;          // lossy classes: threshold alpha x free shared buffer, in 1/128; 0: static
  ByClass<Bytes> viq_limit = Bytes(1'000'000);  // reserved + shared of each (ingress port, class), static
  Bytes headroom = Bytes(0);                    // above viq_limit, for what arrives after XOFF
  Bytes headroom_pool = Bytes(0);  // set aside for the headroom of all VIQs together; 0: `headroom` is each VIQ's
  std::uint32_t lossless_alpha_128ths = 0;  // alpha of lossless classes: XOFF follows it; wants headroom_pool
  Bytes veq_limit = Bytes(0);               // lossy classes only: drop above this VEQ depth; 0: none
  PerClass<Bytes> partition_size = {};      // of each class, in whole cells; all 0: no partitions
  PartitionAccounts partition_accounts = PartitionAccounts::kFlipFlops;

  // Cells that `bytes` take, the last one perhaps in part; and the bytes of these cells.
  std::int64_t cells(Bytes bytes) const { return (bytes + cell - Bytes(1)) / cell; }
  Bytes whole_cells(Bytes bytes) const { return cells(bytes) * cell; }

  bool pooled() const { return headroom_pool > Bytes(0); }
  bool partitioned() const {
    return std::any_of(partition_size.begin(), partition_size.end(), [](Bytes size) { return size > Bytes(0); });
  }
};

// A partition of the same size for each of the k classes from `first` on (TTL-based buffer management, section 1.3).
// 1 <= k, first + k <= 8.
inline PerClass<Bytes> equal_partitions(Bytes buffer, unsigned k, unsigned first = 0) {
  PerClass<Bytes> sizes{};
  std::fill_n(sizes.begin() + first, k, buffer / static_cast<std::int64_t>(k));
  return sizes;
}

// The same for each class of a set.
inline PerClass<Bytes> equal_partitions_of(Bytes buffer, ClassMask classes) {
  PerClass<Bytes> sizes{};
  for (std::size_t c = 0; c < kClasses; ++c) {
    if ((classes & mask_of(ClassId(c))) != 0) {
      sizes[c] = buffer / static_cast<std::int64_t>(std::popcount(classes));
    }
  }
  return sizes;
}

}  // namespace weir::mmu
