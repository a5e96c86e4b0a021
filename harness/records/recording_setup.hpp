// The build and the machine that records are made with: the same for all records of a file.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "harness/records/record.hpp"

namespace sphlab {

/// Build that measured a record, and machine that it ran on.
struct RecordingSetup {
  Record::Code code;
  Record::Device device;
  Record::Host host;
  Record::RuntimeUsed runtime;
};

RecordingSetup setup_of(const Record& record);

/// It, with when the recording began, as the head of a file has it: an object with the keys of a
/// record. @param recorded_at as utc_now() tells it.
nlohmann::json session_json(const RecordingSetup& setup, const std::string& recorded_at);

/// The setup in what session_json() makes. Throws nlohmann::json::exception where a key is missing
/// or of the wrong type.
RecordingSetup setup_from_json(const nlohmann::json& session);

/// Why what `present` measures must not be added to what `recorded` has: each revision, device,
/// board, driver, runtime or CPU that differs, with both values, as "revision 0123abcd in the file,
/// 4567cdef here". "" where the two are one.
std::string setup_difference(const RecordingSetup& recorded, const RecordingSetup& present);

}  // namespace sphlab
