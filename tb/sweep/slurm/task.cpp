// SPDX-FileCopyrightText: The weir authors
// SPDX-License-Identifier: Apache-2.0

#include "tb/sweep/slurm/task.h"

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <nlohmann/json.hpp>

#include "tb/report/run_directory.h"
#include "tb/text/words.h"

namespace weir::sweep {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kTaskSchema = "weir-sweep-task-1";
constexpr const char* kRecordSchema = "weir-sweep-record-1";
constexpr std::size_t kIdDigits = 64;

std::filesystem::path task_file(const std::filesystem::path& batch, std::size_t index) {
  return batch / ("task_" + std::to_string(index) + ".json");
}

std::filesystem::path records_of(const std::filesystem::path& batch) { return batch / "records"; }

std::filesystem::path record_file(const std::filesystem::path& batch, const std::string& run) {
  return records_of(batch) / (run + ".json");
}

Json json_of(const Job& job) {
  Json json = {{"run", job.id},
               {"resolved_sha256", job.resolved_sha256},
               {"scenario", job.scenario},
               {"set", job.overrides.sets}};
  if (!job.chip.empty()) {
    json["chip"] = job.chip;
  }
  if (!job.run) {
    json["only_checked"] = true;
  }
  if (job.overrides.until) {
    json["until"] = *job.overrides.until;
  }
  return json;
}

Job job_from(const Json& json) {
  Job job;
  job.id = json.at("run");
  job.resolved_sha256 = json.at("resolved_sha256");
  job.scenario = json.at("scenario");
  job.overrides.sets = json.at("set").get<std::vector<std::string>>();
  if (json.contains("chip")) {
    job.chip = json.at("chip").get<std::vector<std::string>>();
  }
  job.run = !json.contains("only_checked");
  if (json.contains("until")) {
    job.overrides.until = json.at("until").get<std::string>();
  }
  return job;
}

}  // namespace

std::string to_json(const SlurmTask& task) {
  const Plan& plan = task.plan;
  Json json = {{"schema", kTaskSchema},
               {"program", task.program},
               {"runs_folder", task.runs.string()},
               {"keep", static_cast<int>(plan.keep)},
               {"time_limit_ps", plan.time_limit ? Json(plan.time_limit->count()) : Json(nullptr)},
               {"memory_limit_bytes", plan.memory_limit ? Json(plan.memory_limit->count()) : Json(nullptr)},
               {"results", Json::array()},
               {"runs", Json::array()}};
  for (const Wanted& wanted : plan.results) {
    json["results"].push_back({wanted.text, static_cast<int>(wanted.aggregate), wanted.key});
  }
  for (const Job& job : task.jobs) {
    json["runs"].push_back(json_of(job));
  }
  return json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

SlurmTask read_task(const std::filesystem::path& batch, std::size_t index) {
  const std::filesystem::path path = task_file(batch, index);
  try {
    const Json json = Json::parse(report::read_file(path));
    if (json.at("schema") != kTaskSchema) {
      throw report::BadRunFile(path.string() + ": wanted schema " + kTaskSchema);
    }
    SlurmTask task;
    task.program = json.at("program");
    task.runs = json.at("runs_folder").get<std::string>();
    task.plan.keep = static_cast<Keep>(json.at("keep").get<int>());
    if (!json.at("time_limit_ps").is_null()) {
      task.plan.time_limit = Time(json.at("time_limit_ps").get<std::int64_t>());
    }
    if (!json.at("memory_limit_bytes").is_null()) {
      task.plan.memory_limit = Bytes(json.at("memory_limit_bytes").get<std::int64_t>());
    }
    for (const Json& one : json.at("results")) {
      task.plan.results.push_back({one.at(0), static_cast<Aggregate>(one.at(1).get<int>()), one.at(2), {}});
    }
    for (const Json& one : json.at("runs")) {
      task.jobs.push_back(job_from(one));
    }
    return task;
  } catch (const Json::exception& error) {
    throw report::BadRunFile(path.string() + ": is not the file of a task: " + text::one_line(error.what()));
  }
}

void write_task(const std::filesystem::path& batch, std::size_t index, const SlurmTask& task) {
  std::filesystem::create_directories(records_of(batch));
  report::OutputFile file(task_file(batch, index));
  file.write(to_json(task));
  file.commit();
}

std::optional<Record> read_record(const std::filesystem::path& batch, const std::string& run) {
  try {
    const Json json = Json::parse(report::read_file(record_file(batch, run)));
    if (json.at("schema") != kRecordSchema || json.at("run") != run) {
      return std::nullopt;
    }
    return record_from_json(json.at("record").dump());
  } catch (const Json::exception&) {
    return std::nullopt;
  } catch (const report::BadRunFile&) {
    return std::nullopt;
  }
}

void write_record(const std::filesystem::path& batch, const std::string& run, const Record& record) {
  if (read_record(batch, run)) {
    return;
  }
  const Owner self = this_process();
  std::string author = self.host + "_" + self.process;
  std::replace(author.begin(), author.end(), '/', '_');
  report::OutputFile file(records_of(batch) / (run + "." + author));
  const Json json = {{"schema", kRecordSchema}, {"run", run}, {"record", Json::parse(to_json(record))}};
  file.write(json.dump() + "\n");
  file.commit();
  std::error_code error;
  std::filesystem::rename(file.final_path(), record_file(batch, run), error);
  if (error) {
    throw report::OutputError(record_file(batch, run).string() + ": cannot write: " + error.message());
  }
}

std::vector<std::string> recorded_runs(const std::filesystem::path& batch) {
  std::vector<std::string> runs;
  std::error_code error;
  std::filesystem::directory_iterator entry(records_of(batch), error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::string run = entry->path().stem().string();
    if (entry->path().extension() == ".json" && run.size() == kIdDigits &&
        run.find_first_not_of("0123456789abcdef") == std::string::npos) {
      runs.push_back(run);
    }
  }
  std::sort(runs.begin(), runs.end());
  return runs;
}

void do_task(const SlurmTask& task, const std::filesystem::path& batch, Engine& engine, const Owner& by) {
  constexpr std::chrono::milliseconds kPatience{1000};
  auto next = task.jobs.begin();
  while (next != task.jobs.end() || !engine.is_idle()) {
    for (; next != task.jobs.end() && engine.has_room(); ++next) {
      if (!read_record(batch, next->id)) {
        engine.start(*next);
      }
    }
    if (engine.is_idle()) {
      continue;
    }
    for (Finished& one : engine.wait(kPatience)) {
      one.record.host = by.host;
      one.record.process = by.process;
      write_record(batch, one.job->id, one.record);
    }
  }
}

}  // namespace weir::sweep
