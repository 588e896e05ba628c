// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/headroom/witness.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "hw_model/frame/data_frame.h"
#include "hw_model/mechanisms/flow_control/flow_control_config.h"
#include "tb/bounds/response.h"
#include "tb/headroom/terms.h"
#include "tb/text/quantity.h"

namespace weir::headroom {
namespace {

constexpr std::int64_t kMostCycles = 1000;
constexpr int kBlocking = 7;  // the class that keeps the egress busy

}  // namespace

// Memories are at most 4096 bits wide.
void refuse_witness(const std::string& what) { throw std::invalid_argument("--witness: " + what); }

Pipeline pipeline_of(Time pipeline, BitRate rate) {
  constexpr Bytes kWidest{512};
  if (pipeline == Time(0)) {
    return {Time(1'200), 0};
  }
  for (std::int64_t cycles = kMostCycles; cycles > 0; --cycles) {
    if (pipeline % Time(cycles) == Time(0) && pipeline / cycles <= serialization_time(kWidest, rate)) {
      return {pipeline / cycles, cycles};
    }
  }
  refuse_witness("--pipeline " + text::to_text(pipeline) +
                 " is no whole number of up to 1000 periods of a clock of at most " +
                 text::to_text(serialization_time(kWidest, rate)));
}

namespace {

// How many queues are filled: one of a port under PAUSE.
unsigned classes_of(const LinkRequest& request) { return request.pauses == Pauses::kPfc ? request.lossless : 1; }

void check(const LinkRequest& request, const LinkRow& row) {
  if (request.pool) {
    refuse_witness("fills the headroom of a queue; wanted no --pool");
  }
  if (request.retry) {
    refuse_witness("plays no errors, so that nothing is sent again; wanted no --llr");
  }
  if (classes_of(request) > unsigned{kBlocking}) {
    refuse_witness("one class keeps the egress busy; wanted --lossless of at most 7");
  }
  if (row.link.overhead != Bytes(0) && row.link.overhead != link::kWireOverhead) {
    refuse_witness("links of the model take 0B or 20B of preamble and gap; got --overhead " +
                   text::to_text(row.link.overhead));
  }
  if (row.cable == 0) {
    refuse_witness("wanted a --cable of 1 metre or more");
  }
  if (!row.worst.exact) {
    refuse_witness(
        "the worst mix is known to a picosecond a frame only, since a byte takes no whole picoseconds at this --rate");
  }
}

// The frames that h1 sends, in their order.
struct Sequence {
  std::int64_t first = 0;  // frames of the largest count until the queue stands just below XOFF
  std::vector<Bytes> lengths;
  Time until_xoff;  // line time up to the last bit of the frame that reaches XOFF
  Time all;         // line time of all
};

Sequence sequence_of(const LinkRow& row, Bytes largest) {
  // XOFF is at least so high that queues beside this one never come to their limits, not even by the frames that wait
  // while a PAUSE is sent again.
  constexpr std::int64_t kLargestFrames = 20;
  constexpr Bytes kLowestXoff{16'384};
  const Bytes count = row.worst.last;
  const Bytes length = row.worst.last_length;
  Sequence result;
  result.first = (std::max(kLargestFrames * largest, kLowestXoff) + count - Bytes(1)) / count;
  result.lengths.assign(static_cast<std::size_t>(result.first) + 1, length);
  result.until_xoff = (result.first + 1) * row.link.line_time(length);
  for (const bounds::FramesAlike& alike : row.worst.before) {
    result.lengths.insert(result.lengths.end(), static_cast<std::size_t>(alike.count), alike.length);
  }
  result.lengths.insert(result.lengths.end(), std::size_t{1} + kHeldBack, length);
  for (const Bytes one : result.lengths) {
    result.all += row.link.line_time(one);
  }
  return result;
}

// The line from the switch to h1, by the clock of h1's frames: our longest frames without a gap, and between them the
// PFC frames of the classes that are paused, each again when its refresh is due. A PFC frame names all classes that are
// due.
class BackLine {
 public:
  BackLine(Time frame, Time control, Time refresh) : frame_(frame), control_(control), refresh_(refresh), at_(frame) {}

  // The first instant not before `from` in which a frame begins. None within two frames of a refresh: which of two goes
  // first that are due in the same instant is the port's choice.
  Time begins(Time from) {
    while (at_ < from || !is_calm()) {
      at_ += frame_;
      bool control = false;
      for (Time& due : due_) {
        if (due <= at_) {
          due = at_ + refresh_;
          control = true;
        }
      }
      if (control) {
        at_ += control_;
        told_ = at_;
        ++controls_;
      }
    }
    return at_;
  }

  // A class reaches XOFF in the instant that begins() gave.
  void pause() { due_.push_back(at_); }

  // Frames of ours that wait because PFC frames took their time on the line.
  std::int64_t waiting() const { return controls_ * control_ / frame_ + 1; }

 private:
  bool is_calm() const {
    return at_ >= told_ + 2 * frame_ &&
           std::all_of(due_.begin(), due_.end(), [&](Time due) { return due > at_ + 2 * frame_; });
  }

  Time frame_;
  Time control_;
  Time refresh_;
  Time at_;    // a frame begins
  Time told_;  // the last PFC frame has ended
  std::int64_t controls_ = 0;
  std::vector<Time> due_;
};

struct Schedule {
  std::vector<Time> starts;  // when h1 begins the frames of each class
  Time duration;             // of the run
  std::int64_t waiting = 0;  // BackLine::waiting() at its end
};

Schedule schedule_of(const LinkRequest& request, const LinkRow& row, const Sequence& sequence) {
  // The first frame back is at the switch when it has come over the same cable and through the same pipeline as the
  // frames of h1 do.
  const Time back = row.link.line_time(request.longest_of_ours());
  BackLine line(back, row.link.line_time(frame::kControlFrameLength),
                refresh_interval(flow_control::PfcConfig{}, row.link.rate));
  Time from = 4 * back + Time(1);
  Schedule schedule;
  for (unsigned c = 0; c < classes_of(request); ++c) {
    const Time crosses = line.begins(from + sequence.until_xoff);
    line.pause();
    schedule.starts.push_back(crosses - sequence.until_xoff);
    from = crosses + row.worst.budget + row.link.line_time(row.worst.last_length);  // h1 has stopped
  }
  schedule.duration = schedule.starts.back() + sequence.all + 2 * row.worst.budget + 4 * back;
  line.begins(schedule.duration);
  schedule.waiting = line.waiting();
  return schedule;
}

void append(std::string& bytes, std::uint32_t value, int octets) {
  for (int i = 0; i < octets; ++i) {
    bytes += static_cast<char>(value >> (8 * i) & 0xffU);
  }
}

// Classic pcap with times in microseconds, little-endian, Ethernet without FCS. Frames of class 0 have no tag.
std::string capture_of(const std::vector<Bytes>& lengths, unsigned traffic_class) {
  constexpr std::uint32_t kMagic = 0xa1b2c3d4;
  constexpr std::uint32_t kEthernet = 1;
  constexpr Bytes kFcs{4};
  std::string text;
  append(text, kMagic, 4);
  append(text, 2, 2);
  append(text, 4, 2);
  append(text, 0, 4);
  append(text, 0, 4);
  append(text, 0x40000, 4);  // longest frame
  append(text, kEthernet, 4);
  for (const Bytes length : lengths) {
    const auto size = static_cast<std::uint32_t>((length - kFcs).count());
    std::array<std::uint8_t, 64> head{};
    frame::write_data_frame(head, {.destination = frame::MacAddress(0x02'00'00'00'00'02),
                                   .source = frame::MacAddress(0x02'00'00'00'00'01),
                                   .tagged = traffic_class > 0,
                                   .traffic_class = ClassId(traffic_class),
                                   .source_ip = frame::Ipv4Address(192, 0, 2, 1),
                                   .destination_ip = frame::Ipv4Address(192, 0, 2, 2),
                                   .length = length});
    append(text, 0, 4);
    append(text, 0, 4);
    append(text, size, 4);
    append(text, size, 4);
    const std::size_t written = std::min<std::size_t>(size, head.size());
    text.append(head.begin(), head.begin() + static_cast<std::ptrdiff_t>(written));
    text.append(size - written, '\0');
  }
  return text;
}

std::string flow_text(std::string_view name, int source, int destination, int traffic_class, Bytes size) {
  return fmt::format("[[flow]]\nname = \"{}\"\nsrc = \"h{}\"\ndst = \"h{}\"\nclass = {}\n{}\n", name, source,
                     destination, traffic_class, size > Bytes(0) ? fmt::format("size = \"{}B\"\n", size.count()) : "");
}

// Everything behind [scenario] and its comment, but flows and expectations.
std::string switch_text(const LinkRequest& request, const LinkRow& row, const Witness& witness, std::int64_t waiting) {
  const bounds::PausedLink& link = row.link;
  const Bytes ours = request.longest_of_ours();
  const Bytes largest = std::max(ours, request.max_frame);
  const Pipeline pipeline = pipeline_of(link.times.pipeline, link.rate);
  const Bytes queue = witness.xoff + witness.headroom;
  const unsigned classes = classes_of(request);
  std::vector<unsigned> lossless(classes);
  std::iota(lossless.begin(), lossless.end(), 0U);
  std::string limit = fmt::format("\"{}B\"", witness.xoff.count());
  Bytes high_limit{0};
  if (classes > 1) {  // the blocking class is lossy, and our frames back to h1 wait in it
    constexpr std::int64_t kLeast = 20;
    high_limit = std::max((waiting + kLeast) * link.counted(ours), witness.xoff);
    std::vector<std::int64_t> limits(kClasses, witness.xoff.count());
    limits[kBlocking] = high_limit.count();
    limit = fmt::format("[\"{}B\"]", fmt::join(limits, "B\", \""));
  }
  // For all ports, and for frames that fill half of their cells.
  const Bytes buffer = (15 + classes) * queue + 2 * high_limit + 1000 * largest;
  return fmt::format(
      "[topology]\nkind = \"star\"\nhosts = 6\nrate = \"{}bps\"\ndelay = \"{}ps\"\nwire_overhead = {}\n\n"
      "[switch]\nmax_frame = \"{}B\"\n\n"
      "[switch.parser]\nclock = \"{}ps\"\nlookup_cycles = {}\n\n"
      "[switch.crossbar]\nstrategy = \"output_queued\"\n\n"
      "[switch.mmu]\nbuffer = \"{}B\"\n{}viq_limit = {}\nheadroom = \"{}B\"\n\n"
      "[flow_control]\nscheme = \"{}\"\n{}processing_delay = \"{}ps\" # the peer and our own PHY\n\n"
      "[flow_control.pfc]\nxoff = \"{}B\"\nxon = \"0B\"\n\n",
      link.rate.count(), (row.cable * bounds::kTimePerMetre).count(), link.overhead > Bytes(0), largest.count(),
      pipeline.clock.count(), pipeline.cycles, buffer.count(),
      link.cell > Bytes(0) ? fmt::format("cell = \"{}B\"\ncount_cells = true\n", link.cell.count())
                           : "cell = \"64B\"\n",
      limit, witness.headroom.count(), request.pauses == Pauses::kPfc ? "pfc" : "pause",
      classes > 1 ? fmt::format("lossless = [{}]\n", fmt::join(lossless, ", ")) : "",
      (link.times.peer + link.times.own).count(), witness.xoff.count());
}

}  // namespace

std::string capture_file(const std::string& name, unsigned traffic_class) {
  return traffic_class == 0 ? name + ".pcap" : fmt::format("{}_c{}.pcap", name, traffic_class);
}

Witness make_witness(const LinkRequest& request, const LinkRow& row, const std::string& name) {
  check(request, row);
  const Bytes ours = request.longest_of_ours();
  const Bytes largest = std::max(ours, request.max_frame);
  const Sequence sequence = sequence_of(row, largest);
  const Bytes unit = row.link.cell > Bytes(0) ? row.link.cell : Bytes(1);
  const Schedule schedule = schedule_of(request, row, sequence);
  const std::vector<Time>& starts = schedule.starts;
  Witness witness;
  witness.xoff = sequence.first * row.worst.last + unit;
  witness.headroom = row.crosses + row.worst.after_xoff();
  witness.scenario = fmt::format(
      "# A witness: {} to the last {} of its headroom, {} B above an XOFF of {} B, and loses "
      "nothing.\n"
      "# With less headroom it loses a frame:\n#\n"
      "#   --set switch.mmu.headroom={}B\n#\n"
      "# {} of cable at {}: {}.\n\n"
      "[scenario]\nname = \"headroom_witness\"\nduration = \"{}ps\"\nsample_interval = \"{}ps\"\n\n{}",
      starts.size() == 1 ? "queue s1.p0.c0 fills"
                         : fmt::format("each of the queues s1.p0.c0 to s1.p0.c{} fills", starts.size() - 1),
      row.link.cell > Bytes(0) ? "cell" : "byte", witness.headroom.count(), witness.xoff.count(),
      (witness.headroom - unit).count(), fmt::format("{} m", row.cable), text::to_text(row.link.rate),
      mix_text(row.worst), schedule.duration.count(), schedule.duration.count(),
      switch_text(request, row, witness, schedule.waiting));
  witness.scenario += fmt::format("[traffic]\nframe_length = \"{}B\"\n\n", ours.count());
  const int back_class = starts.size() > 1 ? kBlocking : 1;
  std::string expected = "[expect]\ndrops = 0\nfaults = 0\n";
  for (unsigned c = 0; c < starts.size(); ++c) {
    witness.captures.push_back(capture_of(sequence.lengths, c));
    witness.scenario += fmt::format(
        "[[flow]]\nname = \"fill{}\"\nsrc = \"h1\"\ndst = \"h2\"\nkind = \"pcap\"\nfile = \"{}\"\nfcs = "
        "\"absent\"\npace = \"line_rate\"\nstart = \"{}ps\"\n\n",
        c > 0 ? fmt::format("_c{}", c) : "", capture_file(name, c), starts[c].count());
    for (const std::string_view depth : {"peak", "final"}) {
      expected +=
          fmt::format("\"queue.s1.p0.c{}.viq_{}\" = \"{}B\"\n", c, depth, (witness.xoff + witness.headroom).count());
    }
  }
  witness.scenario +=
      flow_text("block", 4, 2, kBlocking, Bytes(0)) + flow_text("block_first", 5, 2, kBlocking, 2 * ours) +
      flow_text("back", 3, 1, back_class, Bytes(0)) + flow_text("back_first", 6, 1, back_class, 2 * ours) + expected;
  return witness;
}

}  // namespace weir::headroom
