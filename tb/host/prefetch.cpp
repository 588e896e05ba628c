// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// What the work of a host is going to touch, asked for before its turn (TimedDevice::prefetch): of its flows, those
// that hosts of large networks have, one that has sent last and one that is answered.

#include "hw_model/base/cold_line.h"
#include "tb/host/nic.h"

namespace weir::host {

void Nic::prefetch(Event event, unsigned round) const {
  Device::prefetch(event, round);
  if (event.kind == EventKind::kTransmitEnd) {
    sources_.prefetch(egress_.departing(PortId(0)).second, round);
  } else if (event.kind == EventKind::kAdmission) {
    if (round == 0) {
      ask_for_line(&class_mapper_);
      ask_for_line(&taken_);
    }
    sink_.prefetch(round);
  }
}

void Sources::prefetch(ClassId c, unsigned round) const {
  if (round == 0) {
    ask_for_line(&context_);
    ask_for_line(&sources_);
    ask_for_line(&timers_);
    ask_for_line(&made_);
    return;
  }
  const Turns& turns = turns_[c.index()];
  if (round == 1) {
    ask_for_line(&turns);
    ask_for_line(&turns.last);
    if (latest_ < sources_.size()) {
      ask_for_line(&sources_[latest_]);
      ask_for_line(&sources_[latest_].demand);
    }
  } else if (latest_ < sources_.size()) {
    const FlowSource& source = sources_[latest_];
    if (round == 2) {
      ask_for_line(source.demand.get());
      ask_for_line(turns.members.data());
      ask_for_line(&(*context_.measurements)[source.flow].sent);
      turns.ready.prefetch(0);
    } else {
      turns.ready.prefetch(1);
    }
  }
}

void Sink::prefetch(unsigned round) const {
  if (round == 0) {
    ask_for_line(&context_);
    ask_for_line(&context_.steady_from);
    ask_for_line(&by_flow_);
    return ask_for_line(&answered_);
  }
  if (by_flow_.empty()) {
    return;
  }
  const auto& [flow, receiving] = *by_flow_.begin();
  if (round == 1) {
    ask_for_line(&flow);
    ask_for_line(&receiving.answer.back());
  } else if (round == 2) {
    const Received& received = (*context_.measurements)[flow].received;
    ask_for_line(receiving.responder.get());
    ask_for_line(&received.packets);
    ask_for_line(&received.acknowledgements_sent);
    ask_for_line(&received.next_sequence);
    ask_for_line(&receiving.flow->traffic_class);
    ask_for_line(&receiving.flow->acknowledgement_length);
    ask_for_line(&receiving.flow->control);
    ask_for_line(&receiving.flow->undetermined);
  }
}

}  // namespace weir::host
