// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Files that show what switches do, written as the simulation goes on, in bounded memory: waveforms and captures.
// C++17.
//
// Make these objects where switches are made, before the simulation starts. A file gets its name when it is complete:
// in close(), at sc_stop(), or when this object or the first of its switches ends, whichever is first; a process that
// ends in any other way leaves FILE.partial, or nothing. A file that cannot be written later on is given up with one
// warning, "weir/output", and the simulation goes on. What a user does wrong is an error "weir/settings" in one line;
// where the report handler returns, nothing is written.

#pragma once

#include <memory>
#include <string>
#include <vector>

namespace weir {

class Switch;  // of weir/switch.h
namespace platform {
class Recorder;
}  // namespace platform

// The signals of `weir run --waves` of these switches, in the scopes of their modules. A file name ends in .fst or
// .vcd; beside the file stands one with the ending .gtkw, with which GTKWave shows groups by port, depths as curves and
// states by name. A switch has one Waves.
class Waves {
 public:
  Waves(const std::string& file, const std::vector<Switch*>& switches);
  ~Waves();
  Waves(const Waves&) = delete;
  Waves& operator=(const Waves&) = delete;

  // All up to now is in the file, and nothing comes any more.
  void close();

 private:
  std::shared_ptr<platform::Recorder> recorder_;
};

// Frames that enter and leave ports, as pcapng, as of `weir run --pcap`: an interface for each port, and another one
// for the ordered sets of its cable, if it carries such and leads to another Switch of the scenario.
class Capture {
 public:
  // `ports`: patterns of names, module and port: "board.s1.p0"; '*' stands for any letters. Each port has one Capture.
  Capture(const std::string& file, const std::vector<Switch*>& switches, const std::vector<std::string>& ports = {"*"});
  ~Capture();
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  // As of Waves.
  void close();

 private:
  std::shared_ptr<platform::Recorder> recorder_;
};

}  // namespace weir
