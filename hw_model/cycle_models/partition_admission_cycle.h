// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/partition_admission, register for register: admission to a buffer that is divided among
// classes, as the MMU decides it for lossless classes with partitions, static limits and no headroom pool, followed by
// PFC's two thresholds. In a cycle one packet may arrive, which the state before the cycle decides, and then one of the
// packets held before may depart. A test runs the switch's MMU and TTL-shifted PFC beside the model.

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hw_model/base/ids.h"
#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/reference/admission_widths.h"
#include "hw_model/reference/widths.h"

namespace weir::reference {

struct PartitionAdmissionConfig {
  unsigned ports = kAdmissionPorts;
  unsigned port_bits = kAdmissionPortBits;
  unsigned classes = kAdmissionClasses;
  unsigned cell_bits = kAdmissionCellBits;
  unsigned q_bits = kQBits;
  bool in_memory = false;  // rtl/partition_admission_memory: the same outputs a cycle later

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;
};

// The numbers are those of mmu::Admission.
enum class AdmissionAnswer : std::uint8_t {
  kReserved = 0,
  kShared = 1,
  kHeadroom = 2,
  kHeadroomExhausted = 4,
  kPartitionFull = 7
};

struct PartitionAdmissionInputs {
  bool rst_n = true;
  bool set = false;  // gives a class a partition
  bool arrives = false;
  bool departs = false;
  std::uint8_t set_class = 0;
  std::uint8_t pausing = 0;  // a bit a class: its VIQs pause a class upstream
  std::uint8_t arrives_class = 0;
  std::uint8_t departs_class = 0;
  std::uint8_t read_class = 0;
  std::uint32_t arrives_port = 0;
  std::uint32_t departs_port = 0;
  std::uint32_t read_port = 0;
  std::uint32_t set_size = 0;  // cells
  std::uint32_t minimum = 0;   // cells that each VIQ of a class with a partition is guaranteed
  std::uint32_t arrives_cells = 0;
  std::uint32_t departs_cells = 0;
  std::uint32_t viq_limit = 0;  // bytes, as all below
  std::uint32_t headroom = 0;   // above it
  std::uint32_t xoff = 0;
  std::uint32_t xon = 0;
  std::uint32_t arrives_length = 0;
  std::uint32_t departs_length = 0;
  bool operator==(const PartitionAdmissionInputs&) const = default;
};

struct PartitionAdmissionOutputs {
  bool admits = false;
  bool xoff = false;        // the VIQ of the arrival begins to ask for a pause
  bool xon = false;         // the VIQ of the departure asks no more
  bool broken = false;      // more departs than the VIQ holds
  bool taken = false;       // the partition has the size that was to be set
  bool asks = false;        // of the VIQ that is read, as depth and cells
  std::uint8_t answer = 0;  // AdmissionAnswer
  std::uint32_t depth = 0;
  std::uint32_t cells = 0;
  std::uint32_t size = 0;  // of the partition of the class that is read, as the next two
  std::uint32_t used = 0;
  std::uint32_t set_aside = 0;
  bool operator==(const PartitionAdmissionOutputs&) const = default;
};

using PartitionAdmissionBlock =
    ClockedBlock<PartitionAdmissionConfig, PartitionAdmissionInputs, PartitionAdmissionOutputs>;

class PartitionAdmissionCycle {
 public:
  explicit PartitionAdmissionCycle(const PartitionAdmissionConfig& config);

  // One cycle; outputs as before its clock edge.
  PartitionAdmissionOutputs clock(const PartitionAdmissionInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  PartitionAdmissionOutputs evaluate(const PartitionAdmissionInputs& in);

  // The registers; `port` and `c` exist.
  struct Viq {
    std::uint32_t depth = 0;
    std::uint32_t cells = 0;
    bool asks = false;
    bool operator==(const Viq&) const = default;
  };
  struct Partition {
    std::uint32_t size = 0;
    std::uint32_t used = 0;
    std::uint32_t set_aside = 0;
    bool operator==(const Partition&) const = default;
  };
  const Viq& viq(std::uint32_t port, std::uint32_t c) const { return viqs_[port * classes_ + c]; }
  const Partition& partition(std::uint32_t c) const { return partitions_[c]; }

  bool operator==(const PartitionAdmissionCycle&) const = default;

 private:
  // The result of a cycle: its outputs, the VIQs of its arrival and departure, and the partitions.
  struct Step {
    PartitionAdmissionOutputs out;
    Viq arrived;
    Viq departed;
    std::array<Partition, kClasses> partitions;
  };

  bool known(std::uint32_t port, std::uint32_t c) const { return port < ports_ && c < classes_; }
  void reset();
  AdmissionAnswer decide(const PartitionAdmissionInputs& in, std::uint32_t promised) const;
  std::uint32_t lacking(const PartitionAdmissionInputs& in, std::uint32_t c, std::uint32_t cells) const;
  Step step(const PartitionAdmissionInputs& in) const;
  void arrive(const PartitionAdmissionInputs& in, Step& step) const;
  void depart(const PartitionAdmissionInputs& in, Step& step) const;
  void set(const PartitionAdmissionInputs& in, Step& step) const;
  void read(const PartitionAdmissionInputs& in, PartitionAdmissionOutputs& out) const;

  std::uint32_t ports_;
  std::uint32_t classes_;
  std::uint64_t most_bytes_;  // the highest value of a depth
  std::vector<Viq> viqs_;
  std::array<Partition, kClasses> partitions_{};
};

}  // namespace weir::reference
