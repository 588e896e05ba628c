// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A thread that does one piece of work at a time beside its owner's.

#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace weir::cosim {

class Background {
 public:
  Background() : thread_([this] { run(); }) {}
  // Waits for the piece that is under way; what it throws is lost.
  ~Background() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  // Waits at its end for the piece that is under way; what that throws is lost.
  class Settled {
   public:
    explicit Settled(Background& background) : background_(background) {}
    ~Settled() {
      std::unique_lock lock(background_.mutex_);
      background_.changed_.wait(lock, [this] { return !background_.work_; });
      background_.thrown_ = nullptr;
    }
    Settled(const Settled&) = delete;
    Settled& operator=(const Settled&) = delete;

   private:
    Background& background_;
  };
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  // Waits for the piece before, and begins this one; both throw what that one threw.
  void begin(std::function<void()> work) {
    wait();
    {
      const std::lock_guard lock(mutex_);
      work_ = std::move(work);
    }
    changed_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !work_; });
    if (thrown_) {
      std::rethrow_exception(std::exchange(thrown_, nullptr));
    }
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return work_ || over_; });
      if (!work_) {
        return;
      }
      lock.unlock();
      std::exception_ptr thrown;
      try {
        work_();
      } catch (...) {
        thrown = std::current_exception();
      }
      lock.lock();
      thrown_ = thrown;
      work_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> work_;  // empty: idle
  std::exception_ptr thrown_;
  bool over_ = false;
  std::thread thread_;  // last: it begins when the others are there
};

}  // namespace weir::cosim
