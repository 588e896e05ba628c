// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The cycle model of partition admission beside the MMU and TTL-shifted PFC of the switch, packet by packet.

#include "hw_model/cycle_models/partition_admission_cycle.h"

#include "hw_model/base/random_stream.h"
#include "hw_model/datapath/mmu/mmu.h"
#include "hw_model/mechanisms/flow_control/ttl_pfc.h"
#include "tb/tests/unit/mechanisms/flow_control/fake_port.h"

namespace weir::reference::partition_admission_cycle_test {

constexpr std::size_t kPorts = 3;
constexpr std::int64_t kCell = 208;

struct Settings {
  std::int64_t minimum = 0;  // cells
  bool count_cells = false;
  bool late_xoff = false;  // the block's is a byte higher
};

class Beside {
 public:
  Beside(const Settings& settings, std::uint64_t seed)
      : random_(seed, "partition_admission"),
        engines_(engines(ports_)),
        mmu_(config(settings), flow_control::sides<flow_control::ReceivingSide>(engines_)),
        block_({.ports = kPorts}) {
    cells_counted_ = settings.count_cells;
    in_.minimum = static_cast<std::uint32_t>(settings.minimum);
    in_.viq_limit = kLimit;
    in_.headroom = kHeadroom;
    in_.xoff = kXoff + (settings.late_xoff ? 1 : 0);
    in_.xon = kXon;
    in_.pausing = 0xfe;  // the VIQ of class 0 pauses nobody
    for (std::uint8_t c = 1; c < kClasses; ++c) {
      in_.set = true;
      in_.set_class = c;
      in_.set_size = static_cast<std::uint32_t>(size_of(c));
      EXPECT_TRUE(block_.clock(in_).taken);
    }
    in_.set = false;
  }

  // The first difference, or "".
  std::string go(int cycles) {
    for (int n = 0; n < cycles; ++n) {
      now_ += 1_ns;
      if (const std::string wrong = step(n / 500 % 3); !wrong.empty()) {
        return "cycle " + std::to_string(n) + ": " + wrong;
      }
    }
    return "";
  }

  int answers(AdmissionAnswer answer) const { return answers_[static_cast<std::size_t>(answer)]; }
  int pauses() const { return pauses_; }

 private:
  using FakePort = flow_control::FakePort;
  using PortContext = flow_control::PortContext;

  static constexpr std::uint32_t kLimit = 14'000;
  static constexpr std::uint32_t kHeadroom = 9'000;
  static constexpr std::uint32_t kXoff = 12'000;
  static constexpr std::uint32_t kXon = 9'000;

  static std::int64_t size_of(std::size_t c) { return c == 0 ? 0 : 150 + 11 * static_cast<std::int64_t>(c); }

  static mmu::MmuConfig config(const Settings& settings) {
    mmu::MmuConfig config{.buffer = Bytes(3000 * kCell),
                          .cell = Bytes(kCell),
                          .count_cells = settings.count_cells,
                          .viq_reserved = Bytes(settings.minimum * kCell),
                          .viq_limit = Bytes(kLimit),
                          .headroom = Bytes(kHeadroom)};
    for (std::size_t c = 0; c < kClasses; ++c) {
      config.partition_size[c] = Bytes(size_of(c) * kCell);
    }
    return config;
  }

  std::uint32_t counted(const frame::Packet& packet) const {
    return static_cast<std::uint32_t>(cells_counted_ ? cells(packet) * kCell : packet.length.count());
  }
  static std::uint32_t cells(const frame::Packet& packet) {
    return static_cast<std::uint32_t>((packet.length.count() + kCell - 1) / kCell);
  }

  // What is in the switch grows, falls, and stays.
  std::string step(int phase) {
    in_.arrives = random_.below(4) < (phase == 1 ? 1U : 3U);
    in_.departs = !inside_.empty() && random_.below(4) < (phase == 0 ? 1U : 3U);
    frame::Packet comes;
    comes.length = Bytes(static_cast<std::int64_t>(64 + random_.below(1500)));
    comes.ingress = PortId(random_.below(kPorts));
    comes.traffic_class = ClassId(random_.below(3) == 0 ? random_.below(kClasses) : 2);
    in_.arrives_port = static_cast<std::uint32_t>(comes.ingress.index());
    in_.arrives_class = static_cast<std::uint8_t>(comes.traffic_class.index());
    in_.arrives_length = counted(comes);
    in_.arrives_cells = cells(comes);
    frame::Packet goes;
    if (in_.departs) {
      goes = inside_.front();
      inside_.pop_front();
      in_.departs_port = static_cast<std::uint32_t>(goes.ingress.index());
      in_.departs_class = static_cast<std::uint8_t>(goes.traffic_class.index());
      in_.departs_length = counted(goes);
      in_.departs_cells = cells(goes);
    }
    const PartitionAdmissionOutputs out = block_.clock(in_);
    std::string wrong = in_.arrives ? arrive(comes, out) : "";
    if (wrong.empty() && in_.departs) {
      wrong = depart(goes, out);
    }
    return wrong.empty() ? same_accounts() : wrong;
  }

