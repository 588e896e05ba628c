// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of rtl/viq_admission: the MMU's admission in whole cells, with guaranteed minimums, dynamic
// thresholds, headroom of each VIQ or from a pool, and PFC's XOFF and XON, which follow the threshold. A test runs the
// switch's MMU and PFC beside the model.
//
// Latency: the answer stands at the outputs a cycle after the packet, XOFF and XON one more. Within a cycle: the
// arrival, by the counts before the cycle; then the departure, of what the arrival left. The RTL keeps the accounts in
// a memory and sees a write of the cycle before in a bypass; the model writes and reads its accounts at once.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw_model/cycle_models/clocked_block.h"
#include "hw_model/reference/viq_admission_widths.h"

namespace weir::reference {

struct ViqAdmissionConfig {
  unsigned viq_bits = kViqBits;
  unsigned cell_bits = kViqCellBits;

  // Throws std::invalid_argument, one line that names the field and what is wanted.
  void validate() const;

  std::uint32_t viqs() const { return std::uint32_t{1} << viq_bits; }
  std::uint32_t most_cells() const { return (std::uint32_t{1} << cell_bits) - 1; }
  bool operator==(const ViqAdmissionConfig&) const = default;
};

// The RTL of switches with more ports or cells than kViqBits and kViqCellBits name.
inline constexpr ViqAdmissionConfig kWidestViqAdmission{.viq_bits = 9, .cell_bits = 30};

// The numbers are those of mmu::Admission.
enum class ViqAnswer : std::uint8_t {
  kReserved = 0,
  kShared = 1,
  kHeadroom = 2,
  kViqFull = 3,
  kHeadroomExhausted = 4,
  kBufferFull = 5,
  kVeqFull = 6
};

struct ViqAdmissionInputs {
  bool rst_n = true;
  std::uint32_t shared = 0;    // setting: cells that are neither in the pool nor of a minimum
  std::uint32_t pool = 0;      // setting: cells of the headroom pool; 0: headroom is each VIQ's
  std::uint32_t minimum = 0;   // setting, of each VIQ
  std::uint32_t limit = 0;     // setting: the highest threshold
  std::uint32_t headroom = 0;  // setting: of the pool, the most that a VIQ holds; without a pool, cells above the limit
  std::uint32_t xoff = 0;      // setting
  std::uint32_t gap = 0;       // setting: XON is so far below XOFF
  std::uint32_t alpha = 0;     // setting, in 1/128; 0: the threshold is the limit
  std::uint32_t lossless_alpha = 0;
  bool arrives = false;
  std::uint32_t arrives_viq = 0;
  std::uint32_t arrives_cells = 0;
  bool arrives_lossless = false;
  bool arrives_veq_full = false;  // its VEQ has no room for it
  bool departs = false;
  std::uint32_t departs_viq = 0;
  std::uint32_t departs_cells = 0;
  bool operator==(const ViqAdmissionInputs&) const = default;
};

struct ViqAdmissionOutputs {
  bool answers = false;  // to the arrival of the cycle before
  bool admits = false;
  std::uint8_t answer = 0;            // ViqAnswer
  std::uint32_t arrival_cells = 0;    // of its VIQ, before it
  std::uint32_t arrival_held = 0;     // headroom of the pool
  bool departed = false;              // a packet of the cycle before, or a VIQ is looked at
  std::uint32_t departure_cells = 0;  // of its VIQ, before both
  std::uint32_t departure_held = 0;
  bool broken = false;  // more departs than the VIQ holds
  bool xoff = false;    // a VIQ begins to ask for a pause
  std::uint32_t xoff_viq = 0;
  bool xon = false;  // a VIQ asks no more
  std::uint32_t xon_viq = 0;
  bool asks = false;        // register: some VIQ asks
  std::uint32_t look = 0;   // register: the VIQ that is looked at next
  std::uint32_t taken = 0;  // register: cells of `shared` in use
  std::uint32_t held = 0;   // register: cells of the pool in use
  bool operator==(const ViqAdmissionOutputs&) const = default;
};

using ViqAdmissionBlock = ClockedBlock<ViqAdmissionConfig, ViqAdmissionInputs, ViqAdmissionOutputs>;

class ViqAdmissionCycle {
 public:
  explicit ViqAdmissionCycle(const ViqAdmissionConfig& config);

  // One cycle; outputs as before its clock edge.
  ViqAdmissionOutputs clock(const ViqAdmissionInputs& in);

  // The outputs of a cycle without its clock edge. A low rst_n clears the registers at once: reset is asynchronous.
  ViqAdmissionOutputs evaluate(const ViqAdmissionInputs& in);

  // What a VIQ holds: its own cells, minimum and shared, and those of the pool.
  struct Row {
    std::uint32_t cells = 0;
    std::uint32_t held = 0;
    bool operator==(const Row&) const = default;
  };
  const Row& row(std::uint32_t viq) const { return rows_[viq]; }
  bool asks(std::uint32_t viq) const { return asks_[viq]; }
  std::uint32_t taken() const { return taken_; }
  std::uint32_t held() const { return held_; }

  // By what is taken now: free shared cells, and the threshold under an alpha.
  std::uint32_t free(const ViqAdmissionInputs& in) const { return in.shared > taken_ ? in.shared - taken_ : 0; }
  std::uint32_t pool_free(const ViqAdmissionInputs& in) const { return in.pool > held_ ? in.pool - held_ : 0; }
  std::uint32_t threshold(const ViqAdmissionInputs& in, std::uint32_t alpha) const;
  // XOFF without a headroom in use: the setting, or the threshold if that is lower.
  std::uint32_t lowered_xoff(const ViqAdmissionInputs& in) const;

 private:
  struct Packet {
    bool valid = false;
    std::uint32_t viq = 0;
    std::uint32_t cells = 0;
    bool lossless = false;
    bool veq_full = false;
  };
  struct Seen {  // by flow control, a cycle after its packet
    bool valid = false;
    std::uint32_t viq = 0;
  };

  ViqAnswer decide(const ViqAdmissionInputs& in) const;
  std::uint32_t promised(const ViqAdmissionInputs& in) const;
  std::uint32_t beyond(const ViqAdmissionInputs& in, std::uint32_t cells) const;
  bool arrive(const ViqAdmissionInputs& in);
  void depart(const ViqAdmissionInputs& in);
  Row departing_from(const ViqAdmissionInputs& in) const;
  bool pauses(const ViqAdmissionInputs& in) const;
  bool resumes(const ViqAdmissionInputs& in) const;
  void reset();

  ViqAdmissionConfig config_;
  std::vector<Row> rows_;
  std::vector<bool> asks_;
  std::uint32_t asking_ = 0;  // VIQs
  std::uint32_t taken_ = 0;
  std::uint32_t held_ = 0;
  std::uint32_t look_ = 0;  // the VIQ that is looked at next
  Packet arrival_;          // of the cycle before, as all below
  Packet departure_;
  Seen paused_;
  Seen resumed_;
};

}  // namespace weir::reference
