// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A background thread that executes pieces of work one after the other, beside the owner's thread.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace weir::cosim {

// An exception of a piece is thrown by the next begin() or wait(), and the pieces after it are dropped.
class Background {
 public:
  Background() : thread_([this] { run(); }) {}
  // Drops pieces that have not begun and waits for the present one; its exception is lost.
  ~Background() {
    {
      const std::lock_guard lock(mutex_);
      over_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  // At the end of its scope drops pieces that have not begun and waits for the present one, whose exception is lost.
  class Settled {
   public:
    explicit Settled(Background& background) : background_(background) {}
    ~Settled() {
      std::unique_lock lock(background_.mutex_);
      background_.drop();
      background_.changed_.wait(lock, [this] { return !background_.busy_; });
      background_.thrown_ = nullptr;
    }
    Settled(const Settled&) = delete;
    Settled& operator=(const Settled&) = delete;

   private:
    Background& background_;
  };
  Background(const Background&) = delete;
  Background& operator=(const Background&) = delete;

  // Appends a piece behind those begun before; does not wait.
  void begin(std::function<void()> work) {
    {
      const std::lock_guard lock(mutex_);
      rethrow();
      pieces_.push_back(std::move(work));
    }
    changed_.notify_all();
  }
  // Waits until at most `pieces` pieces are not done.
  void wait_but(std::size_t pieces) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return pieces_.size() + (busy_ ? 1 : 0) <= pieces; });
    rethrow();
  }
  void wait() { wait_but(0); }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [this] { return !pieces_.empty() || over_; });
      if (over_) {
        return;
      }
      const std::function<void()> work = std::move(pieces_.front());
      pieces_.pop_front();
      busy_ = true;
      lock.unlock();
      std::exception_ptr thrown;
      try {
        work();
      } catch (...) {
        thrown = std::current_exception();
      }
      lock.lock();
      busy_ = false;
      if (thrown) {
        thrown_ = thrown;
        drop();
      }
      changed_.notify_all();
    }
  }

  // Call with the mutex locked.
  void drop() { pieces_.clear(); }
  void rethrow() {
    if (thrown_) {
      std::rethrow_exception(std::exchange(thrown_, nullptr));
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> pieces_;  // not begun
  bool busy_ = false;
  std::exception_ptr thrown_;
  bool over_ = false;
  std::thread thread_;  // last, so that the other members exist when the thread begins
};

}  // namespace weir::cosim
