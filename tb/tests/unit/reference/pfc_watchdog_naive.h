// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

// A naive second implementation of the PFC watchdog's reference: the scripts as scripts, with a table of values by
// name, and the counters of a queue by walking through every microsecond. Written from the description of the scripts
// alone, for comparison only.

#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace weir::reference::naive {

// All times in picoseconds, all counters as read.
struct Reading {
  std::map<std::string, std::int64_t> counter;  // rx, on2off, us, quanta, bytes, packets, paused
  std::int64_t since_last_poll = 0;
};

class Scripts {
 public:
  Scripts(std::string vendor, std::int64_t detection, std::int64_t restoration, std::int64_t poll, bool alert)
      : vendor_(std::move(vendor)), detection_(detection), restoration_(restoration), poll_(poll), alert_(alert) {
    database_["detection_left"] = detection;
    database_["restoration_left"] = restoration;
  }

  // "", "storm" or "restore".
  std::string run(const Reading& now) {
    published_ = "";
    const bool stormed_before = stormed_;
    if (!stormed_before || alert_) {
      detect(now);
    }
    if (stormed_before && !alert_) {
      restore(now);
    }
    return published_;
  }

  void handle(const std::string& event) { stormed_ = event == "storm" || (event != "restore" && stormed_); }
  void delete_all() {
    database_.clear();
    database_["detection_left"] = detection_;
    database_["restoration_left"] = restoration_;
    stormed_ = false;
  }

  bool stormed() const { return stormed_; }
  std::int64_t value(const std::string& name) const { return database_.at(name); }

 private:
  bool has_last() const { return database_.count("packets_last") != 0; }
  static std::int64_t get(const Reading& now, const std::string& name) { return now.counter.at(name); }
  std::int64_t grown(const Reading& now, const std::string& name) const {
    return get(now, name) - database_.at(name + "_last");
  }

  bool bad(const Reading& now) const {
    if (vendor_ == "cisco") {
      return get(now, "paused") == 1;
    }
    const bool sent_nothing = grown(now, "packets") == 0;
    const bool holds = get(now, "bytes") > 0;
    if (vendor_ == "broadcom") {
      return grown(now, "rx") > 0 && grown(now, "on2off") == 0 && get(now, "paused") == 1 &&
             database_.at("paused_last") == 1;
    }
    if (vendor_ == "mellanox" || vendor_ == "mellanox_until_4784") {
      const std::int64_t paused = grown(now, "us") * 1'000'000;
      return holds && sent_nothing && paused * 100 > now.since_last_poll * 99;
    }
    const std::string duration = vendor_ == "vs" ? "us" : "quanta";
    const bool long_paused = grown(now, duration) * 1'000'000 * 10 > poll_ * 8;
    const bool told = grown(now, "rx") > 0;
    if (vendor_ == "teralynx") {
      return told && long_paused && ((holds && sent_nothing) || !holds);
    }
    return (holds && sent_nothing && told) || (!holds && sent_nothing && long_paused);
  }

  void detect(const Reading& now) {
    bool fired = false;
    if (has_last()) {
      std::int64_t left = database_["detection_left"];
      if (bad(now)) {
        bool due = left <= poll_;
        std::int64_t spent = poll_;
        if (vendor_ == "mellanox") {
          spent = now.since_last_poll;
          due = (detection_ - left + spent) * 100 > detection_ * 99;
        } else if (vendor_ == "mellanox_until_4784") {
          spent = now.since_last_poll;
          due = detection_ - left + spent >= detection_;
        }
        if (due) {
          published_ = "storm";
          fired = true;
          left = detection_;
        } else {
          left -= spent;
        }
      } else {
        if (alert_ && stormed_) {
          published_ = "restore";
        }
        left = detection_;
      }
      database_["detection_left"] = left;
    }
    for (const auto& [name, count] : now.counter) {
      database_[name + "_last"] = count;
    }
    if (fired && vendor_ != "broadcom" && vendor_ != "cisco") {
      for (const auto& [name, count] : now.counter) {
        database_.erase(name + "_last");
      }
    }
  }

  void restore(const Reading& now) {
    const bool known = database_.count("rx_last") != 0;
    const bool by_status = vendor_ == "cisco";
    if (by_status || known) {
      const bool good = by_status ? get(now, "paused") == 0 : grown(now, "rx") == 0;
      std::int64_t left = database_["restoration_left"];
      if (!good) {
        left = restoration_;
      } else if (left <= poll_) {
        published_ = "restore";
        left = restoration_;
      } else {
        left -= poll_;
      }
      database_["restoration_left"] = left;
    }
    database_["rx_last"] = get(now, "rx");
  }

  std::string vendor_;
  std::int64_t detection_;
  std::int64_t restoration_;
  std::int64_t poll_;
  bool alert_;
  bool stormed_ = false;
  std::string published_;
  std::map<std::string, std::int64_t> database_;
};

// The counters of one queue at a line whose pause quantum is one microsecond, moved on by one microsecond at a time.
class Queue {
 public:
  void step() {
    if (timer_ > 0) {
      --timer_;
      ++paused_;
      was_paused_ = true;
    } else {
      was_open_ = true;
    }
    if (timer_ == 0 && !kept_) {
      off_ = false;
    }
  }
  void frame(int quanta) {
    if (deaf_) {
      return;
    }
    ++rx_;
    if (quanta > 0 && !off_) {
      ++on2off_;
    }
    off_ = quanta > 0;
    kept_ = false;
    timer_ = quanta;
  }
  void deafen(bool on) {
    deaf_ = on;
    kept_ = on ? off_ : kept_;
  }
  void enter(int bytes) { bytes_ += bytes; }
  void leave(int bytes) {
    bytes_ -= bytes;
    ++packets_;
    sent_ = true;
  }
  // "not paused", "all the time", "at times".
  std::string read() {
    const std::string state = !was_paused_ ? "not paused" : was_open_ || sent_ ? "at times" : "all the time";
    was_paused_ = was_open_ = sent_ = false;
    return state;
  }
  std::map<std::string, std::int64_t> counters() const {
    return {
        {"rx", rx_},           {"on2off", on2off_},           {"us", paused_}, {"quanta", paused_}, {"bytes", bytes_},
        {"packets", packets_}, {"paused", timer_ > 0 ? 1 : 0}};
  }

 private:
  std::int64_t rx_ = 0;
  std::int64_t on2off_ = 0;
  std::int64_t paused_ = 0;
  std::int64_t bytes_ = 0;
  std::int64_t packets_ = 0;
  int timer_ = 0;
  bool off_ = false;
  bool deaf_ = false;
  bool kept_ = false;
  bool was_paused_ = false;
  bool was_open_ = false;
  bool sent_ = false;
};

}  // namespace weir::reference::naive