  std::string arrive(const frame::Packet& packet, const PartitionAdmissionOutputs& out) {
    const bool asked = asks(packet);
    mmu::Admission wanted = mmu_.admit(packet, Bytes(0), now_);
    if (wanted == mmu::Admission::kBufferFull) {
      wanted = mmu::Admission::kPartitionFull;  // whoever finds none in the buffer finds none in its part
    }
    if (out.answer != static_cast<std::uint8_t>(wanted) || out.admits == mmu::is_drop(wanted)) {
      return "answered " + std::to_string(out.answer) + ", the MMU " + std::string(mmu::name(wanted));
    }
    ++answers_[out.answer];
    if (out.admits) {
      inside_.push_back(packet);
    }
    pauses_ += out.xoff ? 1 : 0;
    return out.xoff == (!asked && asks(packet)) ? "" : "XOFF differs";
  }

  std::string depart(const frame::Packet& packet, const PartitionAdmissionOutputs& out) {
    const bool asked = asks(packet);
    mmu_.release(packet.ingress, packet.traffic_class, packet.length, now_);
    if (out.broken) {
      return "more departs than there is";
    }
    return out.xon == (asked && !asks(packet)) ? "" : "XON differs";
  }

  // Whether the VIQ has its engine ask for a pause.
  bool asks(const frame::Packet& packet) const {
    return engines_[packet.ingress.index()]->receiver_state(packet.traffic_class) != 0;
  }

  std::string same_accounts() {
    for (std::uint8_t c = 0; c < kClasses; ++c) {
      const PartitionAdmissionCycle::Partition& own = block_.partition(c);
      const mmu::Partitions& wanted = mmu_.partitions();
      const ClassId of_class(c);
      if (own.size != wanted.cells(of_class) || own.used != wanted.used(of_class) ||
          own.set_aside != wanted.set_aside(of_class)) {
        return "class " + std::to_string(c) + " holds " + std::to_string(own.used) + " and keeps " +
               std::to_string(own.set_aside) + ", in the MMU " + std::to_string(wanted.used(of_class)) + " and " +
               std::to_string(wanted.set_aside(of_class));
      }
      for (std::uint32_t p = 0; p < kPorts; ++p) {
        const PartitionAdmissionCycle::Viq& viq = block_.viq(p, c);
        const bool asks = engines_[p]->receiver_state(of_class) != 0;
        if (Bytes(viq.depth) != mmu_.viq_depth(PortId(p), of_class) || (c > 0 && viq.asks != asks)) {
          return "VIQ (" + std::to_string(p) + ", " + std::to_string(c) + ") differs";
        }
      }
    }
    return "";
  }

  static flow_control::Engines engines(std::array<FakePort, kPorts>& ports) {
    flow_control::Engines engines;
    for (FakePort& port : ports) {
      PortContext context = flow_control::context_for(flow_control::Scheme::kTtlPfc, port, 0xff);
      context.config.pfc = {.xoff = Bytes(kXoff), .xon = Bytes(kXon)};
      engines.push_back(std::make_unique<flow_control::TtlPfc>(context));
    }
    return engines;
  }

