// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// The frames of a capture by which the steps of a run's story came about: the frame that pauses, where it leaves and
// where it arrives; the feedback that held a queue; the message upon which a deadlock was declared.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "hw_model/frame/itsy_message.h"
#include "tb/network/network.h"
#include "tb/oracle/wait_for_graph.h"
#include "tb/report/pcapng.h"
#include "tb/report/story.h"
#include "tb/story/devices.h"

namespace weir {

// Finds the frames, packet by packet in the order of the capture. Memory goes with the sentences of the story.
class StoryFrames {
 public:
  // `ports`: the captured ports ("s1.p0"), by interface.
  StoryFrames(const report::Story& story, const network::Network& net, const story::Devices& devices,
              std::span<const std::string> ports);
  StoryFrames(const StoryFrames&) = delete;
  StoryFrames& operator=(const StoryFrames&) = delete;

  // False: no step of the story can be in a capture of these ports.
  bool any() const { return !wanted_.empty(); }

  void look(const report::CapturedPacket& packet);

  // The comments of the frames found: "story, step 4, 2.7971 ms: " and the sentence.
  report::PacketComments comments() const;

 private:
  enum class Which : std::uint8_t {
    kFirstPause,      // the first frame from `at_ns` on that stops one of the classes
    kLatestFeedback,  // the latest frame up to `at_ns` that stops one of the classes, or feedback of credits or depths
    kItsyMessage,     // the ITSY message about one of the classes, of just that time
  };
  struct Wanted {
    Which which{};
    std::size_t interface = 0;
    report::CaptureDirection direction{};
    ClassMask classes = 0;
    std::int64_t at_ns = 0;
    const std::string* comment = nullptr;
    std::optional<std::uint64_t> found = {};
  };
  void want_step(const report::Story& story, const report::Sentence& sentence, const std::string& comment);
  void want_event(const std::string& what, oracle::QueueId queue, Time at, const std::string& comment);
  void want(Which which, std::size_t device, PortId port, report::CaptureDirection direction, ClassMask classes,
            Time at, const std::string& comment);

  const network::Network& net_;
  const story::Devices& devices_;
  std::span<const std::string> ports_;
  std::vector<std::string> texts_;  // by sentence; Wanted points into it
  std::vector<Wanted> wanted_;
};

}  // namespace weir
