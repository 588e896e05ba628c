// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Which packets of a flow its destination answers, and with what; one object a flow. It knows neither SystemC nor the
// wire: transport.h says how numbers and answers look there.

#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "hw_model/base/units.h"
#include "tb/host/mark.h"

namespace weir::host {

struct FlowSpec;

// What a packet of the flow says on the wire.
struct Arrival {
  std::uint32_t number = 0;    // its lower bits
  unsigned number_bits = 32;   // how many
  bool answer_wanted = false;  // its sender asks for an answer
  Mark mark = Mark::kNone;
};

enum class Answer : std::uint8_t {
  kNone,
  kAck,  // all before `next` have been taken
  kNak,  // likewise, and `next` is missing although later packets have come
};

struct Response {
  bool taken = true;  // the packet goes on to the flow's receiver; otherwise it is thrown away
  Answer answer = Answer::kNone;
  std::uint64_t next = 0;     // the first packet that has not been taken
  Mark notify = Mark::kNone;  // beside: tell the sender of this mark
};

class Responder {
 public:
  virtual ~Responder() = default;
  virtual Response received(const Arrival& arrival, Time now) = 0;
};

// Answers each packet by itself and takes all.
class EachPacket final : public Responder {
 public:
  Response received(const Arrival& arrival, Time now) override;
};

// The receiver of go-back-N. Takes a packet only when it has taken all before it, and acknowledges every `every`-th
// that it takes, and each whose sender asks. A packet too early is thrown away; the first one says which is lacking,
// and nothing more is said until that one has come. A packet that has been taken before is thrown away and acknowledged
// at once, because the acknowledgement before may be lost.
class InOrder final : public Responder {
 public:
  explicit InOrder(std::uint32_t every) : every_(every) {}
  Response received(const Arrival& arrival, Time now) override;

 private:
  std::uint32_t every_;
  std::uint64_t next_ = 0;
  std::uint32_t unanswered_ = 0;  // taken since the last acknowledgement
  bool said_lacking_ = false;
};

// Beside what `inner` does: a packet marked CE makes a notification, at most one each `interval` (the notification
// point of DCQCN, SIGCOMM '15, section 3.1). Packets marked UE, which only flows of the TCD variant know, make their
// own, at most one each interval and none within an interval of one that said CE; one that said UE holds back none that
// says CE. `inner` may be null: then nothing else is answered, and all is taken.
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

// What the flow asks for; null: its packets are not answered.
std::unique_ptr<Responder> make_responder(const FlowSpec& flow);

}  // namespace weir::host
