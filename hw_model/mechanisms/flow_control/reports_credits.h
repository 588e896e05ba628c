// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The base of engines that report credits: CBFC, which stops when the credits that it gets end, and time-based GFC,
// which maps them to a rate. `Sender` is the sending side: FlowControl itself, or GfcSender.
//
// Registers of each lossless class: those of credit_reporter.h, and fctbs and fccl on the sending side
// (reference/cbfc_counters.h). Order of operations: credit_reporter.h.

#pragma once

#include "hw_model/ledger/state_fields.h"
#include "hw_model/mechanisms/flow_control/credit_reporter.h"
#include "hw_model/mechanisms/flow_control/flow_control.h"
#include "hw_model/mechanisms/flow_control/register_access.h"
#include "hw_model/reference/cbfc_counters.h"

namespace weir::flow_control {

template <class Sender>
class ReportsCredits : public Sender {
 public:
  void start(Time now) final { reporter_.start(now, *this->port_); }

  void packet_admitted(ClassId c, Bytes length, Bytes, Time) override {
    if (this->lossless(c))
      reporter_.admitted(c, length);
  }
  void packet_released(ClassId c, Bytes length, Bytes, Time) override {
    if (this->lossless(c))
      reporter_.released(c, length);
  }

  void feedback_timer(ClassId c, Time now) override {
    reporter_.period_passed(c, now, *this->port_);
    this->set_feedback_due(true, now);
  }

  std::size_t build_feedback(std::span<std::uint8_t> bytes, Time now) final {
    if (!reporter_.due())
      return 0;
    const ClassId c = reporter_.next();
    ++this->counters_[c.index()].feedback_frames;
    const Told told = tell(c, now);
    const std::size_t written = reporter_.build(bytes, told.fctbs, told.fccl);
    this->feedback_due_ = reporter_.due();
    return written;
  }

  // Free blocks.
  std::uint64_t receiver_state(ClassId c) const final { return reporter_.receiver(c).free(); }
  Probe receiver_probe() const final { return {.name = "receiver_credits", .unit = "blocks"}; }

 protected:
  // `config`, `buffer`: the credits that are offered. `of_sender`: arguments of the sending side beside the context.
  template <class... OfSender>
  ReportsCredits(const PortContext& context, const CbfcConfig& config, Bytes buffer, OfSender... of_sender)
      : Sender(context, of_sender...), reporter_(context, config, buffer) {
    senders_.fill(reference::CreditSender(reporter_.credits()));
  }

  // What a message of this class says that leaves now.
  struct Told {
    std::uint32_t fctbs;
    std::uint32_t fccl;
  };
  virtual Told tell(ClassId c, Time) { return {sender(c).fctbs(), reporter_.receiver(c).fccl()}; }

  reference::CreditSender& sender(ClassId c) { return senders_[c.index()]; }
  const reference::CreditSender& sender(ClassId c) const { return senders_[c.index()]; }

  // The last bit of a packet has left.
  void count_sent(ClassId c, Bytes length) {
    if (this->lossless(c))
      sender(c).sent(reporter_.credits().blocks(length));
  }

  // Registers of both sides; the arguments are those of CreditReporter.
  void bind_credits(const EngineRegisters& registers, const CreditReporter::ConfigOf& config,
                    const CreditReporter::SetBuffer& set_buffer) {
    reporter_.bind_registers(registers, config, set_buffer);
    registers.state("fctbs", [this](ClassId c, Time) { return sender(c).fctbs(); });
    registers.state("fccl", [this](ClassId c, Time) { return sender(c).fccl(); });
  }
  static void declare_credits(ledger::Block& block, const PortContext& context, const CbfcConfig& config, Bytes buffer,
                              const ledger::Origin& origin) {
    static constexpr auto kFields = ledger::state_fields<ReportsCredits>(
        ledger::part(&ReportsCredits::reporter_), ledger::holds(&ReportsCredits::senders_, "fctbs", "fccl"));
    CreditReporter::declare(block, context, config, buffer, origin);
    ledger::require_declared(block, kFields);
  }

  CreditReporter reporter_;

 private:
  PerClass<reference::CreditSender> senders_;
};

}  // namespace weir::flow_control