  RandomStream random_;
  std::array<FakePort, kPorts> ports_;
  flow_control::Engines engines_;
  mmu::Mmu mmu_;
  PartitionAdmissionCycle block_;
  PartitionAdmissionInputs in_;
  std::deque<frame::Packet> inside_;
  std::array<int, 8> answers_{};
  int pauses_ = 0;
  bool cells_counted_ = false;
  Time now_{0};
};

TEST(PartitionAdmissionCycle, AnswersAsTheMmuDoes) {
  for (const std::int64_t minimum : {0, 7, 20}) {
    for (const bool count_cells : {false, true}) {
      Beside beside({.minimum = minimum, .count_cells = count_cells}, 1);
      EXPECT_EQ(beside.go(60'000), "") << minimum << " cells guaranteed";
      EXPECT_GT(beside.pauses(), 50);
      for (const AdmissionAnswer answer :
           {AdmissionAnswer::kShared, AdmissionAnswer::kHeadroom, AdmissionAnswer::kPartitionFull}) {
        EXPECT_GT(beside.answers(answer), 100) << static_cast<int>(answer);
      }
      EXPECT_EQ(beside.answers(AdmissionAnswer::kReserved) > 100, minimum > 0);
    }
  }
}

TEST(PartitionAdmissionCycle, DiffersByAByteOfXoff) {
  EXPECT_THAT(Beside({.late_xoff = true}, 1).go(60'000), HasSubstr("differs"));
}

// The cycles of the wave in rtl/partition_admission/partition_admission.md.
TEST(PartitionAdmissionCycle, SevenCyclesByHand) {
  PartitionAdmissionCycle block({});
  PartitionAdmissionInputs in{.pausing = 0xfe,
                              .read_class = 2,
                              .read_port = 1,
                              .minimum = 2,
                              .viq_limit = 3000,
                              .headroom = 1500,
                              .xoff = 2500,
                              .xon = 1000};
  in.set = true;
  in.set_class = 2;
  in.set_size = 20;
  EXPECT_TRUE(block.clock(in).taken);
  in.set = false;
  in.arrives = true;
  in.arrives_port = 1;
  in.arrives_class = 2;
  const auto arrives = [&](std::uint32_t length, std::uint32_t cells) {
    in.arrives_length = length;
    in.arrives_cells = cells;
    return block.clock(in);
  };
  EXPECT_EQ(arrives(1500, 8), (PartitionAdmissionOutputs{.admits = true, .answer = 1, .size = 20, .set_aside = 8}));
  EXPECT_EQ(arrives(1000, 5), (PartitionAdmissionOutputs{.admits = true,
                                                         .xoff = true,
                                                         .answer = 1,
                                                         .depth = 1500,
                                                         .cells = 8,
                                                         .size = 20,
                                                         .used = 8,
                                                         .set_aside = 6}));
  EXPECT_EQ(arrives(1500, 8),
            (PartitionAdmissionOutputs{
                .asks = true, .answer = 7, .depth = 2500, .cells = 13, .size = 20, .used = 13, .set_aside = 6}));
  in.departs = true;
  in.departs_port = 1;
  in.departs_class = 2;
  in.departs_length = 1500;
  in.departs_cells = 8;
  EXPECT_EQ(arrives(64, 1), (PartitionAdmissionOutputs{.admits = true,
                                                       .asks = true,
                                                       .answer = 1,
                                                       .depth = 2500,
                                                       .cells = 13,
                                                       .size = 20,
                                                       .used = 13,
                                                       .set_aside = 6}));
  in.arrives = false;
  in.departs_length = 1000;
  in.departs_cells = 5;
  EXPECT_EQ(block.clock(in),
            (PartitionAdmissionOutputs{
                .xon = true, .asks = true, .depth = 1064, .cells = 6, .size = 20, .used = 6, .set_aside = 6}));
  in.departs = false;
  EXPECT_EQ(block.clock(in),
            (PartitionAdmissionOutputs{.depth = 64, .cells = 1, .size = 20, .used = 1, .set_aside = 7}));
}

// Whatever departs, nothing becomes negative.
TEST(PartitionAdmissionCycle, NoMoreDepartsThanThereIs) {
  PartitionAdmissionCycle block({});
  PartitionAdmissionInputs in{.set_class = 1, .set_size = 100, .minimum = 3, .viq_limit = 5000};
  in.set = true;
  block.clock(in);
  in.set = false;
  in.arrives = true;
  in.arrives_class = in.departs_class = 1;
  in.arrives_length = 400;
  in.arrives_cells = 4;
  block.clock(in);
  in.arrives = false;
  in.departs = true;
  in.departs_length = 401;
  in.departs_cells = 9;
  EXPECT_TRUE(block.clock(in).broken);
  EXPECT_EQ(block.viq(0, 1), PartitionAdmissionCycle::Viq{});
  EXPECT_EQ(block.partition(1), (PartitionAdmissionCycle::Partition{.size = 100, .used = 0, .set_aside = 12}));
}

TEST(PartitionAdmissionCycle, RefusesWhatDoesNotFit) {
  const auto refuses = [](const PartitionAdmissionConfig& config, const char* text) {
    EXPECT_THAT([&] { PartitionAdmissionCycle{config}; }, ThrowsMessage<std::invalid_argument>(HasSubstr(text)));
  };
  refuses({.ports = 1}, "partition admission: ports is 1, wanted 2..64");
  refuses({.classes = 9}, "partition admission: classes is 9, wanted 1..8");
  refuses({.ports = 9}, "partition admission: ports is 9, wanted at most what port_bits = 3 names");
}

}  // namespace weir::reference::partition_admission_cycle_test
