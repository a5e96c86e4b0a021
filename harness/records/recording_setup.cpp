#include "harness/records/recording_setup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <vector>

namespace sphlab {
namespace {

std::string text_of(const std::optional<std::string>& value) {
  return value.value_or("unknown");
}

std::string text_of(const Record::Code& code) {
  return text_of(code.revision) + (code.dirty.value_or(false) ? " (modified)" : "");
}

std::string text_of(const std::optional<Record::OpenMp>& openmp) {
  if (!openmp) return "unknown";
  return fmt::format("{} threads on processors {} ({})", openmp->threads, openmp->processors,
                     openmp->environment);
}

}  // namespace

RecordingSetup setup_of(const Record& record) {
  return {record.code, record.device, record.host, record.runtime};
}

nlohmann::json session_json(const RecordingSetup& setup, const std::string& recorded_at) {
  return {{"recorded_at", recorded_at},
          {"code", to_json(setup.code)},
          {"device", to_json(setup.device)},
          {"host", to_json(setup.host)},
          {"runtime", to_json(setup.runtime)}};
}

RecordingSetup setup_from_json(const nlohmann::json& session) {
  return {code_from_json(session.at("code")), device_from_json(session.at("device")),
          host_from_json(session.at("host")), runtime_from_json(session.at("runtime"))};
}

std::string setup_difference(const RecordingSetup& recorded, const RecordingSetup& present) {
  std::vector<std::string> differences;
  const auto compare = [&](const char* what, const std::string& there, const std::string& here) {
    if (there != here)
      differences.push_back(fmt::format("{} {} in the file, {} here", what, there, here));
  };
  compare("revision", text_of(recorded.code), text_of(present.code));
  compare("CPU", text_of(recorded.host.cpu), text_of(present.host.cpu));
  compare("device", recorded.device.name, present.device.name);
  compare("board", text_of(recorded.device.board), text_of(present.device.board));
  compare("driver", text_of(recorded.device.driver), text_of(present.device.driver));
  compare("runtime", recorded.runtime.name, present.runtime.name);
  compare("runtime version", text_of(recorded.runtime.version), text_of(present.runtime.version));
  compare("OpenMP", text_of(recorded.runtime.openmp), text_of(present.runtime.openmp));
  return fmt::format("{}", fmt::join(differences, "; "));
}

}  // namespace sphlab
