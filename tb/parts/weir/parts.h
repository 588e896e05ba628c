// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Parts of your own in a switch of weir: a congestion detector, an admission policy, the arbiter of a crossbar, a
// deadlock unit, the discipline of an egress port, a class mapper, flow control. C++17; this header includes the
// standard library alone. How to use it: docs/user_guide/parts.md.
//
// A part is a class with a constructor that takes a Build, from which it reads its settings and to which it says its
// registers; the constructor is also called without a switch, to learn these, and does nothing else:
//
//   class Mark final : public weir::parts::Detector {
//    public:
//     explicit Mark(weir::parts::Build& build) : k_(build.bytes({"k", "What it is."}, 65'000, {0, 1'000'000})) {}
//     ...
//   WEIR_PARTS { parts.add<Mark>("mark", "marks above one queue length"); }

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace weir::parts {

// The version of this header. A program takes parts of its own version only.
inline constexpr int kVersion = 1;

using Time = std::int64_t;   // picoseconds since the simulation began
using Bytes = std::int64_t;  // of frames: destination MAC to FCS
using Rate = std::int64_t;   // bit/s

inline constexpr unsigned kNoPort = ~0U;

// Where a part stands. Without a switch, where keys are learnt, it has these values.
struct Place {
  std::string name = "s1";  // of the switch; of a detector and of a discipline "s1.p2"
  unsigned ports = 4;       // of an arbiter the inputs: one more in a switch that makes frames
  unsigned classes = 8;
  unsigned lossless = 1;  // of a deadlock unit: the classes with flow control, a bit each
  std::vector<Rate> rates =
      {};                     // of the ports; of a detector and of a discipline, that of its port; of an arbiter none
  Bytes max_frame = 1'500;    // of a deadlock unit 0
  Bytes buffer = 12'582'912;  // of the switch; of an arbiter 0
  std::uint64_t seed = 0;     // of random numbers, the same in each run of a scenario
};

struct Key {
  std::string word;     // lower_snake_case: key `word` of the part's table
  std::string meaning;  // a sentence
};

template <class Number>
struct Range {
  Number lowest;
  Number highest;
};

// The indices of an element of a register, one for each dimension.
using Indices = std::vector<std::uint64_t>;

struct Dimension {
  std::string of;  // "port", "class"
  std::uint64_t size;
};

// A register: bits of hardware, with an address where software reads them. Its name in the map is PART_name. A detector
// and a discipline declare the registers of their port.
struct Register {
  std::string name;  // lower_snake_case
  std::string description;
  unsigned width = 32;  // bits, 1..64
  std::vector<Dimension> each = {};
  std::uint64_t reset = 0;
  std::function<std::uint64_t(const Indices&)> read = {};  // empty: out of software's reach
  // Beside `read`: software may write any value of the width, which takes effect at once. Empty: it may not.
  std::function<void(const Indices&, std::uint64_t)> write = {};
};

// What a flow-control scheme promises of the VIQ of a (port, class); 0: nothing.
struct Promise {
  Bytes stops_at = 0;     // at this depth at the latest the peer is told to stop, and stops when it hears
  Bytes fits = 0;         // or: the VIQ never needs to be deeper
  Time longest_hold = 0;  // a class is held no longer than that after the last message about it
};

// What a constructor gets.
class Build {
 public:
  virtual const Place& place() const = 0;

  // A setting: the key of the part's table, [congestion.PART], [switch.admission.PART], [switch.crossbar.PART],
  // [switch.egress.PART], [switch.class_mapper.PART] or [deadlock.PART]; its default, and the values that it may have.
  // A key that no call asks for is refused, and so is a value out of range. The same keys are asked for whatever
  // place() and other settings are.
  virtual Bytes bytes(const Key& key, Bytes initial, Range<Bytes> range) = 0;
  virtual Time time(const Key& key, Time initial, Range<Time> range) = 0;
  virtual Rate rate(const Key& key, Rate initial, Range<Rate> range) = 0;
  virtual std::int64_t integer(const Key& key, std::int64_t initial, Range<std::int64_t> range) = 0;
  virtual double real(const Key& key, double initial, Range<double> range) = 0;
  virtual bool boolean(const Key& key, bool initial) = 0;
  // A text as it is written, which the part reads by itself.
  virtual std::string text(const Key& key, const std::string& initial) = 0;

  // Refuses the value of a key: `why` in one line, "wanted ...; got ...".
  [[noreturn]] virtual void refuse(const std::string& word, const std::string& why) = 0;

  virtual void declare(const Register& one) = 0;
  // Of flow control, once. Without stops_at and fits the scheme has no lossless classes.
  virtual void promise(const Promise& promised) = 0;

 protected:
  ~Build() = default;
};

struct Packet {
  const std::uint8_t* bytes = nullptr;  // the first of them as on the wire, from the destination MAC on
  std::size_t kept = 0;                 // their number
  Bytes length = 0;
  unsigned ingress = kNoPort;  // kNoPort: the switch has made the packet
  unsigned egress = 0;
  unsigned traffic_class = 0;
};

// A congestion detector: one object at each egress port. A packet passes offered, admitted, queued and departs in this
// order; a packet that is dropped at admission ends at offered.
class Detector {
 public:
  virtual ~Detector() = default;
  // `depth`: of the packet's egress queue without the packet.
  virtual void offered(const Packet&, Bytes /*depth*/, Time) {}
  virtual void admitted(const Packet&, Time) {}
  // The packet is in its egress queue, whose depth with the packet is `depth`.
  virtual void queued(const Packet&, Bytes /*depth*/, Time) {}
  // The packet leaves; `behind`: bytes of its class that wait for the port behind the packet. True: the packet is given
  // CE, if its sender can use that.
  virtual bool departs(const Packet&, Bytes behind, Time) = 0;

  // Flow control lets the class send, or stops it; at changes only.
  virtual void gate(unsigned /*traffic_class*/, bool /*open*/, Time) {}
  // This switch pauses the peer at `ingress` in the class, or lets it go on; at changes only.
  virtual void pausing(unsigned /*ingress*/, unsigned /*traffic_class*/, bool /*on*/, Time) {}
  // The port's rate from now on.
  virtual void line_rate(Rate, Time) {}
  // The time that wake() has named.
  virtual void timer(unsigned /*traffic_class*/, Time) {}
  // All state but settings and counters takes its reset value; timers that were asked for do not come.
  virtual void reset(Time) {}

  class Alarm {
   public:
    virtual void wake(unsigned traffic_class, Time at) = 0;

   protected:
    ~Alarm() = default;
  };
  void join(Alarm& alarm) { alarm_ = &alarm; }

 protected:
  // Asks for timer(c, at), in place of an earlier call for the class. Not from the constructor.
  void wake(unsigned traffic_class, Time at) { alarm_->wake(traffic_class, at); }

 private:
  Alarm* alarm_ = nullptr;
};

// A packet that has a route, before admission, and what the buffer holds without the packet.
struct Arrival {
  Packet packet;
  Bytes viq_depth = 0;  // of (ingress, class)
  Bytes veq_depth = 0;  // of (egress, class)
  Bytes free = 0;       // of the buffer, in whole cells
};

// The admission policy of a switch, one object. What the policy admits the MMU may still drop.
class Admission {
 public:
  virtual ~Admission() = default;
  // False: the packet is dropped, as "refused".
  virtual bool admits(const Arrival&, Time) = 0;
  // All state but settings and counters takes its reset value.
  virtual void reset(Time) {}
};

struct Pair {
  unsigned input;
  unsigned output;
};

// A deadlock unit, one object of a switch. It hears of the queues of lossless classes and of what flow control does to
// them, and may drop the packet at the head of an egress queue.
class DeadlockUnit {
 public:
  virtual ~DeadlockUnit() = default;
  // The longest time for which the unit looks on before it acts: its settings alone say so.
  virtual Time patience() const = 0;

  // A packet has entered its egress queue, in which `waiting` packets have not begun to leave, this one included.
  virtual void queued(const Packet&, std::size_t /*waiting*/, Time) {}
  // A packet begins to leave, its last bit at `end`, or is dropped, and `end` is now. `waiting` packets remain.
  virtual void left(const Packet&, std::size_t /*waiting*/, Time /*now*/, Time /*end*/) {}
  // Flow control begins or ceases to hold the egress queue, in which `waiting` packets wait; at changes only.
  virtual void held(unsigned /*egress*/, unsigned /*traffic_class*/, bool /*on*/, std::size_t /*waiting*/, Time) {}
  // This switch pauses the peer at `ingress` in the class, or lets it go on; at changes only.
  virtual void pausing(unsigned /*ingress*/, unsigned /*traffic_class*/, bool /*on*/, Time) {}
  // A time that wake() has named. Several may be pending for a queue, and those from before a reset still come.
  virtual void timer(unsigned /*port*/, unsigned /*traffic_class*/, Time) {}
  // All state but settings and counters takes its reset value; queues are empty and not held, without calls that say
  // so.
  virtual void reset(Time) {}

  class Actions {
   public:
    virtual void wake(unsigned port, unsigned traffic_class, Time at) = 0;
    virtual void drop_head(unsigned egress, unsigned traffic_class, Time now) = 0;

   protected:
    ~Actions() = default;
  };
  void join(Actions& actions) { actions_ = &actions; }

 protected:
  // Neither is called from the constructor.
  void wake(unsigned port, unsigned traffic_class, Time at) { actions_->wake(port, traffic_class, at); }
  // The packet at the head, which must be there, leaves queue and buffer at once, dropped as "watchdog"; left()
  // follows.
  void drop_head(unsigned egress, unsigned traffic_class, Time now) { actions_->drop_head(egress, traffic_class, now); }

 private:
  Actions* actions_ = nullptr;
};

// The requests of a slot. Port p is bit p % 64 of word p / 64 of a set.
struct Requests {
  unsigned ports = 0;                      // inputs and outputs, Place::ports
  unsigned words = 0;                      // of a set of ports
  const std::uint64_t* inputs = nullptr;   // by output: the set of inputs that have a cell for the output
  const std::uint64_t* outputs = nullptr;  // the set of outputs to be matched; their inputs ask for no others

  bool asks(unsigned input, unsigned output) const {
    constexpr unsigned kBits = 64;
    return (inputs[std::size_t{output} * words + input / kBits] >> (input % kBits) & 1) != 0;
  }
  bool open(unsigned output) const {
    constexpr unsigned kBits = 64;
    return (outputs[output / kBits] >> (output % kBits) & 1) != 0;
  }
};

// The arbiter of a crossbar that moves cells, one object. An input and an output that ask for nobody else are joined
// without a question, slot by slot, until their packet has crossed or another asks: alone() tells when that begins,
// unless match() has just joined them. In every slot in which others ask, match() is asked for these.
class Arbiter {
 public:
  virtual ~Arbiter() = default;
  // Appends the pairs of this slot to `pairs`, which is empty: an input and an output each at most once, and only where
  // the input asks for the output and the output is open.
  virtual void match(const Requests&, std::vector<Pair>& pairs) = 0;
  virtual void alone(const Pair&) {}
  // All state but settings takes its reset value.
  virtual void reset() {}
};

// The first packet of a queue, which may leave.
struct Head {
  Packet packet;
  Bytes depth = 0;  // of the queue, with the packet
};

// The discipline of an egress port, of switches and of hosts: which class sends next. One object at each port.
class Discipline {
 public:
  virtual ~Discipline() = default;
  // The class of one of `heads`, which are in ascending order of class, and never none. A queue whose first packet flow
  // control or a shaper keeps is not among them. The question may be asked anew before a packet is sent, and may name
  // fewer heads then.
  virtual unsigned next(const std::vector<Head>& heads, Time) const = 0;
  // The first packet of its class begins to leave; `waiting`: the classes with packets, a bit each, the packet's among
  // them.
  virtual void sent(const Packet&, unsigned waiting, Time) = 0;
  // All state but settings and counters takes its reset value.
  virtual void reset(Time) {}
};

// Header fields of a packet as it arrived.
struct Fields {
  unsigned pcp = 0;   // of the outer VLAN tag; of an untagged packet 0
  bool dei = false;   // of the same
  unsigned dscp = 0;  // of a packet that is not IP 0
  unsigned ttl = 0;   // or hop limit; 0: none
};

// The class mapper of a switch: the class in which the switch queues a packet. One object.
class ClassMapper {
 public:
  virtual ~ClassMapper() = default;
  // True: PCP, DEI and DSCP decide, so that a packet is in the same class at each switch and host. The mapper is asked
  // once for each of their values, before the run, with a ttl of 0 and an empty packet. False: each switch asks about
  // each packet that has a route; no lossless class is allowed then but under flow control of whole ports. Its settings
  // alone say so.
  virtual bool is_by_fields() const = 0;
  // Below Place::classes. The class of the packet itself is not known yet, and its TTL may be lowered already.
  virtual unsigned class_of(const Fields&, const Packet&, Time) = 0;
  // All state but settings and counters takes its reset value.
  virtual void reset(Time) {}
};

// What one port tells the port at the other end of its cable: a value for each of the classes named, in a frame of PFC.
struct Message {
  unsigned classes = 0;  // a bit each
  std::array<std::uint16_t, 8> values = {};
};

// The flow control of a port, of switches and of hosts: one object at each port, for the lossless classes.
class FlowControl {
 public:
  virtual ~FlowControl() = default;
  // A packet has entered, or left, the VIQ of the class at this port, whose depth is `depth` now.
  virtual void admitted(unsigned traffic_class, Bytes length, Bytes depth, Time) = 0;
  virtual void released(unsigned traffic_class, Bytes length, Bytes depth, Time) = 0;
  // The port can send the message for which say() asks, with all that is due now; no class: nothing is.
  virtual void message(Message&, Time) = 0;
  virtual void heard(const Message&, Time) = 0;
  virtual void timer(unsigned /*traffic_class*/, Time) {}
  // Whether the peer would be held for ever if so many bytes never left the VIQ of the class.
  virtual bool stays_held(unsigned traffic_class, Bytes stuck) const = 0;

  class Port {
   public:
    virtual void say(bool due) = 0;
    virtual void hold(unsigned traffic_class, bool on) = 0;
    virtual void wake(unsigned traffic_class, Time at) = 0;

   protected:
    ~Port() = default;
  };
  void join(Port& port) { port_ = &port; }

 protected:
  // Not from the constructor: whether a message is due, which message() ends; that a class may not be sent, or may
  // again, from heard() and timer() alone; asks for timer(c, at), in place of an earlier call for the class.
  void say(bool due) { port_->say(due); }
  void hold(unsigned traffic_class, bool on) { port_->hold(traffic_class, on); }
  void wake(unsigned traffic_class, Time at) { port_->wake(traffic_class, at); }

 private:
  Port* port_ = nullptr;
};

// Takes parts, before any Settings are used or a scenario is read. `word` names the part in scenarios, in small
// letters, digits and underscores: congestion.detector, switch.admission.policy, switch.crossbar.arbiter,
// switch.egress.discipline, switch.class_mapper.source or deadlock.unit = "word"; `text` describes the part in lists.
// Throws std::invalid_argument or std::logic_error, one line: a word or a key that there is already, a part that comes
// too late, more than eight of a kind.
class Registry {
 public:
  template <class Made>
  void add(const std::string& word, const std::string& text) {
    using Kind =
        typename KindOf<Made, Detector, Admission, DeadlockUnit, Arbiter, Discipline, ClassMapper, FlowControl>::Type;
    static_assert(std::is_base_of_v<Kind, Made>, "a part is of one of the kinds above");
    take(word, text, [](Build& build) -> std::unique_ptr<Kind> { return std::make_unique<Made>(build); });
  }

 protected:
  ~Registry() = default;

 private:
  // The first of the kinds that is a base of the part.
  template <class Made, class First, class... Others>
  struct KindOf : std::conditional_t<std::is_base_of_v<First, Made>, KindOf<First, First>, KindOf<Made, Others...>> {};
  template <class Made, class Last>
  struct KindOf<Made, Last> {
    using Type = Last;
  };
  template <class Kind>
  using Maker = std::unique_ptr<Kind> (*)(Build&);
  virtual void take(const std::string& word, const std::string& text, Maker<Detector> make) = 0;
  virtual void take(const std::string& word, const std::string& text, Maker<Admission> make) = 0;
  virtual void take(const std::string& word, const std::string& text, Maker<DeadlockUnit> make) = 0;
  virtual void take(const std::string& word, const std::string& text, Maker<Arbiter> make) = 0;
  virtual void take(const std::string& word, const std::string& text, Maker<Discipline> make) = 0;
  virtual void take(const std::string& word, const std::string& text, Maker<ClassMapper> make) = 0;
  virtual void take(const std::string& word, const std::string& text, Maker<FlowControl> make) = 0;
};

// The registry of a platform that uses weir/switch.h. A shared object for `weir --plugin` has WEIR_PARTS instead.
Registry& registry();

}  // namespace weir::parts

// What a shared object of parts exports, for `weir --plugin FILE`: the body adds its parts to `parts`.
// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): two symbols for dlsym()
#define WEIR_PARTS                                                      \
  extern "C" int weir_parts_version() { return weir::parts::kVersion; } \
  extern "C" void weir_parts_add(weir::parts::Registry& parts)
