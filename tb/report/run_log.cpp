// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/report/run_log.h"

#include <exception>
#include <utility>

#include <spdlog/details/null_mutex.h>
#include <spdlog/logger.h>
#include <spdlog/sinks/base_sink.h>

#include "tb/report/timeseries.h"

namespace weir::report {

// spdlog prints what a sink throws and goes on. A full disk must end the run, so the error is kept for whoever logs.
class RunLog::Sink : public spdlog::sinks::base_sink<spdlog::details::null_mutex> {
 public:
  explicit Sink(const std::filesystem::path& path) : file_(path) {}

  void commit() { file_.commit(); }

  void rethrow() {
    if (error_) {
      std::rethrow_exception(std::exchange(error_, nullptr));
    }
  }

 protected:
  void sink_it_(const spdlog::details::log_msg& message) override {
    if (failed_) {
      return;
    }
    spdlog::memory_buf_t text;
    formatter_->format(message, text);
    attempt([&] {
      file_.write({text.data(), text.size()});
      file_.flush();
    });
  }

  void flush_() override {}

 private:
  template <class Action>
  void attempt(Action&& action) {
    try {
      action();
    } catch (const OutputError&) {
      failed_ = true;
      error_ = std::current_exception();
    }
  }

  OutputFile file_;
  std::exception_ptr error_;
  bool failed_ = false;
};

RunLog::RunLog(const RunDirectory& directory)
    : sink_(std::make_shared<Sink>(directory.file("run.log"))),
      logger_(std::make_shared<spdlog::logger>("run", sink_)) {
  logger_->set_pattern("%Y-%m-%dT%H:%M:%S.%e %-7l %v");
}

RunLog::~RunLog() = default;

void RunLog::info(Time at, std::string_view text) {
  logger_->info("{} s  {}", exact_seconds(at), text);
  sink_->rethrow();
}

void RunLog::warning(Time at, std::string_view text) {
  logger_->warn("{} s  {}", exact_seconds(at), text);
  sink_->rethrow();
}

void RunLog::error(Time at, std::string_view text) {
  logger_->error("{} s  {}", exact_seconds(at), text);
  sink_->rethrow();
}

void RunLog::close() { sink_->commit(); }

}  // namespace weir::report
