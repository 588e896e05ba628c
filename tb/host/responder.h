// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which packets of a flow its destination answers, and how; one object per flow. It knows neither SystemC nor the wire:
// transport.h has the formats of numbers and answers.

#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "hw_model/base/units.h"
#include "tb/host/mark.h"

namespace weir::host {

struct FlowSpec;

// The fields of an arriving packet.
struct Arrival {
  std::uint32_t number = 0;    // the lower bits of the packet's number
  unsigned number_bits = 32;   // how many bits `number` has
  bool answer_wanted = false;  // the sender asks for an answer
  Mark mark = Mark::kNone;
};

enum class Answer : std::uint8_t {
  kNone,
  kAck,  // all packets before `next` have been taken
  kNak,  // like kAck, and packet `next` is missing although later packets have arrived
};

struct Response {
  bool taken = true;  // true: the packet goes on to the flow's receiver; false: it is discarded
  Answer answer = Answer::kNone;
  std::uint64_t next = 0;     // the first packet that has not been taken
  Mark notify = Mark::kNone;  // a mark of which the sender is notified in addition
};

class Responder {
 public:
  virtual ~Responder() = default;
  virtual Response received(const Arrival& arrival, Time now) = 0;
};

// Acknowledges each packet by itself and takes all packets.
class EachPacket final : public Responder {
 public:
  Response received(const Arrival& arrival, Time now) override;
};

// The receiver of go-back-N. It takes a packet only after all packets before it, and acknowledges every `every`-th
// packet taken and each packet whose sender asks. An early packet is discarded: the first one gets a NAK that names the
// missing packet, later ones get no answer until the missing packet has come. A duplicate is discarded and acknowledged
// at once, because the acknowledgement before may be lost.
class InOrder final : public Responder {
 public:
  explicit InOrder(std::uint32_t every) : every_(every) {}
  Response received(const Arrival& arrival, Time now) override;

 private:
  std::uint32_t every_;
  std::uint64_t next_ = 0;
  std::uint32_t unanswered_ = 0;  // packets taken since the last acknowledgement
  bool said_lacking_ = false;
};

// Adds notifications to the answers of `inner`: a packet marked CE causes a notification, at most one per `interval`
// (DCQCN's notification point, SIGCOMM '15, section 3.1). Packets marked UE, which only flows of the TCD variant know,
// cause notifications of UE, at most one per interval and none within an interval after one of CE; a notification of UE
// never delays one of CE. `inner` null: every packet is taken and none is answered otherwise.
class NotifyOnMark final : public Responder {
 public:
  NotifyOnMark(std::unique_ptr<Responder> inner, Time interval) : inner_(std::move(inner)), interval_(interval) {}
  Response received(const Arrival& arrival, Time now) override;

 private:
  std::unique_ptr<Responder> inner_;
  Time interval_;
  Time ce_silent_until_{0};
  Time ue_silent_until_{0};
};

// The responder that the flow's settings ask for; null: packets of the flow are not answered.
std::unique_ptr<Responder> make_responder(const FlowSpec& flow);

}  // namespace weir::host
