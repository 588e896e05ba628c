// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A bus transfer, as TLM-2.0's generic payload describes it, on the registers of a chip: bytes on one side, elements on
// the other. All of a transfer is done, or nothing.

#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "hw_model/ledger/register_bank.h"

namespace weir::asic {

enum class CsrResponse : std::uint8_t {
  kOk,
  kAddressError,     // a byte of the transfer belongs to no register
  kCommandError,     // writes a register that software may only read
  kBurstError,       // address, length or streaming width is no multiple of 4 bytes, or 0
  kByteEnableError,  // a byte enable is neither 0 nor 0xff
  kRefused,          // the settings would be impossible
};

struct CsrTransfer {
  bool is_write = false;
  std::uint64_t address = 0;
  std::span<std::uint8_t> data = {};
  std::span<const std::uint8_t> enables = {};  // empty: all bytes; otherwise repeated along the data
  std::uint64_t streaming_width = 0;           // the address starts again after so many bytes
};

// What is wrong with the transfer whatever the values: kOk, or what transfer() would answer without having done it.
CsrResponse check_transfer(const ledger::AddressMap& map, const CsrTransfer& transfer);

// Does a transfer that check_transfer() lets pass: kOk, or kRefused with the reason; a write that is taken clears it.
CsrResponse do_transfer(ledger::RegisterBank& bank, const CsrTransfer& transfer, Time now, std::string& refusal);

}  // namespace weir::asic
