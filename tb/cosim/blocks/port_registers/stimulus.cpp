// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/cosim/blocks/port_registers/stimulus.h"

#include <algorithm>
#include <iterator>

namespace weir::cosim {

using reference::PortRegistersInputs;

PortRegistersStimulus::PortRegistersStimulus(std::uint64_t seed, const reference::PortRegistersConfig& config)
    : random_(seed, "port_registers_stimulus"), kept_(kept_words(config.port)), values_(value_places(config.port)) {
  std::ranges::copy_if(values_, std::back_inserter(wide_), &ValuePlace::wide);
}

std::uint32_t PortRegistersStimulus::next_address() {
  std::uint64_t draw = random_.next();
  const std::uint32_t all = (std::uint32_t{1} << reference::kRegistersAddressBits) - 1;
  const std::uint32_t half = take(draw, 1) != 0 ? 4 : 0;
  switch (take(draw, 4)) {
    case 0:
    case 1:
    case 2:
      return favourite_ + half;
    case 3:
    case 4:
    case 5:
    case 6:
      return kept_[random_.below(kept_.size())].address;
    case 7:
    case 8:
      return values_[random_.below(values_.size())].address;
    case 9:
    case 10:
      return wide_[random_.below(4)].address + half;
    case 11:
      return favourite_ = wide_[random_.below(wide_.size())].address;
    case 12:
      return kept_[random_.below(kept_.size())].address ^ 1U << random_.below(reference::kRegistersAddressBits);
    case 13:
      return values_[random_.below(values_.size())].address ^ 1U << random_.below(reference::kRegistersAddressBits);
    case 14:
      return (kept_[random_.below(kept_.size())].address + 4 * static_cast<std::uint32_t>(take(draw, 3)) - 16) & all;
    default:
      return static_cast<std::uint32_t>(draw) & all;
  }
}

void PortRegistersStimulus::next_write(PortRegistersInputs& in) {
  std::uint64_t draw = random_.next();
  in.write = true;
  if (take(draw, 1) != 0) {
    in.address = kept_[random_.below(kept_.size())].address;
  }
  in.strobe = take(draw, 1) != 0 ? 15U : static_cast<std::uint32_t>(take(draw, 4));
  const auto at = std::ranges::find(kept_, in.address, &KeptWord::address);
  const unsigned bits = at == kept_.end() ? 32 : at->bits;
  const std::uint32_t all = bits == 32 ? ~0U : (1U << bits) - 1;
  switch (take(draw, 3)) {
    case 0:
      in.data = all;
      break;
    case 1:
      in.data = 1U << random_.below(bits);
      break;
    case 2:
      in.data = 1U << random_.below(32);
      break;
    case 3:
      in.data = static_cast<std::uint32_t>(draw);
      break;
    default:
      in.data = static_cast<std::uint32_t>(draw) & all;
      break;
  }
}

void PortRegistersStimulus::fill(std::span<PortRegistersInputs> cycles) {
  for (PortRegistersInputs& in : cycles) {
    std::uint64_t draw = random_.next();
    in = {.rst_n = take(draw, 8) != 0, .request = take(draw, 2) != 0};
    in.address = next_address();
    if (take(draw, 1) != 0) {
      next_write(in);
    } else {
      in.data = static_cast<std::uint32_t>(draw);
      in.strobe = static_cast<std::uint32_t>(take(draw, 4));
    }
    in.value = random_.next();
    if (take(draw, 2) == 0) {
      in.interrupt_status_set = static_cast<std::uint32_t>(random_.next() & random_.next() & 255U);
    }
    if (take(draw, 3) == 0) {
      in.interrupt_status_level = static_cast<std::uint32_t>(random_.next() & 255U);
    }
  }
}

}  // namespace weir::cosim
