// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// Work in a process of its own: SystemC elaborates one network a process. The worker is forked before this process
// elaborates, and waits until asked.

#pragma once

#include <atomic>
#include <functional>
#include <string>

#include <sys/types.h>

namespace weir {

// A flag in memory that this process and those forked from it later have in common; false at first.
class SharedFlag {
 public:
  SharedFlag();  // throws std::runtime_error: there is no memory to have
  ~SharedFlag();
  SharedFlag(const SharedFlag&) = delete;
  SharedFlag& operator=(const SharedFlag&) = delete;

  std::atomic<bool>& get() const { return *flag_; }

 private:
  std::atomic<bool>* flag_;
};

class ForkedWorker {
 public:
  // Forks. `work` gets the question in the new process; what it returns is the answer. Throws std::runtime_error: there
  // is no process to have.
  explicit ForkedWorker(const std::function<std::string(const std::string& question)>& work);
  // Ends the process.
  ~ForkedWorker();
  ForkedWorker(const ForkedWorker&) = delete;
  ForkedWorker& operator=(const ForkedWorker&) = delete;

  // Waits for the answer; once. Calls `waiting`, if there is one, a few times a second. Throws std::runtime_error with
  // the text of what `work` has thrown, or with what ended the process.
  std::string ask(const std::string& question, const std::function<void()>& waiting = nullptr);

 private:
  pid_t process_ = -1;
  int channel_ = -1;
};

}  // namespace weir
