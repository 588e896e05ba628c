// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "hw_model/datapath/link/handshake.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include <sysc/kernel/sc_dynamic_processes.h>

#include "hw_model/datapath/link/kernel_time.h"

namespace weir::link {
namespace {

// More waiting frames than a merely slow receiver causes.
constexpr std::size_t kManyWaiting = 256;

// Whether the call from which the present process has just returned was converted into b_transport: the sockets of
// tlm_utils spawn a thread with this name at the first frame, which is a child of the caller. Those of earlier calls
// are known.
bool was_converted() {
  static std::set<const sc_core::sc_object*> known;
  const sc_core::sc_process_handle caller = sc_core::sc_get_current_process_handle();
  if (!caller.valid() || caller.get_child_objects().empty())
    return false;
  const sc_core::sc_object* newest = caller.get_child_objects().back();
  return std::string_view(newest->basename()).starts_with("nb2b_thread") && known.insert(newest).second;
}

}  // namespace

// In front of the far end. A target of the loosely-timed style, whose socket would run each b_transport in a thread and
// answer after the annotated time, is called here instead: each frame at its last bit, and it has answered when the
// call returns. What it annotates is its latency, not a time for which it is busy; a call that waits is busy.
class Handshake::FrontOfFarEnd final {
 public:
  // By the process that has just made the first call.
  FrontOfFarEnd(tlm::tlm_fw_transport_if<>& far_end, Handshake& owner)
      : far_end_(far_end), owner_(owner), converted_(was_converted()) {}

  // Whether the socket has converted the call; afterwards b_transport is called.
  bool takes_over() {
    if (!converted_ || calls_)
      return false;
    calls_ = true;
    sc_core::sc_spawn_options options;
    options.set_sensitivity(&due_);
    options.dont_initialize();
    sc_core::sc_spawn([this] { call(); }, sc_core::sc_gen_unique_name("calls"), &options);
    return true;
  }

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) {
    if (!calls_)
      return far_end_.nb_transport_fw(transaction, phase, delay);
    next_ = &transaction;
    due_.notify(delay);
    return tlm::TLM_ACCEPTED;
  }

 private:
  void call() {
    for (;; sc_core::wait()) {
      sc_core::sc_time latency = sc_core::SC_ZERO_TIME;
      far_end_.b_transport(*next_, latency);
      owner_.nb_transport_bw(*next_, tlm::BEGIN_RESP, sc_core::SC_ZERO_TIME);
    }
  }

  tlm::tlm_fw_transport_if<>& far_end_;
  Handshake& owner_;
  tlm::tlm_generic_payload* next_ = nullptr;
  sc_core::sc_event due_;
  bool converted_;
  bool calls_ = false;
};

Handshake::Handshake(tlm::tlm_fw_transport_if<>& far_end, FramePool& pool, Owner& owner, const char* port)
    : far_end_(std::make_unique<FrontOfFarEnd>(far_end, *this)), pool_(pool), owner_(owner), port_(port) {
  // The backward path only notes the answer: no forward call is made from within a backward call.
  sc_core::sc_spawn_options options;
  options.spawn_method();
  options.set_sensitivity(&accepted_);
  options.dont_initialize();
  sc_core::sc_spawn([this] { send_waiting(); }, sc_core::sc_gen_unique_name("handshake"), &options);
}

Handshake::~Handshake() = default;

void Handshake::begun(FrameTransaction& transaction) {
  requesting_ = &transaction;
  unanswered_.push_back(&transaction);
}

