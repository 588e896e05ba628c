// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/asic/csr_target.h"

#include <algorithm>
#include <utility>

#include "hw_model/datapath/link/kernel_time.h"

namespace weir::asic {
namespace {

CsrTransfer transfer_of(tlm::tlm_generic_payload& payload) {
  CsrTransfer transfer{.is_write = payload.is_write(),
                       .address = payload.get_address(),
                       .data = {payload.get_data_ptr(), payload.get_data_length()},
                       .streaming_width = payload.get_streaming_width()};
  if (payload.get_byte_enable_ptr() != nullptr)
    transfer.enables = {payload.get_byte_enable_ptr(), payload.get_byte_enable_length()};
  return transfer;
}

// Byte enables of no length cannot be told from none: TLM-2.0 forbids them (IEEE 1666, 14.15).
bool empty_enables(const tlm::tlm_generic_payload& payload) {
  return payload.get_byte_enable_ptr() != nullptr && payload.get_byte_enable_length() == 0;
}

tlm::tlm_response_status status_of(CsrResponse response) {
  switch (response) {
    case CsrResponse::kOk:
      return tlm::TLM_OK_RESPONSE;
    case CsrResponse::kAddressError:
      return tlm::TLM_ADDRESS_ERROR_RESPONSE;
    case CsrResponse::kCommandError:
      return tlm::TLM_COMMAND_ERROR_RESPONSE;
    case CsrResponse::kBurstError:
      return tlm::TLM_BURST_ERROR_RESPONSE;
    case CsrResponse::kByteEnableError:
      return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
    case CsrResponse::kRefused:
      return tlm::TLM_GENERIC_ERROR_RESPONSE;
  }
  return tlm::TLM_GENERIC_ERROR_RESPONSE;
}

// A write that is no transfer of these registers has no reason in its values, so the reason of an earlier one is
// cleared.
CsrResponse check(const ledger::AddressMap& map, const CsrTransfer& transfer, std::string& refusal) {
  const CsrResponse response = check_transfer(map, transfer);
  if (transfer.is_write && response != CsrResponse::kOk)
    refusal.clear();
  return response;
}

}  // namespace

CsrTarget::CsrTarget(const sc_core::sc_module_name& name, const CsrConfig& config, const Timing& timing,
                     Scheduler& scheduler, std::function<std::unique_ptr<ledger::RegisterBank>()> make_bank)
    : sc_core::sc_module(name),
      socket("socket"),
      config_(config),
      timing_(timing),
      scheduler_(scheduler),
      make_bank_(std::move(make_bank)) {
  socket.register_b_transport(this, &CsrTarget::b_transport);
  socket.register_transport_dbg(this, &CsrTarget::transport_dbg);
  socket.register_get_direct_mem_ptr(this, &CsrTarget::get_direct_mem_ptr);
}

ledger::RegisterBank& CsrTarget::bank() {
  if (!bank_)
    bank_ = make_bank_();
  return *bank_;
}

void CsrTarget::b_transport(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
  payload.set_dmi_allowed(false);
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND) {
    payload.set_response_status(tlm::TLM_OK_RESPONSE);
    return;
  }
  const CsrTransfer transfer = transfer_of(payload);
  CsrResponse response = empty_enables(payload) ? CsrResponse::kByteEnableError : check(map(), transfer, refusal_);
  if (response == CsrResponse::kOk) {
    response = wait_for(transfer, delay);
  }
  constexpr std::size_t kBusWord = 4;
  const auto beats = static_cast<std::int64_t>(std::max(transfer.data.size() / kBusWord, std::size_t{1}));
  delay += link::to_kernel(config_.clock * (config_.response_cycles + beats - 1));
  payload.set_response_status(status_of(response));
}

// Returns when the transfer has taken effect; `delay` is then from the kernel's time to that instant.
CsrResponse CsrTarget::wait_for(const CsrTransfer& transfer, sc_core::sc_time& delay) {
  const Time asked = link::to_time(sc_core::sc_time_stamp() + delay) + config_.clock * config_.request_cycles;
  const Time at = std::max(asked, timing_.boundary_after(link::kernel_time()));
  const auto pending = std::make_shared<Pending>(transfer);
  const Withdrawal withdrawal{*pending};
  file(pending, at);
  sc_core::wait(pending->done);
  delay = link::until(pending->at);
  return pending->response;
}

void CsrTarget::file(const std::shared_ptr<Pending>& pending, Time at) {
  auto& line = pending_[at];
  line.push_back(pending);
  if (line.size() == 1)
    scheduler_.schedule(at, EventKind::kRegisterAccess, PortId(0));
}

void CsrTarget::post_write(std::uint64_t address, std::vector<std::uint8_t> data, Time at,
                           std::function<void(CsrResponse)> answered) {
  const auto pending = std::make_shared<Pending>(CsrTransfer{.is_write = true, .address = address});
  pending->data = std::move(data);
  pending->transfer.data = pending->data;
  pending->transfer.streaming_width = pending->data.size();
  pending->answered = std::move(answered);
  file(pending, at);
}

void CsrTarget::access(Time now) {
  const auto due = pending_.extract(now);
  if (due.empty())
    return;
  for (const std::shared_ptr<Pending>& pending : due.mapped())
    answer(*pending, now);
}

void CsrTarget::hold_reset(bool held, Time now) {
  held_ = true;
  for (const auto& [at, line] : std::exchange(pending_, {})) {
    for (const std::shared_ptr<Pending>& pending : line)
      answer(*pending, now);
  }
  held_ = held;
}

void CsrTarget::answer(Pending& pending, Time now) {
  if (pending.withdrawn)
    return;
  pending.at = now;
  const bool is_posted = pending.answered != nullptr;
  if (is_posted)
    pending.response = check(map(), pending.transfer, refusal_);
  if (held_) {
    pending.response = CsrResponse::kRefused;
    refusal_ = "the switch is reset";
  } else if (pending.response == CsrResponse::kOk) {
    pending.response = do_transfer(bank(), pending.transfer, now, refusal_);
  }
  is_posted ? pending.answered(pending.response) : pending.done.notify(sc_core::SC_ZERO_TIME);
}

unsigned CsrTarget::transport_dbg(tlm::tlm_generic_payload& payload) {
  if (payload.get_command() == tlm::TLM_IGNORE_COMMAND)
    return 0;
  // A debug transfer has neither byte enables nor streaming width (IEEE 1666, 11.3.3).
  const CsrTransfer transfer{.is_write = payload.is_write(),
                             .address = payload.get_address(),
                             .data = {payload.get_data_ptr(), payload.get_data_length()},
                             .streaming_width = payload.get_data_length()};
  const Time now = std::max(scheduler_.horizon(), link::kernel_time());
  if (check(map(), transfer, refusal_) != CsrResponse::kOk ||
      do_transfer(bank(), transfer, now, refusal_) != CsrResponse::kOk)
    return 0;
  return payload.get_data_length();
}

bool CsrTarget::get_direct_mem_ptr(tlm::tlm_generic_payload& payload, tlm::tlm_dmi& dmi) {
  payload.set_dmi_allowed(false);
  dmi.allow_none();
  dmi.set_start_address(0);
  dmi.set_end_address(~sc_dt::uint64{0});
  return false;
}

}  // namespace weir::asic
