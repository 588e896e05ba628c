// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Bus transfers, as TLM-2.0's generic payload describes them, on the registers of a chip: bytes on one side, elements
// on the other. A transfer is done as a whole or not at all.

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
  std::uint64_t streaming_width = 0;           // bytes after which the address starts again
};

// The error of a transfer that does not depend on its values: kOk, or the response with which the transfer is refused.
CsrResponse check_transfer(const ledger::AddressMap& map, const CsrTransfer& transfer);

// Does a transfer that check_transfer() lets pass: kOk, or kRefused with the reason in `refusal`; a write that is done
// clears `refusal`.
CsrResponse do_transfer(ledger::RegisterBank& bank, const CsrTransfer& transfer, Time now, std::string& refusal);

}  // namespace weir::asic
