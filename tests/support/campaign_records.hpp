// What a campaign on the host records.
#pragma once

#include <string>
#include <vector>

#include "harness/campaigns/campaign.hpp"

namespace sphlab::test {

/// The records of a suite by such packs, on the host or what is like it. Throws as run_campaign().
inline std::vector<Record> records_of(const Suite& suite, const std::vector<LoadedPack>& packs,
                                      const RuntimeTable& host = host_runtime()) {
  std::vector<Record> records;
  const CampaignCallbacks callbacks{
      .on_record = [&](const Record& record) { records.push_back(record); },
      .is_done = [](const Record&) { return false; },
      .on_progress = [](double, const std::string&) {},
      .on_message = [](const std::string&) {},
  };
  Runtime runtime(host, 0);
  LaterStates later_states;
  run_campaign(suite, runtime, packs, {SPHLAB_SOURCE_DIR "/scenarios"}, {}, callbacks,
               later_states);
  return records;
}

/// The same by the packs of this build.
inline std::vector<Record> records_of(const Suite& suite,
                                      const RuntimeTable& host = host_runtime()) {
  std::vector<std::string> problems;
  return records_of(suite, load_packs({SPHLAB_BINARY_DIR "/lib"}, &problems), host);
}

}  // namespace sphlab::test