void Handshake::returned(FrameTransaction& transaction, tlm::tlm_sync_enum answer, tlm::tlm_phase phase,
                         sc_core::sc_time delay) {
  if (under_way(transaction) == nullptr)
    return;  // answered on the backward path during the call
  if (answer == tlm::TLM_ACCEPTED) {
    if (!far_end_->takes_over())
      return;
    // The socket will answer when the annotated time has passed, or the call has waited. It has not waited if the frame
    // has a response status as soon as its last bit is there.
    const auto look = [this, first = &transaction, delay] {
      sc_core::wait(delay);
      sc_core::wait(sc_core::SC_ZERO_TIME);
      if (requesting_ == first && first->get_response_status() != tlm::TLM_INCOMPLETE_RESPONSE)
        nb_transport_bw(*first, tlm::END_REQ, sc_core::SC_ZERO_TIME);
    };
    sc_core::sc_spawn(look, sc_core::sc_gen_unique_name("first_frame"));
    return;
  }
  if (answer == tlm::TLM_COMPLETED) {
    request_ended(transaction, delay);
    answered(transaction);
  } else if (phase == tlm::END_REQ) {
    request_ended(transaction, delay);
  } else if (phase == tlm::BEGIN_RESP) {
    request_ended(transaction, delay);
    phase = tlm::END_RESP;
    far_end_->nb_transport_fw(transaction, phase, delay);
    answered(transaction);
  }
}

tlm::tlm_sync_enum Handshake::nb_transport_fw(tlm::tlm_generic_payload& transaction, tlm::tlm_phase&,
                                              sc_core::sc_time& delay) {
  waiting_.push_back({pool_.take_packet(transaction), to_time(sc_core::sc_time_stamp() + delay)});
  send_waiting();
  if (waiting_.size() == kManyWaiting) {
    const std::string what = std::string(port_) + ": " + std::to_string(kManyWaiting) +
                             " frames wait for the other end to accept the one before (END_REQ, or a response)";
    SC_REPORT_WARNING("weir/port", what.c_str());
  }
  transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  return tlm::TLM_COMPLETED;
}

void Handshake::send_waiting() {
  while (requesting_ == nullptr && !waiting_.empty()) {
    const Waiting next = waiting_.front();
    waiting_.pop_front();
    const Time at = std::max(next.arrival, accepts_from_);
    if (at > next.arrival)
      owner_.handed_over_late(*next.packet, at - next.arrival);
    FrameTransaction& transaction = pool_.acquire_transaction();
    transaction.carry(*next.packet);
    begun(transaction);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = until(at);
    const tlm::tlm_sync_enum answer = far_end_->nb_transport_fw(transaction, phase, delay);
    returned(transaction, answer, phase, delay);
  }
}

tlm::tlm_sync_enum Handshake::nb_transport_bw(tlm::tlm_generic_payload& transaction, const tlm::tlm_phase& phase,
                                              const sc_core::sc_time& delay) {
  if (phase > tlm::END_RESP)
    return tlm::TLM_ACCEPTED;  // an extended phase, which may be ignored
  FrameTransaction* ours = under_way(transaction);
  if (ours == nullptr || (phase != tlm::END_REQ && phase != tlm::BEGIN_RESP)) {
    const std::string what = std::string(port_) + ": the other end answers " +
                             (ours == nullptr ? "a frame that is not under way" : "with a phase of the sender");
    SC_REPORT_ERROR("weir/port", what.c_str());
    return tlm::TLM_COMPLETED;
  }
  request_ended(*ours, delay);
  if (!waiting_.empty())
    accepted_.notify(sc_core::SC_ZERO_TIME);
  if (phase == tlm::END_REQ)
    return tlm::TLM_ACCEPTED;
  answered(*ours);
  return tlm::TLM_COMPLETED;
}

void Handshake::request_ended(const FrameTransaction& transaction, const sc_core::sc_time& delay) {
  if (requesting_ != &transaction)
    return;
  requesting_ = nullptr;
  accepts_from_ = to_time(sc_core::sc_time_stamp() + delay);
}

void Handshake::answered(FrameTransaction& transaction) {
  if (const frame::Packet* packet = transaction.packet())
    owner_.answered(*packet, transaction.get_response_status());
  unanswered_.erase(std::find(unanswered_.begin(), unanswered_.end(), &transaction));
  transaction.release();
}

FrameTransaction* Handshake::under_way(tlm::tlm_generic_payload& transaction) const {
  const auto found = std::find(unanswered_.begin(), unanswered_.end(), &transaction);
  return found == unanswered_.end() ? nullptr : *found;
}

}  // namespace weir::link
