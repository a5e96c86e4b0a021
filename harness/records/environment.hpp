// Describes the code and the machine of a record. No host name, user or path.
#pragma once

#include <string>

#include "harness/records/record.hpp"

namespace sphlab {

/// The revision that was built, and whether the tree differed from it; empty where the sources were
/// not in a git checkout.
Record::Code built_code();

/// The version of sphlab.
std::string built_version();

/// Processor, cores, memory and operating system of this machine.
Record::Host host_machine();

/// Now, in UTC: 2026-01-31T12:00:00Z.
std::string utc_now();

/// A device's or a machine's name as a folder name: "NVIDIA H200" becomes "nvidia-h200".
std::string slug_of(const std::string& name);

/// Folder of a device's records: "nvidia-h200"; for the host, whose processor has many names,
/// "host-x86_64".
std::string device_slug(const std::string& runtime, const std::string& device_name,
                        const std::string& architecture);

}  // namespace sphlab
